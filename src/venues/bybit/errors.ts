/**
 * Maps Bybit's errors, such as `{"retCode":10001,"retMsg":"…"}`, to meanings (V5, page "Error Codes", sections UTA
 * and Institutional Loan, read 2026-11). `PROOFS` omits codes whose texts leave the order's outcome open: 10000
 * (timeout), 10014, 110030, 110072 and 12141 (a duplicate), 10016 (server error), 429 (high load), 110005 (position
 * status error) and 110079 (being processed). It also omits the spot codes (170xxx) and the codes of older versions
 * (140xxx, 30xxx), which no linear order receives. Spot code 170035, for example, says "submitted to the system for
 * processing".
 */
import { NOT_TRADABLE } from '../../ports/venue.ts';
import type { Answer } from '../shared/answers.ts';
import { oursFor, type Sentence } from '../shared/common-errors.ts';
import { codeProofs, type Said, type VenueErrors } from '../shared/error-codes.ts';
import { text } from '../shared/fields.ts';

/** Our code for one of several meanings of 10001, "request parameter error". */
const POSITION_MODE = 'POSITION_MODE';

const SENTENCES: readonly Sentence[] = [
	// For a symbol that is not listed, Bybit returns 10001, the code for a wrong parameter.
	{ code: '10001', said: /^(?:params error: )?symbol invalid/i, ours: NOT_TRADABLE },
	{ code: '10001', said: /^(?:params error: )?not supported symbols/i, ours: NOT_TRADABLE },
	{ code: '10001', said: /^(?:params error: )?position idx not match position mode/i, ours: POSITION_MODE },
];

/** Code 10006 means either a ban of our IP address or an ordinary rate limit; this text identifies the ban. */
const BANNED: Sentence = { code: '10006', said: /^access too frequent/i, ours: 'ADDRESS_BANNED' };

const PROOFS = codeProofs({
	refused: {
		'10001': 'request parameter error',
		[POSITION_MODE]: 'position idx not match position mode',
		'10003': 'API key is invalid',
		'10004': 'error sign',
		'10005': 'permission denied',
		'10007': 'user authentication failed',
		'10008': 'common banned',
		'10009': 'service restricted in your region',
		'10010': 'unmatched IP',
		'10017': 'route not found',
		'10024': 'compliance rules triggered',
		'10027': 'transactions are banned',
		'10028': 'only for unified account users',
		'10029': 'symbol is not on the key’s whitelist',
		'33004': 'API key has expired',
		'100028': 'not for unified account users',
		'30133': 'symbol is not allowed by institutional lending',
		'30134': 'contract is not allowed by institutional lending',
		'30135': 'leverage exceeds the maximum of institutional lending',
		'30136': 'leverage exceeds the maximum of institutional lending',
		'30208': 'order price is higher than the maximum buying price',
		'30209': 'order price is lower than the minimum selling price',
		'30228': 'no new positions during delisting',
		'110003': 'order price exceeds the allowable range',
		'110004': 'wallet balance is insufficient',
		'110006': 'assets cannot cover the position margin',
		'110007': 'available balance is insufficient',
		'110012': 'insufficient available balance',
		'110016': 'quantity exceeds the risk limit',
		'110017': 'reduce-only rule not satisfied, quantity truncated to zero',
		'110018': 'user id is illegal',
		'110020': 'not more than 500 active orders',
		'110021': 'position limits due to open interest',
		'110023': 'only reductions of the position',
		'110032': 'order is illegal',
		'110040': 'order will trigger a forced liquidation',
		'110042': 'pre-delivery: only reductions of the position',
		'110044': 'available margin is insufficient',
		'110045': 'wallet balance is insufficient',
		'110051': 'balance cannot cover the lowest market price',
		'110052': 'balance is insufficient to set the price',
		'110053': 'balance cannot cover market and upper limit price',
		'110067': 'unified account is not supported',
		'110068': 'leveraged trading is not allowed',
		'110069': 'institutional lending customer is not allowed to trade',
		'110070': 'ETP symbols cannot be traded',
		'110080': 'institutional lending is being liquidated',
		'110085': 'risk limit was updated, place the order again',
		'110086': 'leverage exceeds the maximum of the risk limit tier',
		'110087': 'leverage exceeds the maximum of the institutional loan',
		'110088': 'please upgrade to UTA to trade',
		'110089': 'exceeds the maximum risk limit level',
		'110090': 'placement failed, position may exceed the max limit',
		'110094': 'notional value below the lower limit',
		'110095': 'no pre-market orders during the call auction',
		'110096': 'pre-market does not support portfolio margin',
		'110097': 'pre-market is for UTA users',
		'110098': 'only good-till-canceled during the call auction',
		'110100': 'no pre-market orders in demo trading',
		'110103': 'only post-only orders at this stage',
		'110118': 'no price of the market order due to low liquidity',
		'110120': 'order price cannot be smaller than the limit',
		'110121': 'order price cannot be higher than the limit',
		'110123': 'you must agree to the trading terms',
		'110124': 'trading is restricted in a cooling-off period',
		'110125': 'you must agree to the trading terms of this contract',
		'110131': 'margin limit exceeded',
		'110132': 'product not available in your region',
		'3100197': 'temporarily banned due to the upgrade to UTA',
		'3200403': 'isolated margin cannot create the order',
		'3400139': 'positions and orders exceed the risk limit',
	},
	passing: {
		'-1': 'request expired',
		'10002': 'request time exceeds the time window',
		'10006': 'exceeded the API rate limit',
		'10018': 'exceeded the IP rate limit',
	},
	untraded: {
		[NOT_TRADABLE]: 'symbol invalid, not supported symbols',
		'110063': 'settlement in progress',
		'110066': 'trading is currently not allowed',
		'110074': 'this contract is not live',
	},
});

function read({ json }: Answer): Said | undefined {
	const code = text(json, 'retCode');
	if (code === undefined) return undefined;
	const words = text(json, 'retMsg');
	return { code: oursFor(code, words, SENTENCES) ?? code, words };
}

/** Parses Bybit errors: the meaning of each code, and the codes that confirm that Bybit refused an order. */
export const BYBIT_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		// Bybit's text for 110043 is "Set leverage has not been modified."
		unchanged: ['110043'],
		limited: ['10006', '10018'],
		clock: ['10002'],
		// In this order: invalid API key, wrong signature (another secret), key not found, IP address not bound to
		// the key, key expired.
		key: ['10003', '10004', '10007', '10010', '33004'],
		// Bybit's text for 10003 is "Check whether the key and domain are matched".
		unknownKey: ['10003'],
		settings: [
			...[POSITION_MODE, '30135', '30136', '110025', '110026', '110028', '110029', '110036', '110068'],
			...['110086', '110087', '110096', '3200403'],
		],
	},
	// "403, access too frequent", "wait for at least 10 minutes" (page "Rate Limit Rules", read 2026-11). Our pause
	// begins at 30 s and grows with each retry, up to these 10 minutes.
	ban: {
		endOf({ status, json }) {
			const ours = oursFor(text(json, 'retCode'), text(json, 'retMsg'), [BANNED]);
			return status === 403 || ours !== undefined ? { endsAt: undefined } : undefined;
		},
		pauseMs: 30_000,
		pauseMsMax: 600_000,
	},
};
