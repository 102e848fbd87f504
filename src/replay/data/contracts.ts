/**
 * Collects the rows of all files by contract. Each file's rows of a contract must be ascending; rows of several files
 * are merged later, so the order of files does not matter.
 */

import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Cells, RowSink } from './cells.ts';
import { ExactColumn, NumberColumn } from './columns.ts';
import { DataError } from './dataset.ts';
import { intervalIn, priceIn, rateIn, requireName, timeIn, volumeIn } from './row-values.ts';
import type { KnownTable } from './table-kinds.ts';
import { DATA_TEXTS, instant } from './text.ts';

/** A file that rows come from: its name, and its number in the order in which files are read. */
export type RowSource = { readonly file: string; readonly number: number };

/** Settled rates of one contract in one file. */
export type SettledPart = RowSource & {
	readonly at: NumberColumn;
	readonly rates: ExactColumn;
	readonly intervalsMs: NumberColumn;
};

/** Prices of one contract in one file. */
export type PricePart = RowSource & {
	readonly at: NumberColumn;
	readonly marks: NumberColumn;
	readonly volumesUsd: NumberColumn;
	/** Volume of the candle before, USD, and the end of its hour. The volume is known only then. */
	heldUntil: number;
	heldUsd: number;
};

/** A contract with the rows that were read. */
export type Contract = {
	readonly venue: string;
	readonly symbol: string;
	/** Undefined while only prices of the contract were read. */
	coin: string | undefined;
	/** Quote currency as stated; empty if no row states it. */
	quote: string;
	/** False if its rates have no symbol, so that its coin serves as one. */
	isNamed: boolean;
	/** False if the contract is not on the chosen exchanges and coins. */
	isWanted: boolean;
	readonly settled: SettledPart[];
	readonly prices: PricePart[];
};

/** Which rows to keep. */
export type RowChoice = {
	readonly isWanted: (venue: string, coin: string) => boolean;
	/** Times of the first and the last row to keep, ms. */
	readonly keepFrom: number;
	readonly keepUntil: number;
};

/** Contracts of all files. */
export type Contracts = {
	/** Returns what takes the rows of a file. Files of settled rates come before files of prices. */
	readonly sink: (file: string, table: KnownTable, columns: readonly string[]) => RowSink;
	/** Contracts by their own symbols. */
	readonly bySymbol: () => readonly Contract[];
	/** Prices whose files name coins instead of symbols. */
	readonly byCoin: () => readonly Contract[];
	/** Returns the times of the first and the last row of wanted contracts, kept or not, ms. */
	readonly covered: () => { readonly from: number; readonly until: number };
};

type State = RowChoice & {
	readonly named: Map<string, Map<string, Contract>>;
	readonly coins: Map<string, Map<string, Contract>>;
	from: number;
	until: number;
	/** Number of files so far. */
	files: number;
};

type Indexes = (column: string) => number;

/** Starts without contracts. */
export function collectContracts(choice: RowChoice): Contracts {
	const state: State = {
		...choice,
		named: new Map(),
		coins: new Map(),
		from: Number.POSITIVE_INFINITY,
		until: Number.NEGATIVE_INFINITY,
		files: 0,
	};
	return {
		sink(file, { kind }, columns) {
			const indexes = (column: string): number => columns.indexOf(column);
			const source = { file, number: state.files };
			state.files += 1;
			return kind === 'settled' ? settledSink(state, source, indexes) : priceSink(state, source, indexes);
		},
		bySymbol: () => allOf(state.named),
		byCoin: () => allOf(state.coins),
		covered: () => ({ from: state.from, until: state.until }),
	};
}

function allOf(contracts: ReadonlyMap<string, ReadonlyMap<string, Contract>>): readonly Contract[] {
	return [...contracts.values()].flatMap((ofVenue) => [...ofVenue.values()]);
}

const SECOND_MS = 1_000;

