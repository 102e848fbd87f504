/** Runs deferred stream tasks. If a task fails, only that run is lost, and the exchange continues. */
import { type AccountEvent, type Exchange, ExchangeRefusal } from './types.ts';

/**
 * Runs `push` periodically until the returned function is called. Streams of an unlisted or renamed contract send
 * nothing.
 */
export function everyPeriod(periodMs: number, push: () => void): () => void {
	const timer = setInterval(() => guarded(push), periodMs);
	timer.unref();
	return () => clearInterval(timer);
}

/** Runs `push` once, after the current synchronous work. */
export function soon(push: () => void): void {
	queueMicrotask(() => guarded(push));
}

/** Runs `act` once, at the end of the current event-loop turn. */
export function atTurnEnd(act: () => void): void {
	setImmediate(() => guarded(act));
}

/**
 * Listens to the account until the returned function is called. Events are delivered together, after the operation
 * that caused them is complete. To report wallets and positions, a listener reads the exchange again, which must not
 * happen in the middle of a change. Events for a contract that is no longer listed are dropped.
 */
export function onAccountAfterwards(
	exchange: Exchange,
	accountId: string,
	tell: (events: readonly AccountEvent[]) => void,
): () => void {
	let waiting: AccountEvent[] = [];
	let isStopped = false;
	const stop = exchange.onAccount(accountId, (event) => {
		if (waiting.length === 0)
			soon(() => {
				const events = waiting;
				waiting = [];
				if (!isStopped) tell(events.filter((told) => isListed(exchange, told)));
			});
		waiting.push(event);
	});
	return () => {
		isStopped = true;
		stop();
	};
}

function isListed(exchange: Exchange, event: AccountEvent): boolean {
	switch (event.kind) {
		case 'order':
		case 'fill':
			return exchange.instrument(event.order.request.symbol) !== undefined;
		case 'position':
			return exchange.instrument(event.symbol) !== undefined;
		case 'funding':
			return exchange.instrument(event.payment.symbol) !== undefined;
		case 'balance':
			return true;
	}
}

function guarded(act: () => void): void {
	try {
		act();
	} catch (error) {
		// Every failure is logged, except one about a contract that is no longer listed.
		if (!(error instanceof ExchangeRefusal && error.code === 'UNKNOWN_SYMBOL')) console.error(error);
	}
}
