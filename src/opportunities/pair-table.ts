/**
 * Registers pairs in dense rows, with their direction. There is one row per unordered pair of instruments of one coin
 * on two exchanges.
 *
 * A pair's direction (API specification) is the sign of the carry expected over 720 hours. Within half a basis point
 * of zero, or without a forecast, it is the sign of the headline. In that case the pair reverses only if its headline
 * falls below minus half a basis point. Otherwise its id would change back and forth while the headline is near zero.
 */

import { approximately } from '../domain/estimate.ts';
import { exchangePair } from '../domain/exchange-pair.ts';
import { opportunityId, pairKey } from '../domain/ids.ts';
import { commonLot, type Instrument, instrumentKey } from '../domain/instrument.ts';
import type { InstrumentName } from '../ports/opportunities.ts';
import type { LegColumns } from './leg-columns.ts';
import type { PairColumns } from './pair-columns.ts';

/** A pair's constant properties. */
export type PairRow = {
	readonly index: number;
	/** Canonical key for the two instruments. */
	readonly key: string;
	/** Row of the first leg, which has the lower instrument key. */
	readonly first: number;
	/** Row of the second leg. */
	readonly second: number;
	/** The exchange pair's canonical name. */
	readonly pair: string;
	/** The coin of both legs. */
	readonly coin: string;
	readonly ids: { readonly firstLong: string; readonly secondLong: string };
	/** Symbol in each direction: the long leg's coin and quote, in upper case. */
	readonly symbols: { readonly firstLong: string; readonly secondLong: string };
	/**
	 * Upper-case strings that a search is matched against: the symbols in both directions and both exchanges' own
	 * symbols.
	 */
	readonly searched: readonly string[];
	/** Ids under which records of the pair were shown. */
	readonly issued: Set<string>;
};

/** Number of values per pair in `PairTable.rowsOfLeg`. */
export const ROWS_PER_PAIR = 3;

type PairRowIndex = Pick<PairRow, 'index'>;
type Side = { readonly leg: number; readonly instrument: Instrument };

/** Registers all pairs. Adds and removes pairs with their instruments, and keeps each pair's direction. */
export type PairTable = {
	readonly columns: PairColumns;
	readonly count: () => number;
	/** Returns a number that is above all row numbers. */
	readonly rowCount: () => number;
	/** Returns the pair in a row. @throws Error if the row is empty */
	readonly at: (index: number) => PairRow;
	readonly find: (index: number) => PairRow | undefined;
	readonly all: () => Iterable<PairRow>;
	/** False once the pair has been removed. */
	readonly has: (pairRow: PairRow) => boolean;
	/**
	 * Returns the rows of a leg's pairs as `ROWS_PER_PAIR` numbers each: the pair, its first leg and its second leg.
	 * They are plain numbers, because an update would have to wait for the memory of each pair object.
	 */
	readonly rowsOfLeg: (leg: number) => readonly number[];
	/**
	 * Prefetches the rows of a leg's pairs and of their other legs, so that the processor waits once for all of them
	 * together. Ignore the returned sum.
	 */
	readonly fetchRowsOfLeg: (leg: number, legs: Pick<LegColumns, 'fetch'>) => number;
	/** Returns the pair that has this id in either direction. */
	readonly ofId: (id: string) => PairRow | undefined;
	/** Returns the pair of two instruments, given in either order. */
	readonly between: (a: InstrumentName, b: InstrumentName) => PairRow | undefined;
	/** True if a record of a removed pair was once shown under this id. */
	readonly wasIssued: (id: string) => boolean;
	readonly firstIsLong: (pairRow: PairRowIndex) => boolean;
	readonly turn: (pairRow: PairRowIndex) => void;
	readonly currentId: (pairRow: PairRow) => string;
	readonly currentSymbol: (pairRow: PairRow) => string;
	/** Adds a leg, and its pairs with the legs of the same coin on other exchanges. */
	readonly addLeg: (leg: number, instrument: Instrument) => readonly PairRow[];
	/** Updates the common lot of a leg's pairs when the instrument's terms change. */
	readonly readLots: (leg: number, instrument: Instrument) => void;
	/** Removes a leg and its pairs, after calling `leave` for each. */
	readonly dropLeg: (leg: number, leave: (pairRow: PairRow) => void) => void;
};

/**
 * Maximum number of removed pairs' ids to remember, so that they are reported as expired and not as unknown. The
 * oldest are forgotten.
 */
const GONE_IDS_MAX = 10_000;

type TableState = {
	readonly columns: PairColumns;
	readonly pairRows: (PairRow | undefined)[];
	readonly freeRows: number[];
	readonly rowsOfLeg: number[][];
	readonly sideOfLeg: (Side | undefined)[];
	readonly sidesOfCoin: Map<string, Side[]>;
	readonly pairOfId: Map<string, PairRow>;
	readonly pairOfKey: Map<string, PairRow>;
	readonly goneIds: Set<string>;
	count: number;
};

