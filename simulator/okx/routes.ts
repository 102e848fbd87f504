/** Types of an endpoint's handler. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange, FrontEndRequest } from '../core/types.ts';
import type { Params } from './params.ts';

/** Handles a public request and returns the list for `data`. @throws OkxRefusal or ExchangeRefusal */
export type PublicRoute = (exchange: Exchange, params: Params) => readonly unknown[];
export type PrivateRoute = (exchange: Exchange, params: Params, key: ApiKey) => readonly unknown[];

/** Result of one order in a request. */
export type OrderRow = Readonly<Record<string, unknown>> & { readonly sCode: string };

/** Handles an order request. It reads the body itself, because the body may be a list. */
export type OrderRoute = (exchange: Exchange, request: FrontEndRequest, key: ApiKey) => readonly OrderRow[];
