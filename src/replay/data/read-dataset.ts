/** Reads a dataset of grade B or C from CSV and Parquet files: settled rates, hourly marks or candles. */

import { exchangePairs } from '../../domain/exchange-pair.ts';
import { walletAssetOf } from '../../venues/facts.ts';
import { EqualColumns } from './columns.ts';
import { type Contract, type Contracts, collectContracts, contractName } from './contracts.ts';
import { DataError, type DataFile, type Dataset, type Grade, type Track } from './dataset.ts';
import { openFiles } from './dataset-files.ts';
import { gapsOf, intervalChangesOf } from './dataset-gaps.ts';
import { hashOf, sumOf } from './file-sums.ts';
import { mergePrices, mergeSettled } from './merged-parts.ts';
import { DATA_NOTES, DATA_TEXTS, instant } from './text.ts';

/** Span of a replay. Rows before it are its past: policies and the model read them. */
export type DataSpan = {
	/** First instant, ms. */
	readonly from: number;
	/** End, ms; a row at this instant is still read. */
	readonly until: number;
	/** Length of the past to keep, ms. */
	readonly pastMs: number;
};

/** The folder or files to read, and which part of them. */
export type DatasetRequest = {
	/** Folders or files. */
	readonly paths: readonly string[];
	/** Grade to read; undefined reads the only one that fits all contracts. */
	readonly grade: Grade | undefined;
	/** Exchanges and coins to read; undefined reads all. */
	readonly venues: readonly string[] | undefined;
	readonly coins: readonly string[] | undefined;
	/** Undefined reads all times. */
	readonly span?: DataSpan | undefined;
};

/** A part of the span outside the data that is still accepted, ms: days are written, not settlements. */
const OUTSIDE_MS_MAX = 24 * 3_600_000;

/** Reads the files. @throws DataError with a sentence about the first fault */
export async function readDataset(request: DatasetRequest): Promise<Dataset> {
	const { span } = request;
	if (span !== undefined && !(span.from < span.until))
		throw new DataError('DATA_RANGE', DATA_TEXTS.emptySpan(instant(span.from), instant(span.until)));
	const { files, notes } = await openFiles(request.paths);
	if (request.grade === 'A') throw new DataError('DATA_MIXED', DATA_TEXTS.noRecordings(request.paths));
	const contracts = collectContracts({
		isWanted: wantedBy(request),
		keepFrom: span === undefined ? Number.NEGATIVE_INFINITY : span.from - span.pastMs,
		keepUntil: span?.until ?? Number.POSITIVE_INFINITY,
	});
	const read: DataFile[] = [];
	const empty: string[] = [];
	for (const file of files) {
		const rows = await file.read(contracts.sink(file.name, file.table, file.columns), file.table.used);
		if (rows === 0) empty.push(file.name);
		read.push(await sumOf(file));
	}
	if (contracts.bySymbol().every(({ coin }) => coin === undefined))
		throw new DataError('DATA_EMPTY', DATA_TEXTS.noRows(empty));
	requireKnown(contracts, request);
	requireInside(contracts, span);
	const alone = adoptPrices(contracts, request);
	const chosen = chosenTracks(tracksOf(contracts), request);
	return datasetOf(read, chosen, [
		...notes,
		...(empty.length === 0 ? [] : [DATA_NOTES.emptyTables(empty)]),
		...(alone.length === 0 ? [] : [DATA_NOTES.pricesAlone(alone)]),
		...chosen.notes,
	]);
}

function wantedBy({ venues, coins }: DatasetRequest): (venue: string, coin: string) => boolean {
	const chosenVenues = venues === undefined ? undefined : new Set(venues);
	const chosenCoins = coins === undefined ? undefined : new Set(coins);
	return (venue, coin) => (chosenVenues?.has(venue) ?? true) && (chosenCoins?.has(coin) ?? true);
}

/** @throws DataError if the choice names an exchange or coin that the data does not have, or fits no contract */
function requireKnown(contracts: Contracts, { venues, coins }: DatasetRequest): void {
	const settled = contracts.bySymbol().filter(({ coin }) => coin !== undefined);
	const known = {
		venues: namesOf(settled.map(({ venue }) => venue)),
		coins: namesOf(settled.map(({ coin }) => coin ?? '')),
	};
	requireNames('--exchanges', venues, known.venues);
	requireNames('--coins', coins, known.coins);
	if (settled.some(({ isWanted }) => isWanted)) return;
	throw new DataError('DATA_RANGE', DATA_TEXTS.noneChosen(known.venues, known.coins));
}

function requireNames(option: string, wanted: readonly string[] | undefined, known: readonly string[]): void {
	const unknown = wanted?.filter((name) => !known.includes(name)) ?? [];
	if (unknown.length > 0) throw new DataError('DATA_RANGE', DATA_TEXTS.notInData(option, unknown, known));
}

function namesOf(names: readonly string[]): readonly string[] {
	return [...new Set(names)].sort();
}

/** @throws DataError if more than a day of the span is outside the data */
function requireInside(contracts: Contracts, span: DataSpan | undefined): void {
	if (span === undefined) return;
	const { from, until } = contracts.covered();
	if (span.from >= from - OUTSIDE_MS_MAX && span.until <= until + OUTSIDE_MS_MAX && span.from <= until)
		return;
	throw new DataError(
		'DATA_RANGE',
		DATA_TEXTS.outside(instant(span.from), instant(span.until), instant(from), instant(until)),
	);
}