/** Creates an empty table. Rows of removed pairs are reused. */
export function createPairTable(columns: PairColumns): PairTable {
	const pairRows: TableState['pairRows'] = [];
	const state: TableState = {
		columns,
		pairRows,
		freeRows: [],
		rowsOfLeg: [],
		sideOfLeg: [],
		sidesOfCoin: new Map(),
		pairOfId: new Map(),
		pairOfKey: new Map(),
		goneIds: new Set(),
		count: 0,
	};
	const firstIsLong = ({ index }: PairRowIndex): boolean => columns.firstIsLong[columns.row(index)] === 1;

	const currentSymbol = (pairRow: PairRow): string =>
		firstIsLong(pairRow) ? pairRow.symbols.firstLong : pairRow.symbols.secondLong;

	return {
		columns,
		count: () => state.count,
		rowCount: () => pairRows.length,
		at: (index) => pairAt(pairRows, index),
		find: (index) => pairRows[index],
		*all() {
			for (const pairRow of pairRows) if (pairRow !== undefined) yield pairRow;
		},
		has: (pairRow) => pairRows[pairRow.index] === pairRow,
		rowsOfLeg: (leg) => state.rowsOfLeg[leg] ?? [],
		fetchRowsOfLeg: (leg, legs) => fetchRows(state, leg, legs),
		ofId: (id) => state.pairOfId.get(id),
		between: (a, b) => state.pairOfKey.get(pairKey(instrumentKey(a), instrumentKey(b))),
		wasIssued: (id) => state.goneIds.has(id),
		firstIsLong,
		turn({ index }) {
			const row = columns.row(index);
			columns.firstIsLong[row] = 1 - (columns.firstIsLong[row] as number);
			columns.symbolOrder[row] = leadingText(currentSymbol(pairAt(pairRows, index)));
		},
		currentId: (pairRow) => (firstIsLong(pairRow) ? pairRow.ids.firstLong : pairRow.ids.secondLong),
		currentSymbol,
		addLeg: (leg, instrument) => addLeg(state, leg, instrument),
		readLots: (leg, instrument) => readLots(state, leg, instrument),
		dropLeg: (leg, leave) => dropLeg(state, leg, leave),
	};
}

function fetchRows({ columns, rowsOfLeg }: TableState, leg: number, legs: Pick<LegColumns, 'fetch'>): number {
	const rows = rowsOfLeg[leg] ?? [];
	let sum = 0;
	for (let at = 0; at < rows.length; at += ROWS_PER_PAIR) {
		const first = rows[at + 1] as number;
		sum += columns.fetch(rows[at] as number) + legs.fetch(first === leg ? (rows[at + 2] as number) : first);
	}
	return sum;
}

function pairAt(pairRows: TableState['pairRows'], index: number): PairRow {
	const pairRow = pairRows[index];
	if (pairRow === undefined) throw new Error(`Invariant broken: row ${index} has no pair.`);
	return pairRow;
}

function addPairRow(state: TableState, a: Side, b: Side): PairRow {
	const { pairRows, pairOfId, pairOfKey } = state;
	const pairRow = newPairRow(state.freeRows.pop() ?? pairRows.length, a, b);
	pairRows[pairRow.index] = pairRow;
	state.count += 1;
	pairOfId.set(pairRow.ids.firstLong, pairRow).set(pairRow.ids.secondLong, pairRow);
	pairOfKey.set(pairRow.key, pairRow);
	for (const side of [a, b]) state.rowsOfLeg[side.leg]?.push(pairRow.index, pairRow.first, pairRow.second);
	readNew(state.columns, pairRow, a.instrument, b.instrument);
	return pairRow;
}

function newPairRow(index: number, a: Side, b: Side): PairRow {
	const [first, second] = instrumentKey(a.instrument) < instrumentKey(b.instrument) ? [a, b] : [b, a];
	const symbolOf = ({ instrument }: Side): string => `${instrument.coin}${instrument.quote}`.toUpperCase();
	const symbols = { firstLong: symbolOf(first), secondLong: symbolOf(second) };
	const own = [first.instrument.symbol.toUpperCase(), second.instrument.symbol.toUpperCase()];
	return {
		index,
		key: pairKey(instrumentKey(a.instrument), instrumentKey(b.instrument)),
		first: first.leg,
		second: second.leg,
		pair: exchangePair(a.instrument.venue, b.instrument.venue).name,
		coin: a.instrument.coin,
		ids: {
			firstLong: opportunityId(first.instrument, second.instrument),
			secondLong: opportunityId(second.instrument, first.instrument),
		},
		symbols,
		searched: [...new Set([symbols.firstLong, symbols.secondLong, ...own])],
		issued: new Set(),
	};
}

