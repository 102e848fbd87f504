/**
 * Slots in the order of ranks that nobody keeps. Every slot is given a rank that is cheap to find and none too large, and is
 * ranked whole only when it comes up: a list is mostly walked for one page.
 */
import type { Slot, SlotTable } from './slot-table.ts';

/** An order of slots for one list at the caller's terms; a slot is ranked exactly only when the walk reaches it. */
export type RankedOnce = {
	/** Gives a slot a rank that its own is not smaller than. */
	readonly place: (slot: Slot, rankAtLeast: number) => void;
	/** Ranks a slot by its inputs of this instant; true where that moves it. */
	readonly rerank: (slot: Slot) => boolean;
	/** Visits slots, best first, until `visit` says false. */
	readonly walk: (visit: (slot: Slot) => boolean) => void;
	/** How many slots fit. */
	readonly count: (fits: (slot: Slot) => boolean) => number;
};

type Once = {
	readonly table: Pick<SlotTable, 'has' | 'rowCount'>;
	readonly rankOf: (slot: Slot) => number;
	readonly compareTies: (a: number, b: number) => number;
	readonly slots: (Slot | undefined)[];
	ranks: Float64Array;
	/** 1 where a rank is the slot's own. */
	isWhole: Uint8Array;
	/** A heap, its first row the best, of what is not sorted yet. */
	heap: Int32Array;
	waiting: number;
	sorted: Slot[];
	isStale: boolean;
};

/**
 * @param rankOf by the inputs of this instant: the smaller the better
 * @param compareTies tells any two rows of slots apart
 */
export function createRankedOnce(
	table: Once['table'],
	rankOf: Once['rankOf'],
	compareTies: Once['compareTies'],
): RankedOnce {
	const slots: (Slot | undefined)[] = new Array(table.rowCount()).fill(undefined);
	const once: Once = {
		table,
		rankOf,
		compareTies,
		slots,
		ranks: new Float64Array(slots.length),
		isWhole: new Uint8Array(slots.length),
		heap: new Int32Array(0),
		waiting: 0,
		sorted: [],
		isStale: true,
	};
	return {
		place: (slot, rankAtLeast) => put(once, slot, rankAtLeast, 0),
		rerank(slot) {
			const { index } = slot;
			const rank = rankOf(slot);
			if (slots[index] === slot && once.isWhole[index] === 1 && once.ranks[index] === rank) return false;
			put(once, slot, rank, 1);
			return true;
		},
		walk(visit) {
			if (once.isStale) gather(once);
			for (let at = 0; ; at += 1) {
				const slot = once.sorted[at] ?? next(once);
				if (slot === undefined || !visit(slot)) return;
			}
		},
		count: (fits) =>
			slots.reduce((count, slot) => count + (slot !== undefined && table.has(slot) && fits(slot) ? 1 : 0), 0),
	};
}

function put(once: Once, slot: Slot, rank: number, isWhole: 0 | 1): void {
	const { index } = slot;
	grow(once, index);
	once.slots[index] = slot;
	once.ranks[index] = rank;
	once.isWhole[index] = isWhole;
	once.isStale = true;
}

function isBefore({ ranks, compareTies }: Once, a: number, b: number): boolean {
	const left = ranks[a] as number;
	const right = ranks[b] as number;
	return left < right || (left === right && compareTies(a, b) < 0);
}

/** Puts what stands at a place below all that comes before it. */
function sink(once: Once, from: number): void {
	const { heap, waiting } = once;
	const row = heap[from] as number;
	let at = from;
	for (let child = 2 * at + 1; child < waiting; child = 2 * at + 1) {
		if (child + 1 < waiting && isBefore(once, heap[child + 1] as number, heap[child] as number)) child += 1;
		if (!isBefore(once, heap[child] as number, row)) break;
		heap[at] = heap[child] as number;
		at = child;
	}
	heap[at] = row;
}

/** Begins anew with the slots that are there. */
function gather(once: Once): void {
	const { slots, table } = once;
	const heap = new Int32Array(slots.length);
	let waiting = 0;
	for (const slot of slots)
		if (slot !== undefined && table.has(slot)) {
			heap[waiting] = slot.index;
			waiting += 1;
		}
	once.heap = heap;
	once.waiting = waiting;
	once.sorted = [];
	once.isStale = false;
	for (let at = (waiting >> 1) - 1; at >= 0; at -= 1) sink(once, at);
}

function next(once: Once): Slot | undefined {
	const { heap, slots, ranks, isWhole } = once;
	while (once.waiting > 0) {
		const row = heap[0] as number;
		const slot = slots[row] as Slot;
		if (isWhole[row] === 1) {
			once.waiting -= 1;
			heap[0] = heap[once.waiting] as number;
			if (once.waiting > 0) sink(once, 0);
			once.sorted.push(slot);
			return slot;
		}
		ranks[row] = once.rankOf(slot);
		isWhole[row] = 1;
		sink(once, 0);
	}
	return undefined;
}

/** Makes room for a row that came while slots were ranked. */
function grow(once: Once, index: number): void {
	const { ranks, isWhole } = once;
	if (index < ranks.length) return;
	const length = Math.max(index + 1, 2 * ranks.length);
	const [moreRanks, moreWhole] = [new Float64Array(length), new Uint8Array(length)];
	moreRanks.set(ranks);
	moreWhole.set(isWhole);
	once.ranks = moreRanks;
	once.isWhole = moreWhole;
}
