/**
 * Implements `VenueMarketData` for any exchange in ccxt, through the unified API. A probe checks what the exchange
 * offers when the contract list is first read, and then about once a minute. If an essential part is missing, the
 * exchange counts as down: ticker requests reject with the reason, and nothing is guessed. The service reads these
 * exchanges but does not trade there.
 */

import type { Instrument } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates, InstrumentTicker, VenueMarketData } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';
import { feedCounts, noneCounted } from '../feeds/book-feed.ts';
import { answeredClass, faultOf, shortMessage } from '../shared/outcome.ts';
import { usable } from '../shared/usable.ts';
import type { RequestWatch } from '../shared/watched-request.ts';
import { type AnyBooksOptions, booksBy, openBooks, readBook } from './any-books.ts';
import type { Group } from './bulk-reads.ts';
import { settledPages } from './settled-pages.ts';
import { noMethod, noPerpetual, notReadable, tradesNotRead } from './text.ts';
import { readMarkets, type UnifiedContracts } from './unified-instruments.ts';
import { readClock, readUnifiedNotices } from './unified-notices.ts';
import { createUnifiedReads, type UnifiedReads } from './unified-reads.ts';
import { createUnifiedSession, type UnifiedSession } from './unified-session.ts';
import { clockFacts, notAnswered, unifiedTicker } from './unified-tickers.ts';
import { essentialFault, needsOf, type VenueCheck } from './venue-needs.ts';

/**
 * Options for an exchange whose market data we only read, through ccxt: its name, its ccxt class and the services
 * that the reader uses.
 */
export type AnyMarketDataOptions = {
	readonly venue: string;
	/** ccxt's class if its name differs from the exchange's. */
	readonly ccxtClass?: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly redirect?: { readonly port: number } | undefined;
	readonly requests?: RequestWatch;
};

/** Maximum number of messages about unreadable contracts in one log line. */
const UNREADABLE_LOGGED_MAX = 20;
/** Minimum time between two probes, milliseconds. */
const PROBE_PERIOD_MS = 60_000;
const PROBED_HISTORY_MS = 3 * 24 * 3_600_000;
const SETTLED_ROWS_MAX = 100;
const NO_CONTRACTS: UnifiedContracts = {
	instruments: [],
	unreadable: [],
	fees: new Map(),
	unified: new Map(),
};

type MarketData = AnyMarketDataOptions & {
	readonly session: UnifiedSession;
	readonly reads: UnifiedReads;
	readonly books: AnyBooksOptions;
	contracts: UnifiedContracts;
	known: ReadonlyMap<string, Instrument>;
	needs: readonly VenueNeed[];
	probedAt: number;
};

/**
 * Opens an exchange's market data through ccxt. Ticker requests reject if the last probe found an essential part
 * missing.
 */
export function openAnyVenueMarketData(options: AnyMarketDataOptions): VenueMarketData {
	const { venue, clock, log } = options;
	const session = createUnifiedSession({
		venue,
		ccxtClass: options.ccxtClass ?? venue,
		clock,
		requests: options.requests,
		redirectPort: options.redirect?.port,
	});
	const reads = createUnifiedReads({ venue, session, clock, log });
	/** Counters for all book feeds, which run one after another. */
	const counters = noneCounted();
	const books = {
		...options,
		session,
		unifiedOf: (instrument: Instrument) => unifiedOf(data, instrument),
		counters,
	};
	const data: MarketData = {
		...options,
		session,
		reads,
		books,
		contracts: NO_CONTRACTS,
		known: new Map(),
		needs: [],
		probedAt: Number.NEGATIVE_INFINITY,
	};
	return {
		venue,
		loadInstruments: () => loadInstruments(data),
		async fetchTickers() {
			refuseLacking(data);
			return readTickers(data);
		},
		fetchBook: (symbol, depth) => asVenueError(venue, () => readBook(books, required(data, symbol), depth)),
		fetchSettledRates: (symbol, from, to, pace) => settledRates(data, symbol, from, to, pace),
		// Only paper accounts need trades and risk tiers, and a read-only exchange has no paper accounts.
		fetchTrades: () => Promise.reject(new VenueError(venue, 'rejected', tradesNotRead(venue))),
		fetchRiskTiers: () => Promise.resolve(null),
		fetchNotices: () => readUnifiedNotices(venue, session, clock),
		streamBooks(symbols, listener) {
			const instruments = symbols.flatMap((symbol) => data.known.get(symbol) ?? []);
			reads.watch(instruments.flatMap((instrument) => unifiedOf(data, instrument) ?? []));
			return openBooks(books, instruments, listener);
		},
		baseFees(symbol): FeeRates {
			const fees = data.contracts.fees.get(symbol);
			if (fees === undefined)
				throw new Error(`Invariant broken: ${venue} ${symbol} is listed with its fees.`);
			return fees;
		},
		// The service sends no orders here, on paper or live, so there is no order round trip to report.
		roundTripMs: () => null,
		measureClockOffset: async () => (await readClock(session, clock)).offsetMs,
		needs: () => data.needs,
		feed: () => feedCounts(counters, undefined),
		async close() {
			reads.close();
			await session.close();
		},
	};
}

