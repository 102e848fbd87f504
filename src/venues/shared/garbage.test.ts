/** Checks that garbage in an exchange's bodies affects only its own instrument, with a message. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromInteger, ONE, parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { midPrice } from '../../domain/order-book.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import { textOf } from '../../sentences/sentence.ts';
import { shownNameOf } from '../facts.ts';
import { dialectOf } from '../modules.ts';
import { readLevels } from './book-levels.ts';
import type { Call } from './dialect.ts';
import { BodyError } from './fields.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const HOUR_MS = 3_600_000;
const NEXT = NOW + HOUR_MS;

type Row = Readonly<Record<string, unknown>>;

const VENUES = {
	bybit: {
		instrument: (coin: string): Row => ({
			symbol: `${coin}USDT`,
			contractType: 'LinearPerpetual',
			status: 'Trading',
			baseCoin: coin,
			quoteCoin: 'USDT',
			settleCoin: 'USDT',
			deliveryTime: '0',
			priceFilter: { tickSize: '0.1' },
			lotSizeFilter: { qtyStep: '0.001', minOrderQty: '0.001', maxOrderQty: '100', minNotionalValue: '5' },
			leverageFilter: { maxLeverage: '100' },
		}),
		ticker: (coin: string): Row => ({
			symbol: `${coin}USDT`,
			markPrice: '100',
			indexPrice: '100.1',
			lastPrice: '99.9',
			turnover24h: '1000000',
			openInterestValue: '500000',
			fundingRate: '0.0001',
			fundingIntervalHour: '8',
			nextFundingTime: String(NEXT),
			fundingCap: '0.01',
			deliveryTime: '0',
		}),
		interval: 'fundingIntervalHour',
		rate: 'fundingRate',
		next: 'nextFundingTime',
		answers: (rows: unknown, _method: string): unknown => ({ result: { list: rows } }),
	},
	kucoin: {
		instrument: (coin: string): Row => VENUES.kucoin.ticker(coin),
		ticker: (coin: string): Row => ({
			symbol: `${coin}USDTM`,
			type: 'FFWCSX',
			status: 'Open',
			isInverse: false,
			baseCurrency: coin,
			quoteCurrency: 'USDT',
			settleCurrency: 'USDT',
			tickSize: 0.1,
			multiplier: 0.001,
			lotSize: 1,
			maxOrderQty: 100_000,
			maxLeverage: 100,
			expireDate: null,
			settleDate: null,
			markPrice: 100,
			indexPrice: 100.1,
			lastTradePrice: 99.9,
			turnoverOf24h: 1_000_000,
			openInterest: '5000000',
			fundingFeeRate: 0.0001,
			currentFundingRateGranularity: 8 * HOUR_MS,
			nextFundingRateDateTime: NEXT,
			nextFundingRateTime: HOUR_MS,
			fundingRateCap: 0.01,
			fundingRateFloor: -0.01,
		}),
		interval: 'currentFundingRateGranularity',
		rate: 'fundingFeeRate',
		next: 'nextFundingRateDateTime',
		answers: (rows: unknown, _method: string): unknown => ({ data: rows }),
	},
	binance: {
		instrument: (coin: string): Row => ({
			symbol: `${coin}USDT`,
			contractType: 'PERPETUAL',
			status: 'TRADING',
			baseAsset: coin,
			quoteAsset: 'USDT',
			marginAsset: 'USDT',
			deliveryDate: 4_133_404_800_000,
			requiredMarginPercent: '5.0000',
			filters: [
				{ filterType: 'PRICE_FILTER', tickSize: '0.1' },
				{ filterType: 'LOT_SIZE', stepSize: '0.001', minQty: '0.001', maxQty: '100' },
				{ filterType: 'MIN_NOTIONAL', notional: '5' },
			],
		}),
		// The test uses this one row for four endpoints. Their real rows have only `symbol` in common.
		ticker: (coin: string): Row => ({
			symbol: `${coin}USDT`,
			markPrice: '100',
			indexPrice: '100.1',
			lastPrice: '99.9',
			quoteVolume: '1000000',
			lastFundingRate: '0.0001',
			fundingIntervalHours: 8,
			nextFundingTime: NEXT,
			adjustedFundingRateCap: '0.01',
			adjustedFundingRateFloor: '-0.01',
		}),
		interval: 'fundingIntervalHours',
		rate: 'lastFundingRate',
		next: 'nextFundingTime',
		answers: (rows: unknown, method: string): unknown =>
			method === 'fapiPublicGetExchangeInfo' ? { symbols: rows } : rows,
	},
} as const;

type Venue = keyof typeof VENUES;
const NAMES = ['bybit', 'kucoin', 'binance'] as const;

const calling = (venue: Venue, rows: unknown): Call => {
	return async (_kind, method) => VENUES[venue].answers(rows, method);
};

async function instrumentsOf(venue: Venue, rows: unknown): Promise<readonly Instrument[]> {
	const { instruments, unreadable } = await dialectOf(venue).readInstruments(calling(venue, rows), NOW);
	for (const sentence of unreadable) expect(sentence).toMatch(/^The contract .{1,200}\.$/);
	return instruments;
}

async function tickersOf(venue: Venue, rows: unknown): Promise<readonly InstrumentTicker[]> {
	const listed = await instrumentsOf(venue, ['BTC', 'SOL'].map(VENUES[venue].instrument));
	const find = (symbol: string) => listed.find((instrument) => instrument.symbol === symbol);
	return dialectOf(venue).readTickers(calling(venue, rows), find, NOW);
}

const symbolOf = (venue: Venue, coin: string) => String(VENUES[venue].ticker(coin).symbol);

/** Any value that an exchange could write in a field. */
const garbage = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		'',
		'NaN',
		'null',
		'-',
		'0',
		0,
		-1,
		'-1',
		'-0.5',
		true,
		[],
		{},
		[[]],
		'1e400',
		1e300,
	),
	fc.constantFrom<unknown>(
		1e-30,
		1.234567890123456e-7,
		'0x10',
		' 5 ',
		'1,000',
		'٣',
		'9'.repeat(5_000),
		Number.NaN,
	),
	fc.constantFrom<unknown>(
		Number.POSITIVE_INFINITY,
		String(NOW / 1_000),
		NOW * 1_000,
		'2026-11-21T00:00:00Z',
	),
	fc.string(),
	fc.double(),
	fc.integer(),
	fc.jsonValue(),
);

