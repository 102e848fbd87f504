/**
 * Simulates exchanges within the process, without a network. They are the exchanges of the simulation tests: they
 * implement both of the service's venue ports and run on the given clock. Nothing is lost in transit, and prices are
 * constant, so that tests can compute the results.
 */
import type { VenueAccess } from '../../src/app/venue-access.ts';
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { InstrumentTicker, VenueMarketData } from '../../src/ports/venue-market.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { isTradedAt } from '../../src/venues/facts.ts';
import { createExchange, type Exchange } from '../simulation/exchange.ts';
import { openSession } from '../simulation/exchange-session.ts';
import type { Faults } from '../simulation/faults.ts';
import { startIncarnation } from '../simulation/incarnation.ts';
import type { Prices } from '../simulation/prices.ts';

/** A contract that an exchange lists, with its prices and funding rate. */
export type ListedContract = {
	readonly instrument: Instrument;
	/** Best bid, USD per coin. */
	readonly bid: Decimal;
	/** Best ask, USD per coin. */
	readonly ask: Decimal;
	/** Coins at each level of the order book. */
	readonly depth: Decimal;
	/** Funding rate of every settlement. The contract settles once an hour. */
	readonly fundingRate: Decimal;
};

export type InProcessVenues = VenueAccess & {
	/** Opens an account with this key. */
	readonly openAccount: (venue: string, apiKey: string, wallet: number) => void;
	readonly exchange: (venue: string) => Exchange;
};

const BOOK_PERIOD_MS = 1_000;
const LEVELS = 10;
const PLENTY = fromInteger(500_000_000);
const HALF = parseDecimal('0.5');

const NO_FAULTS: Faults = {
	hit: () => false,
	note() {},
	counts: new Map(),
	end() {},
	ended: () => true,
};

export function inProcessVenues(
	listed: readonly ListedContract[],
	{ clock, random }: { readonly clock: VirtualClock; readonly random: SeededRandom },
): InProcessVenues {
	const life = startIncarnation(clock, () => 0);
	const contractOf = ({ venue, symbol }: Instrument): ListedContract => {
		const found = listed.find(({ instrument }) => instrument.venue === venue && instrument.symbol === symbol);
		if (found === undefined) throw new Error(`${venue} lists no ${symbol}.`);
		return found;
	};
	const prices: Prices = {
		book: (instrument) => bookOf(contractOf(instrument)),
		mark: (instrument) => midOf(contractOf(instrument)),
	};
	const exchanges = new Map<string, Exchange>();
	for (const venue of new Set(listed.map(({ instrument }) => instrument.venue)))
		exchanges.set(
			venue,
			createExchange({
				venue,
				instruments: listed.flatMap(({ instrument }) => (instrument.venue === venue ? [instrument] : [])),
				time: clock,
				random,
				faults: NO_FAULTS,
				prices,
				fundingIntervalMs: HOUR_MS,
				fundingRate: (instrument) => contractOf(instrument).fundingRate,
				onOrder() {},
				onFill() {},
				onMisfit(sentence) {
					throw new Error(sentence);
				},
				trace() {},
			}),
		);
	const exchange = (venue: string): Exchange => {
		const found = exchanges.get(venue);
		if (found === undefined) throw new Error(`There is no ${venue} in this process.`);
		return found;
	};
	return {
		exchange,
		isTraded: isTradedAt,
		openAccount: (venue, apiKey, wallet) => exchange(venue).connect(apiKey, wallet),
		openSources: () => [...exchanges.values()].map((one) => publicData(one, clock)),
		openTrading: ({ venue, credentials }) =>
			openSession({
				exchange: exchange(venue),
				userId: credentials.apiKey,
				life,
				time: clock,
				random,
				faults: NO_FAULTS,
				onWire() {},
				onSend() {},
				isCut: () => false,
				trace() {},
			}),
		banReadings: () => [],
	};
}

/** Returns the port for the exchange's public data. */
function publicData(exchange: Exchange, clock: Clock): VenueMarketData {
	return {
		venue: exchange.venue,
		loadInstruments: async () => exchange.instruments(),
		fetchTickers: async () => exchange.instruments().map((instrument) => tickerOf(exchange, instrument)),
		fetchBook: async (symbol) => exchange.bookNow(symbol),
		async fetchSettledRates(symbol, from, to) {
			const rate = exchange.rateOf(exchange.instrument(symbol));
			const last = Math.floor(Math.min(to, clock.now()) / HOUR_MS);
			const count = Math.max(0, last - Math.ceil(from / HOUR_MS) + 1);
			return {
				rates: Array.from({ length: count }, (_, back) => ({
					settledAt: (last - back) * HOUR_MS,
					rate,
					intervalMs: HOUR_MS,
				})),
				unusable: [],
			};
		},
		streamBooks(symbols, { onBook }) {
			const tell = (): void => {
				for (const symbol of symbols)
					onBook({ symbol, book: exchange.bookNow(symbol), venueAt: clock.now() });
			};
			const cancelFirst = clock.after(1, tell);
			const cancel = clock.every(BOOK_PERIOD_MS, tell);
			return {
				async close() {
					cancelFirst();
					cancel();
				},
			};
		},
		fetchTrades: async () => [],
		fetchRiskTiers: async () => null,
		fetchNotices: async () => ({ maintenance: [], transfers: new Map(), coinNames: new Map(), unknown: [] }),
		baseFees: () => exchange.fees,
		measureClockOffset: async () => 0,
		roundTripMs: () => 20,
		close: async () => {},
	};
}

function tickerOf(exchange: Exchange, instrument: Instrument): InstrumentTicker {
	const mark = exchange.markOf(instrument.symbol);
	return {
		symbol: instrument.symbol,
		mark,
		index: mark,
		last: mark,
		volume24h: PLENTY,
		openInterest: PLENTY,
		funding: {
			predictedRate: exchange.rateOf(instrument),
			intervalMs: exchange.fundingIntervalMs(),
			nextSettlementAt: exchange.nextSettlementAt(),
		},
		fundingCap: null,
		fundingFloor: null,
		tradable: true,
		delistingAt: null,
		problems: [],
	};
}

function midOf({ bid, ask }: ListedContract): Decimal {
	return (((bid + ask) * HALF) / fromInteger(1)) as Decimal;
}

function bookOf({ instrument: { tickSize }, bid, ask, depth }: ListedContract): OrderBook {
	const levels = Array.from({ length: LEVELS }, (_, index) => BigInt(index));
	return {
		bids: levels.map((index) => [(bid - index * tickSize) as Decimal, depth]),
		asks: levels.map((index) => [(ask + index * tickSize) as Decimal, depth]),
	};
}
