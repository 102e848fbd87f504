/** What there is on each exchange pair, in one pass over the slots. */

import type { Slot } from './slot-table.ts';
import type { Slots } from './slots.ts';

/** Counts and best opportunities of one exchange pair. */
export type PairSummary = {
	count: number;
	tradableCount: number;
	/** Coins that both venues trade. */
	readonly coins: Set<string>;
	/** Of those that no guard forbids; undefined when none has the figure. */
	bestApr: Slot | undefined;
	bestNetApr: Slot | undefined;
	/** When the newest input was received; 0 with none. */
	newestAt: number;
};

/** Summaries by exchange pair, from the figures at default terms; pairs without a slot are absent. */
export function summarizePairs(slots: Slots): ReadonlyMap<string, PairSummary> {
	const { kept, legs, table } = slots;
	const { isTrading, newestAt, row: rowOfLeg } = legs.columns;
	const summaries = new Map<string, PairSummary>();
	const better = (slot: Slot, best: Slot | undefined, values: Float64Array): Slot | undefined => {
		const value = values[kept.row(slot.index)] as number;
		if (Number.isNaN(value)) return best;
		return best === undefined || value > (values[kept.row(best.index)] as number) ? slot : best;
	};
	for (const slot of table.all()) {
		const summary = summaries.get(slot.pair) ?? emptySummary();
		summaries.set(slot.pair, summary);
		summary.count += 1;
		for (const leg of [slot.first, slot.second])
			summary.newestAt = Math.max(summary.newestAt, newestAt[rowOfLeg(leg)] as number);
		if (
			isTrading[rowOfLeg(slot.first)] === 1 &&
			isTrading[rowOfLeg(slot.second)] === 1 &&
			!slots.areTwoCoins(slot)
		)
			summary.coins.add(legs.instrument(slot.first).coin);
		if (kept.isTradable[kept.row(slot.index)] !== 1) continue;
		summary.tradableCount += 1;
		summary.bestApr = better(slot, summary.bestApr, kept.apr);
		summary.bestNetApr = better(slot, summary.bestNetApr, kept.netApr);
	}
	return summaries;
}

function emptySummary(): PairSummary {
	return {
		count: 0,
		tradableCount: 0,
		coins: new Set(),
		bestApr: undefined,
		bestNetApr: undefined,
		newestAt: 0,
	};
}
