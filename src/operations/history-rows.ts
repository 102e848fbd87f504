/** Turns the observations of a recording into the rows of the exported tables. */
import { type Decimal, divDown, fromInteger } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type {
	RecordedBook,
	RecordedEstimate,
	RecordedInstrument,
	RecordedNotice,
	RecordedObservation,
	RecordedVenue,
} from '../domain/recording.ts';
import type { Cell, Row, TableName } from './history-tables.ts';

/** Time span and contracts of an export, and the receiver of its rows. */
export type HistoryRowsOptions = {
	/** Start of the rows, inclusive, milliseconds. */
	readonly from: number;
	/** End of the rows, exclusive, milliseconds. */
	readonly until: number;
	/** Number of levels per side in the rows of books. */
	readonly levels: number;
	/** True for contracts that get hourly marks. */
	readonly hasMarks: (key: InstrumentKey) => boolean;
	readonly add: (table: TableName, row: Row) => void;
};

/** Receives observations in the order in which they were recorded. */
export type HistoryRows = { readonly observe: (observation: RecordedObservation) => void };

/** Age of the oldest mark that counts as the mark at the start of an hour, milliseconds. */
const MARK_AGE_MS_MAX = 10 * 60_000;
const HOURS_PER_DAY = fromInteger(24);

type Marked = {
	readonly venue: string;
	readonly symbol: string;
	mark: Decimal | null;
	markedAt: number;
	volume24h: Decimal | null;
};

type State = HistoryRowsOptions & {
	/** Hour of the latest observation, in UTC hours since 1970. */
	hour: number | undefined;
	readonly marked: Map<InstrumentKey, Marked>;
	/** Latest row of each instrument without its time, as text. Files repeat their instruments. */
	readonly instruments: Map<
		InstrumentKey,
		{ readonly text: string; readonly base: string; readonly quote: string }
	>;
	/** Latest notices and states of each venue, as text. */
	readonly venues: Map<string, string>;
};

/** Creates the receiver of a recording's observations. */
export function createHistoryRows(options: HistoryRowsOptions): HistoryRows {
	const state: State = {
		...options,
		hour: undefined,
		marked: new Map(),
		instruments: new Map(),
		venues: new Map(),
	};
	return { observe: (observation) => observe(state, observation) };
}

function observe(state: State, observation: RecordedObservation): void {
	noteHour(state, observation.at);
	switch (observation.kind) {
		case 'instrument':
			addInstrument(state, observation);
			return;
		case 'gone':
			addGone(state, observation);
			return;
		case 'book':
			add(state, 'books', observation.at, () => bookRow(observation, state.levels));
			return;
		case 'estimate':
			noteMark(state, observation);
			add(state, 'estimates', observation.at, () => estimateRow(observation));
			return;
		case 'volume': {
			const { at, venue, symbol, volume24h, openInterest } = observation;
			markedOf(state, observation).volume24h = volume24h;
			add(state, 'volumes', at, () => [at, venue, symbol, volume24h, openInterest]);
			return;
		}
		case 'notice':
			addNotices(state, observation);
			return;
		case 'venue':
			addVenueState(state, observation);
			return;
		case 'run':
		case 'settled':
			return;
	}
}

function add(state: State, table: TableName, at: number, row: () => Row): void {
	if (at >= state.from && at < state.until) state.add(table, row());
}

/** Adds the marks at the start of an hour once its first observation arrives. */
function noteHour(state: State, at: number): void {
	const hour = Math.floor(at / HOUR_MS);
	const before = state.hour;
	if (before !== undefined && hour <= before) return;
	state.hour = hour;
	if (before === undefined) return;
	// After a gap, the marks are those at the end of the hour before it.
	const startsAt = (before + 1) * HOUR_MS;
	for (const [key, { venue, symbol, mark, markedAt, volume24h }] of state.marked) {
		if (mark === null || markedAt < startsAt - MARK_AGE_MS_MAX || !state.hasMarks(key)) continue;
		const volume = volume24h === null ? null : divDown(volume24h, HOURS_PER_DAY);
		add(state, 'marks', startsAt, () => [startsAt, venue, symbol, mark, volume]);
	}
}

