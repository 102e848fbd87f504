/**
 * Slots in the order of ranks that nobody keeps. Every slot is given a rank that is cheap to find and none too large, and is
 * ranked whole only when it comes up. A list is mostly walked for one page, so the best are picked and the rest is not sorted.
 */
import type { PairRow, PairTable } from './pair-table.ts';

/** An order of slots for one list at the caller's terms; a slot is ranked exactly only when the walk reaches it. */
export type RankedOnce = {
	/** Gives a slot a rank that its own is not smaller than. */
	readonly place: (pairRow: PairRow, rankAtLeast: number) => void;
	/** True where the slot has a place. */
	readonly has: (pairRow: PairRow) => boolean;
	/** Ranks a slot by its inputs of this instant; true where that moves it. */
	readonly rerank: (pairRow: PairRow) => boolean;
	/** Ranks so many of the best in steps, so that a walk finds their ranks. */
	readonly rankBest: (count: number) => Iterable<undefined>;
	/** Visits slots, best first, until `visit` says false. */
	readonly walk: (visit: (pairRow: PairRow) => boolean) => void;
	/** How many slots fit. */
	readonly count: (fits: (pairRow: PairRow) => boolean) => number;
};

/** Slots picked at first; each further pick is of twice as many. */
const PICKED_MIN = 64;
/** The rank of a row that holds none of the slots: it is neither before nor after any other. */
const NOBODY = Number.NaN;

/** How near a rank is to the slot's own: a bound, a better one, or the rank itself; and that a row is sorted by it. */
const FAR = 0;
const NEAR = 1;
const OWN = 2;
const SORTED = 3;
/** Ranking ends once so many are known to be the best of the rest. */
const SORTED_MIN = 20;
/** Others may run after so many ranks. */
const CHECK_EVERY = 16;

/** Ranks by the inputs of this instant: the smaller the better. */
export type RowRanks = {
	readonly rankOf: (pairRow: PairRow) => number;
	/** Cheaper than the slot's own rank, and not above it; nearer to it than what slots are placed by. */
	readonly nearer?: ((pairRow: PairRow) => number) | undefined;
};

type Once = {
	readonly table: Pick<PairTable, 'find' | 'rowCount'>;
	readonly of: RowRanks;
	readonly compareTies: (a: number, b: number) => number;
	readonly pairRows: (PairRow | undefined)[];
	ranks: Float64Array;
	/** `FAR`, `NEAR`, `OWN` or `SORTED`. */
	known: Uint8Array;
	/** The best rows, all of them whole, in order. */
	sorted: number[];
	isStale: boolean;
};

/** @param compareTies tells any two rows of slots apart */
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
		ranks: new Float64Array(length).fill(NOBODY),
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
		*rankBest(count) {
			refresh(once);
			while (once.sorted.length < count && (yield* sortMore(once)));
			// What ties them, names and directions, may change until the walk: it sorts again, by ranks that are mostly known now.
			once.isStale = true;
		},
		walk(visit) {
			refresh(once);
			for (let at = 0; ; at += 1) {
				if (at === once.sorted.length && !atOnce(sortMore(once))) return;
				const row = once.sorted[at] as number;
				const pairRow = pairRows[row];
				// It may have gone since it was sorted.
				if (pairRow !== undefined && !isGone(once, row) && !visit(pairRow)) return;
			}
		},
		count: (fits) =>
			pairRows.reduce(
				(count, pairRow, row) =>
					count + (pairRow !== undefined && table.find(row) === pairRow && fits(pairRow) ? 1 : 0),
				0,
			),
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

function compare({ ranks, compareTies }: Once, a: number, b: number): number {
	const left = ranks[a] as number;
	const right = ranks[b] as number;
	return left < right ? -1 : left > right ? 1 : compareTies(a, b);
}

/**
 * Sorts some of the next best behind those that are sorted, in steps between which others may run; answers false where none is left.
 */
function* sortMore(once: Once): Generator<undefined, boolean> {
	for (let count = Math.max(PICKED_MIN, once.sorted.length); ; count *= 2) {
		const picked = pick(once, count);
		const [last] = picked;
		if (last === undefined) return false;
		const isAll = picked.length < count;
		const lastRank = isAll ? Number.POSITIVE_INFINITY : (once.ranks[last] as number);
		// In the order of what is known, so that ranking can end early: nothing that comes later is before what has its own rank now.
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
		// Nothing that was not picked is before the last of these. One whose own rank is behind it waits for the next pick.
		const settled = own.filter((row) => {
			const rank = once.ranks[row] as number;
			if (endRank !== undefined) return rank < endRank;
			if (isAll) return !Number.isNaN(rank);
			return rank < lastRank || (rank === lastRank && !isGone(once, last) && compare(once, row, last) <= 0);
		});
		// While others ran, some may have gone.
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

/** The own rank of a row's slot, or as much of it as shows that it is above a bound; `NOBODY` where the slot is gone. */
function ownRank(once: Once, row: number, bound: number): number {
	const { ranks, known } = once;
	const pairRow = once.pairRows[row];
	if (pairRow === undefined || isGone(once, row)) return NOBODY;
	const { nearer, rankOf } = once.of;
	if (known[row] === FAR && nearer !== undefined) {
		ranks[row] = nearer(pairRow);
		known[row] = NEAR;
		if ((ranks[row] as number) > bound) return ranks[row] as number;
	}
	// No rank is larger than that of an unknown figure.
	if (ranks[row] === Number.POSITIVE_INFINITY) known[row] = OWN;
	if (known[row] !== OWN) {
		ranks[row] = rankOf(pairRow);
		known[row] = OWN;
	}
	return ranks[row] as number;
}

/** The best rows behind all that are sorted, by the ranks that are known now; where there are so many, the first is the last of them. */
function pick(once: Once, count: number): number[] {
	const { ranks, known } = once;
	/** A heap, its first row the last of the best so far. */
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

/** True where the slot of a row is gone, from then on for good. */
function isGone(once: Once, row: number): boolean {
	if (once.table.find(row) === once.pairRows[row]) return false;
	once.ranks[row] = NOBODY;
	return true;
}

/** Puts the row at a place below all that come after it. */
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

/** Makes room for a row that came while slots were ranked. */
function grow(once: Once, index: number): void {
	const { ranks, known, pairRows } = once;
	while (pairRows.length <= index) pairRows.push(undefined);
	if (index < ranks.length) return;
	const length = Math.max(index + 1, 2 * ranks.length);
	const [moreRanks, moreKnown] = [new Float64Array(length).fill(NOBODY), new Uint8Array(length)];
	moreRanks.set(ranks);
	moreKnown.set(known);
	once.ranks = moreRanks;
	once.known = moreKnown;
}
