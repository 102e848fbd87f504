/**
 * Reads an exchange's contracts in bulk if possible. Otherwise it reads watched contracts in rotation; those are
 * contracts whose coins another exchange also lists.
 */
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { at } from '../shared/fields.ts';
import { type BulkReads, createBulkReads, type Group } from './bulk-reads.ts';
import { createRotation, type Rotation } from './rotation.ts';
import { rowsOf } from './settled-pages.ts';
import { noRows } from './text.ts';
import type { UnifiedMethod } from './unified-exchange.ts';
import { positiveFigure } from './unified-exchange.ts';
import type { UnifiedSession } from './unified-session.ts';
import { clockFacts, type UnifiedRows } from './unified-tickers.ts';

/** Tickers, funding rates and other rows for all of an exchange's contracts. */
export type UnifiedReads = {
	/**
	 * Reads rows for all contracts, keyed by ccxt's symbol. @throws VenueError if the exchange returns no rows at all
	 */
	readonly readAll: (groups: readonly Group[]) => Promise<ReadonlyMap<string, UnifiedRows>>;
	/** Sets the contracts whose single-contract reads run in rotation from now on. */
	readonly watch: (symbols: readonly string[]) => void;
	/** Runs one contract's single-contract reads now, for the probe. */
	readonly readOne: (symbol: string, bulk: UnifiedRows) => Promise<UnifiedRows>;
	readonly lacking: BulkReads['lacking'];
	readonly close: () => void;
};

/** Maximum age of a response to a separate request for intervals and next settlements, milliseconds. */
const INTERVAL_AGE_MS_MAX = 30_000;
const OPEN_INTEREST_AGE_MS_MAX = 60_000;
/** Refresh period of a rate estimate that is read in rotation, milliseconds. */
const RATE_REFRESH_MS = 10_000;
/** Age at which a rate estimate that is read in rotation expires, milliseconds. */
const RATE_AGE_MS_MAX = 300_000;
/** Refresh period of settlement times, milliseconds. They change only with a settlement, at most every half hour. */
const SETTLED_REFRESH_MS = 600_000;
/** Age at which settlement times expire, milliseconds. */
const SETTLED_AGE_MS_MAX = 7_200_000;
/** Period that contains the last two settlements, even daily ones, milliseconds. */
const SETTLED_BACK_MS = 3 * 24 * 3_600_000;
const SETTLED_ROWS_MAX = 100;

type Rotations = { rate: Rotation<unknown>; settled: Rotation<readonly number[]> };

type ReadsOptions = {
	readonly venue: string;
	readonly session: UnifiedSession;
	readonly clock: Clock;
	readonly log: Logger;
};

type Reader = ReadsOptions & {
	readonly bulk: BulkReads;
	readonly inTurns: Partial<Rotations>;
	/** Contracts for which a failed read was logged; each is logged only once. */
	readonly warnedOf: Set<string>;
	watched: readonly string[];
};

/** Creates the reader for one exchange. It reads missing bulk data in rotation for watched contracts. */
export function createUnifiedReads(options: ReadsOptions): UnifiedReads {
	const bulk = createBulkReads(options.venue, options.session, options.clock);
	const inTurns: Partial<Rotations> = {};
	const reader: Reader = { ...options, bulk, inTurns, warnedOf: new Set(), watched: [] };
	return {
		readAll: (groups) => readAll(reader, groups),
		watch(symbols) {
			reader.watched = symbols;
			inTurns.rate?.watch(symbols);
			inTurns.settled?.watch(symbols);
		},
		async readOne(symbol, row) {
			const rate = row.rate ?? (await readRate(reader, symbol));
			const facts = clockFacts({ ...row, rate });
			const isStated = facts.intervalMs !== undefined && facts.next !== undefined;
			return { ...row, rate, settled: isStated ? [] : await readSettled(reader, symbol) };
		},
		lacking: bulk.lacking,
		close() {
			inTurns.rate?.close();
			inTurns.settled?.close();
		},
	};
}

