/** Draws the everyday faults of the exchanges: rare, and over at the end of the two days. */
import type { SeededRandom } from '../../../src/runtime/seeded-random.ts';
import type { FaultKind, Faults } from '../faults.ts';

const RATES: Partial<Readonly<Record<FaultKind, number>>> = {
	lostRequest: 0.02,
	lateRequest: 0.02,
	lostAnswer: 0.05,
	duplicateRequest: 0.02,
	slowAnswer: 0.01,
	rateLimited: 0.02,
	unfilled: 0.05,
	partial: 0.1,
	lateOrder: 0.05,
	lateFill: 0.1,
	latePosition: 0.05,
	readFails: 0.01,
	lostHint: 0.1,
	lateHint: 0.05,
	latePayment: 0.2,
	missingPayment: 0.05,
	thirdCoinFee: 0.1,
};

/** Creates the faults; they are counted by kind. */
export function drawDayFaults(random: SeededRandom): Faults {
	const counts = new Map<string, number>();
	let ended = false;
	const note = (kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return {
		hit(kind) {
			if (ended || !random.chance(RATES[kind] ?? 0)) return false;
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
