/**
 * Points a ccxt instance at a simulator on this machine. Only the transport changes: addresses, signatures and error
 * tables stay those of the real exchange. Live operation never calls this module.
 *
 * This module uses two internals of the pinned ccxt: `fetchDispatcher` (undici) for REST and `agent` (passed to `ws`)
 * for streams.
 */

import { LocalAgent } from '../feeds/local-agent.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { otherCcxt } from './text.ts';

type Headers = Readonly<Record<string, unknown>> | readonly unknown[] | null | undefined;
type Dispatch = (
	options: { readonly origin?: unknown; readonly headers?: Headers },
	handler: unknown,
) => boolean;
type Dispatcher = { readonly compose: (interceptor: (dispatch: Dispatch) => Dispatch) => unknown };

/** Sends all the exchange's requests to the local port. @throws Error if this ccxt lacks the two internals */
export async function redirectTransport(exchange: CcxtExchange, port: number): Promise<void> {
	await exchange.loadFetchImplementation();
	const dispatcher = exchange.fetchDispatcher as Dispatcher | undefined;
	if (typeof dispatcher?.compose !== 'function' || !('agent' in exchange)) {
		throw new Error(otherCcxt(exchange.id, 'no fetchDispatcher or agent to redirect'));
	}
	exchange.fetchDispatcher = dispatcher.compose((dispatch) => (options, handler) => {
		const { origin, headers } = redirected(String(options.origin), port);
		return dispatch({ ...options, origin, headers: joined(options.headers, headers) }, handler);
	});
	exchange.agent = new LocalAgent(port);
}

/** Header that lets simulators count the service's requests separately from other programs on this machine. */
const CALLER = { 'x-simulated-caller': 'service' } as const;

/**
 * Returns a request's target and extra headers. With a port, the target is that port on this machine, and the headers
 * name the original host. Without a port the target is the origin itself.
 */
export function redirected(
	meantFor: string,
	port: number | undefined,
): { readonly origin: string; readonly headers: Readonly<Record<string, string>> } {
	if (port === undefined) return { origin: meantFor, headers: {} };
	return { origin: `http://127.0.0.1:${port}`, headers: { ...CALLER, host: new URL(meantFor).host } };
}

/** Adds further headers. undici accepts headers as an object or as a list of alternating names and values. */
function joined(headers: Headers, further: Readonly<Record<string, string>>): Headers {
	return Array.isArray(headers)
		? [...headers, ...Object.entries(further).flat()]
		: { ...headers, ...further };
}
