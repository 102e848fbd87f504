/**
 * Keeps all pairs sorted by one key. A change costs one search and a few writes. Pairs are sorted only when a walk
 * visits them.
 *
 * The pairs are a sequence of blocks of at most `BLOCK_MAX` pairs. A block contains, unsorted, the pairs whose keys
 * lie between its lower bound and the next block's. A pair with a new key usually stays in its block; otherwise it is
 * moved to another. A walk sorts the blocks that it visits, and a block stays sorted until one of its pairs changes.
 * Keys are doubles, smallest first; an unknown key is infinity and comes last. Thousands of pairs may share a key,
 * such as the time of the next settlement. Therefore a bound consists of a key and a tie number. `Ties.compare` sorts
 * pairs whose key and tie number are both equal. If such pairs do not fit into one block, several consecutive blocks
 * have the same bound and are sorted together.
 *
 * All data are numbers in a few flat arrays. With many pairs, a move waits for memory, and an object per block would
 * add another memory access.
 */

const BLOCK_BITS = 6;
const BLOCK_MAX = 1 << BLOCK_BITS;
const BLOCKS_MIN = 512;
const PAIRS_MIN = 1_024;
const OUT = -1;

/** Pairs in ascending order of a key. Pairs with an unknown key (infinity) come last. */
export type PairOrder = {
	readonly size: () => number;
	readonly has: (pairRow: number) => boolean;
	/** Inserts or moves a pair; returns true if its key has changed. */
	readonly place: (pairRow: number, key: number) => boolean;
	/** Removes a pair if it is in the order. Call it before the pair's tie values change. */
	readonly remove: (pairRow: number) => void;
	/** Visits pairs, smallest key first, until `visit` returns false. Do not place or remove pairs during the walk. */
	readonly walk: (visit: (pairRow: number) => boolean) => void;
	/**
	 * Visits pairs, largest known key first and ties reversed, until `visit` returns false. Pairs with an unknown key
	 * come last, in the same order as in `walk`.
	 */
	readonly walkBack: (visit: (pairRow: number) => boolean) => void;
	/** Visits all pairs in no particular order. */
	readonly each: (visit: (pairRow: number) => void) => void;
};

/** Sorts pairs with equal keys. */
export type Ties = {
	/** Returns a pair's tie number, which is never NaN. The pair with the smaller number comes first. */
	readonly numberOf: (pairRow: number) => number;
	/** Compares by `numberOf`, then by further values. Never returns 0 for two different pairs. */
	readonly compare: (a: number, b: number) => number;
};

type Order = {
	readonly ties: Ties;
	/** Pairs by block; those of block b begin at b × `BLOCK_MAX`. */
	pairRows: Int32Array<ArrayBuffer>;
	/** Number of pairs in each block. */
	counts: Int32Array<ArrayBuffer>;
	/** 1 while a block's pairs are sorted. */
	areSorted: Uint8Array<ArrayBuffer>;
	/** Used blocks, sorted by their lower bounds. */
	blocks: Int32Array<ArrayBuffer>;
	/** Key of each used block's lower bound. The first block also has all smaller keys. */
	boundKeys: Float64Array<ArrayBuffer>;
	/** Tie number of each used block's lower bound. */
	boundTies: Float64Array<ArrayBuffer>;
	blockCount: number;
	readonly freeBlocks: number[];
	/** Each pair's index in `pairRows`; `OUT` if the pair is not in the order. */
	places: Int32Array<ArrayBuffer>;
	/** Each pair's key. */
	keys: Float64Array<ArrayBuffer>;
	size: number;
};

