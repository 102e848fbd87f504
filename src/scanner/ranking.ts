/**
 * The slots in the order of each sort key, kept while inputs change. The order of the default key is moved with every
 * change; any other is kept while it is asked for: changes are noted, and taken over, in slices, before it is read.
 */
import type { Clock } from '../ports/clock.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { createSlotOrder, type SlotOrder } from './slot-order.ts';
import type { Slot, SlotTable } from './slot-table.ts';

/** Keys that order alike share one order. */
const SAME_ORDER: Partial<Record<SortKey, SortKey>> = { funding_delta: 'spread' };
const DEFAULT_KEY: SortKey = 'spread';
/** An order that was not asked for in this time is let go of. */
const IDLE_MS = 60_000;
/** How long one slice of work may hold the event loop, and after how many slots the time is looked at. */
const SLICE_MS = 2;
const LOOK_EVERY = 64;

/** What is ordered: the smaller the better, infinity is unknown. */
export type RankOf = (slot: Slot, key: SortKey) => number;

export type Ranking = {
	/** A slot has come, or its figures have changed: `rank` is that of the default key. */
	readonly touch: (slot: Slot, rank: number) => void;
	/** Must be called before a slot goes or turns. */
	readonly leave: (slot: Slot) => void;
	/** Brings the order of a key up to date, and gives it. */
	readonly order: (key: SortKey) => Promise<SlotOrder>;
	/** An order of all slots by ranks that nobody keeps, made in slices. */
	readonly orderOnce: (rankOf: (slot: Slot) => number) => Promise<SlotOrder>;
};

type Kept = {
	readonly key: SortKey;
	readonly order: SlotOrder;
	readonly waiting: Set<Slot>;
	askedAt: number;
};

export function createRanking(table: SlotTable, clock: Clock, rankOf: RankOf): Ranking {
	const compare = (left: Slot, right: Slot): number =>
		compareText(table.currentSymbol(left), table.currentSymbol(right)) ||
		compareText(table.currentId(left), table.currentId(right));
	const { columns } = table;
	/** Many slots are equal, such as those whose legs have the same rate: most are told apart by one number. */
	const compareTies = (a: number, b: number): number => {
		const { symbolOrder, row } = columns;
		return (
			(symbolOrder[row(a)] as number) - (symbolOrder[row(b)] as number) || compare(table.at(a), table.at(b))
		);
	};
	const eager = createSlotOrder(compareTies);
	const kept = new Map<SortKey, Kept>();

	function keep(key: SortKey): Kept {
		const known = kept.get(key);
		if (known !== undefined) return known;
		const made: Kept = {
			key,
			order: createSlotOrder(compareTies),
			waiting: new Set(table.all()),
			askedAt: clock.monotonic(),
		};
		kept.set(key, made);
		return made;
	}

	function forgetIdle(now: number): void {
		for (const [key, { askedAt }] of kept) if (now - askedAt > IDLE_MS) kept.delete(key);
	}

	/** Runs `work` for each slot and lets others run in between; a slot that left meanwhile is skipped by `work`. */
	async function inSlices(slots: Iterable<Slot>, work: (slot: Slot) => void): Promise<void> {
		let beganAt = clock.monotonic();
		let sinceLook = 0;
		for (const slot of slots) {
			work(slot);
			sinceLook += 1;
			if (sinceLook < LOOK_EVERY) continue;
			sinceLook = 0;
			if (clock.monotonic() - beganAt < SLICE_MS) continue;
			await new Promise<void>((resolve) => {
				clock.after(0, resolve);
			});
			beganAt = clock.monotonic();
		}
	}

	return {
		touch(slot, rank) {
			eager.place(slot.index, rank);
			for (const { waiting } of kept.values()) waiting.add(slot);
		},
		leave(slot) {
			eager.remove(slot.index);
			for (const { order, waiting } of kept.values()) {
				order.remove(slot.index);
				waiting.delete(slot);
			}
		},
		async order(asked) {
			const key = SAME_ORDER[asked] ?? asked;
			if (key === DEFAULT_KEY) return eager;
			const now = clock.monotonic();
			const { order, waiting } = Object.assign(keep(key), { askedAt: now });
			forgetIdle(now);
			// A slot that changes again while others are taken over is taken over once more, so the set is walked live.
			await inSlices(waiting, (slot) => {
				waiting.delete(slot);
				order.place(slot.index, rankOf(slot, key));
			});
			return order;
		},
		async orderOnce(rank) {
			const slots = [...table.all()];
			const slotAt: Slot[] = [];
			// A slot may go, and its row be another's, between two slices.
			const order = createSlotOrder((a, b) => compare(slotAt[a] as Slot, slotAt[b] as Slot));
			await inSlices(slots, (slot) => {
				if (!table.has(slot)) return;
				slotAt[slot.index] = slot;
				order.place(slot.index, rank(slot));
			});
			return order;
		},
	};
}

function compareText(a: string, b: string): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