function settledSink(state: State, source: RowSource, indexes: Indexes): RowSink {
	const column = {
		at: indexes('ts_ms'),
		venue: indexes('venue'),
		base: indexes('base'),
		rate: indexes('rate'),
		symbol: indexes('symbol'),
		quote: indexes('quote'),
		interval: indexes('interval_h'),
	};
	return (cells) => {
		// Exchanges stamp settlements up to a few milliseconds late.
		const at = Math.round(timeIn(cells, column.at) / SECOND_MS) * SECOND_MS;
		const isNamed = !cells.isEmpty(column.symbol);
		const symbolColumn = isNamed ? column.symbol : column.base;
		const contract =
			known(state.named, cells, column.venue, symbolColumn) ??
			added(state.named, cells, column.venue, symbolColumn, isNamed ? 'symbol' : 'base');
		if (isNamed) contract.isNamed = true;
		keepTerms(state, contract, cells, column);
		if (!isKept(state, contract, at)) return;
		const part = settledPart(contract, source);
		const rate = rateIn(cells, column.rate);
		const before = part.at.last();
		if (at <= before) {
			if (at < before) throw backwards(cells, contract, before, at);
			if (part.rates.last() !== rate) throw twoRates(cells, contract, at, [part.rates.last(), rate]);
			return;
		}
		part.at.push(at);
		part.rates.push(rate);
		part.intervalsMs.push(intervalIn(cells, column.interval));
	};
}

function priceSink(state: State, source: RowSource, indexes: Indexes): RowSink {
	const column = {
		at: indexes('ts_ms'),
		venue: indexes('venue'),
		symbol: indexes('symbol'),
		base: indexes('base'),
		mark: indexes('mark'),
		volumeUsd: indexes('volume_usd'),
		open: indexes('o'),
		close: indexes('c'),
		volume: indexes('v'),
	};
	const isCandle = column.mark < 0;
	return (cells) => {
		const at = timeIn(cells, column.at);
		const contract = pricedContract(state, cells, column);
		if (!isKept(state, contract, at)) return;
		const part = pricePart(contract, source);
		const mark = isCandle ? priceIn(cells, 'o', column.open) : priceIn(cells, 'mark', column.mark);
		const before = part.at.last();
		if (at <= before) {
			if (at < before) throw backwards(cells, contract, before, at);
			if (part.marks.last() !== mark) throw twoPrices(cells, contract, at, [part.marks.last(), mark]);
			return;
		}
		part.at.push(at);
		part.marks.push(mark);
		if (!isCandle) {
			part.volumesUsd.push(volumeIn(cells, 'volume_usd', column.volumeUsd));
			return;
		}
		part.volumesUsd.push(part.heldUntil === at ? part.heldUsd : Number.NaN);
		part.heldUntil = at + HOUR_MS;
		part.heldUsd = volumeIn(cells, 'v', column.volume) * priceIn(cells, 'c', column.close);
	};
}

/** Returns the contract of a row of prices. Prices of a symbol without rates are kept nowhere. @throws DataError */
function pricedContract(
	state: State,
	cells: Cells,
	column: { readonly venue: number; readonly symbol: number; readonly base: number },
): Contract {
	if (!cells.isEmpty(column.symbol))
		return (
			known(state.named, cells, column.venue, column.symbol) ??
			added(state.named, cells, column.venue, column.symbol, 'symbol')
		);
	const contract = known(state.coins, cells, column.venue, column.base);
	if (contract !== undefined) return contract;
	const fresh = added(state.coins, cells, column.venue, column.base, 'base');
	fresh.isWanted = state.isWanted(fresh.venue, fresh.symbol);
	return fresh;
}

function known(
	all: ReadonlyMap<string, ReadonlyMap<string, Contract>>,
	cells: Cells,
	venueColumn: number,
	symbolColumn: number,
): Contract | undefined {
	return all.get(cells.name(venueColumn))?.get(cells.name(symbolColumn));
}

