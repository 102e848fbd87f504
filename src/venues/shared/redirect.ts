/**
 * Points a ccxt instance at a simulator on this machine. Only the transport changes: addresses, signatures, and error
 * tables stay those of the real exchange. In live operation this module is not called.
 *
 * It uses two internals of the pinned ccxt: `fetchDispatcher` (undici) for REST and `agent` (handed to `ws`) for streams.
 */

import { LocalAgent } from '../feeds/local-agent.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';

type Headers = Readonly<Record<string, unknown>> | readonly unknown[] | null | undefined;
type Dispatch = (
	options: { readonly origin?: unknown; readonly headers?: Headers },
	handler: unknown,
) => boolean;
type Dispatcher = { readonly compose: (interceptor: (dispatch: Dispatch) => Dispatch) => unknown };

/** @throws Error when this ccxt no longer has the internals that are used. */
export async function redirectTransport(exchange: CcxtExchange, port: number): Promise<void> {
	await exchange.loadFetchImplementation();
	const dispatcher = exchange.fetchDispatcher as Dispatcher | undefined;
	if (typeof dispatcher?.compose !== 'function' || !('agent' in exchange)) {
		throw new Error(
			`ccxt's ${exchange.id} has no fetchDispatcher or agent to redirect; it is not the pinned version.`,
		);
	}
	exchange.fetchDispatcher = dispatcher.compose((dispatch) => (options, handler) => {
		const { origin, headers } = redirected(String(options.origin), port);
		return dispatch({ ...options, origin, headers: joined(options.headers, headers) }, handler);
	});
	exchange.agent = new LocalAgent(port);
}

/** The mark by which simulators count the service's requests apart from those of any other program of this machine. */
const CALLER = { 'x-simulated-caller': 'service' } as const;

/**
 * The address to which a request for an origin goes, and its headers beside its own: at the port of this machine that stands for the
 * origin, those say which host was meant. Without a port it goes to the origin.
 */
export function redirected(
	meantFor: string,
	port: number | undefined,
): { readonly origin: string; readonly headers: Readonly<Record<string, string>> } {
	if (port === undefined) return { origin: meantFor, headers: {} };
	return { origin: `http://127.0.0.1:${port}`, headers: { ...CALLER, host: new URL(meantFor).host } };
}

/** undici takes names and values one after the other, or as members. */
function joined(headers: Headers, further: Readonly<Record<string, string>>): Headers {
	return Array.isArray(headers)
		? [...headers, ...Object.entries(further).flat()]
		: { ...headers, ...further };
}
