/**
 * The slots in the order of each sort key, kept while inputs change. The order of the default key is moved with every
 * change; any other is kept while it is asked for: what has changed since is taken over, in slices, before it is read.
 */
import type { Clock } from '../ports/clock.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { createPairOrder, type PairOrder, type Ties } from './pair-order.ts';
import type { PairRow, PairTable } from './pair-table.ts';
import { createRankedOnce, type RankedOnce, type RowRanks } from './ranked-once.ts';
import type { Slices } from './slices.ts';

/** Keys that order alike share one order. */
const SAME_ORDER: ReadonlyMap<SortKey, SortKey> = new Map([['funding_delta', 'spread']]);
const DEFAULT_KEY: SortKey = 'spread';
/** An order that was not asked for in this time is let go of. */
const IDLE_MS = 60_000;
/** After how many rows the time is looked at. */
const CHECK_EVERY = 16;

/** What is ordered: the smaller the better, infinity is unknown. */
export type RankOf = (pairRow: PairRow, key: SortKey) => number;

/** Slots in the order of one key, at some terms. */
export type RankedList = Pick<RankedOnce, 'walk' | 'rerank' | 'count'>;

/** Ranks of a slot at some terms. */
export type OnceRanks = {
	/** Cheap to find, and not above its own. */
	readonly atLeast: (pairRow: PairRow) => number;
} & RowRanks;

/** Orders of all slots by sort key, kept current as figures change. */
export type Ranking = {
	/** A slot has come, or its figures have changed, which its `version` says: `rank` is that of the default key. */
	readonly touch: (pairRow: Pick<PairRow, 'index'>, rank: number) => void;
	/** Must be called before a slot goes or turns. */
	readonly leave: (pairRow: PairRow) => void;
	/** The order of a key, in which each slot stands by its inputs at some instant of this call. Made in slices. */
	readonly order: (key: SortKey) => Promise<RankedList>;
	/** The same of the slots that fit, by ranks that nobody keeps. @param count as many will be shown, with those on pages before */
	readonly orderOnce: (
		ranks: OnceRanks,
		count: number,
		fits?: (pairRow: PairRow) => boolean,
	) => Promise<RankedList>;
	/** Those of all slots that fit, found in slices. */
	readonly select: (fits: (pairRow: PairRow) => boolean) => Promise<SelectedPairs>;
};

/** Some of the slots. */
export type SelectedPairs = {
	readonly has: (pairRow: PairRow) => boolean;
	readonly delete: (pairRow: PairRow) => void;
};

type Kept = {
	readonly key: SortKey;
	readonly order: PairOrder;
	/** Rows of slots that have come or turned since it was last brought up to date. */
	readonly missing: Set<number>;
	/** The last change that it holds for certain. */
	takenUpTo: number;
	askedAt: number;
};

type RankingParts = {
	readonly table: PairTable;
	readonly clock: Clock;
	readonly slices: Slices;
	/** At default terms. */
	readonly rankOf: RankOf;
	/** The number of the last change of a slot: that of each slot's own is in the column `version`. */
	readonly version: () => number;
};

type Orders = RankingParts & {
	readonly ties: Ties;
	/** The order of the default key. */
	readonly eager: PairOrder;
	readonly kept: Map<SortKey, Kept>;
};

/** Creates the orders: the default one moves with each change, others are updated in slices when a list needs them. */
export function createRanking(parts: RankingParts): Ranking {
	const ties = tiesOf(parts.table);
	const kept: Orders['kept'] = new Map();
	const eager = createPairOrder(ties);
	const orders: Orders = {
		...parts,
		ties,
		eager,
		kept,
	};
	return {
		touch(pairRow, rank) {
			// The other orders have each slot that the default order has, or wait for it.
			if (!eager.has(pairRow.index)) for (const { missing } of kept.values()) missing.add(pairRow.index);
			eager.place(pairRow.index, rank);
		},
		leave(pairRow) {
			eager.remove(pairRow.index);
			for (const { order, missing } of kept.values()) {
				order.remove(pairRow.index);
				missing.delete(pairRow.index);
			}
		},
		order: (key) => orderBy(orders, SAME_ORDER.get(key) ?? key),
		async orderOnce(ranks, count, fits) {
			const ranked = createRankedOnce(parts.table, ranks, ties.compare);
			await forEachPairRow(orders, (pairRow) => {
				if (fits === undefined || fits(pairRow)) ranked.place(pairRow, ranks.atLeast(pairRow));
			});
			for (const _ of ranked.rankBest(count)) {
				const pause = parts.slices.pause();
				if (pause !== undefined) await pause;
			}
			// Slots have come meanwhile, into rows that were passed already.
			for (const pairRow of parts.table.all())
				if (!ranked.has(pairRow) && (fits === undefined || fits(pairRow)))
					ranked.place(pairRow, ranks.atLeast(pairRow));
			return ranked;
		},
		async select(fits) {
			/** Known by its row: another slot that comes into the row of one that is gone is not selected. */
			const selected: (PairRow | undefined)[] = new Array(parts.table.rowCount()).fill(undefined);
			await forEachPairRow(orders, (pairRow) => {
				if (fits(pairRow)) selected[pairRow.index] = pairRow;
			});
			return {
				has: (pairRow) => selected[pairRow.index] === pairRow,
				delete(pairRow) {
					if (selected[pairRow.index] === pairRow) selected[pairRow.index] = undefined;
				},
			};
		},
	};
}

