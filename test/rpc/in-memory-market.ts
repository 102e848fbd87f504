/** Provides the quotes of a few contracts for conversations. */
import { parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { InstrumentInputs, Market } from '../../src/ports/market.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import { isTradedAt } from '../../src/venues/facts.ts';
import { tickerOf } from '../support/hand-driven-market.ts';
import { NOW_MS } from './in-memory-trading.ts';

const ONE_COIN = fromInteger(1);

export function inMemoryMarket(): Market {
	const inputs: readonly InstrumentInputs[] = [
		inputsOf('bybit', 'BTC', true),
		inputsOf('kucoin', 'BTC', true),
		inputsOf('hyperliquid', 'BTC', true),
		inputsOf('bybit', 'ETH', true),
		inputsOf('kucoin', 'ETH', false),
		inputsOf('bybit', 'XRP', true),
		inputsOf('bybit', 'SOL', true),
		inputsOf('kucoin', 'SOL', true),
	];
	return {
		venues: ['bybit', 'hyperliquid', 'kucoin'],
		status: (venue) =>
			venue === 'hyperliquid'
				? {
						venue,
						isTraded: isTradedAt(venue),
						state: 'stale',
						reason: 'The prices of hyperliquid are 9000 ms old, limit 5000 ms.',
						dataAgeMs: 9_000,
						clockOffsetMs: null,
						instrumentCount: 1,
						notices: null,
						failure: null,
						stopped: null,
						needs: [],
					}
				: {
						venue,
						isTraded: isTradedAt(venue),
						state: 'fresh',
						reason: null,
						dataAgeMs: 412,
						clockOffsetMs: 3,
						instrumentCount: 3,
						notices: null,
						failure: null,
						stopped: null,
						needs: [],
					},
		inputs: (venue) => inputs.filter((row) => venue === undefined || row.instrument.venue === venue),
		get: (venue, symbol) =>
			inputs.find(({ instrument: own }) => own.venue === venue && own.symbol === symbol),
		quoteRate: () => ({ rate: null, reason: 'There is no rate here.' }),
		onChange: () => () => undefined,
		onVenue: () => () => undefined,
		async refreshBook(venue) {
			throw new VenueError(venue, 'unavailable', 'There is no book here.');
		},
		checkAgain: () => undefined,
	};
}

function inputsOf(venue: string, coin: string, tradable: boolean): InstrumentInputs {
	const own = instrument(venue, coin);
	return {
		instrument: own,
		ticker: { ...tickerOf(own.symbol, '100', null), volume24h: null, openInterest: null, tradable },
		tickerReceivedAt: NOW_MS,
		book: undefined,
		bookReceivedAt: undefined,
		fees: { taker: d('0.00055'), maker: d('0.0002') },
	};
}

/** Returns a contract of a coin at an exchange. */
export function instrument(venue: string, coin: string): Instrument {
	return {
		venue,
		symbol: venue === 'kucoin' ? `${coin}USDTM` : `${coin}USDT`,
		coin,
		quote: 'USDT',
		coinsPerOrderUnit: ONE_COIN,
		coinsPerPriceUnit: ONE_COIN,
		tickSize: d('0.1'),
		lotSize: d('0.001'),
		quantityMin: d('0.001'),
		quantityMax: fromInteger(1_000),
		notionalMin: fromInteger(5),
		leverageMax: 100,
	};
}