/** Generates variants of a row in which fields are overwritten, missing or invented. */
function spoilt(row: Row): fc.Arbitrary<Row> {
	const names = Object.keys(row).filter((name) => name !== 'symbol');
	return fc
		.record({
			changed: fc.dictionary(fc.constantFrom(...names), garbage, { minKeys: 1, maxKeys: names.length }),
			left: fc.subarray(names),
			made: fc.dictionary(fc.string(), garbage, { maxKeys: 2 }),
		})
		.map(({ changed, left, made }) => {
			const { symbol } = row;
			const all: Row = { ...made, ...row, ...changed, symbol };
			return Object.fromEntries(Object.entries(all).filter(([name]) => !left.includes(name)));
		});
}

/** Checks the properties that the scanner relies on, and the messages for missing figures. */
function expectSound(ticker: InstrumentTicker): void {
	for (const price of [ticker.mark, ticker.index, ticker.last])
		expect(price === null || (price > 0n && price <= parseDecimal('1e12'))).toBe(true);
	for (const amount of [ticker.volume24h, ticker.openInterest])
		expect(amount === null || amount >= 0n).toBe(true);
	const { funding, fundingCap, fundingFloor, delistingAt } = ticker;
	if (funding !== null) {
		expect(funding.predictedRate <= ONE && funding.predictedRate >= -ONE).toBe(true);
		expect(funding.intervalMs).toBeGreaterThanOrEqual(HOUR_MS / 2);
		expect(funding.intervalMs).toBeLessThanOrEqual(24 * HOUR_MS);
		expect(Math.abs(funding.nextSettlementAt - NOW)).toBeLessThanOrEqual(25 * HOUR_MS);
	}
	expect(fundingCap === null || fundingCap > 0n).toBe(true);
	expect(fundingFloor === null || fundingFloor < 0n).toBe(true);
	expect(delistingAt === null || (Number.isSafeInteger(delistingAt) && delistingAt > 0)).toBe(true);
	const missing = [ticker.mark, ticker.index, ticker.last, funding].filter(
		(member) => member === null,
	).length;
	expect(ticker.problems.length).toBeGreaterThanOrEqual(missing);
	for (const problem of ticker.problems.map(textOf)) {
		expect(problem).toMatch(/^[A-Za-z].*\.$/s);
		expect(problem.length).toBeLessThan(500);
	}
}

