/** Types of an endpoint's handler. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { Params } from './params.ts';

/** Handles a public request and returns the response body. @throws BinanceRefusal or ExchangeRefusal */
export type PublicRoute = (exchange: Exchange, params: Params) => unknown;
/** Handles a signed request. If `trades` is true, the key needs permission to trade (security type TRADE). */
export type SignedRoute = {
	readonly trades: boolean;
	readonly run: (exchange: Exchange, params: Params, key: ApiKey) => unknown;
};

export const reads = (run: SignedRoute['run']): SignedRoute => ({ trades: false, run });
export const trades = (run: SignedRoute['run']): SignedRoute => ({ trades: true, run });