/** Adds a contract, and checks its names. @throws DataError */
function added(
	all: Map<string, Map<string, Contract>>,
	cells: Cells,
	venueColumn: number,
	symbolColumn: number,
	symbolName: string,
): Contract {
	requireName(cells, 'venue', venueColumn);
	requireName(cells, symbolName, symbolColumn);
	const venue = cells.name(venueColumn);
	const symbol = cells.name(symbolColumn);
	const fresh: Contract = {
		...{ venue, symbol, coin: undefined, quote: '' },
		...{ isNamed: false, isWanted: false, settled: [], prices: [] },
	};
	const ofVenue = all.get(venue) ?? new Map<string, Contract>();
	all.set(venue, ofVenue.set(symbol, fresh));
	return fresh;
}

/** Keeps the coin and the quote currency of a contract. @throws DataError if rows differ in them */
function keepTerms(
	state: State,
	contract: Contract,
	cells: Cells,
	columns: { readonly base: number; readonly quote: number },
): void {
	const coin = cells.name(columns.base);
	if (contract.coin !== coin) {
		if (contract.coin !== undefined) throw twoTerms(cells, contract, 'base', [contract.coin, coin]);
		requireName(cells, 'base', columns.base);
		contract.coin = coin;
		contract.isWanted = state.isWanted(contract.venue, coin);
	}
	const quote = cells.name(columns.quote);
	if (quote === contract.quote || quote === '') return;
	if (contract.quote !== '') throw twoTerms(cells, contract, 'quote', [contract.quote, quote]);
	requireName(cells, 'quote', columns.quote);
	contract.quote = quote;
}

function isKept(state: State, contract: Contract, at: number): boolean {
	if (!contract.isWanted) return false;
	if (at < state.from) state.from = at;
	if (at > state.until) state.until = at;
	return at >= state.keepFrom && at <= state.keepUntil;
}

function settledPart({ settled }: Contract, source: RowSource): SettledPart {
	const last = settled[settled.length - 1];
	if (last?.number === source.number) return last;
	const part = {
		...source,
		at: new NumberColumn(),
		rates: new ExactColumn(),
		intervalsMs: new NumberColumn(),
	};
	settled.push(part);
	return part;
}

function pricePart({ prices }: Contract, source: RowSource): PricePart {
	const last = prices[prices.length - 1];
	if (last?.number === source.number) return last;
	const part = {
		...{ ...source, at: new NumberColumn(), marks: new NumberColumn(), volumesUsd: new NumberColumn() },
		...{ heldUntil: Number.NaN, heldUsd: 0 },
	};
	prices.push(part);
	return part;
}

/** Names a contract in sentences. */
export function contractName({ venue, symbol }: Pick<Contract, 'venue' | 'symbol'>): string {
	return `${venue} ${symbol}`;
}

function backwards(cells: Cells, contract: Contract, before: number, at: number): DataError {
	return new DataError(
		'DATA_BACKWARDS',
		DATA_TEXTS.backwards(cells.place(), contractName(contract), instant(before), instant(at)),
	);
}

function twoRates(
	cells: Cells,
	contract: Contract,
	at: number,
	[a, b]: readonly [Decimal, Decimal],
): DataError {
	return new DataError(
		'DATA_CONFLICT',
		DATA_TEXTS.twoRates(cells.place(), contractName(contract), instant(at), [
			formatDecimal(a),
			formatDecimal(b),
		]),
	);
}

function twoPrices(
	cells: Cells,
	contract: Contract,
	at: number,
	[a, b]: readonly [number, number],
): DataError {
	return new DataError(
		'DATA_CONFLICT',
		DATA_TEXTS.twoPrices(cells.place(), contractName(contract), instant(at), [String(a), String(b)]),
	);
}

function twoTerms(
	cells: Cells,
	contract: Contract,
	column: string,
	values: readonly [string, string],
): DataError {
	return new DataError(
		'DATA_CONFLICT',
		DATA_TEXTS.twoTerms(cells.place(), contractName(contract), column, values),
	);
}
