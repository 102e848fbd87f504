/**
 * All slots in the order of one key, kept and not made: a slot whose key changes is moved, the others stay.
 *
 * The order is a row of blocks of at most `BLOCK_MAX` slots each, so that a move costs one binary search and a shift
 * inside two blocks, however many slots there are. Keys are doubles, the smallest first; what is not known has the key
 * infinity and comes last. Equal keys are ordered by `compareTies`, which must tell any two slots apart.
 */

const BLOCK_MAX = 64;
const BLOCKS_MIN = 512;
const SLOTS_MIN = 1_024;

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

/** The keys lie beside the slots, so that a search inside a block reads one piece of memory. */
type Block = { readonly slots: Int32Array; readonly keys: Float64Array; count: number };

type Order = {
	readonly compareTies: (a: number, b: number) => number;
	readonly blocks: Block[];
	/** Key of the first slot of each block. */
	firstKeys: Float64Array;
	/** Where each slot stands, and at which key. */
	readonly blockOf: (Block | undefined)[];
	keys: Float64Array;
	size: number;
};

/** Creates an empty order; `compareTies` orders slots with equal keys and never returns 0 for two slots. */
export function createSlotOrder(compareTies: Order['compareTies']): SlotOrder {
	const order: Order = {
		compareTies,
		blocks: [newBlock()],
		firstKeys: new Float64Array(BLOCKS_MIN),
		blockOf: [],
		keys: new Float64Array(SLOTS_MIN),
		size: 0,
	};
	const { blocks, blockOf } = order;
	return {
		size: () => order.size,
		has: (slot) => blockOf[slot] !== undefined,
		place(slot, key) {
			grow(order, slot);
			const block = blockOf[slot];
			if (block === undefined) order.size += 1;
			else {
				if (order.keys[slot] === key) return false;
				takeOut(order, slot, block);
			}
			insert(order, slot, key);
			return true;
		},
		remove(slot) {
			const block = blockOf[slot];
			if (block === undefined) return;
			takeOut(order, slot, block);
			order.size -= 1;
		},
		walk(visit) {
			for (const { slots, count } of blocks)
				for (let at = 0; at < count; at += 1) if (!visit(slots[at] as number)) return;
		},
	};
}

function grow(order: Order, slot: number): void {
	const { blockOf, keys } = order;
	while (blockOf.length <= slot) blockOf.push(undefined);
	if (slot < keys.length) return;
	order.keys = new Float64Array(Math.max(slot + 1, keys.length * 2));
	order.keys.set(keys);
}

/** The block that holds `slot` at `key`, or where it belongs: the last one whose first slot is not after it. */
function blockIndexOf(order: Order, slot: number, key: number): number {
	const { blocks, firstKeys, compareTies } = order;
	let low = 0;
	let high = blocks.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		const first = firstKeys[middle] as number;
		if (key < first || (key === first && compareTies(slot, firstSlotOf(blocks, middle)) < 0))
			high = middle - 1;
		else low = middle;
	}
	return low;
}

function firstSlotOf(blocks: readonly Block[], index: number): number {
	return (blocks[index] as Block).slots[0] as number;
}

/** Position of the first slot of the block that is not before `slot` at `key`. */
function positionIn(compareTies: Order['compareTies'], block: Block, slot: number, key: number): number {
	let low = 0;
	let high = block.count;
	while (low < high) {
		const middle = (low + high) >> 1;
		const other = block.keys[middle] as number;
		if (key > other || (key === other && compareTies(slot, block.slots[middle] as number) > 0))
			low = middle + 1;
		else high = middle;
	}
	return low;
}

function insert(order: Order, slot: number, key: number): void {
	const { blocks } = order;
	let index = blockIndexOf(order, slot, key);
	if ((blocks[index] as Block).count === BLOCK_MAX) {
		split(order, index);
		index = blockIndexOf(order, slot, key);
	}
	const block = blocks[index] as Block;
	const at = positionIn(order.compareTies, block, slot, key);
	for (let to = block.count; to > at; to -= 1) {
		block.slots[to] = block.slots[to - 1] as number;
		block.keys[to] = block.keys[to - 1] as number;
	}
	block.slots[at] = slot;
	block.keys[at] = key;
	block.count += 1;
	order.keys[slot] = key;
	order.blockOf[slot] = block;
	if (at === 0) order.firstKeys[index] = key;
}

function takeOut(order: Order, slot: number, block: Block): void {
	const { blocks } = order;
	const at = block.slots.indexOf(slot);
	if (at < 0 || at >= block.count) throw new Error(`Invariant broken: slot ${slot} is not in its block.`);
	const index = at === 0 ? blockIndexOf(order, slot, order.keys[slot] as number) : -1;
	block.count -= 1;
	for (let to = at; to < block.count; to += 1) {
		block.slots[to] = block.slots[to + 1] as number;
		block.keys[to] = block.keys[to + 1] as number;
	}
	order.blockOf[slot] = undefined;
	if (at > 0) return;
	if (block.count === 0 && blocks.length > 1) {
		blocks.splice(index, 1);
		readFirstKeys(order);
	} else order.firstKeys[index] = block.keys[0] as number;
}

/** Moves the upper half of a full block into a new one behind it. */
function split(order: Order, index: number): void {
	const { blocks, blockOf } = order;
	const lower = blocks[index] as Block;
	const upper = newBlock();
	const half = BLOCK_MAX / 2;
	upper.slots.set(lower.slots.subarray(half));
	upper.keys.set(lower.keys.subarray(half));
	upper.count = BLOCK_MAX - half;
	lower.count = half;
	for (let at = 0; at < upper.count; at += 1) blockOf[upper.slots[at] as number] = upper;
	blocks.splice(index + 1, 0, upper);
	readFirstKeys(order);
}

/** Blocks have come or gone. */
function readFirstKeys(order: Order): void {
	const { blocks } = order;
	if (blocks.length > order.firstKeys.length) order.firstKeys = new Float64Array(blocks.length * 2);
	for (const [index, block] of blocks.entries()) order.firstKeys[index] = block.keys[0] as number;
}

function newBlock(): Block {
	return { slots: new Int32Array(BLOCK_MAX), keys: new Float64Array(BLOCK_MAX), count: 0 };
}
