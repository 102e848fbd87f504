/**
 * Points an unmodified ccxt instance at simulators on this machine.
 *
 * Only the transport changes. URLs, host names of WebSockets, signatures and error tables stay those of the real
 * exchange, so a call that works here works against the exchange. REST goes through the undici dispatcher that ccxt
 * creates (`fetchDispatcher`), WebSockets through the `agent` that ccxt passes to `ws`. Both are internals of the
 * pinned ccxt 4.5.84, so the checks below fail with a clear message if they disappear.
 */
import https from 'node:https';
import net from 'node:net';

type Dispatch = (options: { origin?: unknown }, handler: unknown) => boolean;

/** The properties of a ccxt exchange instance that the redirect uses. */
export type CcxtInstance = {
	readonly id: string;
	agent?: unknown;
	fetchDispatcher?: { compose(interceptor: (dispatch: Dispatch) => Dispatch): unknown };
	loadFetchImplementation(): Promise<unknown>;
};

export class RedirectError extends Error {
	override readonly name = 'RedirectError';
}

/**
 * Sends every REST request and WebSocket of `exchange` to 127.0.0.1, to the port assigned to the original host. A
 * request to a host without a port fails, because nothing may leave this machine.
 * @throws RedirectError if this version of ccxt no longer has the dispatcher and the agent
 */
export async function redirect(exchange: CcxtInstance, portOf: ReadonlyMap<string, number>): Promise<void> {
	await exchange.loadFetchImplementation();
	const dispatcher = exchange.fetchDispatcher;
	if (dispatcher === undefined || typeof dispatcher.compose !== 'function') {
		throw new RedirectError(`ccxt ${exchange.id} has no fetchDispatcher that composes; another version?`);
	}
	if (!('agent' in exchange)) {
		throw new RedirectError(`ccxt ${exchange.id} has no agent member; another version?`);
	}
	const local = (host: string): number => {
		const port = portOf.get(host);
		if (port === undefined) throw new RedirectError(`No simulator speaks for ${host}.`);
		return port;
	};
	exchange.fetchDispatcher = dispatcher.compose((dispatch) => (options, handler) => {
		const origin = `http://127.0.0.1:${local(new URL(String(options.origin)).hostname)}`;
		return dispatch({ ...options, origin }, handler);
	}) as NonNullable<CcxtInstance['fetchDispatcher']>;
	exchange.agent = new LocalAgent(local);
}

/** Agent for `wss://` whose connections are plain TCP to the simulator. */
class LocalAgent extends https.Agent {
	readonly #local: (host: string) => number;

	constructor(local: (host: string) => number) {
		super();
		this.#local = local;
	}

	override createConnection(options: { servername?: string; host?: string }): net.Socket {
		return net.connect(this.#local(options.servername || options.host || ''), '127.0.0.1');
	}
}
