/**
 * Which slots one page shows. Lists are ranked and filtered in slices, while the market moves on; the page itself is of one
 * instant: every slot on it is ranked, and judged by the filter, by its inputs of that instant.
 */
import type { ListFilter } from './list-filter.ts';
import type { RankedList } from './ranking.ts';
import type { Slot } from './slot-table.ts';

/** Slots of one page of a list, and the number of slots on all its pages. */
export type ListPage = {
	/** Best first. */
	readonly shown: readonly Slot[];
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
	const settled = new Set<Slot>();
	let total = filter === undefined ? count : list.count(filter.fits);
	for (;;) {
		const shown = slotsOf(list, filter, from, limit);
		let isSettled = true;
		for (const slot of shown) {
			if (settled.has(slot)) continue;
			settled.add(slot);
			const fits = filter?.judgeAgain(slot) !== false;
			if (!fits) total -= 1;
			if (list.rerank(slot) || !fits) isSettled = false;
		}
		if (isSettled) return { shown, total };
	}
}

function slotsOf(list: RankedList, filter: ListFilter | undefined, from: number, limit: number): Slot[] {
	const shown: Slot[] = [];
	let passed = 0;
	list.walk((slot) => {
		if (filter?.fits(slot) === false) return true;
		if (passed < from) passed += 1;
		else shown.push(slot);
		return shown.length < limit;
	});
	return shown;
}
