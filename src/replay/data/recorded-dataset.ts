/**
 * Reads what a replay of grade A must know beforehand: the recorded contracts with their settled rates, and which files
 * to play. The books and prices stay in the files until their time comes.
 */

import type { Decimal } from '../../domain/decimal.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { instrumentKey } from '../../domain/instrument.ts';
import type { RecordedInstrument, RecordedObservation } from '../../domain/recording.ts';
import { EqualColumns, ExactColumn, NumberColumn } from './columns.ts';
import { DataError, type Dataset, type Track } from './dataset.ts';
import { intervalChangesOf } from './dataset-gaps.ts';
import { hasRecordings, openRecording } from './open-recording.ts';
import { DATA_NOTES, DATA_TEXTS } from './text.ts';

/** The recordings to read, and which part of them. */
export type RecordedRequest = {
	/** A data directory, or its folder of recordings. */
	readonly paths: readonly string[];
	readonly from: number | undefined;
	readonly until: number | undefined;
	/** Exchanges and coins to read; undefined reads all. */
	readonly venues: readonly string[] | undefined;
	readonly coins: readonly string[] | undefined;
	/** Time before `from` at which the replayed service starts, ms. */
	readonly warmUpMs: number;
};

/** True if the order means grade A: its only path has recordings. */
export function areRecordings(paths: readonly string[]): boolean {
	const [path] = paths;
	return path !== undefined && paths.length === 1 && hasRecordings(path);
}

/** One contract, as the first pass notes it. */
type Noted = {
	terms: RecordedInstrument | undefined;
	readonly name: string;
	readonly rates: Map<number, Decimal>;
	/** Interval at the time of each settlement, ms. */
	readonly intervals: Map<number, number>;
	intervalMs: number;
};

/**
 * Reads the recordings once. A replay begins at the start of a UTC day, because the recorder repeats the settled rates
 * of the last month there. @throws DataError with a sentence about the first fault
 */
export async function readRecordedDataset(request: RecordedRequest): Promise<Dataset> {
	const { paths, from, until, warmUpMs } = request;
	const [directory] = paths;
	if (directory === undefined || paths.length > 1)
		throw new DataError('DATA_MIXED', DATA_TEXTS.manyRecordings(paths));
	const contracts = new Map<string, Noted>();
	const recording = await openRecording({
		directory,
		from,
		until,
		pastMs: from === undefined ? 0 : from - Math.floor((from - warmUpMs) / DAY_MS) * DAY_MS,
		onObservation: (observation) => note(contracts, observation),
	});
	const known = [...contracts.values()].filter(({ terms }) => terms !== undefined);
	if (known.length === 0) throw new DataError('DATA_COLUMNS', DATA_TEXTS.noTerms(directory));
	const tracks = chosen(known.map(trackOf(new EqualColumns())), request);
	const termless = [...contracts.values()].flatMap(({ terms, name }) => (terms === undefined ? [name] : []));
	const { files, hash, gaps, notes, recorded } = recording;
	return {
		...{ grade: 'A', files, hash, tracks, gaps, recorded },
		from: recording.from,
		until: recording.until,
		intervalChanges: tracks.flatMap(intervalChangesOf),
		notes: termless.length === 0 ? notes : [...notes, DATA_NOTES.termless(termless.sort())],
	};
}

function note(contracts: Map<string, Noted>, observation: RecordedObservation): void {
	if (!('symbol' in observation)) return;
	const key = instrumentKey(observation);
	let noted = contracts.get(key);
	if (noted === undefined) {
		const name = `${observation.venue} ${observation.symbol}`;
		noted = { terms: undefined, name, rates: new Map(), intervals: new Map(), intervalMs: 0 };
		contracts.set(key, noted);
	}
	if (observation.kind === 'instrument') noted.terms = observation;
	else if (observation.kind === 'estimate') noted.intervalMs = observation.funding?.intervalMs ?? 0;
	else if (observation.kind === 'settled')
		for (const { settledAt, rate } of observation.rates) {
			noted.rates.set(settledAt, rate);
			// A repeated rate of the past settled when another interval may have been in force.
			if (observation.at - settledAt < noted.intervalMs) noted.intervals.set(settledAt, noted.intervalMs);
		}
}

function trackOf(equal: EqualColumns): (noted: Noted) => Track {
	return ({ terms, rates, intervals }) => {
		if (terms === undefined) throw new Error('Invariant broken: a contract without terms is left out.');
		const at = new NumberColumn();
		const exact = new ExactColumn();
		const intervalsMs = new NumberColumn();
		for (const [settledAt, rate] of [...rates].sort(([a], [b]) => a - b)) {
			at.push(settledAt);
			exact.push(rate);
			intervalsMs.push(intervals.get(settledAt) ?? 0);
		}
		const { venue, symbol, coin, quote } = terms.instrument;
		return {
			...{ venue, symbol, coin, quote, prices: undefined },
			settled: { at: equal.one(at.take()), rates: exact.take(), intervalsMs: equal.one(intervalsMs.take()) },
		};
	};
}

/** Returns the contracts of the chosen exchanges and coins, sorted. @throws DataError if there are none */
function chosen(tracks: readonly Track[], { venues, coins }: RecordedRequest): readonly Track[] {
	const names = (values: readonly string[]) => [...new Set(values)].sort();
	const known = {
		venues: names(tracks.map(({ venue }) => venue)),
		coins: names(tracks.map(({ coin }) => coin)),
	};
	requireKnown('--exchanges', venues, known.venues);
	requireKnown('--coins', coins, known.coins);
	const found = tracks.filter(
		({ venue, coin }) => (venues?.includes(venue) ?? true) && (coins?.includes(coin) ?? true),
	);
	if (found.length === 0) throw new DataError('DATA_RANGE', DATA_TEXTS.noneChosen(known.venues, known.coins));
	return found.toSorted((a, b) => (`${a.venue} ${a.symbol}` < `${b.venue} ${b.symbol}` ? -1 : 1));
}

/** @throws DataError if a name is not in the data */
function requireKnown(option: string, wanted: readonly string[] | undefined, known: readonly string[]): void {
	const unknown = wanted?.filter((name) => !known.includes(name)) ?? [];
	if (unknown.length > 0) throw new DataError('DATA_RANGE', DATA_TEXTS.notInData(option, unknown, known));
}