/** Creates an empty order; `ties` sorts pairs with equal keys. */
export function createPairOrder(ties: Ties): PairOrder {
	const order: Order = {
		ties,
		pairRows: new Int32Array(BLOCKS_MIN * BLOCK_MAX),
		counts: new Int32Array(BLOCKS_MIN),
		areSorted: new Uint8Array(BLOCKS_MIN),
		blocks: new Int32Array(BLOCKS_MIN),
		boundKeys: new Float64Array(BLOCKS_MIN),
		boundTies: new Float64Array(BLOCKS_MIN),
		blockCount: 1,
		freeBlocks: [],
		places: new Int32Array(PAIRS_MIN).fill(OUT),
		keys: new Float64Array(PAIRS_MIN),
		size: 0,
	};
	return {
		size: () => order.size,
		has: (pairRow) => pairRow < order.places.length && order.places[pairRow] !== OUT,
		place: (pairRow, key) => place(order, pairRow, key),
		remove(pairRow) {
			if (pairRow >= order.places.length || order.places[pairRow] === OUT) return;
			takeOut(order, pairRow);
			order.size -= 1;
		},
		walk: (visit) => walk(order, visit),
		walkBack: (visit) => walkBack(order, visit),
		each(visit) {
			for (let pairRow = 0; pairRow < order.places.length; pairRow += 1)
				if (order.places[pairRow] !== OUT) visit(pairRow);
		},
	};
}

function place(order: Order, pairRow: number, key: number): boolean {
	if (pairRow >= order.keys.length) growPairRows(order, pairRow);
	const at = order.places[pairRow] as number;
	if (at === OUT) order.size += 1;
	else if (order.keys[pairRow] === key) return false;
	const index = indexOf(order, pairRow, key);
	const block = order.blocks[index] as number;
	if (at !== OUT && at >> BLOCK_BITS === block) {
		order.keys[pairRow] = key;
		order.areSorted[block] = 0;
		return true;
	}
	if (at !== OUT) takeOut(order, pairRow);
	order.keys[pairRow] = key;
	if (order.counts[block] === BLOCK_MAX) {
		split(order, indexOf(order, pairRow, key), pairRow);
		append(order, order.blocks[indexOf(order, pairRow, key)] as number, pairRow);
	} else append(order, block, pairRow);
	return true;
}

function growPairRows(order: Order, pairRow: number): void {
	const capacity = Math.max(pairRow + 1, order.keys.length * 2);
	const places = new Int32Array(capacity).fill(OUT);
	places.set(order.places);
	order.places = places;
	order.keys = larger(order.keys, new Float64Array(capacity));
}

function growBlocks(order: Order): void {
	const capacity = order.counts.length * 2;
	order.counts = larger(order.counts, new Int32Array(capacity));
	order.areSorted = larger(order.areSorted, new Uint8Array(capacity));
	order.blocks = larger(order.blocks, new Int32Array(capacity));
	order.boundKeys = larger(order.boundKeys, new Float64Array(capacity));
	order.boundTies = larger(order.boundTies, new Float64Array(capacity));
	order.pairRows = larger(order.pairRows, new Int32Array(capacity * BLOCK_MAX));
}

function larger<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
	to.set(from);
	return to;
}

/**
 * Returns the index of the last block whose bound is not above a pair with this key; the first block's if every bound
 * is above it.
 */
function indexOf({ boundKeys, boundTies, blockCount, ties }: Order, pairRow: number, key: number): number {
	let low = 0;
	let high = blockCount - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		const bound = boundKeys[middle] as number;
		if (key < bound || (key === bound && ties.numberOf(pairRow) < (boundTies[middle] as number)))
			high = middle - 1;
		else low = middle;
	}
	return low;
}

/** True if a pair comes before another by key, then by tie number. */
function isBelow({ keys, ties }: Order, pairRow: number, other: number): boolean {
	const key = keys[pairRow] as number;
	const otherKey = keys[other] as number;
	return key < otherKey || (key === otherKey && ties.numberOf(pairRow) < ties.numberOf(other));
}

function append(order: Order, block: number, pairRow: number): void {
	const count = order.counts[block] as number;
	const at = block * BLOCK_MAX + count;
	order.pairRows[at] = pairRow;
	order.places[pairRow] = at;
	order.counts[block] = count + 1;
	order.areSorted[block] = 0;
}

