/** Tests the real market with sources and a clock that the tests control. */

import { describe, expect, test } from 'vitest';
import {
	bookOf,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	NOTHING_NOTICED,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';
import { type Logger, SILENT_LOGGER } from '../ports/logger.ts';
import { VenueError, type VenueFault } from '../ports/venue-error.ts';
import type { BookUpdate, FeeRates, InstrumentTicker, VenueMarketData } from '../ports/venue-market.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { isTradedAt } from '../venues/facts.ts';
import { createMarket } from './market.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const BASE: FeeRates = { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') };
const BOOK = bookOf([['99.99', '10']], [['100.01', '10']]);

type Listener = Parameters<VenueMarketData['streamBooks']>[1];

/** Creates a source whose responses the test sets, and which records its open streams. */
function scriptedSource(venue: string, coins: readonly string[]) {
	const state = {
		instruments: coins.map((coin) => instrumentOf(venue, coin)) as Instrument[],
		tickers: [] as InstrumentTicker[],
		failing: false,
		/** Type of the failure; undefined if there is none. */
		fault: undefined as VenueFault | undefined,
		connection: undefined as ConnectionCause | undefined,
		notices: NOTHING_NOTICED,
		streams: [] as { readonly symbols: readonly string[]; readonly listener: Listener }[],
		loads: 0,
	};
	const answer = async <T>(value: () => T): Promise<T> => {
		const { fault, connection } = state;
		if (state.failing) throw new VenueError(venue, 'unavailable', 'no answer', { fault, connection });
		return value();
	};
	const source: VenueMarketData = {
		venue,
		loadInstruments: () =>
			answer(() => {
				state.loads += 1;
				return state.instruments;
			}),
		fetchTickers: () => answer(() => state.tickers),
		fetchBook: () => answer(() => BOOK),
		fetchSettledRates: () => answer(() => ({ rates: [], unusable: [] })),
		streamBooks(symbols, listener) {
			const stream = { symbols, listener };
			state.streams.push(stream);
			return {
				close: async () => {
					state.streams = state.streams.filter((open) => open !== stream);
				},
			};
		},
		fetchTrades: () => answer(() => []),
		fetchRiskTiers: () => answer(() => null),
		fetchNotices: async () => state.notices,
		baseFees: () => BASE,
		measureClockOffset: () => answer(() => 42),
		roundTripMs: () => null,
		close: async () => {},
	};
	state.tickers = state.instruments.map(({ symbol }) =>
		tickerOf(symbol, '100', fundingOf('0.0001', 8, T0 + 8 * HOUR_MS)),
	);
	const onBook = (update: Pick<BookUpdate, 'symbol'>): void => {
		for (const { listener } of state.streams) listener.onBook({ ...update, book: BOOK, venueAt: undefined });
	};
	return { source, state, onBook };
}

function fixture(
	bybitCoins: readonly string[] = ['SOL', 'BTC'],
	kucoinCoins: readonly string[] = ['SOL'],
	atFirst: Partial<ReturnType<typeof scriptedSource>['state']> = {},
) {
	const clock = createVirtualClock(T0);
	const bybit = scriptedSource('bybit', bybitCoins);
	Object.assign(bybit.state, atFirst);
	const kucoin = scriptedSource('kucoin', kucoinCoins);
	const changed: string[] = [];
	const stateChanges: string[] = [];
	const warned: string[] = [];
	const log: Logger = { ...SILENT_LOGGER, warn: (_facts, message) => warned.push(message) };
	const market = createMarket({
		sources: [bybit.source, kucoin.source],
		isTraded: isTradedAt,
		clock,
		random: { hex: () => '00', unit: () => 0.5 },
		log,
		limits: { tickerPeriodMs: 1_000, tickerStaleMs: 5_000, bookStaleMs: 5_000, bookDepth: 50 },
	});
	market.onChange(({ instrument }) => changed.push(instrument.symbol));
	market.onVenue((venue) => stateChanges.push(`${venue} ${market.status(venue).state}`));
	async function pass(ms: number): Promise<void> {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	}
	const bookAge = (): number | undefined => {
		const at = market.get('bybit', 'SOLUSDT')?.bookReceivedAt;
		return at === undefined ? undefined : clock.now() - at;
	};
	return { clock, bybit, kucoin, market, changed, stateChanges, warned, pass, bookAge };
}

