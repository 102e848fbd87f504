/**
 * All slots in the order of one key, kept and not made: a slot whose key changes is moved, the others stay.
 *
 * The order is a row of blocks of at most `BLOCK_MAX` slots each, so that a move costs one binary search and a shift
 * inside two blocks, however many slots there are. Keys are doubles, the smallest first; what is not known has the key
 * infinity and comes last. Equal keys are ordered by `compareTies`, which must tell any two slots apart.
 *
 * Everything is a number in a few flat arrays: over a full universe a move waits for memory, and an object for each block
 * would be one more place to wait for.
 */

const BLOCK_MAX = 64;
const BLOCKS_MIN = 512;
const SLOTS_MIN = 1_024;
const OUT = -1;

/** Slots in ascending order of a key, with unknown keys (infinity) last. */
export type SlotOrder = {
	readonly size: () => number;
	readonly has: (slot: number) => boolean;
	/** Puts a slot in, or moves it; true when its key is another than before. */
	readonly place: (slot: number, key: number) => boolean;
	/** Takes a slot out. Must be called before what `compareTies` hangs on changes. Nothing happens when it is not in. */
	readonly remove: (slot: number) => void;
	/** Visits slots in order until `visit` says false. */
	readonly walk: (visit: (slot: number) => boolean) => void;
};

type Order = {
	readonly compareTies: (a: number, b: number) => number;
	/** The slots of block b, and their keys, begin at b × `BLOCK_MAX`; it holds `counts[b]` of them. */
	slots: Int32Array<ArrayBuffer>;
	slotKeys: Float64Array<ArrayBuffer>;
	counts: Int32Array<ArrayBuffer>;
	/** Blocks that are in use, in their order, with the key of the first slot of each. */
	blocks: Int32Array<ArrayBuffer>;
	firstKeys: Float64Array<ArrayBuffer>;
	blockCount: number;
	readonly freeBlocks: number[];
	/** Block of each slot, `OUT` for one that is not in, and its key. */
	blockOf: Int32Array<ArrayBuffer>;
	keys: Float64Array<ArrayBuffer>;
	size: number;
};

/** Creates an empty order; `compareTies` orders slots with equal keys and never returns 0 for two slots. */
export function createSlotOrder(compareTies: Order['compareTies']): SlotOrder {
	const order: Order = {
		compareTies,
		slots: new Int32Array(BLOCKS_MIN * BLOCK_MAX),
		slotKeys: new Float64Array(BLOCKS_MIN * BLOCK_MAX),
		counts: new Int32Array(BLOCKS_MIN),
		blocks: new Int32Array(BLOCKS_MIN),
		firstKeys: new Float64Array(BLOCKS_MIN),
		blockCount: 1,
		freeBlocks: [],
		blockOf: new Int32Array(SLOTS_MIN).fill(OUT),
		keys: new Float64Array(SLOTS_MIN),
		size: 0,
	};
	return {
		size: () => order.size,
		has: (slot) => slot < order.blockOf.length && order.blockOf[slot] !== OUT,
		place(slot, key) {
			if (slot >= order.keys.length) growSlots(order, slot);
			if (order.blockOf[slot] === OUT) order.size += 1;
			else {
				if (order.keys[slot] === key) return false;
				takeOut(order, slot);
			}
			insert(order, slot, key);
			return true;
		},
		remove(slot) {
			if (slot >= order.blockOf.length || order.blockOf[slot] === OUT) return;
			takeOut(order, slot);
			order.size -= 1;
		},
		walk(visit) {
			for (let index = 0; index < order.blockCount; index += 1) {
				const block = order.blocks[index] as number;
				const begin = block * BLOCK_MAX;
				for (let at = begin; at < begin + (order.counts[block] as number); at += 1)
					if (!visit(order.slots[at] as number)) return;
			}
		},
	};
}

function growSlots(order: Order, slot: number): void {
	const capacity = Math.max(slot + 1, order.keys.length * 2);
	const blockOf = new Int32Array(capacity).fill(OUT);
	blockOf.set(order.blockOf);
	order.blockOf = blockOf;
	order.keys = larger(order.keys, new Float64Array(capacity));
}

function growBlocks(order: Order): void {
	const capacity = order.counts.length * 2;
	order.counts = larger(order.counts, new Int32Array(capacity));
	order.blocks = larger(order.blocks, new Int32Array(capacity));
	order.firstKeys = larger(order.firstKeys, new Float64Array(capacity));
	order.slots = larger(order.slots, new Int32Array(capacity * BLOCK_MAX));
	order.slotKeys = larger(order.slotKeys, new Float64Array(capacity * BLOCK_MAX));
}

function larger<A extends Int32Array | Float64Array>(from: A, to: A): A {
	to.set(from);
	return to;
}

