/** Listens on an account's own stream for events about an order. Listening starts before the order is sent. */
import type { Clock } from '../ports/clock.ts';
import type { VenueTrading } from '../ports/venue.ts';

/** An event is in time if the stream reports it at most this long after the order changed, milliseconds. */
export const STREAM_EVENT_MS_MAX = 5_000;

/** `any`: any event about the order; `end`: the event that reports its end. */
export type OrderNews = 'any' | 'end';

/** Records when an account's stream reported an order. */
export type OrderListener = {
	/**
	 * Returns when the stream first reported `news` about the order, on the monotonic clock; undefined until it has.
	 */
	readonly heardAt: (clientOrderId: string, news: OrderNews) => number | undefined;
	/**
	 * Resolves when the stream has reported `news` about the order, or at `until` on the monotonic clock, whichever
	 * comes first.
	 */
	readonly wait: (clientOrderId: string, news: OrderNews, until: number) => Promise<void>;
	readonly close: () => void;
};

/** Opens the session's stream and listens until `close`. */
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
	/** Time just before the order was sent. */
	readonly sentAt: number;
	/** Time by which the exchange had confirmed the end of the order. */
	readonly endedAt: number;
};

/**
 * Returns when the stream reported the order; undefined if it did not do so in time, because a late event means that
 * the stream lags. Any event is in time up to `STREAM_EVENT_MS_MAX` after the order was sent. If the stream opened
 * late, it may have missed that event. The event for the order's end is therefore also in time, up to the same limit
 * after the confirmed end.
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