async function orderBy(orders: Orders, key: SortKey): Promise<RankedList> {
	if (key === DEFAULT_KEY) return keptList(orders, orders.eager, key);
	const found = keep(orders, key);
	found.askedAt = orders.clock.monotonic();
	forgetIdle(orders.kept, found.askedAt);
	const { order, missing, takenUpTo } = found;
	// A slot that changes while others are taken over is left for the next time: it may never end.
	const begunAt = orders.version();
	const { columns } = orders.table;
	await forEachPairRow(orders, (pairRow) => {
		if ((columns.version[columns.row(pairRow.index)] as number) <= takenUpTo) return;
		order.place(pairRow.index, orders.rankOf(pairRow, key));
		missing.delete(pairRow.index);
	});
	found.takenUpTo = Math.max(found.takenUpTo, begunAt);
	return keptList(orders, order, key, missing);
}

function keep({ kept, ties, clock }: Orders, key: SortKey): Kept {
	const known = kept.get(key);
	if (known !== undefined) return known;
	const made: Kept = {
		key,
		order: createPairOrder(ties),
		missing: new Set(),
		takenUpTo: 0,
		askedAt: clock.monotonic(),
	};
	kept.set(key, made);
	return made;
}

function forgetIdle(kept: Orders['kept'], now: number): void {
	for (const [key, { askedAt }] of kept) if (now - askedAt > IDLE_MS) kept.delete(key);
}

function keptList(
	{ table, rankOf }: Orders,
	order: PairOrder,
	key: SortKey,
	missing?: Set<number>,
): RankedList {
	const rerank = (pairRow: PairRow): boolean => order.place(pairRow.index, rankOf(pairRow, key));
	function placeMissing(): void {
		for (const index of missing ?? []) rerank(table.at(index));
		missing?.clear();
	}
	return {
		walk(visit) {
			placeMissing();
			order.walk((index) => visit(table.at(index)));
		},
		rerank,
		count(fits) {
			placeMissing();
			let count = 0;
			order.each((index) => {
				if (fits(table.at(index))) count += 1;
			});
			return count;
		},
	};
}

/** Runs `work` for each slot that is there in its turn, and lets others run in between. It goes by rows, as they lie in memory. */
async function forEachPairRow({ table, slices }: Orders, work: (pairRow: PairRow) => unknown): Promise<void> {
	for (let index = 0; index < table.rowCount(); index += 1) {
		if (index % CHECK_EVERY === 0) {
			const pause = slices.pause();
			if (pause !== undefined) await pause;
		}
		const pairRow = table.find(index);
		if (pairRow !== undefined) work(pairRow);
	}
}

/** Many slots are equal, such as those whose legs have the same rate: most are told apart by one number. */
function tiesOf(table: PairTable): Ties {
	const { columns } = table;
	const compare = (left: PairRow, right: PairRow): number =>
		compareText(table.currentSymbol(left), table.currentSymbol(right)) ||
		compareText(table.currentId(left), table.currentId(right));
	const numberOf = (pairRow: number): number => columns.symbolOrder[columns.row(pairRow)] as number;
	return {
		numberOf,
		compare: (a, b) => numberOf(a) - numberOf(b) || compare(table.at(a), table.at(b)),
	};
}

function compareText(a: string, b: string): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
