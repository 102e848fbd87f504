/** Summarizes all exchange pairs in one pass over the opportunities. */

import type { CurrentPairs } from './current-pairs.ts';
import type { PairRow } from './pair-table.ts';

/** Counts and best opportunities of one exchange pair. */
export type PairSummary = {
	count: number;
	tradableCount: number;
	/** Coins that trade on both exchanges. */
	readonly coins: Set<string>;
	/** Tradable opportunity with the highest headline APR; undefined if the APR is unknown for all of them. */
	bestApr: PairRow | undefined;
	/** Tradable opportunity with the highest net APR; undefined if the net APR is unknown for all of them. */
	bestNetApr: PairRow | undefined;
	/** Time at which the newest input was received, ms; 0 without an input. */
	newestAt: number;
};

/** Summarizes each exchange pair from figures at default terms. Exchange pairs without opportunities are omitted. */
export function summarizePairs(pairRows: CurrentPairs): ReadonlyMap<string, PairSummary> {
	const { kept, legs, table } = pairRows;
	const { isTrading, newestAt, row: rowOfLeg } = legs.columns;
	const summaries = new Map<string, PairSummary>();
	const better = (pairRow: PairRow, best: PairRow | undefined, values: Float64Array): PairRow | undefined => {
		const value = values[kept.row(pairRow.index)] as number;
		if (Number.isNaN(value)) return best;
		return best === undefined || value > (values[kept.row(best.index)] as number) ? pairRow : best;
	};
	for (const pairRow of table.all()) {
		const summary = summaries.get(pairRow.pair) ?? emptySummary();
		summaries.set(pairRow.pair, summary);
		summary.count += 1;
		for (const leg of [pairRow.first, pairRow.second])
			summary.newestAt = Math.max(summary.newestAt, newestAt[rowOfLeg(leg)] as number);
		if (
			isTrading[rowOfLeg(pairRow.first)] === 1 &&
			isTrading[rowOfLeg(pairRow.second)] === 1 &&
			!pairRows.areTwoCoins(pairRow)
		)
			summary.coins.add(legs.instrument(pairRow.first).coin);
		if (kept.isTradable[kept.row(pairRow.index)] !== 1) continue;
		summary.tradableCount += 1;
		summary.bestApr = better(pairRow, summary.bestApr, kept.apr);
		summary.bestNetApr = better(pairRow, summary.bestNetApr, kept.netApr);
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
