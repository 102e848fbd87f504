/** Whether an account's own stream tells of an order: listened for from before it is sent. */
import type { Clock } from '../ports/clock.ts';
import type { VenueTrading } from '../ports/venue.ts';

/** So long after something has become of an order its event may come, milliseconds. */
export const STREAM_EVENT_MS_MAX = 5_000;

/** `any`: what has become of the order; `end`: that it has ended. */
export type OrderNews = 'any' | 'end';

/** When an account's stream told of an order. */
export type OrderEar = {
	/** When the stream first told of the order, on the monotonic clock; undefined while it has not. */
	readonly heardAt: (clientOrderId: string, news: OrderNews) => number | undefined;
	/** Resolves when it has told, and at the latest at `until`, on the monotonic clock. */
	readonly wait: (clientOrderId: string, news: OrderNews, until: number) => Promise<void>;
	readonly close: () => void;
};

/** Opens the stream of the session and hears it until it is closed. */
export function listenForOrders(session: Pick<VenueTrading, 'watchAccount'>, clock: Clock): OrderEar {
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

/** What is known of a probe by the exchange's own word, on the monotonic clock. */
export type ProbeTimes = {
	/** Before it was sent. */
	readonly sentAt: number;
	/** When the exchange had proven its end. */
	readonly endedAt: number;
};

/**
 * When the stream told of the order in time: of anything within the limit after it was sent, or of its end within the limit after
 * that, for a stream may have been opened late. Undefined where it did neither: what comes later says that the stream lags.
 */
export function heardInTime(
	ear: Pick<OrderEar, 'heardAt'>,
	clientOrderId: string,
	{ sentAt, endedAt }: ProbeTimes,
): number | undefined {
	const first = ear.heardAt(clientOrderId, 'any');
	if (first !== undefined && first <= sentAt + STREAM_EVENT_MS_MAX) return first;
	const end = ear.heardAt(clientOrderId, 'end');
	return end !== undefined && end <= endedAt + STREAM_EVENT_MS_MAX ? end : undefined;
}
