/**
 * KuCoin's codes that prove that an order was not taken (pages "Futures error codes" and "Gateway error codes", read 2026-11).
 * Left out because their words prove nothing: 300018, 126033 and 126044 (a duplicate), 100002 (system configuration), 300010
 * (failed to close), 408000 and 500000, the bare numbers of HTTP, and the codes of margin and spot (126xxx, 130xxx, 600xxx), which no
 * order of a classic futures account gets.
 */
import { codeProofs } from '../shared/code-proofs.ts';

export const KUCOIN_PROOFS = codeProofs({
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
	},
	untraded: {
		'100003': 'contract parameter invalid',
		'200003': 'the symbol parameter is invalid',
		'300002': 'order placement suspended',
	},
});