/**
 * Gives prices of coins to the contracts that they belong to. Returns the names of prices without a contract.
 * @throws DataError if a coin's prices may belong to several contracts
 */
function adoptPrices(contracts: Contracts, { venues }: DatasetRequest): readonly string[] {
	const settled = contracts.bySymbol().filter(({ coin }) => coin !== undefined);
	const alone = contracts
		.bySymbol()
		.filter(({ venue, coin }) => coin === undefined && (venues?.includes(venue) ?? true));
	requireOneIdentity(settled);
	for (const prices of contracts.byCoin()) {
		if (!prices.isWanted) continue;
		const owner = ownerOf(prices, settled);
		if (owner === undefined) alone.push(prices);
		else owner.prices.push(...prices.prices);
	}
	return alone.map(contractName).sort();
}

function ownerOf({ venue, symbol: coin }: Contract, settled: readonly Contract[]): Contract | undefined {
	const all = settled.filter((contract) => contract.venue === venue && contract.coin === coin);
	const main = all.length > 1 ? all.filter((contract) => quoteOf(contract) === walletAssetOf(venue)) : all;
	if (main.length <= 1 && all.length <= 1) return main[0];
	if (main.length === 1) return main[0];
	throw new DataError(
		'DATA_CONFLICT',
		DATA_TEXTS.twoContracts(venue, coin, (main.length === 0 ? all : main).map(({ symbol }) => symbol).sort()),
	);
}

/** @throws DataError if a coin has rates with a symbol and rates without one at the same exchange */
function requireOneIdentity(settled: readonly Contract[]): void {
	for (const { venue, coin, isNamed, isWanted } of settled) {
		if (isNamed || !isWanted) continue;
		const others = settled.filter((one) => one.venue === venue && one.coin === coin && one.isNamed);
		if (others.length > 0)
			throw new DataError(
				'DATA_CONFLICT',
				DATA_TEXTS.unnamed(
					venue,
					coin ?? '',
					others.map(({ symbol }) => symbol),
				),
			);
	}
}

function quoteOf({ quote, venue }: Contract): string {
	return quote === '' ? walletAssetOf(venue) : quote;
}

/** Returns the tracks with at least one settled rate, sorted by exchange and symbol. */
function tracksOf(contracts: Contracts): readonly Track[] {
	const equal = new EqualColumns();
	return contracts
		.bySymbol()
		.filter(({ settled }) => settled.length > 0)
		.map((contract) => ({
			venue: contract.venue,
			symbol: contract.symbol,
			coin: contract.coin ?? contract.symbol,
			quote: quoteOf(contract),
			settled: mergeSettled(contract, equal),
			prices: mergePrices(contract, equal),
		}))
		.sort((a, b) => (contractName(a) < contractName(b) ? -1 : 1));
}

type Chosen = { readonly grade: Grade; readonly tracks: readonly Track[]; readonly notes: readonly string[] };

function chosenTracks(tracks: readonly Track[], { grade, span }: DatasetRequest): Chosen {
	if (tracks.length === 0)
		throw new DataError(
			'DATA_RANGE',
			DATA_TEXTS.noneInSpan(instant((span?.from ?? 0) - (span?.pastMs ?? 0)), instant(span?.until ?? 0)),
		);
	const priced = tracks.filter(({ prices }) => prices !== undefined);
	const unpriced = tracks.filter(({ prices }) => prices === undefined).map(contractName);
	if (grade === 'C' || (grade === undefined && priced.length === 0)) {
		const notes = priced.length === 0 ? [] : [DATA_NOTES.pricesUnused(priced.length)];
		return { grade: 'C', tracks: tracks.map((track) => ({ ...track, prices: undefined })), notes };
	}
	if (unpriced.length === 0) return { grade: 'B', tracks, notes: [] };
	if (grade === 'B' && priced.length > 0)
		return { grade, tracks: priced, notes: [DATA_NOTES.priceless(unpriced)] };
	throw new DataError('DATA_MIXED', DATA_TEXTS.mixed(priced.length, tracks.length, unpriced));
}

function datasetOf(files: readonly DataFile[], { grade, tracks }: Chosen, notes: readonly string[]): Dataset {
	requirePairNames(tracks);
	let from = Number.POSITIVE_INFINITY;
	let until = Number.NEGATIVE_INFINITY;
	for (const { settled, prices } of tracks)
		for (const { at } of prices === undefined ? [settled] : [settled, prices]) {
			from = Math.min(from, at[0] ?? from);
			until = Math.max(until, at.at(-1) ?? until);
		}
	return {
		...{ grade, files, hash: hashOf(files), from, until, tracks },
		gaps: tracks.flatMap(gapsOf),
		intervalChanges: tracks.flatMap(intervalChangesOf),
		notes,
	};
}

/** @throws DataError if two pairs of exchanges would have the same name, because of hyphens in names */
function requirePairNames(tracks: readonly Track[]): void {
	const pairs = new Map<string, string>();
	for (const { name, venues } of exchangePairs(tracks.map(({ venue }) => venue))) {
		const other = pairs.get(name);
		const own = venues.join(' and ');
		if (other !== undefined) throw new DataError('DATA_CONFLICT', DATA_TEXTS.pairName(name, [other, own]));
		pairs.set(name, own);
	}
}