async function readAll(reader: Reader, groups: readonly Group[]): Promise<ReadonlyMap<string, UnifiedRows>> {
	const { venue, bulk } = reader;
	const read = (method: UnifiedMethod, ageMsMax = 0) => bulk.read(method, groups, ageMsMax);
	const [tickers, rates] = await Promise.all([read('fetchTickers'), read('fetchFundingRates')]);
	if (tickers.size === 0 && rates.size === 0)
		throw new VenueError(
			venue,
			'unavailable',
			noRows(venue, `${bulk.lacking('fetchTickers')}`, `${bulk.lacking('fetchFundingRates')}`),
		);
	const symbols = groups.flatMap((group) => group.symbols);
	const hasMark = symbols.some(
		(symbol) => markOf(rates.get(symbol)) !== undefined || markOf(tickers.get(symbol)) !== undefined,
	);
	const hasClock = symbols.some((symbol) => isWholeClock(rates.get(symbol)));
	const [marks, intervals, interests] = await Promise.all([
		hasMark ? NO_ROWS : read('fetchMarkPrices'),
		hasClock ? NO_ROWS : read('fetchFundingIntervals', INTERVAL_AGE_MS_MAX),
		// Open interest is only displayed, so a failure does not matter.
		read('fetchOpenInterests', OPEN_INTEREST_AGE_MS_MAX).catch(() => NO_ROWS),
	]);
	return new Map(
		symbols.map((symbol) => [
			symbol,
			{
				ticker: tickers.get(symbol),
				markPrice: marks.get(symbol),
				rate: rates.size > 0 ? rates.get(symbol) : rateInTurns(reader, symbol),
				interval: intervals.get(symbol),
				openInterest: interests.get(symbol),
				settled: settledOf(reader, symbol, rates.get(symbol), intervals.get(symbol)),
			},
		]),
	);
}

/**
 * Returns the contract's latest settlement times. The list is empty if the exchange reports both interval and next
 * settlement, because the times are then not needed.
 */
function settledOf(reader: Reader, symbol: string, rate: unknown, interval: unknown): readonly number[] {
	const facts = clockFacts({ ...NOTHING, rate, interval });
	if (facts.intervalMs !== undefined && facts.next !== undefined) return [];
	reader.inTurns.settled ??= rotation(reader, SETTLED_REFRESH_MS, SETTLED_AGE_MS_MAX, (one) =>
		readSettled(reader, one),
	);
	return reader.inTurns.settled.get(symbol) ?? [];
}

function rateInTurns(reader: Reader, symbol: string): unknown {
	reader.inTurns.rate ??= rotation(reader, RATE_REFRESH_MS, RATE_AGE_MS_MAX, (one) => readRate(reader, one));
	return reader.inTurns.rate.get(symbol);
}

function rotation<Row>(
	reader: Reader,
	refreshMs: number,
	ageMsMax: number,
	read: (symbol: string) => Promise<Row>,
): Rotation<Row> {
	const { venue, clock, log, warnedOf } = reader;
	const made = createRotation({
		clock,
		refreshMs,
		ageMsMax,
		read,
		onFailure(symbol, error) {
			if (warnedOf.has(symbol)) return;
			warnedOf.add(symbol);
			log.warn({ venue, symbol, error: String(error) }, 'contract could not be read');
		},
	});
	made.watch(reader.watched);
	return made;
}

/** Reads one contract's rate from ccxt. If the rate has no interval, a second request supplies it. */
async function readRate({ session }: Reader, symbol: string): Promise<unknown> {
	const rate = await session.read('market', 'fetchFundingRate', symbol);
	if (at(rate, 'interval') !== undefined || !(await session.claims('fetchFundingInterval'))) return rate;
	const stated = await session.read('market', 'fetchFundingInterval', symbol);
	return {
		...(rate as object),
		interval: at(stated, 'interval'),
		fundingTimestamp: at(rate, 'fundingTimestamp') ?? at(stated, 'fundingTimestamp'),
	};
}

async function readSettled({ session, clock }: Reader, symbol: string): Promise<readonly number[]> {
	const since = clock.now() - SETTLED_BACK_MS;
	const answer = await session.read('market', 'fetchFundingRateHistory', symbol, since, SETTLED_ROWS_MAX);
	return rowsOf(answer)
		.flatMap((row) => (typeof row === 'string' ? [] : [row.settledAt]))
		.sort((a, b) => b - a);
}

const NO_ROWS: ReadonlyMap<string, unknown> = new Map();
const NOTHING: UnifiedRows = {
	ticker: undefined,
	markPrice: undefined,
	rate: undefined,
	interval: undefined,
	openInterest: undefined,
	settled: [],
};

function markOf(row: unknown): unknown {
	return positiveFigure(row, 'markPrice');
}

function isWholeClock(rate: unknown): boolean {
	const { intervalMs, next } = clockFacts({ ...NOTHING, rate });
	return intervalMs !== undefined && next !== undefined;
}
