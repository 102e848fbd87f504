/**
 * Draws a seed's fault rates once, draws whether each fault occurs, and counts the faults that occur. All faults end
 * at the same time.
 */
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';

/** Every type of fault, with the maximum rate that a seed can draw for it. */
const MOST = {
	/** The request never reaches the venue, and the sender gets no response. */
	lostRequest: 0.35,
	/** The request reaches the venue late but inside the receive window, after the sender has given up. */
	lateRequest: 0.35,
	/** The request takes effect, and its response is lost. */
	lostAnswer: 0.4,
	/** The network delivers the request twice, and the venue refuses the second one. */
	duplicateRequest: 0.2,
	/** The response takes seconds. */
	slowAnswer: 0.3,
	/** The venue refuses permanently. */
	rejected: 0.2,
	/** The venue refuses temporarily, because of a rate limit or an overload. */
	rateLimited: 0.3,
	/** The venue's clock and ours differ, so the venue refuses the signature. */
	clockRefused: 0.15,
	/** The order book has nothing within the order's limit when the order arrives. */
	unfilled: 0.3,
	partial: 0.6,
	/** The venue does not find the order for a while although it took effect. */
	lateOrder: 0.4,
	/** The venue lists fills later than it reports the order's status. */
	lateFill: 0.5,
	/** The position omits a fill for a while. */
	latePosition: 0.4,
	/** A read fails. */
	readFails: 0.2,
	/** A read returns a slightly older state. */
	staleRead: 0.3,
	/** A response repeats some records. */
	repeatedRow: 0.3,
	/** A cancel request or its response is lost. */
	lostCancel: 0.4,
	/** A resting order fills while its cancel is in flight. */
	fillBeforeCancel: 0.5,
	/** A hint from the account's stream is lost. */
	lostHint: 0.5,
	/** A hint from the account's stream arrives twice. */
	repeatedHint: 0.3,
	/** A hint from the account's stream arrives late. */
	lateHint: 0.3,
	/** A settlement's record appears late. */
	latePayment: 0.6,
	/** A response leaves out the newest payments. */
	missingPayment: 0.3,
	/** The venue charges the fee in another coin. */
	thirdCoinFee: 0.3,
	/** A single journal append fails. */
	journalError: 0.05,
	/** A requested book does not arrive. */
	bookFails: 0.15,
} as const;

export type FaultKind = keyof typeof MOST;

export type Faults = {
	/** Draws whether a fault of this type happens now. */
	readonly hit: (kind: FaultKind) => boolean;
	/** Counts faults that other modules plan (crashes, outages, liquidations) in addition to those drawn here. */
	readonly note: (kind: string) => void;
	readonly counts: ReadonlyMap<string, number>;
	/** Ends all faults for the rest of the run. */
	readonly end: () => void;
	readonly ended: () => boolean;
};

export function drawFaults(random: SeededRandom): Faults {
	const counts = new Map<string, number>();
	const isCalm = random.chance(0.08);
	const rates = Object.fromEntries(
		Object.entries(MOST).map(([kind, most]) => [
			kind,
			isCalm || random.chance(0.5) ? 0 : random.unit() * most,
		]),
	) as Record<FaultKind, number>;
	let ended = false;
	const note = (kind: string): void => {
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	};
	return {
		hit(kind) {
			if (ended || !random.chance(rates[kind])) return false;
			note(kind);
			return true;
		},
		note,
		counts,
		end() {
			ended = true;
		},
		ended: () => ended,
	};
}
