/** Types of an endpoint: its input and its answer. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { Params } from './params.ts';

export type RouteAnswer = {
	readonly result: Readonly<Record<string, unknown>>;
	/** `OK` unless the documentation has another text. */
	readonly retMsg?: string;
};

/** Answers a request that needs no key. @throws BybitRefusal or ExchangeRefusal */
export type PublicRoute = (exchange: Exchange, params: Params) => RouteAnswer;

/** Answers a signed request. @throws BybitRefusal or ExchangeRefusal */
export type PrivateRoute = (exchange: Exchange, params: Params, key: ApiKey) => RouteAnswer;