describe.each(NAMES)('%s', (venue) => {
	const venueRows = VENUES[venue];

	test('reads a good row completely', async () => {
		const [ticker] = await tickersOf(venue, [venueRows.ticker('BTC')]);
		expect(ticker).toMatchObject({
			mark: fromInteger(100),
			funding: { predictedRate: parseDecimal('0.0001'), intervalMs: 8 * HOUR_MS, nextSettlementAt: NEXT },
			fundingCap: parseDecimal('0.01'),
			fundingFloor: parseDecimal('-0.01'),
			delistingAt: null,
			tradable: true,
			problems: [],
		});
	});

	test('any value in one ticker leaves the other intact, and yields a sound ticker or a reason', async () => {
		const alone = await tickersOf(venue, [venueRows.ticker('BTC')]);
		await fc.assert(
			fc.asyncProperty(spoilt(venueRows.ticker('SOL')), async (row) => {
				const tickers = await tickersOf(venue, [row, venueRows.ticker('BTC')]);
				expect(tickers.filter(({ symbol }) => symbol === symbolOf(venue, 'BTC'))).toEqual(alone);
				for (const ticker of tickers) expectSound(ticker);
			}),
			{ numRuns: 500 },
		);
	});

	test('any value in one contract leaves the other listed, and yields a tradable contract or none', async () => {
		const alone = await instrumentsOf(venue, [venueRows.instrument('BTC')]);
		await fc.assert(
			fc.asyncProperty(spoilt(venueRows.instrument('SOL')), async (row) => {
				const listed = await instrumentsOf(venue, [row, venueRows.instrument('BTC')]);
				expect(listed.filter(({ symbol }) => symbol === symbolOf(venue, 'BTC'))).toEqual(alone);
				for (const instrument of listed) {
					const { tickSize, lotSize, quantityMin, quantityMax, notionalMin, leverageMax } = instrument;
					expect([tickSize > 0n, lotSize > 0n, quantityMin > 0n, quantityMax >= quantityMin]).not.toContain(
						false,
					);
					expect(notionalMin >= 0n && Number.isFinite(leverageMax) && leverageMax >= 1).toBe(true);
				}
			}),
			{ numRuns: 500 },
		);
	});

	test('leaves out rows that are not objects', async () => {
		const rows = [null, 'x', 7, [], { symbol: null }, { symbol: 'NOSUCH' }, {}, venueRows.ticker('BTC')];
		expect((await tickersOf(venue, rows)).map(({ symbol }) => symbol)).toEqual([symbolOf(venue, 'BTC')]);
	});

	test.each([
		['interval', 0, 'between half an hour and a day'],
		['interval', -8, 'between half an hour and a day'],
		['interval', 1e9, 'between half an hour and a day'],
		['interval', null, 'between half an hour and a day'],
		['next', NOW - 60_000, 'within a day'],
		['next', 0, 'within a day'],
		['next', NOW + 26 * HOUR_MS, 'within a day'],
		['next', NOW / 1_000, 'within a day'],
		['rate', 'NaN', 'a fraction between -1 and 1'],
		['rate', 1.5, 'a fraction between -1 and 1'],
		['rate', '-1.5', 'a fraction between -1 and 1'],
		['rate', null, 'a fraction between -1 and 1'],
	] as const)('a funding %s of %j is unusable, and a sentence says why', async (member, value, why) => {
		const [ticker] = await tickersOf(venue, [{ ...venueRows.ticker('BTC'), [venueRows[member]]: value }]);
		expect(ticker?.funding).toBeNull();
		const [problem, ...others] = ticker?.problems.map(textOf) ?? [];
		expect(problem).toContain(why);
		expect(problem).toContain(JSON.stringify(value));
		expect(others).toEqual([]);
		expect(ticker?.mark).not.toBeNull();
	});

	test.each([-100, '-100', 0, 'abc', null, 1e13, '1e13', Number.NaN, [], {}])(
		'refuses a mark of %j with a sentence',
		async (markPrice) => {
			const [ticker] = await tickersOf(venue, [{ ...venueRows.ticker('BTC'), markPrice }]);
			expect([ticker?.mark, ticker?.index]).toEqual([null, parseDecimal('100.1')]);
			expect(ticker?.problems.map(textOf)).toEqual([
				expect.stringMatching(/^markPrice is .*; a price must be/),
			]);
		},
	);

	test('ignores rows that share a symbol, but not the others', async () => {
		const twice = [venueRows.ticker('BTC'), venueRows.ticker('SOL'), venueRows.ticker('BTC')];
		const tickers = await tickersOf(venue, twice);
		const btc = tickers.find(({ symbol }) => symbol === symbolOf(venue, 'BTC'));
		expect(btc).toMatchObject({ mark: null, funding: null, tradable: false });
		expect(btc?.problems.map(textOf)).toEqual([expect.stringMatching(/more than once/)]);
		expect(tickers.find(({ symbol }) => symbol === symbolOf(venue, 'SOL'))?.problems).toEqual([]);
	});

	test.each([undefined, null, 'busy', {}, 0])(
		'an answer with the list %j is an error, not an empty list',
		async (rows) => {
			await expect(tickersOf(venue, rows)).rejects.toThrow(BodyError);
			await expect(instrumentsOf(venue, rows)).rejects.toThrow(BodyError);
		},
	);

	test('rounds a number with too many digits, and reads the others', async () => {
		const tiny = { ...venueRows.ticker('SOL'), markPrice: 1.234567890123456e-7 };
		const tickers = await tickersOf(venue, [tiny, venueRows.ticker('BTC')]);
		expect(tickers.map(({ mark }) => mark)).toEqual([parseDecimal('0.000000123456789012'), fromInteger(100)]);
	});
});

