/**
 * When a venue's silence about an order proves that it never had the order and never will.
 *
 * Two reads without the order prove it. The first must begin after the order's request window, the second well after
 * the first, because two reads in one moment show the same page. This never applies to an accepted order. Times are
 * monotonic: a wall clock that is set forward must prove nothing.
 */
import type { OrderState } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';

/** Time between the two reads that prove an order absent. */
const SECOND_READ_MS = 200;
/** Bybit keeps seven days of order history: beyond that a missing row proves nothing, and a person must check. */
const PROOF_AGE_MS_MAX = 6 * 24 * 3_600_000;

/** Monotonic times: the last possible send, and the first read without the order after its window. */
type Absence = { readonly lastSendAt: number; missedAt: number | undefined };

/** Records when orders were sent and missed. In time this proves them absent. */
export function createAbsenceProofs(clock: Clock) {
	/** Orders of an earlier process were sent before this process started. */
	const startedAt = clock.monotonic();
	const orders = new Map<string, Absence>();

	function absenceOf(clientOrderId: string): Absence {
		const known = orders.get(clientOrderId);
		if (known !== undefined) return known;
		const first: Absence = { lastSendAt: startedAt, missedAt: undefined };
		orders.set(clientOrderId, first);
		return first;
	}

	return {
		/** From here on the request cannot be signed again: its window starts now at the latest. */
		sent(clientOrderId: string): void {
			orders.set(clientOrderId, { lastSendAt: clock.monotonic(), missedAt: undefined });
		},
		/**
		 * Delay until the next query: `delayMs`, or less when an earlier query can prove the absence. One leg may be unhedged
		 * until then.
		 */
		askIn(clientOrderId: string, requestWindowMs: number, delayMs: number): number {
			const { lastSendAt, missedAt } = absenceOf(clientOrderId);
			const provableIn = lastSendAt + requestWindowMs + 1 - clock.monotonic();
			if (provableIn > 0) return Math.min(delayMs, provableIn);
			return missedAt !== undefined ? Math.min(delayMs, SECOND_READ_MS) : delayMs;
		},
		/** Whether a read that began at `askedAt` (monotonic) and did not show the order proves its absence. */
		missed(order: OrderState | undefined, askedAt: number, requestWindowMs: number): boolean {
			if (order === undefined || order.status !== 'unknown') return false;
			if (clock.now() - order.intendedAt > PROOF_AGE_MS_MAX) return false;
			const absence = absenceOf(order.clientOrderId);
			if (askedAt <= absence.lastSendAt + requestWindowMs) return false;
			absence.missedAt ??= askedAt;
			return askedAt >= absence.missedAt + SECOND_READ_MS;
		},
		forget(clientOrderId: string): void {
			orders.delete(clientOrderId);
		},
	};
}