/** Removes a pair; the last pair in the block takes its position. */
function takeOut(order: Order, pairRow: number): void {
	const { pairRows, counts, places } = order;
	const at = places[pairRow] as number;
	const block = at >> BLOCK_BITS;
	const count = (counts[block] as number) - 1;
	const last = pairRows[block * BLOCK_MAX + count] as number;
	pairRows[at] = last;
	places[last] = at;
	places[pairRow] = OUT;
	counts[block] = count;
	if (last !== pairRow) order.areSorted[block] = 0;
	if (count === 0 && order.blockCount > 1) dropBlock(order, block, pairRow);
}

/** Removes an empty block. @param pairRow the last pair that was in it */
function dropBlock(order: Order, block: number, pairRow: number): void {
	const { blocks, boundKeys, boundTies, blockCount } = order;
	// `indexOf` finds the last block with this bound, but the empty block may be an earlier one with the same bound.
	let index = indexOf(order, pairRow, order.keys[pairRow] as number);
	while (blocks[index] !== block) index -= 1;
	order.freeBlocks.push(block);
	for (const column of [blocks, boundKeys, boundTies]) column.copyWithin(index, index + 1, blockCount);
	order.blockCount -= 1;
}

/**
 * Makes room for a pair in a full block by moving the upper half to a new block behind it. Equal pairs are not
 * separated.
 */
function split(order: Order, index: number, pairRow: number): void {
	if (order.freeBlocks.length === 0 && order.blockCount === order.counts.length) growBlocks(order);
	sortRun(order, index, index);
	const { pairRows, counts, areSorted, blocks, places } = order;
	const lower = blocks[index] as number;
	// If no block is free, the used ones have consecutive numbers from 0, so `blockCount` is the next unused number.
	const upper = order.freeBlocks.pop() ?? order.blockCount;
	const from = lower * BLOCK_MAX + upperFrom(order, lower);
	const end = (lower + 1) * BLOCK_MAX;
	const isOneKey = from === end;
	const first = pairRows[isOneKey ? end - 1 : from] as number;
	pairRows.copyWithin(upper * BLOCK_MAX, from, end);
	for (let at = 0; at < end - from; at += 1)
		places[pairRows[upper * BLOCK_MAX + at] as number] = upper * BLOCK_MAX + at;
	counts[lower] = from - lower * BLOCK_MAX;
	counts[upper] = end - from;
	// The blocks may have to be sorted together with others that have the same bound.
	areSorted[lower] = 0;
	areSorted[upper] = 0;
	// If all pairs in the block are equal, none moves: the new pair goes to the new block, which comes first or has
	// the same bound.
	const isFirst = isOneKey && isBelow(order, pairRow, first);
	insertBlock(order, index, isFirst ? [upper, lower] : [lower, upper], first);
	if (isOneKey && !isFirst) putBound(order, index, first);
}

/** Replaces a block with two; the first pair in the second block becomes its bound. */
function insertBlock(order: Order, index: number, pair: readonly [number, number], second: number): void {
	const { blocks, boundKeys, boundTies, blockCount } = order;
	for (const column of [blocks, boundKeys, boundTies]) column.copyWithin(index + 2, index + 1, blockCount);
	blocks.set(pair, index);
	if (index === 0) {
		boundKeys[0] = Number.NEGATIVE_INFINITY;
		boundTies[0] = Number.NEGATIVE_INFINITY;
	}
	putBound(order, index + 1, second);
	order.blockCount += 1;
}

function putBound({ boundKeys, boundTies, keys, ties }: Order, index: number, pairRow: number): void {
	boundKeys[index] = keys[pairRow] as number;
	boundTies[index] = ties.numberOf(pairRow);
}

/**
 * Returns the index at which to split a full, sorted block: between two unequal pairs, as near the center as
 * possible. `BLOCK_MAX` if all are equal.
 */
function upperFrom(order: Order, block: number): number {
	const pairAt = (at: number): number => order.pairRows[block * BLOCK_MAX + at] as number;
	const half = BLOCK_MAX / 2;
	for (let off = 0; off < half; off += 1) {
		if (isBelow(order, pairAt(half - off - 1), pairAt(half - off))) return half - off;
		if (isBelow(order, pairAt(half + off - 1), pairAt(half + off))) return half + off;
	}
	return BLOCK_MAX;
}

