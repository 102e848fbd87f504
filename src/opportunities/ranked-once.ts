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

/**
 * @param rankOf by the inputs of this instant: the smaller the better
 * @param compareTies tells any two rows of slots apart
 */
export function createRankedOnce(
	table: Pick<SlotTable, 'has' | 'rowCount'>,
	rankOf: (slot: Slot) => number,
	compareTies: (a: number, b: number) => number,
): RankedOnce {
	const slots: (Slot | undefined)[] = new Array(table.rowCount()).fill(undefined);
	let ranks = new Float64Array(slots.length);
	/** 1 where a rank is the slot's own. */
	let isWhole = new Uint8Array(slots.length);
	/** A heap, its first row the best, of what is not sorted yet. */
	let heap = new Int32Array(0);
	let waiting = 0;
	let sorted: Slot[] = [];
	let isStale = true;

	function isBefore(a: number, b: number): boolean {
		const left = ranks[a] as number;
		const right = ranks[b] as number;
		return left < right || (left === right && compareTies(a, b) < 0);
	}

	/** Puts what stands at a place below all that comes before it. */
	function sink(from: number): void {
		const row = heap[from] as number;
		let at = from;
		for (let child = 2 * at + 1; child < waiting; child = 2 * at + 1) {
			if (child + 1 < waiting && isBefore(heap[child + 1] as number, heap[child] as number)) child += 1;
			if (!isBefore(heap[child] as number, row)) break;
			heap[at] = heap[child] as number;
			at = child;
		}
		heap[at] = row;
	}

	/** Begins anew with the slots that are there. */
	function gather(): void {
		heap = new Int32Array(slots.length);
		waiting = 0;
		for (const slot of slots)
			if (slot !== undefined && table.has(slot)) {
				heap[waiting] = slot.index;
				waiting += 1;
			}
		for (let at = (waiting >> 1) - 1; at >= 0; at -= 1) sink(at);
		sorted = [];
		isStale = false;
	}

	function next(): Slot | undefined {
		while (waiting > 0) {
			const row = heap[0] as number;
			const slot = slots[row] as Slot;
			if (isWhole[row] === 1) {
				waiting -= 1;
				heap[0] = heap[waiting] as number;
				if (waiting > 0) sink(0);
				sorted.push(slot);
				return slot;
			}
			ranks[row] = rankOf(slot);
			isWhole[row] = 1;
			sink(0);
		}
		return undefined;
	}

	/** Makes room for a row that came while slots were ranked. */
	function grow(index: number): void {
		if (index < ranks.length) return;
		const length = Math.max(index + 1, 2 * ranks.length);
		const [moreRanks, moreWhole] = [new Float64Array(length), new Uint8Array(length)];
		moreRanks.set(ranks);
		moreWhole.set(isWhole);
		[ranks, isWhole] = [moreRanks, moreWhole];
	}

	return {
		place(slot, rankAtLeast) {
			grow(slot.index);
			slots[slot.index] = slot;
			ranks[slot.index] = rankAtLeast;
			isWhole[slot.index] = 0;
			isStale = true;
		},
		rerank(slot) {
			const { index } = slot;
			grow(index);
			const rank = rankOf(slot);
			const isSame = slots[index] === slot && isWhole[index] === 1 && ranks[index] === rank;
			slots[index] = slot;
			ranks[index] = rank;
			isWhole[index] = 1;
			isStale ||= !isSame;
			return !isSame;
		},
		walk(visit) {
			if (isStale) gather();
			for (let at = 0; ; at += 1) {
				const slot = sorted[at] ?? next();
				if (slot === undefined || !visit(slot)) return;
			}
		},
		count: (fits) =>
			slots.reduce((count, slot) => count + (slot !== undefined && table.has(slot) && fits(slot) ? 1 : 0), 0),
	};
}
