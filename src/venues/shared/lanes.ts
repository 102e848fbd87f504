/**
 * Lets a request of ccxt leave on connections that its caller names, while all others go where ccxt sends them. ccxt waits
 * before it takes its dispatcher, so the caller's is found by the asynchronous context of the request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { CcxtExchange } from './ccxt-exchange.ts';

/** Runs what begins one request, so that the request leaves on the lane's connection. */
export type Lane = <T>(begin: () => Promise<T>) => Promise<T>;

const named = new AsyncLocalStorage<Dispatcher>();

/** The requests that `begin` makes leave by the dispatcher. */
export function leavingBy<T>(dispatcher: Dispatcher, begin: () => T): T {
	return named.run(dispatcher, begin);
}

/** From now on the instance's requests leave by what their callers name. @throws Error when this ccxt has no dispatcher */
export async function openLanes(exchange: CcxtExchange): Promise<void> {
	await exchange.loadFetchImplementation();
	const own = exchange.fetchDispatcher as Dispatcher | undefined;
	if (typeof own?.compose !== 'function')
		throw new Error(`ccxt's ${exchange.id} has no fetchDispatcher; it is not the pinned version.`);
	exchange.fetchDispatcher = own.compose((dispatch) => (options, handler) => {
		const other = named.getStore();
		return other === undefined ? dispatch(options, handler) : other.dispatch(options, handler);
	});
}
