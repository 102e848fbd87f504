/** Provides the funding map over a few given contracts and settled rates, at a fixed time. */
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import { createMonthWindow, monthMean } from '../../src/domain/month-window.ts';
import { createFundingMap } from '../../src/market/funding-map.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FundingMap } from '../../src/ports/funding-map.ts';
import { createHandDrivenMarket, fundingOf, instrumentOf, tickerOf } from '../support/hand-driven-market.ts';
import { NOW_MS } from './in-memory-trading.ts';

type Given = {
	readonly venue: string;
	readonly coin: string;
	readonly symbol: string;
	readonly quote?: string;
	readonly rate: string | null;
	readonly hours: number;
	readonly volume: string | null;
};

/** Bybit lists two contracts on BTC. The rate of ETH at KuCoin is unknown, and only Bybit lists XRP. */
const GIVEN: readonly Given[] = [
	{ venue: 'bybit', coin: 'BTC', symbol: 'BTCUSDT', rate: '0.0001', hours: 8, volume: '6400000000' },
	{
		venue: 'bybit',
		coin: 'BTC',
		symbol: 'BTCPERP',
		quote: 'USDC',
		rate: '0.0003',
		hours: 8,
		volume: '90000000',
	},
	{
		venue: 'hyperliquid',
		coin: 'BTC',
		symbol: 'BTC',
		quote: 'USDC',
		rate: '0.00001',
		hours: 1,
		volume: null,
	},
	{ venue: 'kucoin', coin: 'BTC', symbol: 'XBTUSDTM', rate: '-0.00002', hours: 4, volume: '800000000' },
	{ venue: 'bybit', coin: 'ETH', symbol: 'ETHUSDT', rate: '0.0002', hours: 8, volume: '2000000000' },
	{ venue: 'kucoin', coin: 'ETH', symbol: 'ETHUSDTM', rate: null, hours: 8, volume: '100000000' },
	{ venue: 'bybit', coin: 'XRP', symbol: 'XRPUSDT', rate: '0.0005', hours: 8, volume: '700000000' },
];

/** Bybit's settlements of BTC: one in eight hours over ten days, each of 0.0001. */
const SETTLED_DAYS = 10;

/** Settlements of the other contracts, for their mean of 30 days: one an hour over 31 days, each of 0.00001. */
const HOURLY = Array.from({ length: 31 * 24 }, (_, at) => ({
	settledAt: NOW_MS - 31 * DAY_MS + (at + 1) * HOUR_MS,
	rate: d('0.00001'),
}));

/** Creates the funding map. */
export function inMemoryFundingMap(clock: Clock): FundingMap {
	const market = createHandDrivenMarket(['bybit', 'hyperliquid', 'kucoin']);
	market.setStatus('hyperliquid', {
		state: 'stale',
		reason: 'The prices of hyperliquid are 9000 ms old, limit 5000 ms.',
	});
	for (const { venue, coin, symbol, quote = 'USDT', rate, hours, volume } of GIVEN) {
		const instrument = instrumentOf(venue, coin, { symbol, quote });
		const funding = rate === null ? null : fundingOf(rate, hours, NOW_MS + HOUR_MS);
		market.list(instrument);
		market.put(instrument, {
			ticker: tickerOf(symbol, '100', funding, { volume24h: volume === null ? null : d(volume) }),
			tickerReceivedAt: NOW_MS - 400,
		});
	}
	const settled = Array.from({ length: SETTLED_DAYS * 3 }, (_, at) => ({
		settledAt: NOW_MS - SETTLED_DAYS * DAY_MS + (at + 1) * 8 * HOUR_MS,
		rate: d('0.0001'),
	}));
	return createFundingMap({
		market,
		history: {
			settled: async (venue, symbol, from, to) =>
				venue === 'bybit' && symbol === 'BTCUSDT'
					? settled.filter(({ settledAt }) => settledAt >= from && settledAt <= to)
					: [],
			ensure: async () => undefined,
			monthMean: (_venue, symbol) =>
				symbol === 'XRPUSDT'
					? undefined
					: monthMean(createMonthWindow(symbol === 'BTCUSDT' ? settled : HOURLY), NOW_MS, undefined),
			failure: (venue) =>
				venue === 'kucoin' ? 'The exchange did not send the settled rates within 5 s.' : null,
		},
		clock: { ...clock, now: () => NOW_MS },
		tickerStaleMs: 5_000,
	});
}