function walk(order: Order, visit: (pairRow: number) => boolean): void {
	const { blocks, counts, pairRows } = order;
	let sortedTo = -1;
	for (let index = 0; index < order.blockCount; index += 1) {
		if (index > sortedTo) {
			sortedTo = index;
			while (hasBoundOfNext(order, sortedTo)) sortedTo += 1;
			sortRun(order, index, sortedTo);
		}
		const begin = (blocks[index] as number) * BLOCK_MAX;
		for (let at = begin; at < begin + (counts[blocks[index] as number] as number); at += 1)
			if (!visit(pairRows[at] as number)) return;
	}
}

function walkBack(order: Order, visit: (pairRow: number) => boolean): void {
	const { blocks, boundKeys, counts, pairRows, keys } = order;
	let sortedFrom = order.blockCount;
	for (let index = order.blockCount - 1; index >= 0; index -= 1) {
		// All keys from this bound on are unknown.
		if (boundKeys[index] === Number.POSITIVE_INFINITY) continue;
		if (index < sortedFrom) {
			sortedFrom = index;
			while (sortedFrom > 0 && hasBoundOfNext(order, sortedFrom - 1)) sortedFrom -= 1;
			sortRun(order, sortedFrom, index);
		}
		const begin = (blocks[index] as number) * BLOCK_MAX;
		for (let at = begin + (counts[blocks[index] as number] as number) - 1; at >= begin; at -= 1) {
			const pairRow = pairRows[at] as number;
			if (keys[pairRow] !== Number.POSITIVE_INFINITY && !visit(pairRow)) return;
		}
	}
	// The walk above has passed over the pairs with unknown keys.
	walk(order, (pairRow) => keys[pairRow] !== Number.POSITIVE_INFINITY || visit(pairRow));
}

function hasBoundOfNext({ boundKeys, boundTies, blockCount }: Order, index: number): boolean {
	const next = index + 1;
	return next < blockCount && boundKeys[next] === boundKeys[index] && boundTies[next] === boundTies[index];
}

/** Sorts consecutive blocks together if any is unsorted; each block keeps its number of pairs. */
function sortRun(order: Order, from: number, to: number): void {
	const { pairRows, counts, blocks, areSorted, places, keys, ties } = order;
	let isSorted = true;
	for (let index = from; index <= to; index += 1) isSorted &&= areSorted[blocks[index] as number] === 1;
	if (isSorted) return;
	if (from === to) {
		sortBlock(order, blocks[from] as number);
		return;
	}
	const all: number[] = [];
	for (let index = from; index <= to; index += 1) {
		const begin = (blocks[index] as number) * BLOCK_MAX;
		for (let at = begin; at < begin + (counts[blocks[index] as number] as number); at += 1)
			all.push(pairRows[at] as number);
	}
	all.sort((a, b) => {
		const [left, right] = [keys[a] as number, keys[b] as number];
		return left < right ? -1 : left > right ? 1 : ties.compare(a, b);
	});
	let next = 0;
	for (let index = from; index <= to; index += 1) {
		const block = blocks[index] as number;
		for (let at = block * BLOCK_MAX; at < block * BLOCK_MAX + (counts[block] as number); at += 1) {
			const pairRow = all[next] as number;
			next += 1;
			pairRows[at] = pairRow;
			places[pairRow] = at;
		}
		areSorted[block] = 1;
	}
}

/** Sorts one block by insertion, because usually only a few of its pairs have changed. */
function sortBlock({ pairRows, counts, areSorted, places, keys, ties }: Order, block: number): void {
	const begin = block * BLOCK_MAX;
	const end = begin + (counts[block] as number);
	for (let at = begin; at < end; at += 1) {
		const pairRow = pairRows[at] as number;
		const key = keys[pairRow] as number;
		let to = at;
		for (; to > begin; to -= 1) {
			const other = pairRows[to - 1] as number;
			const otherKey = keys[other] as number;
			if (otherKey < key || (otherKey === key && ties.compare(other, pairRow) < 0)) break;
			pairRows[to] = other;
			places[other] = to;
		}
		pairRows[to] = pairRow;
		places[pairRow] = to;
	}
	areSorted[block] = 1;
}