function readNew(columns: PairColumns, { index, symbols }: PairRow, a: Instrument, b: Instrument): void {
	columns.ensure(index);
	const row = columns.row(index);
	columns.firstIsLong[row] = 1;
	columns.symbolOrder[row] = leadingText(symbols.firstLong);
	columns.isJudged[row] = 0;
	// NaN differs from every spread. The first update therefore counts as a change even if the row's previous pair
	// had the same spread.
	columns.spread[row] = Number.NaN;
	columns.lot[row] = approximately(commonLot(a, b));
	const quotesDiffer = a.quote === b.quote ? 0 : 1;
	columns.quotesDiffer[row] = quotesDiffer;
	columns.quotesApart[row] = quotesDiffer;
	columns.quoteRate[row] = quotesDiffer === 0 ? 1 : Number.NaN;
}

function dropPairRow(state: TableState, pairRow: PairRow): void {
	const { rowsOfLeg, pairOfId, pairOfKey } = state;
	state.pairRows[pairRow.index] = undefined;
	state.freeRows.push(pairRow.index);
	state.count -= 1;
	pairOfId.delete(pairRow.ids.firstLong);
	pairOfId.delete(pairRow.ids.secondLong);
	pairOfKey.delete(pairRow.key);
	for (const leg of [pairRow.first, pairRow.second]) {
		const rows = rowsOfLeg[leg] ?? [];
		rowsOfLeg[leg] = rows.filter((_, at) => rows[at - (at % ROWS_PER_PAIR)] !== pairRow.index);
	}
	for (const id of pairRow.issued) rememberGone(state.goneIds, id);
}

function rememberGone(goneIds: Set<string>, id: string): void {
	goneIds.delete(id);
	goneIds.add(id);
	const [oldest] = goneIds;
	if (goneIds.size > GONE_IDS_MAX && oldest !== undefined) goneIds.delete(oldest);
}

function addLeg(state: TableState, leg: number, instrument: Instrument): readonly PairRow[] {
	const { sidesOfCoin } = state;
	const side = { leg, instrument };
	const sides = sidesOfCoin.get(instrument.coin) ?? [];
	sidesOfCoin.set(instrument.coin, sides);
	state.sideOfLeg[leg] = side;
	state.rowsOfLeg[leg] = [];
	const added = sides
		.filter((other) => other.instrument.venue !== instrument.venue)
		.map((other) => addPairRow(state, side, other));
	sides.push(side);
	return added;
}

function pairsOfLeg({ rowsOfLeg, pairRows }: TableState, leg: number): readonly PairRow[] {
	const rows = rowsOfLeg[leg] ?? [];
	return rows.flatMap((row, at) => (at % ROWS_PER_PAIR === 0 ? (pairRows[row] ?? []) : []));
}

function readLots(state: TableState, leg: number, instrument: Instrument): void {
	const { columns, sideOfLeg } = state;
	for (const pairRow of pairsOfLeg(state, leg)) {
		const other = sideOfLeg[pairRow.first === leg ? pairRow.second : pairRow.first];
		if (other !== undefined)
			columns.lot[columns.row(pairRow.index)] = approximately(commonLot(instrument, other.instrument));
	}
	const side = sideOfLeg[leg];
	if (side !== undefined) replaceSide(state.sidesOfCoin, sideOfLeg, side, { leg, instrument });
}

function dropLeg(state: TableState, leg: number, leave: (pairRow: PairRow) => void): void {
	const { rowsOfLeg, sideOfLeg, sidesOfCoin } = state;
	for (const pairRow of pairsOfLeg(state, leg)) {
		leave(pairRow);
		dropPairRow(state, pairRow);
	}
	rowsOfLeg[leg] = [];
	const side = sideOfLeg[leg];
	sideOfLeg[leg] = undefined;
	if (side === undefined) return;
	const { coin } = side.instrument;
	const rest = (sidesOfCoin.get(coin) ?? []).filter((other) => other !== side);
	if (rest.length === 0) sidesOfCoin.delete(coin);
	else sidesOfCoin.set(coin, rest);
}

const LEADING_COUNT = 7;
const CODE_MAX = 127;

/**
 * Encodes the first seven characters as one number whose order never contradicts the alphabetical order. Strings with
 * the same beginning have the same number. All non-ASCII characters share one code, and characters after the first of
 * them are ignored.
 */
function leadingText(text: string): number {
	let number = 0;
	let isEnded = false;
	for (let at = 0; at < LEADING_COUNT; at += 1) {
		const code: number = isEnded || at >= text.length ? 0 : Math.min(text.charCodeAt(at), CODE_MAX);
		isEnded ||= code === CODE_MAX;
		number = number * (CODE_MAX + 1) + code;
	}
	return number;
}

function replaceSide(
	sidesOfCoin: Map<string, Side[]>,
	sideOfLeg: (Side | undefined)[],
	known: Side,
	next: Side,
): void {
	sideOfLeg[next.leg] = next;
	const sides = sidesOfCoin.get(known.instrument.coin) ?? [];
	sidesOfCoin.set(
		known.instrument.coin,
		sides.map((side) => (side === known ? next : side)),
	);
}
