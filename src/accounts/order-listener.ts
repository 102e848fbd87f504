/** Listens on an account's own stream for events of an order, from before the order is sent. */
import type { Clock } from '../ports/clock.ts';
import type { VenueTrading } from '../ports/venue.ts';

/** Longest delay of an event on the stream after the change of the order, milliseconds. */
export const STREAM_EVENT_MS_MAX = 5_000;

/** `any`: any event of the order; `end`: the event of its end. */
export type OrderNews = 'any' | 'end';

/** Records when an account's stream reported an order. */
export type OrderListener = {
	/** When the stream first reported the order, on the monotonic clock; undefined before that. */
	readonly heardAt: (clientOrderId: string, news: OrderNews) => number | undefined;
	/** Resolves when the stream has reported it, at the latest at `until` on the monotonic clock. */
	readonly wait: (clientOrderId: string, news: OrderNews, until: number) => Promise<void>;
	readonly close: () => void;
};

/** Opens the stream of the session and listens until `close`. */
export function listenForOrders(session: Pick<VenueTrading, 'watchAccount'>, clock: Clock): OrderListener {
	const heard: Readonly<Record<OrderNews, Map<string, number>>> = { any: new Map(), end: new Map() };
	const waiting = new Set<() => void>();
	const stop = session.watchAccount((hint) => {
		if (hint.kind !== 'order' || hint.clientOrderId === null) return;
		note('any', hint.clientOrderId);
		if (hint.hasEnded === true) note('end', hint.clientOrderId);
		for (const check of [...waiting]) check();
	});

	function note(news: OrderNews, clientOrderId: string): void {
		if (!heard[news].has(clientOrderId)) heard[news].set(clientOrderId, clock.monotonic());
	}

	return {
		heardAt: (clientOrderId, news) => heard[news].get(clientOrderId),
		wait(clientOrderId, news, until) {
			const leftMs = until - clock.monotonic();
			if (heard[news].has(clientOrderId) || leftMs <= 0) return Promise.resolve();
			return new Promise((resolve) => {
				const end = (): void => {
					waiting.delete(check);
					cancel();
					resolve();
				};
				const check = (): void => {
					if (heard[news].has(clientOrderId)) end();
				};
				const cancel = clock.after(leftMs, end);
				waiting.add(check);
			});
		},
		close: stop,
	};
}

/** Times of a probe order, on the monotonic clock, milliseconds. */
export type ProbeTimes = {
	/** Taken before the order was sent. */
	readonly sentAt: number;
	/** When the exchange had confirmed the end of the order. */
	readonly endedAt: number;
};

/**
 * When the stream reported the order in time: any event within the limit after it was sent or, because the stream may have opened late,
 * its end within the limit after the end. Undefined otherwise: a later event means that the stream lags.
 */
export function heardInTime(
	listener: Pick<OrderListener, 'heardAt'>,
	clientOrderId: string,
	{ sentAt, endedAt }: ProbeTimes,
): number | undefined {
	const first = listener.heardAt(clientOrderId, 'any');
	if (first !== undefined && first <= sentAt + STREAM_EVENT_MS_MAX) return first;
	const end = listener.heardAt(clientOrderId, 'end');
	return end !== undefined && end <= endedAt + STREAM_EVENT_MS_MAX ? end : undefined;
}
