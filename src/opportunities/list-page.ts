/**
 * Which slots one page shows. Lists are ranked and filtered in slices, while the market moves on; the page itself is of one
 * instant: every slot on it is ranked, and judged by the filter, by its inputs of that instant.
 */
import type { ListFilter } from './list-filter.ts';
import type { PairRow } from './pair-table.ts';
import type { RankedList } from './ranking.ts';

/** Slots of one page of a list, and the number of slots on all its pages. */
export type ListPage = {
	/** Best first. */
	readonly shown: readonly PairRow[];
	/** Slots that fit, on all pages. */
	readonly total: number;
};

/** @param count how many slots there are */
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
