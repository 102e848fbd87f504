/**
 * Maps OKX's errors to meanings (page "Error Code", REST API, read 2026-11). A request error is
 * `{"code":"51603","msg":"…","data":[]}`; an order error is `{"code":"1","data":[{"sCode":"51008","sMsg":"…"}]}`.
 *
 * `PROOFS` omits codes whose texts leave the order's outcome open: 50001, 50013 and 50026 (unavailable, busy, system
 * error), 50004, 51054 and 51149 (timeouts), 50042 (repeated request), 50071, 51011 and 51016 (existing id), and
 * errors about cancelling or amending an order.
 */
import type { Answer } from '../shared/answers.ts';
import { oursFor, type Sentence } from '../shared/common-errors.ts';
import { codeProofs, type Said, type VenueErrors } from '../shared/error-codes.ts';
import { at, bodies, text } from '../shared/fields.ts';

/** Our code for one of the many meanings of 51000, "parameter error". */
const SETTING_PARAMETER = 'SETTING_PARAMETER';

const SENTENCES: readonly Sentence[] = [
	{ code: '51000', said: /^Parameter (?:posSide|tdMode|lever|mgnMode)\b/, ours: SETTING_PARAMETER },
];

const PROOFS = codeProofs({
	refused: {
		'4088': 'no trading before identity is verified again',
		'50000': 'body cannot be empty',
		'50002': 'JSON syntax error',
		'50006': 'invalid content type',
		'50007': 'user blocked',
		'50008': 'user does not exist',
		'50009': 'account is frozen due to stop-out',
		'50012': 'account status invalid',
		'50014': 'a parameter cannot be empty',
		'50015': 'either of two parameters is required',
		'50016': 'parameters do not match',
		'50017': 'position frozen due to auto-deleveraging',
		'50018': 'currency frozen due to auto-deleveraging',
		'50019': 'account frozen due to auto-deleveraging',
		'50020': 'position frozen due to liquidation',
		'50021': 'currency frozen due to liquidation',
		'50022': 'account frozen due to liquidation',
		'50024': 'parameters cannot exist at the same time',
		'50025': 'parameter count exceeds the limit',
		'50027': 'account is restricted from trading',
		'50028': 'unable to place the order',
		'50029': 'account has triggered risk control',
		'50030': 'no permission to use this endpoint',
		'50032': 'account may not trade this currency',
		'50033': 'instrument blocked in account settings',
		'50035': 'endpoint requires that the key is bound to an IP',
		'50041': 'user id is not allowlisted',
		'50051': 'feature not available in your region',
		'50052': 'crypto cannot be traded under local laws',
		'50059': 'additional steps of local regulators are needed',
		'50060': 'identity verification is needed',
		'50100': 'API frozen',
		'50101': 'key does not match current environment',
		'50103': 'header OK-ACCESS-KEY cannot be empty',
		'50104': 'header OK-ACCESS-PASSPHRASE cannot be empty',
		'50105': 'header OK-ACCESS-PASSPHRASE incorrect',
		'50106': 'header OK-ACCESS-SIGN cannot be empty',
		'50107': 'header OK-ACCESS-TIMESTAMP cannot be empty',
		'50110': 'IP is not in the key’s whitelist',
		'50111': 'invalid OK-ACCESS-KEY',
		'50112': 'invalid OK-ACCESS-TIMESTAMP',
		'50113': 'invalid signature',
		'50114': 'invalid authorization',
		'50115': 'invalid request method',
		'50119': 'API key does not exist',
		'50120': 'API key has no permission for this function',
		'50121': 'no access through this IP address',
		'50122': 'order amount must exceed minimum amount',
		'51000': 'parameter error',
		[SETTING_PARAMETER]: 'parameter posSide, tdMode, lever or mgnMode error',
		'51004': 'order failed: exceeds the tier limit',
		'51005': 'order amount exceeds the max order amount',
		'51006': 'order price is not within the price limit',
		'51007': 'order failed: at least 1 contract',
		'51008': 'order failed: insufficient balance or margin',
		'51009': 'order blocked',
		'51010': 'unsupported under current account mode',
		'51017': 'loan amount exceeds borrowing limit',
		'51020': 'below the minimum order amount',
		'51023': 'position does not exist',
		'51024': 'trading account is blocked',
		'51025': 'order count exceeds the limit',
		'51031': 'order price is not within the closing price range',
		'51033': 'amount per order has reached the upper limit',
		'51034': 'market maker protection: fill rate exceeded',
		'51037': 'account only supports placing IOC orders',
		'51043': 'isolated position does not exist',
		'51056': 'action not allowed',
		'51100': 'amount does not meet the minimum tradable amount',
		'51101': 'exceeds the max pending order amount per transaction',
		'51102': 'exceeds the max pending count',
		'51103': 'exceeds the max pending count of the underlying',
		'51104': 'exceeds the max pending amount of the underlying',
		'51105': 'exceeds the max order amount of the contract',
		'51106': 'exceeds the max order amount of the underlying',
		'51107': 'exceeds the max holding amount',
		'51110': 'limit orders only after the call auction has started',
		'51112': 'close order size exceeds available size',
		'51116': 'order price exceeds the limit',
		'51118': 'total amount should exceed the min amount per order',
		'51119': 'order failed: insufficient balance',
		'51120': 'order quantity is less than the minimum',
		'51121': 'order quantity must be a multiple of the lot size',
		'51122': 'order price should be higher than the min price',
		'51123': 'min price increment is null',
		'51124': 'only limit orders during call auction',
		'51127': 'available balance is 0',
		'51128': 'multi-currency margin cannot do cross-margin trading',
		'51129': 'position limit reached, no further buying',
		'51131': 'insufficient balance',
		'51132': 'amount is less than the minimum trading amount',
		'51134': 'closing failed: check holdings and pending orders',
		'51135': 'closing price has triggered the limit price',
		'51136': 'closing price has triggered the limit price',
		'51137': 'opening price has triggered the limit price',
		'51138': 'opening price has triggered the limit price',
		'51140': 'purchase failed: insufficient sell orders',
		'51147': 'options need 10,000 USD in the trading account',
		'51148': 'would oppose existing reduce-only positions',
		'51150': 'precision of quantity or price exceeds the limit',
		'51155': 'cannot be traded due to local compliance restrictions',
		'51167': 'failed: block trading open orders',
		'51168': 'failed: reduce-only open orders',
		'51169': 'order failed: no position in this direction to reduce',
		'51170': 'reduce-only cannot be in the position’s direction',
		'51174': 'order failed: number of pending orders exceeds the limit',
		'51185': 'maximum value per order',
		'51186': 'order failed: leverage exceeds the platform limit',
		'51187': 'order failed: size exceeds the platform limit',
		'51196': 'only limit orders during the pre-quote phase',
		'51197': 'only limit orders after the pre-quote phase begins',
		'51203': 'order amount exceeds the limit',
		'51204': 'price of the limit order cannot be empty',
		'51205': 'reduce-only is not available',
		'51206': 'reduce-only order must be cancelled first',
		'51207': 'trading amount exceeds the limit',
		'51341': 'position closing not allowed',
		'51507': 'only market orders within 5 minutes of the listing',
		'54005': 'switch to isolated margin for pre-market futures',
		'54006': 'pre-market position limit',
		'54007': 'instrument is not supported',
		'54008': 'operation is disabled by mass cancel',
		'54009': 'a parameter is out of its range',
		'54011': 'only reductions within 1 hour before delivery',
		'54012': 'insufficient book depth: only cancels and reductions',
		'54024': 'order failed: currency must be enabled as collateral',
		'54025': 'order failed: currency must be enabled as collateral',
		'54030': 'order failed: open interest limit',
		'54031': 'order failed: open position limit reached',
		'54035': 'order failed: collateral limit, reduce-only only',
		'54036': 'no fill-or-kill with self-trade prevention of both',
		'54073': 'couldn’t place order: currency at risk of depegging',
		'54094': 'order rejected: cool-off period',
		'59113': 'identity verification is required for placing orders',
	},
	passing: {
		'50011': 'rate limit reached',
		'50023': 'funding fees frozen, operations restricted',
		'50036': 'expTime is earlier than the system time',
		'50037': 'order expired',
		'50040': 'too frequent operations',
		'50061': 'maximum order rate of this account reached',
		'50102': 'timestamp request expired',
		'51030': 'funding fee is being settled',
	},
	untraded: {
		'51001': 'instrument id does not exist',
		'51002': 'instrument id does not match underlying index',
		'51015': 'instrument id does not match instrument type',
		'51021': 'contract is not yet listed',
		'51022': 'contract suspended',
		'51026': 'instrument type does not match underlying index',
		'51027': 'contract expired',
		'51028': 'contract under delivery',
		'51029': 'contract is being settled',
		'51087': 'listing cancelled',
	},
});

