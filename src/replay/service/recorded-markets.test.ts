/** Tests what a recorded market shows at each time: the past alone, as far as it is published. */
import { describe, expect, test } from 'vitest';
import { USUAL_ASSUMPTIONS } from '../../../test/support/replayed-service.ts';
import { parseDecimal as d, toNumber } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import type { BookUpdate } from '../../ports/venue-market.ts';
import type { Dataset, PriceColumns, Track } from '../data/dataset.ts';
import { recordedMarkets } from './recorded-markets.ts';

const T0 = Date.UTC(2026, 0, 1);
const LAG_MS = USUAL_ASSUMPTIONS.publicationLagMs;
const SYMBOL = 'AAAUSDT';

type Settled = { readonly at: number; readonly rate?: string; readonly hours?: number };

function trackOf(settled: readonly Settled[], prices?: PriceColumns): Track {
	return {
		...{ venue: 'bybit', symbol: SYMBOL, coin: 'AAA', quote: 'USDT', prices },
		settled: {
			at: Float64Array.from(settled, ({ at }) => at),
			rates: BigInt64Array.from(settled, ({ rate = '0.0001' }) => d(rate)),
			intervalsMs: Float64Array.from(settled, ({ hours = 0 }) => hours * HOUR_MS),
		},
	};
}

/** Hourly prices from `T0` on. */
function hourlyPrices(
	count: number,
	{ mark = (hour: number) => 100 + hour, usd = 1_000_000 } = {},
): PriceColumns {
	return {
		at: Float64Array.from({ length: count }, (_, hour) => T0 + hour * HOUR_MS),
		marks: Float64Array.from({ length: count }, (_, hour) => mark(hour)),
		volumesUsd: Float64Array.from({ length: count }, (_, hour) => (hour === 0 ? Number.NaN : usd)),
	};
}

function everyHours(hours: number, count: number, stated = hours): readonly Settled[] {
	return Array.from({ length: count }, (_, index) => ({ at: T0 + index * hours * HOUR_MS, hours: stated }));
}

function marketOf(track: Track, assumed: Partial<typeof USUAL_ASSUMPTIONS> = {}) {
	const dataset: Dataset = {
		...{ grade: track.prices === undefined ? 'C' : 'B', files: [], hash: '', tracks: [track] },
		...{ from: T0, until: T0, gaps: [], intervalChanges: [], notes: [] },
	};
	const markets = recordedMarkets(dataset, { ...USUAL_ASSUMPTIONS, ...assumed });
	const [source] = markets.sources();
	if (source === undefined) throw new Error('The dataset has one exchange.');
	return {
		markets,
		source,
		async tickerAt(at: number) {
			markets.playTo(at);
			return (await source.fetchTickers())[0];
		},
		async ratesAt(at: number) {
			markets.playTo(at);
			return (await source.fetchSettledRates(SYMBOL, 0, Number.MAX_SAFE_INTEGER, 'prompt')).rates;
		},
	};
}

describe('a settled rate', () => {
	test('is visible once its publication lag is over, and is then the running estimate', async () => {
		const { tickerAt, ratesAt } = marketOf(
			trackOf([
				{ at: T0, rate: '0.0001', hours: 8 },
				{ at: T0 + 8 * HOUR_MS, rate: '-0.0004', hours: 8 },
			]),
		);
		const at = T0 + 8 * HOUR_MS;
		expect((await ratesAt(at + LAG_MS - 1)).length).toBe(1);
		expect((await tickerAt(at + LAG_MS - 1))?.funding).toEqual({
			predictedRate: d('0.0001'),
			intervalMs: 8 * HOUR_MS,
			nextSettlementAt: T0 + 16 * HOUR_MS,
		});
		expect((await ratesAt(at + LAG_MS))[0]).toEqual({ settledAt: at, rate: d('-0.0004') });
		expect((await tickerAt(at + LAG_MS))?.funding?.predictedRate).toBe(d('-0.0004'));
	});

	test('is returned newest first, within the requested span', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 5)));
		markets.playTo(T0 + 3 * DAY_MS);
		const { rates } = await source.fetchSettledRates(SYMBOL, T0 + 8 * HOUR_MS, T0 + 16 * HOUR_MS, 'prompt');
		expect(rates.map(({ settledAt }) => (settledAt - T0) / HOUR_MS)).toEqual([16, 8]);
	});

	test('stops being an estimate after three intervals', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(8, 1)));
		expect((await tickerAt(T0 + 24 * HOUR_MS - 1))?.funding?.nextSettlementAt).toBe(T0 + 24 * HOUR_MS);
		expect((await tickerAt(T0 + 24 * HOUR_MS))?.funding).toBeNull();
	});
});