describe('a venue that answers', () => {
	test('is fresh, with its instruments, tickers, clock and fees', async () => {
		const { market, pass } = fixture();
		expect(market.status('bybit')).toMatchObject({
			state: 'down',
			reason: { text: 'Bybit has not answered yet.' },
		});
		await pass(2_000);
		expect(market.status('bybit')).toMatchObject({
			state: 'fresh',
			reason: null,
			clockOffsetMs: 42,
			instrumentCount: 2,
		});
		expect(market.get('bybit', 'SOLUSDT')?.fees).toBe(BASE);
		expect(market.get('kucoin', 'SOLUSDT')?.fees).toBe(BASE);
		expect(market.get('bybit', 'SOLUSDT')?.ticker?.funding?.intervalMs).toBe(8 * HOUR_MS);
	});

	test('takes the funding interval from the last ticker, not from the listing', async () => {
		const { market, bybit, pass } = fixture();
		await pass(2_000);
		bybit.state.tickers = [tickerOf('SOLUSDT', '100', fundingOf('0.02', 1, T0 + HOUR_MS))];
		await pass(1_100);
		expect(market.get('bybit', 'SOLUSDT')?.ticker?.funding).toMatchObject({
			intervalMs: HOUR_MS,
			nextSettlementAt: T0 + HOUR_MS,
		});
	});

	test('takes the age of a streamed ticker from its own time of receipt, per instrument', async () => {
		const { market, bybit, clock, pass } = fixture();
		await pass(2_000);
		const [old, young] = [clock.now() - 4_000, clock.now() - 1_000];
		bybit.state.tickers = [
			tickerOf('SOLUSDT', '100', null, { receivedAt: old }),
			tickerOf('BTCUSDT', '100', null, { receivedAt: young }),
		];
		await pass(1_000);
		expect(market.get('bybit', 'SOLUSDT')?.tickerReceivedAt).toBe(old);
		expect(market.get('bybit', 'BTCUSDT')?.tickerReceivedAt).toBe(young);
		expect(market.status('bybit')).toMatchObject({ state: 'fresh', dataAgeMs: clock.now() - young });
		await pass(5_000);
		expect(market.status('bybit')).toMatchObject({ state: 'stale', dataAgeMs: clock.now() - young });
	});

	test('streams only books of shared instruments, and reopens the stream when they change', async () => {
		const { bybit, kucoin, pass } = fixture();
		await pass(1_000);
		expect(bybit.state.streams.map(({ symbols }) => symbols)).toEqual([['SOLUSDT']]);
		kucoin.state.instruments = [...kucoin.state.instruments, instrumentOf('kucoin', 'BTC')];
		await pass(11 * 60_000);
		expect(bybit.state.streams.map(({ symbols }) => symbols)).toEqual([['SOLUSDT', 'BTCUSDT']]);
	});

	test('drops instruments that are no longer listed', async () => {
		const { market, bybit, pass } = fixture();
		await pass(1_000);
		bybit.state.instruments = bybit.state.instruments.slice(0, 1);
		await pass(6 * 60_000);
		expect(market.inputs('bybit').map(({ instrument }) => instrument.symbol)).toEqual(['SOLUSDT']);
	});

	test('does not accumulate timers', async () => {
		const { clock, bybit, pass } = fixture();
		await pass(60_000);
		const waiting = clock.waiting();
		await pass(HOUR_MS);
		expect(clock.waiting()).toBe(waiting);
		expect([bybit.state.loads, bybit.state.streams.length]).toEqual([13, 1]);
	});
});

