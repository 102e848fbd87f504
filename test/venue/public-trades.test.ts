/** What paper accounts read of each simulated exchange beside its book, through the adapter and over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	type Decimal,
	formatDecimal,
	fromInteger,
	isMultipleOf,
	parseDecimal,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { PublicTrade, VenueMarketData } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { dialectOf } from '../../src/venues/ccxt/dialects.ts';
import { openCcxt } from '../../src/venues/ccxt/instance.ts';
import { openVenueMarketData } from '../../src/venues/ccxt/market-data.ts';
import { unifiedTrades } from '../../src/venues/ccxt/public-trades.ts';
import { startSimulator } from '../conformance/harness.ts';
import { until } from '../e2e/polling.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
/** Least maintenance and highest leverage of BTC. */
const TIERS = { bybit: '0.005 at 100', kucoin: '0.004 at 125', okx: '0.004 at 100' } as const;
/** A simulated exchange prints a trade of its background every three seconds. */
const TRADES_MS_MAX = 30_000;

describe.each(['bybit', 'kucoin', 'okx'] as const)('%s', (venue) => {
	let simulator: Awaited<ReturnType<typeof startSimulator>>;
	let data: VenueMarketData;
	let instrument: Instrument;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		data = openVenueMarketData({
			venue,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
		});
		const symbol = VENUE_ROWS.find((row) => row.venue === venue)?.symbols.BTC;
		const listed = (await data.loadInstruments()).find((one) => one.symbol === symbol);
		if (listed === undefined) throw new Error(`${symbol} is not listed.`);
		instrument = listed;
	});

	afterAll(async () => {
		await data.close();
		await simulator[Symbol.asyncDispose]();
	});

	function someTrades(): Promise<readonly PublicTrade[]> {
		return until({ what: 'public trades', periodMs: 200, limitMs: TRADES_MS_MAX }, async () => {
			const trades = await data.fetchTrades(instrument.symbol);
			return trades.length >= 3 ? trades : undefined;
		});
	}

	test('trades count coins, in whole lots, at prices of the book', async () => {
		const trades = await someTrades();
		const book = await data.fetchBook(instrument.symbol, 20);
		const best = book.bids[0]?.[0] ?? fromInteger(0);
		expect(new Set(trades.map(({ tradeId }) => tradeId)).size).toBe(trades.length);
		for (const { price, quantity, tradedAt } of trades) {
			expect(isMultipleOf(quantity, instrument.lotSize)).toBe(true);
			expect(Math.abs(Number(price - best) / Number(best))).toBeLessThan(0.05);
			expect(Math.abs(systemClock.now() - tradedAt)).toBeLessThan(TRADES_MS_MAX * 10);
		}
	});

	test("ccxt's own reading, which venues without one of ours get, says the same", async () => {
		await someTrades();
		const { ccxtClass, settings } = dialectOf(venue);
		const exchange = await openCcxt(ccxtClass, { settings, redirectPort: simulator.port });
		const unified = await unifiedTrades(exchange, instrument);
		await exchange.close();
		const own = new Map((await data.fetchTrades(instrument.symbol)).map((trade) => [trade.tradeId, trade]));
		expect(unified.length).toBeGreaterThan(0);
		expect(unified.map(({ tradeId }) => own.get(tradeId))).toEqual(unified);
	});

	test('risk tiers are fractions of the value', async () => {
		const tiers = (await data.fetchRiskTiers(instrument.symbol)) ?? [];
		expect(tiers.length).toBeGreaterThan(0);
		const shown: (tier: { readonly maintenanceRate: Decimal; readonly leverageMax: Decimal }) => string = (
			tier,
		) => `${formatDecimal(tier.maintenanceRate)} at ${formatDecimal(tier.leverageMax)}`;
		expect(tiers.map(shown)).toEqual([TIERS[venue]]);
		expect(tiers[0]?.valueMax).toBeGreaterThan(parseDecimal('100000'));
	});
});
