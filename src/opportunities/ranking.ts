/**
 * Keeps pairs sorted by each sort key. The list for the default key is updated with every change. Any other list is
 * kept while requests use it, and catches up with changes, in slices, before it is read.
 */
import type { Clock } from '../ports/clock.ts';
import type { ListOrder, SortKey } from '../ports/opportunities.ts';
import { createPairOrder, type PairOrder, type Ties } from './pair-order.ts';
import type { PairRow, PairTable } from './pair-table.ts';
import { createRankedOnce, type RankedOnce, type RowRanks } from './ranked-once.ts';
import type { Slices } from './slices.ts';

/** Sort keys that give the same order as another key, each mapped to that key. The two share one list. */
const SAME_ORDER: ReadonlyMap<SortKey, SortKey> = new Map([['funding_delta', 'spread']]);
const DEFAULT_KEY: SortKey = 'spread';
/** A sorted list that has not been read for this long is dropped, ms. */
const IDLE_MS = 60_000;
/** Number of rows after which the time is checked. */
const CHECK_EVERY = 16;

/** Returns a pair's rank: smaller is better, infinity is unknown. */
export type RankOf = (pairRow: PairRow, key: SortKey) => number;

/** Pairs sorted by one key at given terms. */
export type RankedList = Pick<RankedOnce, 'walk' | 'rerank' | 'each'>;

/** A pair's ranks at given terms. */
export type OnceRanks = {
	/** Returns a cheap lower bound of the rank. */
	readonly atLeast: (pairRow: PairRow) => number;
} & RowRanks;

/** A temporary list: its direction, its pairs, and how many of them will be read. */
export type OnceQuery = {
	readonly order: ListOrder;
	/** Number of pairs up to the end of the requested page, or of groups if `groupOf` is given. */
	readonly count: number;
	/** True for a pair of the list; undefined selects all pairs. */
	readonly fits?: ((pairRow: PairRow) => boolean) | undefined;
	readonly groupOf?: ((pairRow: PairRow) => string) | undefined;
};

/** Lists of all pairs by sort key, which are updated as figures change. */
export type Ranking = {
	/**
	 * Must be called for a new pair, and after a pair's figures and `version` have changed. @param rank rank by the
	 * default key
	 */
	readonly touch: (pairRow: Pick<PairRow, 'index'>, rank: number) => void;
	/** Must be called before a pair is removed or reverses its direction. */
	readonly leave: (pairRow: PairRow) => void;
	/**
	 * Returns the pairs sorted by a key. The list is built in slices; each pair is ranked by its inputs at some time
	 * during the call.
	 */
	readonly order: (key: SortKey, order: ListOrder) => Promise<RankedList>;
	/** Returns a temporary sorted list of the matching pairs. */
	readonly orderOnce: (ranks: OnceRanks, query: OnceQuery) => Promise<RankedList>;
	/** Returns the matching pairs, found in slices. */
	readonly select: (fits: (pairRow: PairRow) => boolean) => Promise<SelectedPairs>;
};

/** A set of pairs. */
export type SelectedPairs = {
	readonly has: (pairRow: PairRow) => boolean;
	readonly delete: (pairRow: PairRow) => void;
};

type Kept = {
	readonly key: SortKey;
	readonly order: PairOrder;
	/** Rows of pairs that have become new or reversed since the last update of this list. */
	readonly missing: Set<number>;
	/** Version of the last change that the list certainly includes. */
	takenUpTo: number;
	readAt: number;
};

type RankingParts = {
	readonly table: PairTable;
	readonly clock: Clock;
	readonly slices: Slices;
	/** Returns the rank at default terms. */
	readonly rankOf: RankOf;
	/** Returns the version of the last change to any pair. The column `version` has the version of each pair. */
	readonly version: () => number;
};

type Orders = RankingParts & {
	readonly ties: Ties;
	/** The list for the default key, which is updated immediately. */
	readonly eager: PairOrder;
	readonly kept: Map<SortKey, Kept>;
};