describe('a venue that stops answering', () => {
	test('becomes stale, then down, notifies once each, does not affect the other, and recovers by itself', async () => {
		const { market, bybit, pass, stateChanges } = fixture();
		await pass(2_000);
		stateChanges.length = 0;
		bybit.state.failing = true;
		await pass(7_000);
		expect(market.status('bybit')).toMatchObject({ state: 'stale', reason: 'no answer.' });
		await pass(12_000);
		expect(market.status('bybit').state).toBe('down');
		expect(market.status('kucoin').state).toBe('fresh');
		bybit.state.failing = false;
		await pass(11_000);
		expect(market.status('bybit')).toMatchObject({ state: 'fresh', reason: null });
		expect(stateChanges.filter((change) => change.startsWith('bybit'))).toEqual([
			'bybit stale',
			'bybit down',
			'bybit fresh',
		]);
	});

	test('reports the failing read in one stable sentence, with its start and the time of the next attempt', async () => {
		const { market, bybit, clock, pass } = fixture();
		await pass(2_000);
		bybit.state.failing = true;
		bybit.state.fault = 'timeout';
		const brokenAt = clock.now();
		await pass(1_000);
		expect(market.status('bybit')).toMatchObject({ state: 'fresh', reason: null, failure: null });
		for (const state of ['stale', 'down']) {
			await pass(7_000);
			const status = market.status('bybit');
			expect(status).toMatchObject({
				state,
				reason: { text: 'Cannot read prices from Bybit: it did not answer in time.' },
			});
			expect(status.failure).toMatchObject({ tried: 'prices', message: 'no answer' });
			expect((status.failure?.since ?? 0) - brokenAt).toBeLessThanOrEqual(1_000);
			expect(status.failure?.nextTryAt).toBeGreaterThan(clock.now());
			await pass(4_000);
		}
		bybit.state.failing = false;
		await pass(11_000);
		expect(market.status('bybit').failure).toBeNull();
	});

	test.each([
		['unreachable', 'Cannot reach Bybit (no connection). Run `carrywire doctor`.'],
		['limited', 'Cannot read the list of contracts from Bybit: it reports too many requests.'],
		[undefined, 'no answer.'],
	] as const)('reports its failure before the first successful read: %s', async (fault, reason) => {
		const { market, pass } = fixture(undefined, undefined, { failing: true, fault });
		await pass(1_500);
		expect(market.status('bybit')).toMatchObject({
			state: 'down',
			failure: { tried: 'contracts' },
		});
		expect(textOf(market.status('bybit').reason ?? '')).toBe(reason);
	});

	test('logs one line, then one a minute, and a new one after it has recovered', async () => {
		const { bybit, warned, pass } = fixture(undefined, undefined, {
			failing: true,
			fault: 'unreachable',
			connection: 'dns',
		});
		const line =
			/^Cannot reach Bybit \(DNS lookup failed\)\. Run `carrywire doctor`\. Next try in \d+\.\d s\.$/;
		await pass(59_000);
		expect(warned).toEqual([expect.stringMatching(line)]);
		await pass(3 * 60_000);
		expect(warned).toHaveLength(4);
		bybit.state.failing = false;
		await pass(15_000);
		warned.length = 0;
		bybit.state.failing = true;
		await pass(20_000);
		expect(warned).toEqual([expect.stringMatching(line)]);
	});

	test('is loaded when it answers for the first time', async () => {
		const { market, bybit, pass } = fixture();
		bybit.state.failing = true;
		await pass(0);
		await pass(30_000);
		bybit.state.failing = false;
		await pass(15_000);
		expect(market.status('bybit')).toMatchObject({ state: 'fresh', instrumentCount: 2 });
	});
});

describe('the age of a book', () => {
	test('is the age of the venue’s last answer while the stream is in sync', async () => {
		const { bybit, pass, bookAge } = fixture();
		await pass(1_500);
		bybit.onBook({ symbol: 'SOLUSDT' });
		await pass(60_000);
		expect(bookAge()).toBeLessThanOrEqual(1_000);
		bybit.state.failing = true;
		await pass(9_000);
		expect(bookAge()).toBeGreaterThan(8_000);
	});

	test('a lost stream removes the book, and a fetched book only ages', async () => {
		const { market, bybit, pass, bookAge } = fixture();
		await pass(1_500);
		bybit.onBook({ symbol: 'SOLUSDT' });
		for (const { listener } of bybit.state.streams) listener.onDown(['SOLUSDT'], 'reset');
		expect(market.get('bybit', 'SOLUSDT')?.book).toBeUndefined();
		await market.refreshBook('bybit', 'SOLUSDT');
		expect(bookAge()).toBe(0);
		await pass(6_000);
		expect(bookAge()).toBe(6_000);
		bybit.onBook({ symbol: 'SOLUSDT' });
		await pass(6_000);
		expect(bookAge()).toBeLessThanOrEqual(1_000);
	});
});

