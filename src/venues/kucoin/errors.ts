/**
 * Maps KuCoin's errors, such as `{"code":"100001","msg":"…"}`, to meanings (pages "Futures error codes" and "Gateway
 * error codes", read 2026-11). `PROOFS` omits codes whose texts leave the order's outcome open: 300018, 126033 and
 * 126044 (a duplicate), 100002 (system configuration), 300010 (failed to close), 408000 and 500000, and the plain
 * HTTP statuses. It also omits the margin and spot codes (126xxx, 130xxx, 600xxx), which no order from a classic
 * futures account receives.
 */
import type { Answer } from '../shared/answers.ts';
import { oursFor, type Sentence } from '../shared/common-errors.ts';
import { codeProofs, type Said, type VenueErrors } from '../shared/error-codes.ts';
import { text } from '../shared/fields.ts';

/** Our code for one of several meanings of 100001, "there are invalid parameters". */
const ORDER_ABSENT = 'ORDER_ABSENT';
/** Our code for a block by Cloudflare, KuCoin's proxy. The blocked request never reached KuCoin. */
const ADDRESS_BLOCKED = 'ADDRESS_BLOCKED';

const SENTENCES: readonly Sentence[] = [
	{
		code: '100001',
		said: /^(?:error\.getOrder\.orderNotExist|order[ .]?not[ .]?exists?\.?)$/i,
		ours: ORDER_ABSENT,
	},
];

const PROOFS = codeProofs({
	refused: {
		'100001': 'there are invalid parameters',
		'200004': 'balance insufficient',
		'200005': 'insufficient balance',
		'300000': 'request parameter illegal',
		'300001': 'active order quantity limit exceeded',
		'300003': 'balance not enough',
		'300004': 'stop order quantity limit exceeded',
		'300005': 'risk limit exceeded',
		'300006': 'close price shall be greater than the bankruptcy price',
		'300007': 'price is worse than the liquidation price',
		'300008': 'unavailable to place the order, no contra order',
		'300009': 'no open positions to close',
		'300011': 'order price cannot be higher than the limit',
		'300012': 'order price cannot be lower than the limit',
		'300013': 'unable to proceed, no contra order in the book',
		'300014': 'position is being liquidated, unable to place the order',
		'300015': 'not available during settlement',
		'300016': 'leverage cannot be greater than the limit',
		'300017': 'unauthorized operation',
		'330005': 'margin mode does not match the selected one',
		'330008': 'margin and leverage have reached the maximum open limit',
		'330011': 'position mode does not match',
		'330012': 'order is in one-way mode, account in hedge mode',
		'40010': 'unavailable to place orders in your region',
		'400001': 'headers of the signature are missing',
		'400003': 'KC-API-KEY does not exist',
		'400004': 'KC-API-PASSPHRASE error',
		'400005': 'signature error',
		'400006': 'IP address is not in the API whitelist',
		'400007': 'access denied, requires more permission',
		'400008': 'API keys of version 1 and 2 are not supported',
		'400100': 'parameter error',
		'400200': 'forbidden to place an order',
		'400303': 'identity verification is needed',
		'400400': 'parameter error',
		'400401': 'user is not logged in',
		'400500': 'not supported in your region',
		'411100': 'user is frozen',
		'415000': 'unsupported media type',
	},
	passing: {
		'200002': 'too many requests in a short period of time',
		'400002': 'KC-API-TIMESTAMP invalid',
		'429000': 'too many requests',
		[ADDRESS_BLOCKED]: 'Cloudflare 1015, the address is blocked',
	},
	untraded: {
		'100003': 'contract parameter invalid',
		'200003': 'the symbol parameter is invalid',
		'300002': 'order placement suspended',
	},
});

/** Matches Cloudflare's error 1015 in either form: one line, or an HTML page. */
const BLOCKED = /^error code: 1015\s*$|<title>[^<]*\bused Cloudflare to restrict access\s*<\/title>/;

function read({ json, body }: Answer): Said | undefined {
	const code = text(json, 'code');
	if (code === undefined) return BLOCKED.test(body) ? { code: ADDRESS_BLOCKED, words: undefined } : undefined;
	const words = text(json, 'msg');
	return { code: oursFor(code, words, SENTENCES) ?? code, words };
}

/** Parses KuCoin errors: the meaning of each code, and the codes that confirm that KuCoin refused an order. */
export const KUCOIN_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		absent: [ORDER_ABSENT],
		limited: ['429000', '200002', ADDRESS_BLOCKED],
		clock: ['400002'],
		// In this order: missing key header, unknown key, wrong passphrase, wrong signature, IP address not on the
		// key's list, frozen user.
		key: ['400001', '400003', '400004', '400005', '400006', '411100'],
		settings: ['300016', '330005', '330008', '330011', '330012'],
	},
	// Cloudflare blocks an IP address for 30 s: "block 30s" (page "Request Rate Limit, REST API", read 2026-11).
	ban: {
		endOf: (answer) => (read(answer)?.code === ADDRESS_BLOCKED ? { endsAt: undefined } : undefined),
		pauseMs: 30_000,
		pauseMsMax: 30_000,
	},
};
