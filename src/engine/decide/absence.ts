/**
 * Decides when queries that do not find an order prove that the venue has not received it and never will receive it.
 *
 * Two queries that do not find the order prove its absence. The first must begin after the order's request window.
 * The second must follow well after the first, because two queries at nearly the same time may see the same outdated
 * data. This rule never applies to an accepted order. Times are monotonic, so that a wall clock set forward cannot
 * make an order count as absent too early.
 */
import type { OrderState } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';

/** Minimum time between the two queries that prove an order absent. */
const SECOND_READ_MS = 200;
/**
 * Maximum age of an order that can be proven absent. Bybit keeps seven days of order history, so a query may miss an
 * older order that did exist. The user must check an older order at the exchange.
 */
const PROOF_AGE_MS_MAX = 6 * 24 * 3_600_000;

/**
 * `lastSendAt`: monotonic time at which the order may last have been sent. `missedAt`: start of the first query after
 * the order's request window that did not find it; undefined before that query.
 */
type Absence = { readonly lastSendAt: number; missedAt: number | undefined };

/**
 * Creates a record of when each order was last sent and when a query first failed to find it. The record decides
 * whether an order is proven absent.
 */
export function createAbsenceProofs(clock: Clock) {
	/**
	 * Monotonic time at which this process started. An order without a recorded send was sent before this time, by an
	 * earlier process.
	 */
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
		 * Records that the order was sent. Its request cannot be signed again after this call, so its request window
		 * has begun by now.
		 */
		sent(clientOrderId: string): void {
			orders.set(clientOrderId, { lastSendAt: clock.monotonic(), missedAt: undefined });
		},
		/**
		 * Returns the delay until the next query of the order, milliseconds: `delayMs`, or less if an earlier query
		 * can prove its absence. A leg may be unhedged until the absence is proven.
		 */
		askIn(clientOrderId: string, requestWindowMs: number, delayMs: number): number {
			const { lastSendAt, missedAt } = absenceOf(clientOrderId);
			const provableIn = lastSendAt + requestWindowMs + 1 - clock.monotonic();
			if (provableIn > 0) return Math.min(delayMs, provableIn);
			return missedAt !== undefined ? Math.min(delayMs, SECOND_READ_MS) : delayMs;
		},
		/**
		 * True if a query that began at `askedAt` (monotonic) and did not find the order proves that the order is
		 * absent.
		 */
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
