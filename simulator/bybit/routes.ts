/** Types of an endpoint's handler and its result. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { Params } from './params.ts';

export type RouteAnswer = {
	readonly result: Readonly<Record<string, unknown>>;
	/** `OK` unless the documentation gives another text. */
	readonly retMsg?: string;
};

/** Handles a request that needs no key. @throws BybitRefusal or ExchangeRefusal */
export type PublicRoute = (exchange: Exchange, params: Params) => RouteAnswer;

/** Handles a signed request. @throws BybitRefusal or ExchangeRefusal */
export type PrivateRoute = (exchange: Exchange, params: Params, key: ApiKey) => RouteAnswer;