describe('the next settlement', () => {
	test('follows the interval that the last settlement states', async () => {
		const { tickerAt } = marketOf(trackOf([...everyHours(8, 3), { at: T0 + 17 * HOUR_MS, hours: 1 }]));
		expect((await tickerAt(T0 + 16.5 * HOUR_MS))?.funding?.nextSettlementAt).toBe(T0 + 24 * HOUR_MS);
		expect((await tickerAt(T0 + 17.5 * HOUR_MS))?.funding).toMatchObject({
			intervalMs: HOUR_MS,
			nextSettlementAt: T0 + 18 * HOUR_MS,
		});
	});

	test('follows the distance of the last two settlements if no interval is stated', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(4, 3, 0)));
		expect((await tickerAt(T0 + HOUR_MS))?.funding?.intervalMs).toBe(8 * HOUR_MS);
		expect((await tickerAt(T0 + 4.5 * HOUR_MS))?.funding?.intervalMs).toBe(4 * HOUR_MS);
	});
});

describe('a contract', () => {
	test('is listed from its first settlement, whatever the dataset has later', async () => {
		const { tickerAt, source } = marketOf(trackOf(everyHours(8, 30)));
		expect(await tickerAt(T0 + LAG_MS - 1)).toBeUndefined();
		expect(await source.loadInstruments()).toEqual([]);
		expect((await tickerAt(T0 + LAG_MS))?.symbol).toBe(SYMBOL);
		expect((await source.loadInstruments()).map(({ symbol }) => symbol)).toEqual([SYMBOL]);
	});

	test('is listed at grade B once it has a price, too', async () => {
		const prices = { ...hourlyPrices(3), at: Float64Array.from([9, 10, 11], (hour) => T0 + hour * HOUR_MS) };
		const { tickerAt } = marketOf(trackOf(everyHours(8, 3), prices));
		expect(await tickerAt(T0 + 8.5 * HOUR_MS)).toBeUndefined();
		expect((await tickerAt(T0 + 9 * HOUR_MS + LAG_MS))?.mark).toBe(d('100'));
	});

	test('without a settlement for two days is announced to leave, and is gone a day later', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(1, 2)));
		const last = T0 + HOUR_MS;
		expect((await tickerAt(last + 2 * DAY_MS - 1))?.delistingAt).toBeNull();
		expect((await tickerAt(last + 2 * DAY_MS))?.delistingAt).toBe(last + 3 * DAY_MS);
		expect(await tickerAt(last + 3 * DAY_MS)).toBeUndefined();
	});

	test('without a price for three hours shows no running estimate, and leaves like one without rates', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(1, 200), hourlyPrices(10)));
		const last = T0 + 9 * HOUR_MS;
		expect((await tickerAt(last + 3 * HOUR_MS - 1))?.funding).not.toBeNull();
		expect((await tickerAt(last + 3 * HOUR_MS))?.funding).toBeNull();
		expect((await tickerAt(last + 2 * DAY_MS))?.delistingAt).toBe(last + 3 * DAY_MS);
		expect(await tickerAt(last + 3 * DAY_MS)).toBeUndefined();
	});

	test('is listed again when it has a price after a long gap', async () => {
		const at = Float64Array.from([0, 1, 150], (hour) => T0 + hour * HOUR_MS);
		const { tickerAt } = marketOf(trackOf(everyHours(1, 200), { ...hourlyPrices(3), at }));
		expect(await tickerAt(T0 + 149 * HOUR_MS)).toBeUndefined();
		expect(await tickerAt(T0 + 150 * HOUR_MS + LAG_MS)).toMatchObject({
			mark: d('102'),
			funding: { intervalMs: HOUR_MS },
			delistingAt: null,
		});
	});

	test('that settles rarely leaves after three intervals', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(24, 2)));
		const last = T0 + DAY_MS;
		expect((await tickerAt(last + 3 * DAY_MS - 1))?.delistingAt).toBeNull();
		expect((await tickerAt(last + 3 * DAY_MS))?.delistingAt).toBe(last + 4 * DAY_MS);
	});

	test('is listed again when it settles after a long gap', async () => {
		const { tickerAt } = marketOf(trackOf([...everyHours(8, 2), { at: T0 + 10 * DAY_MS, hours: 8 }]));
		expect(await tickerAt(T0 + 9 * DAY_MS)).toBeUndefined();
		expect((await tickerAt(T0 + 10 * DAY_MS + LAG_MS))?.delistingAt).toBeNull();
	});
});