test('an extra read runs at once, at most every two seconds, and its failure changes nothing', async () => {
	const { market, bybit, pass } = fixture();
	await pass(60_000);
	const before = bybit.state.loads;
	bybit.state.instruments = bybit.state.instruments.map((listed) => ({
		...listed,
		tickSize: parseDecimal('0.5'),
	}));
	market.checkAgain('bybit');
	market.checkAgain('bybit');
	await pass(100);
	expect(bybit.state.loads).toBe(before + 1);
	expect(market.get('bybit', 'SOLUSDT')?.instrument.tickSize).toBe(parseDecimal('0.5'));
	await pass(2_000);
	bybit.state.failing = true;
	market.checkAgain('bybit');
	await pass(100);
	bybit.state.failing = false;
	expect(market.get('bybit', 'SOLUSDT')?.instrument.tickSize).toBe(parseDecimal('0.5'));
});

test('the status of a venue reports stopped trading', async () => {
	const { market, bybit, pass } = fixture();
	await pass(1_000);
	expect(market.status('bybit').stopped).toBeNull();
	bybit.state.notices = {
		...NOTHING_NOTICED,
		maintenance: [{ title: 'Upgrade', from: T0, until: T0 + 120_000 }],
	};
	await pass(60_000);
	expect(textOf(market.status('bybit').stopped ?? '')).toContain('Upgrade');
	await pass(60_000);
	expect(market.status('bybit').stopped).toBeNull();
});

test('fetches a book only for a listed instrument', async () => {
	const { market, pass, changed } = fixture();
	await expect(market.refreshBook('bybit', 'SOLUSDT')).rejects.toThrow(/not a known instrument/);
	await pass(1_000);
	changed.length = 0;
	expect(await market.refreshBook('bybit', 'SOLUSDT')).toEqual(BOOK);
	expect(changed).toEqual(['SOLUSDT']);
});

test('notifies of a list of contracts only if it differs from the one before', async () => {
	const { market, bybit, pass } = fixture();
	await pass(1_000);
	const notified: string[] = [];
	market.onVenue((venue) => notified.push(venue));
	bybit.state.instruments = bybit.state.instruments.map((instrument) => ({ ...instrument }));
	await pass(301_000);
	expect(notified).toEqual([]);
	bybit.state.instruments = bybit.state.instruments.map((instrument) => ({ ...instrument, leverageMax: 3 }));
	await pass(301_000);
	expect(notified).toEqual(['bybit']);
	expect(market.inputs('bybit').map(({ instrument }) => instrument.leverageMax)).not.toContain(50);
});

describe('announcements of a venue', () => {
	test('are read once a minute, and listeners are notified of a change', async () => {
		const { market, bybit, pass } = fixture();
		expect(market.status('bybit').notices).toBeNull();
		await pass(1_000);
		expect(market.status('bybit').notices).toBe(NOTHING_NOTICED);
		const notified: string[] = [];
		market.onVenue((venue) => notified.push(venue));
		await pass(60_000);
		expect(notified).toEqual([]);
		const closed = { title: 'Upgrade', from: T0, until: null };
		bybit.state.notices = { ...NOTHING_NOTICED, maintenance: [closed] };
		await pass(60_000);
		expect(market.status('bybit').notices?.maintenance).toEqual([closed]);
		expect(market.status('kucoin').notices).toBe(NOTHING_NOTICED);
		expect(notified).toEqual(['bybit']);
	});
});

