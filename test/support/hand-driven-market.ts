/**
 * A `Market` whose inputs are all set by a test. It notifies listeners at once and never changes an input by itself.
 */
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { PredictedFunding } from '../../src/domain/funding.ts';
import { type Instrument, instrumentKey, type VenueName } from '../../src/domain/instrument.ts';
import type { OrderBook } from '../../src/domain/order-book.ts';
import type { QuoteRate } from '../../src/domain/quote-rate.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../../src/ports/market.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import type { FeeRates, InstrumentTicker } from '../../src/ports/venue-market.ts';
import type { VenueNotices } from '../../src/ports/venue-notices.ts';
import { isTradedAt } from '../../src/venues/facts.ts';

export const HOUR_MS = 3_600_000;

/** Notices of a venue that has been read and has published none. */
export const NOTHING_NOTICED: VenueNotices = {
	maintenance: [],
	transfers: new Map(),
	coinNames: new Map(),
	unknown: [],
};

export type HandDrivenMarket = Market & {
	/** Adds an instrument without inputs to the venue's list, and notifies listeners. */
	readonly list: (instrument: Instrument, fees?: FeeRates) => void;
	/** Removes an instrument from the venue's list, and notifies listeners. */
	readonly delist: (instrument: Instrument) => void;
	/** Changes some inputs of a listed instrument. */
	readonly put: (instrument: Instrument, change: Partial<InstrumentInputs>) => void;
	/** Sets the exchange rate between two currencies from now on. It is unknown before the first call. */
	readonly setQuoteRate: (from: string, to: string, rate: QuoteRate) => void;
	readonly setStatus: (venue: VenueName, change: Partial<VenueDataStatus>) => void;
};

export function createHandDrivenMarket(venues: readonly VenueName[]): HandDrivenMarket {
	const entries = new Map<string, InstrumentInputs>();
	const quoteRates = new Map<string, QuoteRate>();
	const statuses = new Map(venues.map((venue) => [venue, freshStatus(venue)]));
	const changeListeners = new Set<(inputs: InstrumentInputs) => void>();
	const venueListeners = new Set<(venue: VenueName) => void>();
	const tellVenue = (venue: VenueName): void => {
		for (const listener of venueListeners) listener(venue);
	};
	return {
		venues,
		status: (venue) => statuses.get(venue) ?? freshStatus(venue),
		inputs: (venue) =>
			[...entries.values()].filter(({ instrument }) => venue === undefined || instrument.venue === venue),
		get: (venue, symbol) => entries.get(instrumentKey({ venue, symbol })),
		quoteRate: (from, to) => quoteRates.get(`${from}/${to}`) ?? unknownRate(from, to),
		onChange(listener) {
			changeListeners.add(listener);
			return () => changeListeners.delete(listener);
		},
		onVenue(listener) {
			venueListeners.add(listener);
			return () => venueListeners.delete(listener);
		},
		refreshBook(venue, symbol) {
			const book = entries.get(instrumentKey({ venue, symbol }))?.book;
			if (book !== undefined) return Promise.resolve(book);
			return Promise.reject(new VenueError(venue, 'unavailable', `no book of ${symbol} was put in`));
		},
		checkAgain() {},
		list(instrument, fees = { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') }) {
			entries.set(instrumentKey(instrument), inputsOf(instrument, { fees }));
			tellVenue(instrument.venue);
		},
		delist(instrument) {
			entries.delete(instrumentKey(instrument));
			tellVenue(instrument.venue);
		},
		put(instrument, change) {
			const known = entries.get(instrumentKey(instrument));
			if (known === undefined)
				throw new Error(`${instrumentKey(instrument)} is listed before it has inputs.`);
			const inputs = { ...known, ...change };
			entries.set(instrumentKey(instrument), inputs);
			for (const listener of changeListeners) listener(inputs);
		},
		setQuoteRate(from, to, rate) {
			quoteRates.set(`${from}/${to}`, rate);
		},
		setStatus(venue, change) {
			statuses.set(venue, { ...(statuses.get(venue) ?? freshStatus(venue)), ...change });
			tellVenue(venue);
		},
	};
}

/** Returns what the market reports about two currencies while their exchange rate is not set. */
export function unknownRate(from: string, to: string): QuoteRate {
	return { rate: null, reason: `The rate of ${from} in ${to} was not put in.` };
}

export function freshStatus(venue: VenueName): VenueDataStatus {
	return {
		venue,
		isTraded: isTradedAt(venue),
		state: 'fresh',
		reason: null,
		dataAgeMs: 0,
		clockOffsetMs: 0,
		instrumentCount: 1,
		notices: NOTHING_NOTICED,
		failure: null,
		stopped: null,
		needs: [],
	};
}

/** Returns the inputs of an instrument before any data is received, with the given changes. */
export function inputsOf(instrument: Instrument, change: Partial<InstrumentInputs> = {}): InstrumentInputs {
	return {
		instrument,
		ticker: undefined,
		tickerReceivedAt: undefined,
		book: undefined,
		bookReceivedAt: undefined,
		fees: { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') },
		...change,
	};
}

/** Returns a linear USDT perpetual whose prices and quantities count single coins. */
export function instrumentOf(venue: VenueName, coin: string, change: Partial<Instrument> = {}): Instrument {
	return {
		venue,
		symbol: `${coin}USDT`,
		coin,
		quote: 'USDT',
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal('0.001'),
		quantityMin: parseDecimal('0.001'),
		quantityMax: fromInteger(1_000_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
		...change,
	};
}

export function fundingOf(rate: string, intervalHours: number, nextSettlementAt: number): PredictedFunding {
	return { predictedRate: parseDecimal(rate), intervalMs: intervalHours * HOUR_MS, nextSettlementAt };
}

export function tickerOf(
	symbol: string,
	price: string,
	funding: PredictedFunding | null,
	change: Partial<InstrumentTicker> = {},
): InstrumentTicker {
	return {
		symbol,
		mark: parseDecimal(price),
		index: parseDecimal(price),
		last: parseDecimal(price),
		volume24h: fromInteger(1_000_000),
		openInterest: fromInteger(500_000),
		funding,
		fundingCap: null,
		fundingFloor: null,
		tradable: true,
		delistingAt: null,
		problems: [],
		...change,
	};
}

/** Returns an order book. Levels are given as strings [price, quantity], best level first. */
export function bookOf(
	bids: readonly (readonly [string, string])[],
	asks: readonly (readonly [string, string])[],
): OrderBook {
	const level = ([price, quantity]: readonly [string, string]): readonly [Decimal, Decimal] => [
		parseDecimal(price),
		parseDecimal(quantity),
	];
	return { bids: bids.map(level), asks: asks.map(level) };
}
