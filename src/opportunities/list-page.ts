/**
 * Selects the pairs on one page. Lists are ranked and filtered in slices while the market moves. Each page
 * nevertheless shows a single instant, because every pair on the page is ranked and filtered again with its current
 * inputs.
 */
import type { ListFilter } from './list-filter.ts';
import type { PairRow } from './pair-table.ts';
import type { RankedList } from './ranking.ts';

/** The pairs on one page of a list, and the number of pairs on all pages. */
export type ListPage = {
	/** The page's pairs, best first. */
	readonly shown: readonly PairRow[];
	/** Number of matching pairs on all pages. */
	readonly total: number;
};

/** Selects a page, synchronously. @param count total number of pairs */
export function listPage(
	list: RankedList,
	filter: ListFilter | undefined,
	{ page, limit }: { readonly page: number; readonly limit: number },
	count: number,
): ListPage {
	const from = (page - 1) * limit;
	const settled = new Set<PairRow>();
	let total = filter === undefined ? count : list.count(filter.fits);
	for (;;) {
		const shown = pairsOf(list, filter, from, limit);
		let isSettled = true;
		for (const pairRow of shown) {
			if (settled.has(pairRow)) continue;
			settled.add(pairRow);
			const fits = filter?.judgeAgain(pairRow) !== false;
			if (!fits) total -= 1;
			if (list.rerank(pairRow) || !fits) isSettled = false;
		}
		if (isSettled) return { shown, total };
	}
}

function pairsOf(list: RankedList, filter: ListFilter | undefined, from: number, limit: number): PairRow[] {
	const shown: PairRow[] = [];
	let passed = 0;
	list.walk((pairRow) => {
		if (filter?.fits(pairRow) === false) return true;
		if (passed < from) passed += 1;
		else shown.push(pairRow);
		return shown.length < limit;
	});
	return shown;
}
