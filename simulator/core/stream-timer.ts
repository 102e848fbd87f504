/** Tasks that streams do later: a failure costs that one stream its turn, and never ends the exchange. */
import { type AccountEvent, type Exchange, ExchangeRefusal } from './types.ts';

/** Runs each period until the answer is called. Of a contract that was taken off the list or renamed a stream is silent. */
export function everyPeriod(periodMs: number, push: () => void): () => void {
	const timer = setInterval(() => guarded(push), periodMs);
	timer.unref();
	return () => clearInterval(timer);
}

/** Runs once, after what is under way. */
export function soon(push: () => void): void {
	queueMicrotask(() => guarded(push));
}

/** Runs once, at the end of the present turn of the process. */
export function atTurnEnd(act: () => void): void {
	setImmediate(() => guarded(act));
}

/**
 * Hears the account until the answer is called. Events are told together, after the exchange has finished what caused them: to
 * tell of a wallet or a position the exchange is asked again, which must not happen in the middle of a change. An event on a
 * contract that has gone by then is not told.
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
		// Any failure but that of a contract that has gone is reported to whoever runs the exchange.
		if (!(error instanceof ExchangeRefusal && error.code === 'UNKNOWN_SYMBOL')) console.error(error);
	}
}