describe('the rate between quote currencies', () => {
	const COINS = ['BTC', 'ETH', 'SOL', 'XRP'];
	const usdc = (coin: string) => instrumentOf('bybit', coin, { symbol: `${coin}PERP`, quote: 'USDC' });

	/**
	 * Creates a market where Bybit lists each coin in USDT and in USDC. Each rate is the value of one USDC in USDT,
	 * according to one coin.
	 */
	async function priced(rates: readonly string[]) {
		const here = fixture();
		const { state } = here.bybit;
		state.instruments = COINS.flatMap((coin) => [instrumentOf('bybit', coin), usdc(coin)]);
		state.tickers = rates.flatMap((rate, index) => [
			tickerOf(`${COINS[index]}USDT`, rate, null),
			tickerOf(`${COINS[index]}PERP`, '1', null),
		]);
		await here.pass(6 * 60_000);
		return here;
	}

	test('is the median over coins that one venue lists in both', async () => {
		const { market, clock } = await priced(['1.001', '0.999', '1.002', '7']);
		const found = market.quoteRate('USDC', 'USDT');
		expect(found).toEqual({ rate: parseDecimal('1.0015'), at: expect.any(Number) });
		expect(clock.now() - (found.rate === null ? 0 : found.at)).toBeLessThanOrEqual(2_000);
		expect(market.quoteRate('USDT', 'USDC').rate).not.toBeNull();
	});

	test('also uses contracts whose index the venue states in a second currency', async () => {
		const here = fixture();
		const { state } = here.bybit;
		const otherIndex = { quote: 'USDT', price: parseDecimal('99.9') };
		state.instruments = COINS.map(usdc);
		state.tickers = COINS.map((coin) => ({ ...tickerOf(`${coin}PERP`, '100', null), otherIndex }));
		await here.pass(6 * 60_000);
		expect(here.market.quoteRate('USDC', 'USDT')).toMatchObject({ rate: parseDecimal('0.999') });
	});

	test('is unknown with only two coins, and with stale prices', async () => {
		const few = await priced(['1.001', '0.999']);
		expect(few.market.quoteRate('USDC', 'USDT')).toMatchObject({
			rate: null,
			reason: {
				text: 'The rate of USDC in USDT is unknown: 2 coins have a fresh index price in both currencies on one exchange, but at least 3 are needed.',
			},
		});
		const { market, bybit, pass } = await priced(['1', '1', '1']);
		expect(market.quoteRate('USDC', 'USDT').rate).toBe(parseDecimal('1'));
		bybit.state.failing = true;
		await pass(8_000);
		expect(market.quoteRate('USDC', 'USDT').rate).toBeNull();
	});
});

test('a closed market sends no requests', async () => {
	const { market, bybit, pass } = fixture();
	await pass(1_000);
	await market.close();
	const { loads } = bybit.state;
	await pass(HOUR_MS);
	expect([bybit.state.loads, bybit.state.streams]).toEqual([loads, []]);
});

test('listeners receive the market’s current answer, and nothing about a delisted instrument', async () => {
	const { bybit, market, pass, changed } = fixture();
	const notified: (number | undefined)[] = [];
	market.onChange(({ instrument, bookReceivedAt }) => {
		const present = market.get(instrument.venue, instrument.symbol);
		expect(bookReceivedAt).toBe(present?.bookReceivedAt);
		if (instrument.symbol === 'SOLUSDT' && instrument.venue === 'bybit') notified.push(bookReceivedAt);
	});
	await pass(500);
	bybit.onBook({ symbol: 'SOLUSDT' });
	await pass(2_000);
	expect(notified.at(-1)).toBe(market.get('bybit', 'SOLUSDT')?.bookReceivedAt);
	const refreshed = market.refreshBook('bybit', 'BTCUSDT');
	bybit.state.instruments = bybit.state.instruments.filter(({ coin }) => coin !== 'BTC');
	await refreshed;
	await pass(6 * 60_000);
	expect(market.get('bybit', 'BTCUSDT')).toBeUndefined();
	expect(market.inputs('bybit').map(({ instrument }) => instrument.coin)).toEqual(['SOL']);
	expect(market.status('bybit').instrumentCount).toBe(1);
	const before = changed.filter((symbol) => symbol === 'BTCUSDT').length;
	await pass(2_000);
	expect(changed.filter((symbol) => symbol === 'BTCUSDT')).toHaveLength(before);
});
