/**
 * Builds a temporary sorted list of pairs. Every pair starts with a cheap lower bound of its rank, and gets its exact
 * rank only when it reaches the top. Usually only one page is read, so the best pairs are selected and the rest
 * remains unsorted.
 */
import type { PairRow, PairTable } from './pair-table.ts';

/** A list of pairs, sorted at the caller's terms. A pair is ranked exactly only when the walk reaches it. */
export type RankedOnce = {
	/** Adds a pair with a lower bound of its rank. */
	readonly place: (pairRow: PairRow, rankAtLeast: number) => void;
	/** True if the pair is in the list. */
	readonly has: (pairRow: PairRow) => boolean;
	/** Ranks a pair exactly by its current inputs. Returns true if the pair's rank was only a bound or has changed. */
	readonly rerank: (pairRow: PairRow) => boolean;
	/**
	 * Ranks the best pairs in steps, so that a walk finds their ranks ready. @param count number of pairs, or of
	 * different groups if `groupOf` is given
	 */
	readonly rankBest: (count: number, groupOf?: (pairRow: PairRow) => string) => Iterable<undefined>;
	/** Visits pairs, best first, until `visit` returns false. */
	readonly walk: (visit: (pairRow: PairRow) => boolean) => void;
	/** Visits all pairs in no particular order. */
	readonly each: (visit: (pairRow: PairRow) => void) => void;
};

/** Number of pairs in the first selection. Each further selection is twice as large. */
const PICKED_MIN = 64;
/** Rank of a row without a pair. NaN is neither before nor after any rank. */
const NO_RANK = Number.NaN;

/**
 * How well a row's rank is known: a bound, a closer bound, the exact rank, or the exact rank in its sorted position.
 */
const FAR = 0;
const NEAR = 1;
const OWN = 2;
const SORTED = 3;
/** A selection ends early once this many pairs are known to be better than all the others. */
const SORTED_MIN = 20;
/** Number of ranks after which other work may run. */
const CHECK_EVERY = 16;

/** Ranks by current inputs; a smaller rank is better. */
export type RowRanks = {
	readonly rankOf: (pairRow: PairRow) => number;
	/** Returns a lower bound that is cheaper than the exact rank and closer to it than the bound in `place`. */
	readonly nearer?: ((pairRow: PairRow) => number) | undefined;
	/** True to reverse the ties of pairs with a known rank. */
	readonly areTiesReversed?: boolean;
};

type Once = {
	readonly table: Pick<PairTable, 'find' | 'rowCount'>;
	readonly of: RowRanks;
	readonly compareTies: (a: number, b: number) => number;
	readonly pairRows: (PairRow | undefined)[];
	ranks: Float64Array;
	/** One of `FAR`, `NEAR`, `OWN` and `SORTED` per row. */
	known: Uint8Array;
	/** The best rows, sorted by their exact ranks. */
	sorted: number[];
	isStale: boolean;
};

/** Creates an empty list. @param compareTies never returns 0 for two different rows */
export function createRankedOnce(
	table: Once['table'],
	of: RowRanks,
	compareTies: Once['compareTies'],
): RankedOnce {
	const length = table.rowCount();
	const pairRows: (PairRow | undefined)[] = new Array(length).fill(undefined);
	const once: Once = {
		table,
		of,
		compareTies,
		pairRows,
		ranks: new Float64Array(length).fill(NO_RANK),
		known: new Uint8Array(length),
		sorted: [],
		isStale: false,
	};
	return {
		place: (pairRow, rankAtLeast) => put(once, pairRow, rankAtLeast, FAR),
		has: (pairRow) => pairRows[pairRow.index] === pairRow,
		rerank(pairRow) {
			const { index } = pairRow;
			const rank = of.rankOf(pairRow);
			if (pairRows[index] === pairRow && (once.known[index] as number) >= OWN && once.ranks[index] === rank)
				return false;
			put(once, pairRow, rank, OWN);
			return true;
		},
		*rankBest(count, groupOf) {
			refresh(once);
			const found = groupOf === undefined ? () => once.sorted.length : groupCounter(once, groupOf);
			while (found() < count && (yield* sortMore(once)));
			// The values that break ties (symbols and directions) may change before the walk. The walk therefore
			// sorts again, mostly with known ranks.
			once.isStale = true;
		},
		walk(visit) {
			refresh(once);
			for (let at = 0; ; at += 1) {
				if (at === once.sorted.length && !atOnce(sortMore(once))) return;
				const row = once.sorted[at] as number;
				const pairRow = pairRows[row];
				// The pair may have been removed since it was sorted.
				if (pairRow !== undefined && !isGone(once, row) && !visit(pairRow)) return;
			}
		},
		each(visit) {
			for (const [row, pairRow] of pairRows.entries())
				if (pairRow !== undefined && table.find(row) === pairRow) visit(pairRow);
		},
	};
}

/** Returns a function that counts the groups of the sorted pairs. */
function groupCounter(once: Once, groupOf: (pairRow: PairRow) => string): () => number {
	const groups = new Set<string>();
	let counted = 0;
	return () => {
		for (; counted < once.sorted.length; counted += 1) {
			const pairRow = once.pairRows[once.sorted[counted] as number];
			if (pairRow !== undefined) groups.add(groupOf(pairRow));
		}
		return groups.size;
	};
}

function refresh(once: Once): void {
	if (!once.isStale) return;
	for (const row of once.sorted) if (once.known[row] === SORTED) once.known[row] = OWN;
	once.sorted = [];
	once.isStale = false;
}

function atOnce(steps: Generator<undefined, boolean>): boolean {
	for (;;) {
		const { done, value } = steps.next();
		if (done === true) return value;
	}
}