/** The block that holds `slot` at `key`, or into which it belongs: the last one whose first slot is not after it. */
function blockIndexOf(order: Order, slot: number, key: number): number {
	const { firstKeys, compareTies } = order;
	let low = 0;
	let high = order.blockCount - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		const first = firstKeys[middle] as number;
		if (key < first || (key === first && compareTies(slot, firstSlotOf(order, middle)) < 0))
			high = middle - 1;
		else low = middle;
	}
	return low;
}

function firstSlotOf({ blocks, slots }: Order, index: number): number {
	return slots[(blocks[index] as number) * BLOCK_MAX] as number;
}

/** The place in a block of the first slot that is not before `slot` at `key`. */
function positionIn(
	{ slots, slotKeys, counts, compareTies }: Order,
	block: number,
	slot: number,
	key: number,
) {
	let low = block * BLOCK_MAX;
	let high = low + (counts[block] as number);
	while (low < high) {
		const middle = (low + high) >> 1;
		const other = slotKeys[middle] as number;
		if (key > other || (key === other && compareTies(slot, slots[middle] as number) > 0)) low = middle + 1;
		else high = middle;
	}
	return low;
}

function insert(order: Order, slot: number, key: number): void {
	let index = blockIndexOf(order, slot, key);
	if (order.counts[order.blocks[index] as number] === BLOCK_MAX) {
		split(order, index);
		index = blockIndexOf(order, slot, key);
	}
	const { slots, slotKeys, counts } = order;
	const block = order.blocks[index] as number;
	const begin = block * BLOCK_MAX;
	const at = positionIn(order, block, slot, key);
	for (let to = begin + (counts[block] as number); to > at; to -= 1) {
		slots[to] = slots[to - 1] as number;
		slotKeys[to] = slotKeys[to - 1] as number;
	}
	slots[at] = slot;
	slotKeys[at] = key;
	counts[block] = (counts[block] as number) + 1;
	order.keys[slot] = key;
	order.blockOf[slot] = block;
	if (at === begin) order.firstKeys[index] = key;
}

function takeOut(order: Order, slot: number): void {
	const { slots, slotKeys, counts } = order;
	const block = order.blockOf[slot] as number;
	const begin = block * BLOCK_MAX;
	const at = placeOf(order, block, slot);
	const index = at === begin ? blockIndexOf(order, slot, order.keys[slot] as number) : OUT;
	const end = begin + (counts[block] as number) - 1;
	for (let to = at; to < end; to += 1) {
		slots[to] = slots[to + 1] as number;
		slotKeys[to] = slotKeys[to + 1] as number;
	}
	counts[block] = end - begin;
	order.blockOf[slot] = OUT;
	if (at > begin) return;
	if (end === begin && order.blockCount > 1) dropBlock(order, index);
	else order.firstKeys[index] = slotKeys[begin] as number;
}

/** The place of a slot in its block: among those of its key, the first of which a search finds. */
function placeOf({ slots, slotKeys, counts, keys }: Order, block: number, slot: number): number {
	const key = keys[slot] as number;
	const end = block * BLOCK_MAX + (counts[block] as number);
	let low = block * BLOCK_MAX;
	let high = end;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((slotKeys[middle] as number) < key) low = middle + 1;
		else high = middle;
	}
	while (low < end && slots[low] !== slot) low += 1;
	if (low === end) throw new Error(`Invariant broken: slot ${slot} is not in its block.`);
	return low;
}

function dropBlock(order: Order, index: number): void {
	const { blocks, firstKeys } = order;
	order.freeBlocks.push(blocks[index] as number);
	blocks.copyWithin(index, index + 1, order.blockCount);
	firstKeys.copyWithin(index, index + 1, order.blockCount);
	order.blockCount -= 1;
}

/** Moves the upper half of a full block into a new one behind it. */
function split(order: Order, index: number): void {
	if (order.freeBlocks.length === 0 && order.blockCount === order.counts.length) growBlocks(order);
	const { slots, slotKeys, counts, blocks, firstKeys, blockOf } = order;
	const lower = blocks[index] as number;
	// While none is free, those in use are the first ones.
	const upper = order.freeBlocks.pop() ?? order.blockCount;
	const half = BLOCK_MAX / 2;
	const from = lower * BLOCK_MAX + half;
	const to = upper * BLOCK_MAX;
	slots.copyWithin(to, from, from + half);
	slotKeys.copyWithin(to, from, from + half);
	counts[lower] = half;
	counts[upper] = half;
	for (let at = to; at < to + half; at += 1) blockOf[slots[at] as number] = upper;
	blocks.copyWithin(index + 2, index + 1, order.blockCount);
	firstKeys.copyWithin(index + 2, index + 1, order.blockCount);
	blocks[index + 1] = upper;
	firstKeys[index + 1] = slotKeys[to] as number;
	order.blockCount += 1;
}
