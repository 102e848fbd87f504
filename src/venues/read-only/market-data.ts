/**
 * `VenueMarketData` of any exchange that ccxt has, over its unified API. What such an exchange gives is probed with its first
 * list of contracts and every few minutes; without an essential part its tickers are refused with the reason, so that it is
 * down and never guessed at. It is read and not traded at.
 */

import type { Instrument } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates, InstrumentTicker, VenueMarketData } from '../../ports/venue-market.ts';
import type { VenueNeed } from '../../ports/venue-need.ts';
import { feedCounts, noneCounted } from '../feeds/book-feed.ts';
import { answeredClass, faultOf, shortMessage } from '../shared/outcome.ts';
import { usable } from '../shared/trading.ts';
import type { RequestWatch } from '../shared/watched-request.ts';
import { type AnyBooksOptions, booksBy, openBooks, readBook } from './any-books.ts';
import type { Group } from './bulk-reads.ts';
import { settledPages } from './settled-pages.ts';
import { readMarkets, type UnifiedContracts } from './unified-instruments.ts';
import { readClock, readUnifiedNotices } from './unified-notices.ts';
import { createUnifiedReads, type UnifiedReads } from './unified-reads.ts';
import { createUnifiedSession, type UnifiedSession } from './unified-session.ts';
import { clockFacts, notAnswered, unifiedTicker } from './unified-tickers.ts';
import { essentialFault, needsOf, type VenueCheck } from './venue-needs.ts';

/** Name, ccxt class and ports of an exchange that is read through ccxt. */
export type AnyMarketDataOptions = {
	readonly venue: string;
	/** Where ccxt's class has another name than the venue. */
	readonly ccxtClass?: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly redirect?: { readonly port: number } | undefined;
	readonly requests?: RequestWatch;
};

/** Sentences of one line of the log. */
const UNREADABLE_LOGGED_MAX = 20;
/** Between two probes, whatever the first has found, milliseconds. */
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

/** Opens market data of an exchange through ccxt. Tickers reject while its last probe found an essential part lacking. */
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
	/** Counts of all feeds of books, one after the other. */
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
		// What a local account would need to fill orders here: nothing is ordered here.
		fetchTrades: () => Promise.reject(new VenueError(venue, 'rejected', `Trades of ${venue} are not read.`)),
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
		// Nothing is ordered there, on paper or live.
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
	if (instruments.length === 0)
		throw new VenueError(
			venue,
			'unavailable',
			`${venue} listed no linear perpetual in USDT, USDC or USD that can be read${unreadable[0] === undefined ? '' : `: ${unreadable[0]}`}.`,
		);
	if (unreadable.length > 0)
		data.log.warn({ venue, unreadable: unreadable.slice(0, UNREADABLE_LOGGED_MAX) }, 'contracts left out');
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
		throw new VenueError(data.venue, 'unavailable', `${data.venue} ${symbol} is not a known instrument.`);
	return instrument;
}

/** @throws VenueError while something essential was lacking at the last look */
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

/** Looks at everything once; what it finds stands until the next look. */
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
		clockBy: isStated ? 'stated' : 'told by the history',
		settled: await tried(
			async () =>
				(await settledRates(data, sample.symbol, clock.now() - PROBED_HISTORY_MS, clock.now(), 'prompt'))
					.rates.length,
		),
		books: await booksBy(session),
		book: await tried(async () => {
			await readBook(data.books, sample);
			return 'whole';
		}),
		clock: await tried(async () => ((await readClock(session, clock)).isExact ? 'stated' : 'to the second')),
		status: (await session.claims('fetchStatus'))
			? await tried(async () => {
					await session.read('market', 'fetchStatus');
					return 'stated';
				})
			: 'ccxt has no fetchStatus of it.',
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
		lacking.length === 0 ? 'the exchange has all that is needed' : 'the exchange was probed',
	);
	for (const { need, met, how, consequence } of lacking)
		log.warn({ venue, need, met, how, consequence }, 'the exchange lacks something');
}

/**
 * `until` is ccxt's word for the end of a range. Some of its classes pass none on: the exchange's own word is given beside it
 * (OKX, page "Get funding rate history", read 2026-11: `after` is older than).
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

/** The contract that every exchange has, else any. */
function sampleOf(instruments: readonly Instrument[]): Instrument | undefined {
	return instruments.find(({ coin }) => coin === 'BTC') ?? instruments[0];
}

/** What was found, or why nothing was. */
async function tried<T>(work: () => Promise<T>): Promise<T | string> {
	try {
		return await work();
	} catch (error) {
		return `It could not be read: ${messageOf(error)}`;
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
