/** Tests market data from each simulated exchange through the adapter: contracts, tickers, settled rates, books. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { formatDecimal } from '../../src/domain/decimal.ts';
import { midPrice, type OrderBook } from '../../src/domain/order-book.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { HYPERLIQUID_BUDGETS } from '../../src/venues/hyperliquid/limits.ts';
import { until } from '../e2e/polling.ts';
import { casesOf } from './cases.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 30;
/** Clock difference that every venue still accepts. A simulator responds within milliseconds. */
const AHEAD_MS = 4_000;
const OFFSET_WRONG_MS_MAX = 400;
/** Request weight of `l2Book` at Hyperliquid, page "Rate limits and user limits". */
const WEIGHT_OF_BOOK = 2;

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	afterAll(() => fixture.close());

	/**
	 * Waits for one correct measurement. A delay of this process in one half of a round trip distorts a measurement,
	 * so one undelayed round trip is enough.
	 */
	const untilOffset = (offsetMs: number): Promise<true> =>
		until({ what: `a clock that is ${offsetMs} ms ahead`, periodMs: 50 }, async () =>
			Math.abs((await fixture.data.measureClockOffset()) - offsetMs) < OFFSET_WRONG_MS_MAX ? true : undefined,
		);

	prove(
		'instruments',
		'state quantities in coins and prices in USD per coin, whatever the venue’s units',
		() => {
			const btc = fixture.instrument('BTC');
			expect(btc.symbol).toBe(row.symbols.BTC);
			expect(formatDecimal(btc.lotSize)).toBe(row.btcLot);
			const pepe = fixture.instrument('PEPE');
			expect(pepe.symbol).toBe(row.symbols.PEPE);
			// Either a lot is a whole number of contracts, or a contract is a whole number of lots.
			const [smaller, larger] = [pepe.lotSize, pepe.coinsPerOrderUnit].sort((a, b) => (a < b ? -1 : 1));
			expect((larger ?? 0n) % (smaller ?? 0n)).toBe(0n);
			expect(fixture.instruments.length).toBeGreaterThanOrEqual(row.instrumentsMin);
		},
	);

	prove('tickers', 'state estimated rate, interval and next settlement of every instrument', async () => {
		const tickers = await fixture.data.fetchTickers();
		expect(tickers.length).toBe(fixture.instruments.length);
		for (const ticker of tickers) {
			expect(ticker.problems).toEqual([]);
			expect([1, 4, 8]).toContain((ticker.funding?.intervalMs ?? 0) / HOUR_MS);
			expect(ticker.funding?.nextSettlementAt).toBeGreaterThan(systemClock.now());
		}
	});

	// Hyperliquid always settles hourly.
	if (row.btcIntervalHours !== 1)
		prove('tickers', 'follow a change of the interval at a settlement', async () => {
			const symbol = row.symbols.SOL;
			const read = async () =>
				(await fixture.data.fetchTickers()).find((ticker) => ticker.symbol === symbol)?.funding;
			expect((await read())?.intervalMs).toBeGreaterThan(HOUR_MS);
			const path = `/contracts/${symbol}/interval`;
			const { from } = (await fixture.simulator.admin('POST', path, { inMs: 1_500, hours: 1 })) as {
				from: number;
			};
			const after = await until({ what: 'the hourly interval', periodMs: 500 }, async () => {
				const funding = await read();
				return funding?.intervalMs === HOUR_MS ? funding : undefined;
			});
			expect(after.nextSettlementAt).toBe(from + HOUR_MS);
		});

	for (const pace of ['prompt', 'background'] as const)
		prove('settled rates', `reach back ${DAYS} days, newest first (${pace})`, async () => {
			const now = systemClock.now();
			const { rates, unusable } = await fixture.data.fetchSettledRates(
				row.symbols.BTC,
				now - DAYS * DAY_MS,
				now,
				pace,
			);
			expect([rates.length, unusable]).toEqual([(DAYS * 24) / row.btcIntervalHours, []]);
			for (const [index, rate] of rates.entries()) {
				const older = rates[index + 1];
				if (older !== undefined)
					expect(rate.settledAt - older.settledAt).toBe(row.btcIntervalHours * HOUR_MS);
			}
		});

	// All tickers of one response have the same time of receipt, so different times show that the tickers are
	// streamed.
	if (row.venue === 'hyperliquid')
		prove('tickers', 'streams every instrument, each with its own time of receipt', async () => {
			const data = await fixture.openData();
			const listed = (await data.fetchTickers()).map(({ symbol }) => symbol);
			const later = await until({ what: 'tickers of the stream', periodMs: 250 }, async () => {
				const tickers = await data.fetchTickers();
				return new Set(tickers.map(({ receivedAt }) => receivedAt)).size > tickers.length / 2
					? tickers
					: undefined;
			});
			expect(later.map(({ symbol }) => symbol)).toEqual(listed);
			for (const { receivedAt, mark, index, funding, problems } of later) {
				expect(receivedAt).toBeLessThanOrEqual(systemClock.now());
				expect([mark, index, funding]).not.toContain(null);
				expect(problems).toEqual([]);
			}
			await data.close();
		});

	// Only this venue’s request budget is so small that the service’s start uses it up.
	if (row.venue === 'hyperliquid')
		prove('clock offset', 'does not count a wait for our own budget as network latency', async () => {
			const data = await fixture.openData();
			const [pool] = HYPERLIQUID_BUDGETS.limits.pools;
			if (pool === undefined) throw new Error('Hyperliquid limits addresses.');
			const used = pool.burst - pool.shares.market.leaves + 2 * pool.perSecond;
			await until({ what: 'an offset without the wait', periodMs: 50 }, async () => {
				const checks = Array.from({ length: Math.ceil(used / WEIGHT_OF_BOOK) }, () =>
					data.fetchBook(row.symbols.BTC, 5),
				);
				const begun = systemClock.monotonic();
				const offset = await data.measureClockOffset();
				expect(systemClock.monotonic() - begun).toBeGreaterThan(1_000);
				await Promise.all(checks);
				return Math.abs(offset) < OFFSET_WRONG_MS_MAX ? true : undefined;
			});
			await data.close();
		});

	prove('book streams', 'streams a book for every instrument', async () => {
		const missing = new Set(fixture.instruments.map((instrument) => instrument.symbol));
		const data = await fixture.openData();
		await new Promise<void>((resolve) => {
			const stream = data.streamBooks([...missing], {
				onBook({ symbol, book }) {
					expect(midPrice(book)).toBeDefined();
					missing.delete(symbol);
					if (missing.size === 0) void stream.close().then(resolve);
				},
				onDown() {},
			});
		});
		await data.close();
		expect(missing.size).toBe(0);
	});

	prove('book after a lost delta', 'reports the lost book and restores it uncrossed', async () => {
		const symbol = row.symbols.BTC;
		// The fault applies to one message on any connection, so this case opens the only connection.
		const data = await fixture.openData();
		let why = '';
		const book = await new Promise<OrderBook>((resolve) => {
			const stream = data.streamBooks([symbol], {
				onBook({ book }) {
					// A deeper snapshot in flight may cover the lost delta and hide the gap, so each book loses
					// another delta until a gap appears.
					if (why !== '') void stream.close().then(() => resolve(book));
					else void fixture.simulator.admin('POST', '/streams', { action: 'skipDelta', symbol, count: 1 });
				},
				onDown(symbols, reason) {
					expect(symbols).toEqual([symbol]);
					why ||= reason;
				},
			});
		});
		await data.close();
		expect(why).toMatch(/out of step/);
		expect(midPrice(book)).toBeDefined();
	});

	// This case comes last because a simulator’s clock never goes back.
	prove('clock offset', 'measures a clock that runs ahead to within half a round trip', async () => {
		await untilOffset(0);
		await fixture.simulator.admin('POST', '/clock', { aheadMs: AHEAD_MS });
		await untilOffset(AHEAD_MS);
	});
});