function unifiedOf({ contracts }: MarketData, { symbol }: Instrument): string | undefined {
	return contracts.unified.get(symbol);
}

async function loadInstruments(data: MarketData): Promise<readonly Instrument[]> {
	const { venue, session, clock } = data;
	const isProbed = clock.monotonic() - data.probedAt < PROBE_PERIOD_MS;
	if (isProbed) refuseLacking(data);
	const markets = await session.loadMarkets();
	const read = readMarkets(venue, markets, (await session.exact()).precisionMode);
	const { instruments, unreadable } = read;
	if (instruments.length === 0) throw new VenueError(venue, 'unavailable', noPerpetual(venue, unreadable[0]));
	if (unreadable.length > 0)
		data.log.warn(
			{ venue, unreadable: unreadable.slice(0, UNREADABLE_LOGGED_MAX) },
			'the service leaves out unreadable contracts',
		);
	data.contracts = read;
	data.known = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
	if (!isProbed) {
		await probe(data);
		data.probedAt = clock.monotonic();
	}
	return instruments;
}

function settledRates(
	data: MarketData,
	...[symbol, from, to, pace]: Parameters<VenueMarketData['fetchSettledRates']>
): ReturnType<VenueMarketData['fetchSettledRates']> {
	const { venue, ccxtClass = venue, session } = data;
	return usable(venue, () =>
		settledPages(from, to, (start, end) =>
			session.read(
				pace === 'prompt' ? 'market' : 'history',
				'fetchFundingRateHistory',
				unifiedOf(data, required(data, symbol)),
				start,
				SETTLED_ROWS_MAX,
				endOfPage(ccxtClass, end),
			),
		),
	);
}

function required(data: MarketData, symbol: string): Instrument {
	const instrument = data.known.get(symbol);
	if (instrument === undefined)
		throw new VenueError(
			data.venue,
			'unavailable',
			VENUE_REQUEST_TEXT.unknownInstrument({ venue: data.venue, symbol }),
		);
	return instrument;
}

/** Refuses requests while an essential part is missing. @throws VenueError if the last probe found one missing */
function refuseLacking(data: MarketData): void {
	const fault = essentialFault(data.venue, data.needs);
	if (fault !== undefined) throw new VenueError(data.venue, 'unavailable', fault);
}

async function readTickers(data: MarketData): Promise<readonly InstrumentTicker[]> {
	const rows = await data.reads.readAll(groupsOf(data.contracts));
	const now = data.clock.now();
	return data.contracts.instruments.map((instrument) => {
		const row = rows.get(unifiedOf(data, instrument) ?? '');
		return row === undefined || (row.ticker === undefined && row.rate === undefined)
			? notAnswered(instrument)
			: unifiedTicker(row, instrument, now);
	});
}

