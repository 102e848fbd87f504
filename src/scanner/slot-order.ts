/**
 * All slots in the order of one key, kept and not made: a slot whose key changes is moved, the others stay.
 *
 * The order is a row of blocks of at most `BLOCK_MAX` slots each, so that a move costs two binary searches and a shift
 * inside two blocks, however many slots there are. Keys are doubles, the smallest first; what is not known has the key
 * infinity and comes last. Equal keys are ordered by `compareTies`, which must tell any two slots apart.
 */

const BLOCK_MAX = 256;

export type SlotOrder = {
	readonly size: () => number;
	/** Puts a slot in, or moves it; true when its key is another than before. */
	readonly place: (slot: number, key: number) => boolean;
	/** Takes a slot out. Must be called before what `compareTies` hangs on changes. Nothing happens when it is not in. */
	readonly remove: (slot: number) => void;
	/** Visits slots in order until `visit` says false. */
	readonly walk: (visit: (slot: number) => boolean) => void;
};

type Block = { readonly slots: Int32Array; count: number };

export function createSlotOrder(compareTies: (a: number, b: number) => number): SlotOrder {
	const blocks: Block[] = [newBlock()];
	let keys = new Float64Array(1_024);
	let isIn = new Uint8Array(1_024);
	let size = 0;

	function grow(slot: number): void {
		if (slot < keys.length) return;
		const length = Math.max(slot + 1, keys.length * 2);
		keys = grown(keys, new Float64Array(length));
		isIn = grown(isIn, new Uint8Array(length));
	}

	/** Below zero when `slot` at `key` stands before `other`. */
	function compare(slot: number, key: number, other: number): number {
		const otherKey = keys[other] as number;
		if (key !== otherKey) return key < otherKey ? -1 : 1;
		return slot === other ? 0 : compareTies(slot, other);
	}

	/** The block that holds `slot` at `key`, or where it belongs: the last one whose first slot is not after it. */
	function blockIndexOf(slot: number, key: number): number {
		let low = 0;
		let high = blocks.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (compare(slot, key, (blocks[middle] as Block).slots[0] as number) < 0) high = middle - 1;
			else low = middle;
		}
		return low;
	}

	/** Position of the first slot of the block that is not before `slot` at `key`. */
	function positionIn(block: Block, slot: number, key: number): number {
		let low = 0;
		let high = block.count;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (compare(slot, key, block.slots[middle] as number) > 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	function insert(slot: number, key: number): void {
		let index = blockIndexOf(slot, key);
		let block = blocks[index] as Block;
		if (block.count === BLOCK_MAX) {
			blocks.splice(index + 1, 0, splitOff(block));
			index = blockIndexOf(slot, key);
			block = blocks[index] as Block;
		}
		const at = positionIn(block, slot, key);
		block.slots.copyWithin(at + 1, at, block.count);
		block.slots[at] = slot;
		block.count += 1;
		keys[slot] = key;
	}

	function takeOut(slot: number): void {
		const key = keys[slot] as number;
		const index = blockIndexOf(slot, key);
		const block = blocks[index] as Block;
		const at = positionIn(block, slot, key);
		if (block.slots[at] !== slot)
			throw new Error(`Invariant broken: slot ${slot} is not where its key says.`);
		block.slots.copyWithin(at, at + 1, block.count);
		block.count -= 1;
		if (block.count === 0 && blocks.length > 1) blocks.splice(index, 1);
	}

	return {
		size: () => size,
		place(slot, key) {
			grow(slot);
			if (isIn[slot] === 1) {
				if (keys[slot] === key) return false;
				takeOut(slot);
			} else {
				isIn[slot] = 1;
				size += 1;
			}
			insert(slot, key);
			return true;
		},
		remove(slot) {
			if (isIn[slot] !== 1) return;
			takeOut(slot);
			isIn[slot] = 0;
			size -= 1;
		},
		walk(visit) {
			for (const { slots, count } of blocks)
				for (let at = 0; at < count; at += 1) if (!visit(slots[at] as number)) return;
		},
	};
}

function newBlock(): Block {
	return { slots: new Int32Array(BLOCK_MAX), count: 0 };
}

/** Moves the upper half of a full block into a new one. */
function splitOff(block: Block): Block {
	const half = BLOCK_MAX / 2;
	const upper = newBlock();
	upper.slots.set(block.slots.subarray(half, block.count));
	upper.count = block.count - half;
	block.count = half;
	return upper;
}

/** The larger array, beginning with what the smaller one holds. */
function grown<A extends Float64Array | Uint8Array>(from: A, into: A): A {
	into.set(from);
	return into;
}