/** Creates the ranking. A list for a key other than the default is built when it is first requested. */
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
			// A pair that the default list does not contain is new or reversed, so the other lists lack it until
			// their next update.
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
		order: (key, order) => orderBy(orders, SAME_ORDER.get(key) ?? key, order),
		async orderOnce(bestFirst, { order, count, fits, groupOf }) {
			const ranks = order === 'best_first' ? bestFirst : worstFirst(bestFirst);
			const ranked = createRankedOnce(parts.table, ranks, ties.compare);
			await forEachPairRow(orders, (pairRow) => {
				if (fits === undefined || fits(pairRow)) ranked.place(pairRow, ranks.atLeast(pairRow));
			});
			for (const _ of ranked.rankBest(count, groupOf)) {
				const pause = parts.slices.pause();
				if (pause !== undefined) await pause;
			}
			// New pairs may have been added in rows that were already visited.
			for (const pairRow of parts.table.all())
				if (!ranked.has(pairRow) && (fits === undefined || fits(pairRow)))
					ranked.place(pairRow, ranks.atLeast(pairRow));
			return ranked;
		},
		async select(fits) {
			/** Pairs by row, compared by identity, so that a new pair in a removed pair's row is not selected. */
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

/**
 * Reverses ranks. A cheap bound in one direction is none in the other, so every pair of such a list is ranked exactly.
 */
function worstFirst({ rankOf }: OnceRanks): OnceRanks {
	const reversed = (pairRow: PairRow): number => {
		const rank = rankOf(pairRow);
		// Infinity means unknown, so the reverse of the best possible rank must stay below it.
		return rank === Number.POSITIVE_INFINITY ? rank : Math.min(-rank, Number.MAX_VALUE);
	};
	return { rankOf: reversed, atLeast: reversed, areTiesReversed: true };
}

async function orderBy(orders: Orders, key: SortKey, direction: ListOrder): Promise<RankedList> {
	if (key === DEFAULT_KEY) return keptList(orders, orders.eager, key, direction);
	const found = keep(orders, key);
	found.readAt = orders.clock.monotonic();
	forgetIdle(orders.kept, found.readAt);
	const { order, missing, takenUpTo } = found;
	// Pairs that change during the update wait for the next one, because otherwise the update might never end.
	const begunAt = orders.version();
	const { columns } = orders.table;
	await forEachPairRow(orders, (pairRow) => {
		if ((columns.version[columns.row(pairRow.index)] as number) <= takenUpTo) return;
		order.place(pairRow.index, orders.rankOf(pairRow, key));
		missing.delete(pairRow.index);
	});
	found.takenUpTo = Math.max(found.takenUpTo, begunAt);
	return keptList(orders, order, key, direction, missing);
}

function keep({ kept, ties, clock }: Orders, key: SortKey): Kept {
	const known = kept.get(key);
	if (known !== undefined) return known;
	const made: Kept = {
		key,
		order: createPairOrder(ties),
		missing: new Set(),
		takenUpTo: 0,
		readAt: clock.monotonic(),
	};
	kept.set(key, made);
	return made;
}

function forgetIdle(kept: Orders['kept'], now: number): void {
	for (const [key, { readAt }] of kept) if (now - readAt > IDLE_MS) kept.delete(key);
}

function keptList(
	{ table, rankOf }: Orders,
	order: PairOrder,
	key: SortKey,
	direction: ListOrder,
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
			const walk = direction === 'best_first' ? order.walk : order.walkBack;
			walk((index) => visit(table.at(index)));
		},
		rerank,
		each(visit) {
			placeMissing();
			order.each((index) => visit(table.at(index)));
		},
	};
}

/** Runs `work` for each pair in memory order, in slices. */
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

/**
 * Breaks ties by symbol, then id. Many pairs have equal keys, such as equal rates, so the comparison starts with one
 * number that separates most of them.
 */
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
