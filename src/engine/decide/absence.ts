/**
 * When a venue's silence about an order proves that it never had it, and never will.
 *
 * Two reads without the order prove, the first begun after its request window, the second well after the first: what is
 * asked twice in one moment is answered from the same page. Never for an accepted order. On the monotonic clock: a wall
 * clock that is set forward must not prove anything.
 */
import type { OrderState } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';

/** Between the two reads that prove an order absent. */
const SECOND_READ_MS = 200;
/** Bybit's order history is of seven days: beyond, the lack of a row proves nothing, and a person must look. */
const PROOF_AGE_MS_MAX = 6 * 24 * 3_600_000;

/** Monotonic: the last instant at which it can have been sent, and the first read without it after its window. */
type Absence = { readonly lastSendAt: number; missedAt: number | undefined };

/** Notes when orders were sent and missed, which proves them absent in time. */
export function createAbsenceProofs(clock: Clock) {
	/** An order of an earlier process can have been sent until that process ended, which is before this one started. */
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
		/** From here on the request can no longer be signed anew: its window runs from now at the latest. */
		sent(clientOrderId: string): void {
			orders.set(clientOrderId, { lastSendAt: clock.monotonic(), missedAt: undefined });
		},
		/** When to ask next: at `delayMs`, or sooner where that can prove; until then one leg may stand alone. */
		askIn(clientOrderId: string, requestWindowMs: number, delayMs: number): number {
			const { lastSendAt, missedAt } = absenceOf(clientOrderId);
			const provableIn = lastSendAt + requestWindowMs + 1 - clock.monotonic();
			if (provableIn > 0) return Math.min(delayMs, provableIn);
			return missedAt !== undefined ? Math.min(delayMs, SECOND_READ_MS) : delayMs;
		},
		/** A read that began at `askedAt` (monotonic) did not have the order: does that prove? */
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