function put(once: Once, pairRow: PairRow, rank: number, known: typeof FAR | typeof OWN): void {
	const { index } = pairRow;
	grow(once, index);
	once.pairRows[index] = pairRow;
	once.ranks[index] = rank;
	once.known[index] = known;
	once.isStale = true;
}

function compare({ ranks, compareTies, of }: Once, a: number, b: number): number {
	const left = ranks[a] as number;
	const right = ranks[b] as number;
	if (left !== right) return left < right ? -1 : 1;
	const isReversed = of.areTiesReversed === true && left !== Number.POSITIVE_INFINITY;
	return isReversed ? compareTies(b, a) : compareTies(a, b);
}

/**
 * Appends some of the next best pairs to the sorted ones, in steps between which other work may run. Returns false if
 * no pair remains.
 */
function* sortMore(once: Once): Generator<undefined, boolean> {
	for (let count = Math.max(PICKED_MIN, once.sorted.length); ; count *= 2) {
		const picked = pick(once, count);
		const [last] = picked;
		if (last === undefined) return false;
		const isAll = picked.length < count;
		const lastRank = isAll ? Number.POSITIVE_INFINITY : (once.ranks[last] as number);
		// The selection is sorted by known bounds, so that ranking can end early. No later pair comes before one
		// whose exact rank is below the current bound.
		picked.sort((a, b) => compare(once, a, b));
		const own: number[] = [];
		let endRank: number | undefined;
		for (const [index, row] of picked.entries()) {
			if (index % CHECK_EVERY === 0) {
				yield;
				const rank = once.ranks[row] as number;
				if (countBelow(once, own, rank) >= SORTED_MIN) {
					endRank = rank;
					break;
				}
			}
			ownRank(once, row, lastRank);
			own.push(row);
		}
		// No unselected pair comes before the last selected one. Pairs whose exact rank is behind it wait for the
		// next selection.
		const settled = own.filter((row) => {
			const rank = once.ranks[row] as number;
			if (endRank !== undefined) return rank < endRank;
			if (isAll) return !Number.isNaN(rank);
			return rank < lastRank || (rank === lastRank && !isGone(once, last) && compare(once, row, last) <= 0);
		});
		// Pairs may have been removed while other work ran.
		const sorted = settled.filter((row) => !isGone(once, row)).sort((a, b) => compare(once, a, b));
		if (sorted.length === 0) continue;
		for (const row of sorted) {
			once.sorted.push(row);
			once.known[row] = SORTED;
		}
		return true;
	}
}

function countBelow({ ranks }: Once, rows: readonly number[], rank: number): number {
	let count = 0;
	for (const row of rows) if ((ranks[row] as number) < rank) count += 1;
	return count;
}

/**
 * Returns the exact rank of a row's pair, or a closer bound if that already exceeds `bound`. Returns `NO_RANK` if the
 * pair has been removed.
 */
function ownRank(once: Once, row: number, bound: number): number {
	const { ranks, known } = once;
	const pairRow = once.pairRows[row];
	if (pairRow === undefined || isGone(once, row)) return NO_RANK;
	const { nearer, rankOf } = once.of;
	if (known[row] === FAR && nearer !== undefined) {
		ranks[row] = nearer(pairRow);
		known[row] = NEAR;
		if ((ranks[row] as number) > bound) return ranks[row] as number;
	}
	// No rank is larger than infinity, so this bound is the exact rank.
	if (ranks[row] === Number.POSITIVE_INFINITY) known[row] = OWN;
	if (known[row] !== OWN) {
		ranks[row] = rankOf(pairRow);
		known[row] = OWN;
	}
	return ranks[row] as number;
}

/**
 * Selects the best unsorted rows by known ranks, as a heap. If the heap has `count` rows, its first row is the worst
 * of them.
 */
function pick(once: Once, count: number): number[] {
	const { ranks, known } = once;
	/** A heap whose first row is the worst of the best rows so far. */
	const heap: number[] = [];
	let bound = Number.POSITIVE_INFINITY;
	for (let row = 0; row < ranks.length; row += 1) {
		const rank = ranks[row] as number;
		if (!(rank <= bound) || known[row] === SORTED || isGone(once, row)) continue;
		if (heap.length < count) {
			heap.push(row);
			if (heap.length < count) continue;
			for (let at = (count >> 1) - 1; at >= 0; at -= 1) sink(once, heap, at);
		} else {
			if (compare(once, row, heap[0] as number) >= 0) continue;
			heap[0] = row;
			sink(once, heap, 0);
		}
		bound = ranks[heap[0] as number] as number;
	}
	return heap;
}

/** True if a row's pair has been removed; the row then no longer has a rank. */
function isGone(once: Once, row: number): boolean {
	if (once.table.find(row) === once.pairRows[row]) return false;
	once.ranks[row] = NO_RANK;
	return true;
}

/** Restores the heap order from an index downward. */
function sink(once: Once, heap: number[], from: number): void {
	const row = heap[from] as number;
	let at = from;
	for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
		if (child + 1 < heap.length && compare(once, heap[child + 1] as number, heap[child] as number) > 0)
			child += 1;
		if (compare(once, heap[child] as number, row) <= 0) break;
		heap[at] = heap[child] as number;
		at = child;
	}
	heap[at] = row;
}

/** Makes room for a row that was added while pairs were being ranked. */
function grow(once: Once, index: number): void {
	const { ranks, known, pairRows } = once;
	while (pairRows.length <= index) pairRows.push(undefined);
	if (index < ranks.length) return;
	const length = Math.max(index + 1, 2 * ranks.length);
	const [moreRanks, moreKnown] = [new Float64Array(length).fill(NO_RANK), new Uint8Array(length)];
	moreRanks.set(ranks);
	moreKnown.set(known);
	once.ranks = moreRanks;
	once.known = moreKnown;
}
