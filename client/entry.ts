/**
 * Exports of `carrywire/client`, the package's only entry point. Code in the repository imports each file directly.
 */
export type { BatchAnswer, BatchCall, CallArguments, CallOptions } from './calls.ts';
export { type Client, type ClientOptions, createClient, type FetchLike } from './client.ts';
export type { TokenSource } from './endpoint.ts';
export {
	isRpcError,
	RpcError,
	type RpcErrorObject,
	TransportError,
	type TransportFailure,
} from './errors.ts';
export { METHOD_FACTS, type MethodFacts } from './method-facts.ts';
export type * from './methods.ts';
export { type Contract, opportunityId } from './opportunity-id.ts';
export type { PolicyClock } from './policy-clock.ts';
export type { WebSocketConstructor, WebSocketLike } from './socket.ts';
export {
	connectStream,
	type Stream,
	type StreamCaller,
	type StreamOptions,
	type StreamState,
} from './stream.ts';
export type { Handlers, Subscription, Update } from './subscription.ts';
