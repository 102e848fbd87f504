/**
 * Selects the pairs on one page. Lists are ranked and filtered in slices while the market moves. Each page
 * nevertheless shows a single instant, because every pair on the page is ranked and filtered again with its current
 * inputs.
 */
import type { ListFilter } from './list-filter.ts';
import type { PairRow } from './pair-table.ts';
import type { RankedList } from './ranking.ts';

/** The pairs on one page of a list, and the number of rows on all pages. */
export type ListPage = {
	/** The page's pairs, in the order of the list. */
	readonly shown: readonly PairRow[];
	/** Number of rows on all pages: matching pairs, or coins in a list by coin. */
	readonly total: number;
	/** For a list by coin: the number of matching pairs of each coin. */
	readonly coinCounts: ReadonlyMap<string, number> | undefined;
};

type PageQuery = { readonly page: number; readonly limit: number; readonly isByCoin: boolean };

/** Selects a page, synchronously. @param count total number of pairs */
export function listPage(
	list: RankedList,
	filter: ListFilter | undefined,
	query: PageQuery,
	count: number,
): ListPage {
	const settled = new Set<PairRow>();
	const coinCounts = query.isByCoin ? countByCoin(list, filter) : undefined;
	let total = coinCounts?.size ?? (filter === undefined ? count : countOf(list, filter));
	for (;;) {
		const shown = pairsOf(list, filter, query);
		let isSettled = true;
		for (const pairRow of shown) {
			if (settled.has(pairRow)) continue;
			settled.add(pairRow);
			const fits = filter?.judgeAgain(pairRow) !== false;
			if (!fits) total -= coinCounts === undefined || takeFrom(coinCounts, pairRow.coin) ? 1 : 0;
			if (list.rerank(pairRow) || !fits) isSettled = false;
		}
		if (isSettled) return { shown, total, coinCounts };
	}
}

function countOf(list: RankedList, { fits }: ListFilter): number {
	let count = 0;
	list.each((pairRow) => {
		if (fits(pairRow)) count += 1;
	});
	return count;
}

function countByCoin(list: RankedList, filter: ListFilter | undefined): Map<string, number> {
	const counts = new Map<string, number>();
	list.each((pairRow) => {
		if (filter?.fits(pairRow) !== false) counts.set(pairRow.coin, (counts.get(pairRow.coin) ?? 0) + 1);
	});
	return counts;
}

/** Counts one pair of the coin less. Returns true if none remains. */
function takeFrom(counts: Map<string, number>, coin: string): boolean {
	const left = (counts.get(coin) ?? 0) - 1;
	if (left > 0) counts.set(coin, left);
	return left <= 0 && counts.delete(coin);
}

function pairsOf(
	list: RankedList,
	filter: ListFilter | undefined,
	{ page, limit, isByCoin }: PageQuery,
): PairRow[] {
	const from = (page - 1) * limit;
	const shown: PairRow[] = [];
	const coins = new Set<string>();
	let passed = 0;
	list.walk((pairRow) => {
		if (filter?.fits(pairRow) === false) return true;
		if (isByCoin) {
			if (coins.has(pairRow.coin)) return true;
			coins.add(pairRow.coin);
		}
		if (passed < from) passed += 1;
		else shown.push(pairRow);
		return shown.length < limit;
	});
	return shown;
}