describe('a book', () => {
	const instrument = async () =>
		(await instrumentsOf('bybit', [VENUES.bybit.instrument('BTC')]))[0] as Instrument;

	test('ends at the first level that is unusable or not worse than its predecessor', async () => {
		const btc = await instrument();
		const prices = (side: 'bids' | 'asks', levels: unknown) =>
			readLevels(side, levels, btc).map(([price]) => Number(price / ONE));
		expect(
			prices('bids', [
				['100', '1'],
				['99', '1'],
				['98', '0'],
				['97', '1'],
			]),
		).toEqual([100, 99]);
		expect(
			prices('bids', [
				['100', '1'],
				['101', '1'],
			]),
		).toEqual([100]);
		expect(
			prices('asks', [
				['100', '1'],
				['101', '1'],
				['101', '1'],
			]),
		).toEqual([100, 101]);
		expect(prices('asks', [['-100', '1']])).toEqual([]);
		for (const levels of [
			null,
			undefined,
			'x',
			{},
			[],
			[null],
			[[]],
			[['100']],
			[['NaN', '1']],
			[[1, Number.NaN]],
		])
			expect(prices('asks', levels)).toEqual([]);
	});

	test('has ordered positive prices and quantities for any levels, or is empty', async () => {
		const btc = await instrument();
		const level = fc.oneof(
			fc.tuple(garbage, garbage),
			fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 })),
			garbage,
		);
		fc.assert(
			fc.property(fc.array(level), fc.array(level), (bids, asks) => {
				const book = { bids: readLevels('bids', bids, btc), asks: readLevels('asks', asks, btc) };
				for (const [price, quantity] of [...book.bids, ...book.asks])
					expect(price > 0n && quantity > 0n).toBe(true);
				for (const [index, [price]] of book.bids.entries())
					expect(index === 0 || price < (book.bids[index - 1]?.[0] ?? 0n)).toBe(true);
				for (const [index, [price]] of book.asks.entries())
					expect(index === 0 || price > (book.asks[index - 1]?.[0] ?? 0n)).toBe(true);
				const mid = midPrice(book);
				expect(mid === undefined || mid > 0n).toBe(true);
			}),
		);
	});
});

describe('notices', () => {
	test('are sound, or unknown with a sentence, for any answer', async () => {
		const row = fc.dictionary(
			fc.constantFrom(
				'state',
				'begin',
				'end',
				'title',
				'product',
				'serviceTypes',
				'env',
				'status',
				'msg',
				'currency',
				'fullName',
				'name',
				'chains',
			),
			fc.oneof(
				garbage,
				fc.constantFrom<unknown>(
					'ongoing',
					'scheduled',
					'close',
					NOW,
					'USDT',
					[1],
					[{ isDepositEnabled: false }],
				),
			),
		);
		const answer = fc.oneof(garbage, fc.array(fc.oneof(row, garbage)), row);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...NAMES), answer, answer, async (venue, first, second) => {
				const answers = [first, second];
				const call: Call = async (_kind, method) => VENUES[venue].answers(answers.shift(), method);
				const notices = await dialectOf(venue).readNotices(call, NOW);
				for (const { title, from, until } of notices.maintenance) {
					expect(textOf(title).length).toBeLessThanOrEqual(250);
					expect(Number.isSafeInteger(from) && (until === null || Number.isSafeInteger(until))).toBe(true);
				}
				expect(notices.maintenance.length).toBeLessThanOrEqual(20);
				for (const sentence of notices.unknown)
					expect(textOf(sentence)).toMatch(new RegExp(`of ${shownNameOf(venue)} is unknown: `));
			}),
			{ numRuns: 500 },
		);
	});

	test.each([
		['is over', { state: 'completed' }, 0],
		['is called off', { state: 'canceled' }, 0],
		['affects spot', { product: [2] }, 0],
		['affects the market data stream', { serviceTypes: [5] }, 0],
		['affects the demo environment', { env: 2 }, 0],
		['names no product', { product: [] }, 1],
		['affects orders over HTTP', { serviceTypes: ['2'] }, 1],
		['is scheduled', { state: 'scheduled' }, 1],
	])('Bybit: counts maintenance that %s, or not', async (_what, change, count) => {
		const row = {
			title: 'x',
			state: 'ongoing',
			begin: NOW,
			end: NOW + 1,
			product: [1],
			serviceTypes: [1],
			env: 1,
			...change,
		};
		const { maintenance } = await dialectOf('bybit').readNotices(calling('bybit', [row]), NOW);
		expect(maintenance.length).toBe(count);
	});
});
