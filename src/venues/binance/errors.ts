/**
 * Maps Binance's errors, such as `{"code":-2013,"msg":"…"}`, to meanings (USDⓈ-M futures, pages "Error Codes" and
 * "General Info", read 2026-11).
 *
 * `PROOFS` omits codes whose texts leave the order's outcome open: -1000, -1001, -1006, -1007 (status unknown), -1004
 * (server busy), -1016 (shutting down), -2020 (unable to fill), -4116 (client order id taken), and every code without
 * a text on the page.
 */
import { DAY_MS } from '../../domain/funding.ts';
import type { Answer } from '../shared/answers.ts';
import { oursFor, type Sentence } from '../shared/common-errors.ts';
import { codeProofs, type Said, type VenueErrors } from '../shared/error-codes.ts';
import { text } from '../shared/fields.ts';

/**
 * Our code for a refusal that Binance sends with HTTP 503: "it means this is a failure API operation" (page "General
 * Info").
 */
const NOT_TAKEN = 'SERVICE_UNAVAILABLE';

const PROOFS = codeProofs({
	refused: {
		'-1002': 'not authorized to execute this request',
		'-1011': 'this IP cannot access this route',
		'-1014': 'unsupported order combination',
		'-1020': 'this operation is not supported',
		'-1022': 'signature for this request is not valid',
		'-1100': 'illegal characters found in a parameter',
		'-1101': 'too many parameters',
		'-1102': 'mandatory parameter was empty or malformed',
		'-1103': 'an unknown parameter was sent',
		'-1104': 'not all sent parameters were read',
		'-1105': 'a parameter was empty',
		'-1106': 'a parameter was sent when not required',
		'-1109': 'invalid account',
		'-1110': 'invalid symbolType',
		'-1111': 'precision is over the maximum',
		'-1114': 'timeInForce sent when not required',
		'-1115': 'invalid timeInForce',
		'-1116': 'invalid orderType',
		'-1117': 'invalid side',
		'-1118': 'new client order id was empty',
		'-1128': 'combination of optional parameters invalid',
		'-1130': 'data sent for a parameter is not valid',
		'-1136': 'invalid newOrderRespType',
		'-2010': 'new order rejected',
		'-2014': 'API-key format invalid',
		'-2015': 'invalid API-key, IP, or permissions',
		'-2017': 'API keys are locked on this account',
		'-2018': 'balance is insufficient',
		'-2019': 'margin is insufficient',
		'-2022': 'reduce-only order is rejected',
		'-2023': 'user in liquidation mode now',
		'-2024': 'position is not sufficient',
		'-2025': 'reached max open order limit',
		'-2026': 'order type is not supported when reduceOnly',
		'-2027': 'exceeded the maximum position at current leverage',
		'-4001': 'price less than zero',
		'-4002': 'price greater than max price',
		'-4003': 'quantity less than zero',
		'-4004': 'quantity less than min quantity',
		'-4005': 'quantity greater than max quantity',
		'-4013': 'price less than min price',
		'-4014': 'price not increased by tick size',
		'-4015': 'client order id is not valid',
		'-4016': 'price higher than mark price multiplier cap',
		'-4023': 'quantity not increased by step size',
		'-4024': 'price lower than mark price multiplier floor',
		'-4029': 'tick size precision is invalid',
		'-4030': 'step size precision is invalid',
		'-4050': 'cross balance insufficient',
		'-4051': 'isolated balance insufficient',
		'-4060': 'invalid position side',
		'-4061': 'position side does not match user setting',
		'-4062': 'invalid or improper reduceOnly value',
		'-4087': 'user can only place reduce-only orders',
		'-4088': 'user cannot place orders currently',
		'-4109': 'this account is inactive',
		'-4118': 'reduce-only order failed',
		'-4131': 'best price does not meet the PERCENT_PRICE limit',
		'-4164': 'notional must be no smaller than the minimum',
		'-4183': 'limit price cannot be higher than the cap',
		'-4184': 'limit price cannot be lower than the floor',
		'-4192': 'trade forbidden due to cooling-off period',
		'-4400': 'quantitative rules violated, only reduce-only allowed',
		'-4401': 'large position, only reduce-only allowed',
		'-4402': 'not available in your region',
		'-5021': 'could not be filled immediately, FOK rejected',
		'-5022': 'could not be executed as maker, post-only rejected',
		'-5025': 'only limit order is supported',
		'-5037': 'invalid price match',
		'-5038': 'price match does not support the order type',
		'-5039': 'invalid self trade prevention mode',
		'-5040': 'goodTillDate is out of its bounds',
	},
	passing: {
		[NOT_TAKEN]: 'Service Unavailable, beside HTTP 503',
		'-1003': 'too many requests',
		// "Request throttled by system-level protection"; the page "General Info" calls it "100% failure".
		'-1008': 'request throttled by system-level protection',
		'-1015': 'too many new orders',
		'-1021': 'timestamp is outside of the recvWindow',
		'-5028': 'timestamp is outside of the matching engine recvWindow',
	},
	untraded: {
		'-1121': 'invalid symbol',
		'-4140': 'invalid symbol status for opening position',
		'-4141': 'symbol is closed',
	},
});

/** Matches the text in the body, because the other 503 responses have the same status phrase. */
const UNAVAILABLE: Sentence = { said: /^Service Unavailable\.$/, ours: NOT_TAKEN };

function read({ status, json }: Answer): Said | undefined {
	const code = text(json, 'code');
	const words = text(json, 'msg');
	const ours = status === 503 ? oursFor(undefined, words, [UNAVAILABLE]) : undefined;
	const own = ours ?? code;
	return own === undefined ? undefined : { code: own, words };
}

/** Parses the end of a ban, in Unix milliseconds, from Binance's message about the ban. */
const BANNED_UNTIL = /\bbanned until (\d{13})\b/;

/** Parses Binance errors: the meaning of each code, and the codes that confirm that Binance refused an order. */
export const BINANCE_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		absent: ['-2013'],
		// Binance's text for -4046 is "No need to change margin type."
		unchanged: ['-4046'],
		limited: ['-1003', '-1015'],
		// Binance's text for -1004 is "Server is busy, please wait and try again" (page "Error Codes" of other
		// products, read 2026-11). ccxt 4.5.84 treats this code as a refusal.
		busy: ['-1004'],
		clock: ['-1021'],
		// These codes cover an unknown or malformed key, an IP address that is not allowed, a missing permission, a
		// wrong signature (another secret) and locked keys. Code -2015 covers the first three and does not say which
		// applies.
		key: ['-2014', '-2015', '-1022', '-2017'],
		// Codes that may mean that the key does not exist. Code -2015 can also mean a wrong IP address or a missing
		// permission.
		unknownKey: ['-2014', '-2015'],
		settings: ['-2027', '-4050', '-4051', '-4060', '-4061'],
		wouldTake: ['-5022'],
	},
	// "Repeatedly violating rate limits and/or failing to back off after receiving 429s will result in an automated
	// IP ban (HTTP status 418)", "from 2 minutes to 3 days" (page "General Info", read 2026-11). The error message
	// says when the ban ends.
	ban: {
		endOf({ status, json, body }) {
			if (status !== 418) return undefined;
			const end = BANNED_UNTIL.exec(text(json, 'msg') ?? body)?.[1];
			return { endsAt: end === undefined ? undefined : Number(end) };
		},
		pauseMs: 120_000,
		pauseMsMax: 3 * DAY_MS,
	},
};
