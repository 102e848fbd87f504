/** Whether an account's own stream tells of an order: listened for from before it is sent. */
import type { Clock } from '../ports/clock.ts';
import type { VenueTrading } from '../ports/venue.ts';

/** So long after something has become of an order its event may come, milliseconds. */
export const STREAM_EVENT_MS_MAX = 5_000;

export type OrderEar = {
	/** When an event of the order was first heard, on the monotonic clock; undefined while none was. */
	readonly heardAt: (clientOrderId: string) => number | undefined;
	/** Resolves when one was heard, and at the latest at `until`, on the monotonic clock. */
	readonly wait: (clientOrderId: string, until: number) => Promise<void>;
	readonly close: () => void;
};

/** Opens the stream of the session and hears it until it is closed. */
export function listenForOrders(session: Pick<VenueTrading, 'watchAccount'>, clock: Clock): OrderEar {
	const heard = new Map<string, number>();
	const waiting = new Set<() => void>();
	const stop = session.watchAccount((hint) => {
		if (hint.kind !== 'order' || hint.clientOrderId === null || heard.has(hint.clientOrderId)) return;
		heard.set(hint.clientOrderId, clock.monotonic());
		for (const look of [...waiting]) look();
	});
	return {
		heardAt: (clientOrderId) => heard.get(clientOrderId),
		wait(clientOrderId, until) {
			const leftMs = until - clock.monotonic();
			if (heard.has(clientOrderId) || leftMs <= 0) return Promise.resolve();
			return new Promise((resolve) => {
				const end = (): void => {
					waiting.delete(look);
					cancel();
					resolve();
				};
				const look = (): void => {
					if (heard.has(clientOrderId)) end();
				};
				const cancel = clock.after(leftMs, end);
				waiting.add(look);
			});
		},
		close: stop,
	};
}