/**
 * Finds the code and text of an error. Those of a single order take precedence over those of the whole response,
 * which are 1 and "All operations failed".
 */
function read({ json }: Answer): Said | undefined {
	const rows = bodies(at(json, 'data'));
	const order = rows.length === 1 && text(rows[0], 'sCode') !== undefined ? rows[0] : undefined;
	const code = text(order, 'sCode') ?? text(json, 'code');
	if (code === undefined) return undefined;
	const words = text(order, 'sMsg') ?? text(json, 'msg');
	return { code: oursFor(code, words, SENTENCES) ?? code, words };
}

/** Parses OKX errors: the meaning of each code, and the codes that confirm that OKX refused an order. */
export const OKX_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		absent: ['51603'],
		limited: ['50011', '50061', '50040'],
		clock: ['50102'],
		// The key is frozen, unknown or from another environment; a header is missing; the passphrase or signature is
		// wrong; or the IP address is not on the key's list (page "Error Code", API class, 2026-07).
		key: [
			...['50100', '50101', '50103', '50104', '50105', '50106', '50110', '50111', '50113', '50114', '50119'],
		],
		unknownKey: ['50111', '50119'],
		// "APIKey does not match current environment": a demo key used for real money, or the reverse.
		otherMoney: ['50101'],
		settings: [SETTING_PARAMETER, '51004', '51010', '51128', '51186', '54005'],
		// The key lacks the permission, or twenty tags already have a timer.
		noSwitch: ['50030', '51071'],
	},
};