/** Checks every need once. The result is valid until the next probe. */
async function probe(data: MarketData): Promise<void> {
	const { contracts, reads, session, clock } = data;
	const sample = sampleOf(contracts.instruments);
	if (sample === undefined) return;
	const unified = unifiedOf(data, sample) ?? '';
	const row = (await reads.readAll(groupsOf(contracts))).get(unified);
	const one = row === undefined ? undefined : await reads.readOne(unified, row);
	const facts = one === undefined ? undefined : clockFacts(one);
	const isStated = facts?.intervalMs !== undefined && facts.next !== undefined;
	const check: VenueCheck = {
		contractCount: data.contracts.instruments.length,
		unreadableCount: data.contracts.unreadable.length,
		tickers: await readTickers(data),
		sample: one === undefined ? notAnswered(sample) : unifiedTicker(one, sample, clock.now()),
		rateBy: reads.lacking('fetchFundingRates') === undefined ? 'all at once' : 'one by one',
		clockBy: isStated ? 'stated' : 'derived from the history',
		settled: await tried(
			'The settled rates',
			async () =>
				(await settledRates(data, sample.symbol, clock.now() - PROBED_HISTORY_MS, clock.now(), 'prompt'))
					.rates.length,
		),
		books: await booksBy(session),
		book: await tried('A sample book', async () => {
			await readBook(data.books, sample);
			return 'whole';
		}),
		clock: await tried('The clock', async () =>
			(await readClock(session, clock)).isExact ? 'stated' : 'to the second',
		),
		status: (await session.claims('fetchStatus'))
			? await tried('The status', async () => {
					await session.read('market', 'fetchStatus');
					return 'stated';
				})
			: `${noMethod('fetchStatus')}.`,
	};
	noteNeeds(data, needsOf(check));
}

function noteNeeds(data: MarketData, found: readonly VenueNeed[]): void {
	const { venue, log } = data;
	const before = JSON.stringify(data.needs);
	data.needs = found;
	if (JSON.stringify(found) === before) return;
	const lacking = found.filter(({ met }) => met !== 'yes');
	log.info(
		{ venue, needs: found.map(({ need, met }) => `${need}: ${met}`) },
		lacking.length === 0 ? 'the exchange meets all needs' : 'exchange probed',
	);
	for (const { need, met, how, consequence } of lacking)
		log.warn({ venue, need, met, how, consequence }, 'the exchange does not fully meet a need');
}

/**
 * Returns the parameters for the end of a range. ccxt's parameter is `until`, but some classes ignore it, so we add
 * the exchange's own parameter. OKX's `after` means older than (page "Get funding rate history", read 2026-11).
 */
function endOfPage(ccxtClass: string, end: number): Readonly<Record<string, number>> {
	return OLDER_THAN.has(ccxtClass) ? { until: end, after: end + 1 } : { until: end };
}

const OLDER_THAN: ReadonlySet<string> = new Set(['okx', 'okxus']);

function groupsOf({ instruments, unified }: UnifiedContracts): readonly Group[] {
	const bySettle = new Map<string, string[]>();
	for (const { quote, symbol } of instruments) {
		const symbols = bySettle.get(quote) ?? [];
		bySettle.set(quote, symbols);
		const name = unified.get(symbol);
		if (name !== undefined) symbols.push(name);
	}
	return [...bySettle].map(([settle, symbols]) => ({ settle, symbols }));
}

/** Picks the probe's sample contract: one on BTC if the exchange has one, otherwise the first in the list. */
function sampleOf(instruments: readonly Instrument[]): Instrument | undefined {
	return instruments.find(({ coin }) => coin === 'BTC') ?? instruments[0];
}

/** Returns the result, or a message that says why the part could not be read. */
async function tried<T>(part: string, work: () => Promise<T>): Promise<T | string> {
	try {
		return await work();
	} catch (error) {
		return notReadable(part, messageOf(error));
	}
}

async function asVenueError<T>(venue: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof VenueError) throw error;
		const code = answeredClass(error);
		throw new VenueError(venue, 'unavailable', shortMessage(error), {
			cause: error,
			code,
			...faultOf(error),
		});
	}
}
