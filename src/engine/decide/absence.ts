/**
 * Decides when a venue's silence about an order proves that the venue never had the order and never will.
 *
 * Two queries that do not find the order prove its absence. The first must begin after the order's request window.
 * The second must follow well after the first, because two queries at the same moment show the same page. This rule
 * never applies to an accepted order. Times are monotonic, because a wall clock that is set forward must prove
 * nothing.
 */
import type { OrderState } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';

/** Minimum time between the two queries that prove an order absent. */
const SECOND_READ_MS = 200;
/**
 * Bybit keeps seven days of order history. For an older order a missing row proves nothing, so a person must check.
 */
const PROOF_AGE_MS_MAX = 6 * 24 * 3_600_000;

/**
 * Monotonic times of the last possible send, and of the first query after the request window that missed the order.
 */
type Absence = { readonly lastSendAt: number; missedAt: number | undefined };

/**
 * Creates a record of when orders were sent and when queries missed them. In time this record proves orders absent.
 */
export function createAbsenceProofs(clock: Clock) {
	/** Orders from an earlier process were sent before this process started. */
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
		/**
		 * Records that the order was sent. Its request cannot be signed again after this call, so its window starts
		 * now at the latest.
		 */
		sent(clientOrderId: string): void {
			orders.set(clientOrderId, { lastSendAt: clock.monotonic(), missedAt: undefined });
		},
		/**
		 * Returns the delay until the next query: `delayMs`, or less if an earlier query can prove the absence. One
		 * leg may be unhedged until then.
		 */
		askIn(clientOrderId: string, requestWindowMs: number, delayMs: number): number {
			const { lastSendAt, missedAt } = absenceOf(clientOrderId);
			const provableIn = lastSendAt + requestWindowMs + 1 - clock.monotonic();
			if (provableIn > 0) return Math.min(delayMs, provableIn);
			return missedAt !== undefined ? Math.min(delayMs, SECOND_READ_MS) : delayMs;
		},
		/** True if a query that began at `askedAt` (monotonic) and did not find the order proves its absence. */
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
