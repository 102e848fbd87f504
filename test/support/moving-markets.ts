/**
 * Public market data of exchanges whose prices move all the time, as functions of the clock: two readers at one instant
 * see the same, and nothing is drawn. Quotes of exchanges differ by a few basis points, and funding is settled hourly.
 */

import { type Decimal, neg, parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { InstrumentTicker, VenueMarketData } from '../../src/ports/venue-market.ts';
import { instrumentOf } from './hand-driven-market.ts';

/** Markets to make. */
export type MovingOptions = {
	readonly venues: readonly string[];
	readonly coins: readonly string[];
	readonly clock: Clock;
	/** Time between two changes of a book, ms. */
	readonly bookMs: number;
	/** From here on prices are a thousand times as high and rates have the other sign; undefined for never. */
	readonly poisonedFrom?: number | undefined;
};

const LEVELS = 20;
/** Time from a settlement until the exchange shows its rate, ms. */
const PUBLISHED_MS = 3_000;
const PRICE_PLACES = 2;
const FEES = { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') };

/** Creates one source for each exchange. */
export function movingMarkets(options: MovingOptions): readonly VenueMarketData[] {
	return options.venues.map((venue, index) => sourceOf(venue, index, options));
}

const exact = (value: number, places: number): Decimal => parseDecimal(value.toFixed(places));

/** Returns the price of a coin in USD: waves of minutes and hours, and an offset of the exchange. */
function priceAt(coin: number, venue: number, at: number): number {
	const hours = at / HOUR_MS;
	const wave = (periodHours: number, phase: number): number =>
		Math.sin((2 * Math.PI * hours) / periodHours + phase);
	const common = 1 + 0.02 * wave(7, coin) + 0.004 * wave(0.6, 2 * coin) + 0.0006 * wave(0.021, coin);
	const own = 0.0003 * wave(0.13, 3 * venue + coin) + 0.0001 * wave(0.004, venue + coin);
	return (100 + 13 * coin) * (common + own);
}

/** Returns the rate of the settlement that ends an hour. */
function rateAt(coin: number, venue: number, hour: number): Decimal {
	const wave = Math.sin(hour / 5 + coin) * (venue % 2 === 0 ? 1 : -1);
	return exact(0.00004 * venue + 0.00006 * wave, 8);
}

function bookAt(price: number): OrderBook {
	const side = (sign: number) =>
		Array.from({ length: LEVELS }, (_, level): [Decimal, Decimal] => [
			exact(price * (1 + sign * 0.0001) + sign * 0.01 * level, PRICE_PLACES),
			exact(20 + 3 * level, 0),
		]);
	return { bids: side(-1), asks: side(1) };
}

function sourceOf(
	venue: string,
	venueIndex: number,
	{ coins, clock, bookMs, poisonedFrom = Number.POSITIVE_INFINITY }: MovingOptions,
): VenueMarketData {
	const instruments = coins.map((coin) =>
		instrumentOf(venue, coin, {
			lotSize: parseDecimal('0.01'),
			quantityMin: parseDecimal('0.01'),
		}),
	);
	const coinOf = (symbol: string): number =>
		instruments.findIndex((instrument) => instrument.symbol === symbol);
	const isPoisoned = (at: number): boolean => at >= poisonedFrom;
	const price = (symbol: string, at: number): number =>
		priceAt(coinOf(symbol), venueIndex, at) * (isPoisoned(at) ? 1_000 : 1);
	const rate = (symbol: string, hour: number): Decimal => {
		const honest = rateAt(coinOf(symbol), venueIndex, hour);
		return isPoisoned(hour * HOUR_MS) && isPoisoned(clock.now()) ? neg(honest) : honest;
	};
	const bookNow = (symbol: string): OrderBook =>
		bookAt(price(symbol, Math.floor(clock.now() / bookMs) * bookMs));
	const tickerNow = ({ symbol, coin }: Instrument): InstrumentTicker => {
		const hour = Math.floor(clock.now() / HOUR_MS) + 1;
		const mark = exact(price(symbol, clock.now()), PRICE_PLACES);
		return {
			...{ symbol, mark, index: mark, last: mark, problems: [] },
			volume24h: exact(500_000_000 + coin.length, 0),
			openInterest: parseDecimal('100000000'),
			funding: {
				predictedRate: rate(symbol, hour),
				intervalMs: HOUR_MS,
				nextSettlementAt: hour * HOUR_MS,
			},
			fundingCap: null,
			fundingFloor: null,
			tradable: true,
			delistingAt: null,
		};
	};
	return {
		venue,
		loadInstruments: async () => instruments,
		fetchTickers: async () => instruments.map(tickerNow),
		fetchBook: async (symbol) => bookNow(symbol),
		async fetchSettledRates(symbol, from, to) {
			const last = Math.floor(Math.min(to, clock.now() - PUBLISHED_MS) / HOUR_MS);
			const count = Math.max(0, last - Math.ceil(from / HOUR_MS) + 1);
			return {
				rates: Array.from({ length: count }, (_, back) => ({
					settledAt: (last - back) * HOUR_MS,
					rate: rate(symbol, last - back),
				})),
				unusable: [],
			};
		},
		streamBooks(symbols, { onBook }) {
			const tell = (): void => {
				for (const symbol of symbols) onBook({ symbol, book: bookNow(symbol), venueAt: clock.now() });
			};
			const cancelFirst = clock.after(1, tell);
			const cancel = clock.every(bookMs, tell);
			return {
				async close() {
					cancelFirst();
					cancel();
				},
			};
		},
		fetchTrades: async () => [],
		fetchRiskTiers: async () => null,
		fetchNotices: async () => ({
			...{ maintenance: [], transfers: new Map(), coinNames: new Map(), unknown: [] },
		}),
		baseFees: () => FEES,
		measureClockOffset: async () => 0,
		roundTripMs: () => 100,
		async close() {},
	};
}
