/** Types of an endpoint: its input and its answer. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange, FrontEndRequest } from '../core/types.ts';
import type { Params } from './params.ts';

/** Answers the list under `data`. @throws OkxRefusal or ExchangeRefusal */
export type PublicRoute = (exchange: Exchange, params: Params) => readonly unknown[];
export type PrivateRoute = (exchange: Exchange, params: Params, key: ApiKey) => readonly unknown[];

/** Results of orders, one row each. */
export type OrderRow = Readonly<Record<string, unknown>> & { readonly sCode: string };

/** Reads the body itself, because it may be a list. */
export type OrderRoute = (exchange: Exchange, request: FrontEndRequest, key: ApiKey) => readonly OrderRow[];