function noteMark(state: State, observation: RecordedEstimate): void {
	const marked = markedOf(state, observation);
	marked.mark = observation.mark;
	marked.markedAt = observation.at;
}

function markedOf(
	{ marked }: State,
	{ venue, symbol }: { readonly venue: string; readonly symbol: string },
): Marked {
	const key = instrumentKey({ venue, symbol });
	const known = marked.get(key) ?? { venue, symbol, mark: null, markedAt: 0, volume24h: null };
	marked.set(key, known);
	return known;
}

function bookRow({ at, venue, symbol, book }: RecordedBook, levels: number): Row {
	const row: Cell[] = [at, venue, symbol];
	for (let level = 0; level < levels; level += 1)
		for (const side of [book?.bids[level], book?.asks[level]]) row.push(side?.[0] ?? null, side?.[1] ?? null);
	return row;
}

function estimateRow(observation: RecordedEstimate): Row {
	const { at, venue, symbol, funding, mark, index, fundingCap, fundingFloor, otherIndex } = observation;
	return [
		...[at, venue, symbol],
		funding?.predictedRate ?? null,
		funding === null ? null : funding.intervalMs / HOUR_MS,
		funding?.nextSettlementAt ?? null,
		...[mark, index, fundingCap, fundingFloor],
		otherIndex?.quote ?? null,
		otherIndex?.price ?? null,
	];
}

function addInstrument(state: State, observation: RecordedInstrument): void {
	const { at, venue, symbol, instrument, fees, trading, delistingAt } = observation;
	const rest: Row = [
		...[instrument.coin, instrument.quote, true, trading, delistingAt],
		...[instrument.tickSize, instrument.lotSize, instrument.quantityMin, instrument.quantityMax],
		...[instrument.notionalMin, instrument.leverageMax],
		...[instrument.coinsPerOrderUnit, instrument.coinsPerPriceUnit, fees.taker, fees.maker],
	];
	const key = instrumentKey(instrument);
	const text = rest.map(String).join(' ');
	if (at < state.from || state.instruments.get(key)?.text === text) return;
	state.instruments.set(key, { text, base: instrument.coin, quote: instrument.quote });
	add(state, 'instruments', at, () => [at, venue, symbol, ...rest]);
}

const UNKNOWN_TERMS: Row = Array.from({ length: 12 }, () => null);

function addGone(state: State, { at, venue, symbol }: Extract<RecordedObservation, { kind: 'gone' }>): void {
	const key = instrumentKey({ venue, symbol });
	const known = state.instruments.get(key);
	state.marked.delete(key);
	state.instruments.delete(key);
	if (known === undefined) return;
	add(state, 'instruments', at, () => [at, venue, symbol, known.base, known.quote, false, ...UNKNOWN_TERMS]);
}

/** Adds a row for each part of a venue's notices when they changed. The rows of one time are complete. */
function addNotices(state: State, notice: RecordedNotice): void {
	const { at, venue, maintenance, transfers, coinNames, unknown } = notice;
	const rows: Row[] = [
		...maintenance.map(
			({ title, from, until }): Row => ['maintenance', null, title, from, until, null, null],
		),
		...[...transfers].map(
			([coin, { deposit, withdrawal }]): Row => ['transfers', coin, null, null, null, deposit, withdrawal],
		),
		...[...coinNames].map(([coin, name]): Row => ['name', coin, name, null, null, null, null]),
		...unknown.map((text): Row => ['unknown', null, text, null, null, null, null]),
	];
	const text = JSON.stringify(rows);
	const key = `notices ${venue}`;
	if (at < state.from || state.venues.get(key) === text) return;
	state.venues.set(key, text);
	for (const row of rows) add(state, 'notices', at, () => [at, venue, ...row]);
}

function addVenueState(state: State, { at, venue, state: freshness }: RecordedVenue): void {
	const key = `state ${venue}`;
	if (at < state.from || state.venues.get(key) === freshness) return;
	state.venues.set(key, freshness);
	add(state, 'notices', at, () => [at, venue, 'state', null, freshness, null, null, null, null]);
}