describe('a book', () => {
	test('has the constant price and no end at grade C', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 2)));
		markets.playTo(T0 + HOUR_MS);
		const { bids, asks } = await source.fetchBook(SYMBOL, 10);
		expect([bids.length, asks.length]).toEqual([1, 1]);
		expect([bids[0]?.[0], asks[0]?.[0]]).toEqual([d('99.98'), d('100.02')]);
		expect(toNumber(asks[0]?.[1] ?? d('0'))).toBeGreaterThan(1e9);
	});

	test('a coin worth less than a millionth of a dollar has a price step far below its price', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 2)), { price: d('0.0000005') });
		markets.playTo(T0 + HOUR_MS);
		const [instrument] = await source.loadInstruments();
		const { asks } = await source.fetchBook(SYMBOL, 10);
		expect(asks[0]?.[0]).toBe(d('0.0000005001'));
		expect(toNumber(instrument?.tickSize ?? d('1')) / 0.0000005).toBeLessThan(1e-8);
		expect(toNumber(asks[0]?.[1] ?? d('0')) * 0.0000005).toBeGreaterThan(100_000);
	});

	test('has ten levels of a hundredth of the last hour’s volume, each further by the impact', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 2), hourlyPrices(3, { mark: () => 50 })), {
			impact: d('0.0001'),
		});
		markets.playTo(T0 + HOUR_MS + LAG_MS);
		const { bids, asks } = await source.fetchBook(SYMBOL, 10);
		expect(asks).toHaveLength(10);
		expect(bids).toHaveLength(10);
		expect(asks[0]).toEqual([d('50.01'), d('200')]);
		expect(asks[9]).toEqual([d('50.055'), d('200')]);
		expect(bids[9]).toEqual([d('49.945'), d('200')]);
	});

	test('has no end if the volume is unknown', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 2), hourlyPrices(3)), { impact: d('0.0001') });
		markets.playTo(T0 + LAG_MS);
		expect((await source.fetchBook(SYMBOL, 10)).asks).toHaveLength(1);
	});

	test('is pushed at once and whenever its price changes, until the stream is closed', async () => {
		const { markets, source } = marketOf(trackOf(everyHours(8, 2), hourlyPrices(6)));
		markets.playTo(T0 + LAG_MS);
		const seen: BookUpdate[] = [];
		const stream = source.streamBooks([SYMBOL], {
			onBook: (update) => void seen.push(update),
			onDown() {},
		} as Parameters<typeof source.streamBooks>[1]);
		markets.playTo(T0 + HOUR_MS);
		expect(seen).toHaveLength(1);
		markets.playTo(T0 + HOUR_MS + LAG_MS);
		expect(seen.map(({ book }) => book.asks[0]?.[0])).toEqual([d('100.02'), d('101.0202')]);
		await stream.close();
		markets.playTo(T0 + 2 * HOUR_MS + LAG_MS);
		expect(seen).toHaveLength(2);
	});
});

describe('the volume of a day', () => {
	test('is the sum of 24 known hours', async () => {
		const { tickerAt } = marketOf(trackOf(everyHours(8, 9), hourlyPrices(30)));
		expect((await tickerAt(T0 + 23 * HOUR_MS + LAG_MS))?.volume24h).toBeNull();
		expect((await tickerAt(T0 + 24 * HOUR_MS + LAG_MS))?.volume24h).toBe(d('24000000'));
	});

	test('is unknown if an hour of the day is missing', async () => {
		const all = hourlyPrices(40);
		const without = (column: Float64Array) => column.filter((_, hour) => hour !== 30);
		const prices = { at: without(all.at), marks: without(all.marks), volumesUsd: without(all.volumesUsd) };
		const { tickerAt } = marketOf(trackOf(everyHours(8, 9), prices));
		expect((await tickerAt(T0 + 29 * HOUR_MS + LAG_MS))?.volume24h).toBe(d('24000000'));
		expect((await tickerAt(T0 + 36 * HOUR_MS + LAG_MS))?.volume24h).toBeNull();
	});
});

test('the next instant is that of the next datum with its lag, each once', () => {
	const { markets } = marketOf(trackOf(everyHours(8, 2), hourlyPrices(2)));
	const instants: number[] = [];
	for (let at = markets.nextAfter(0); at !== undefined; at = markets.nextAfter(at)) instants.push(at);
	expect(instants.map((at) => at - T0 - LAG_MS)).toEqual([0, HOUR_MS, 8 * HOUR_MS]);
});
