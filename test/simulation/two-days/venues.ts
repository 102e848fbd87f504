/** Gives one process its access to the exchanges of the two days: their public data, and sessions with users' keys. */
import type { VenueAccess } from '../../../src/app/venue-access.ts';
import { abs, divDown, fromInteger, mulTrunc, sub, ZERO } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { PositionReport } from '../../../src/ports/venue.ts';
import { VenueError } from '../../../src/ports/venue-error.ts';
import type { InstrumentTicker, VenueMarketData } from '../../../src/ports/venue-market.ts';
import { isTradedAt } from '../../../src/venues/facts.ts';
import type { Exchange } from '../exchange.ts';
import { openSession, type SessionOptions } from '../exchange-session.ts';
import { HOUR_MS } from './draw.ts';

const PLENTY = fromInteger(500_000_000);

export type VenueParts = Omit<SessionOptions, 'exchange' | 'userId' | 'isCut'> & {
	readonly exchanges: ReadonlyMap<string, Exchange>;
	readonly isCut: (venue: string) => boolean;
	/** Time between two order books of the streams, milliseconds. */
	readonly bookPeriodMs: number;
};

/** Opens the access. */
export function accessOf(parts: VenueParts): VenueAccess {
	return {
		isTraded: isTradedAt,
		openSources: () => [...parts.exchanges.values()].map((one) => publicData(one, parts)),
		openTrading({ venue, credentials }) {
			const exchange = parts.exchanges.get(venue);
			if (exchange === undefined) throw new Error(`There is no ${venue} in this world.`);
			const userId = credentials.apiKey;
			const session = openSession({ ...parts, exchange, userId, isCut: () => parts.isCut(venue) });
			return {
				...session,
				positions: async () => (await session.positions()).map((one) => withMargin(one, exchange, userId)),
			};
		},
		banReadings: () => [],
	};
}

/** Adds the margin of a position at its cost. No position has a liquidation price, because nothing is liquidated. */
function withMargin(position: PositionReport, exchange: Exchange, userId: string): PositionReport {
	const { quantity, leverage } = position;
	const cost = exchange.accountOf(userId).positions.get(position.symbol)?.cost ?? ZERO;
	return {
		...position,
		margin: leverage === null ? null : divDown(abs(cost), leverage),
		unrealizedPnl: sub(mulTrunc(exchange.markOf(position.symbol), quantity), cost),
	};
}

function publicData(exchange: Exchange, { life, isCut, bookPeriodMs }: VenueParts): VenueMarketData {
	const { venue } = exchange;
	const { clock } = life;
	async function answered<T>(read: () => T): Promise<T> {
		if (!life.isAlive()) return new Promise(() => {});
		if (isCut(venue)) throw new VenueError(venue, 'unavailable', 'no answer');
		return read();
	}
	return {
		venue,
		loadInstruments: () => answered(exchange.instruments),
		fetchTickers: () =>
			answered(() => exchange.instruments().map((instrument) => tickerOf(exchange, instrument))),
		fetchBook: (symbol) => answered(() => exchange.bookNow(symbol)),
		fetchSettledRates: (symbol, from, to) =>
			answered(() => {
				const rate = exchange.rateOf(exchange.instrument(symbol));
				const last = Math.floor(Math.min(to, clock.now()) / HOUR_MS);
				const count = Math.max(0, last - Math.ceil(from / HOUR_MS) + 1);
				const rates = Array.from({ length: count }, (_, back) => ({
					settledAt: (last - back) * HOUR_MS,
					rate,
					intervalMs: HOUR_MS,
				}));
				return { rates, unusable: [] };
			}),
		streamBooks(symbols, { onBook, onDown }) {
			let isDown = false;
			const tell = (): void => {
				if (isCut(venue)) {
					if (!isDown) onDown(symbols, 'the connection was lost');
					isDown = true;
					return;
				}
				isDown = false;
				for (const symbol of symbols)
					onBook({ symbol, book: exchange.bookNow(symbol), venueAt: clock.now() });
			};
			const cancelFirst = clock.after(1, tell);
			const cancel = clock.every(bookPeriodMs, tell);
			return {
				async close() {
					cancelFirst();
					cancel();
				},
			};
		},
		fetchTrades: () => answered(() => []),
		fetchRiskTiers: () => answered(() => null),
		fetchNotices: async () => ({ maintenance: [], transfers: new Map(), coinNames: new Map(), unknown: [] }),
		baseFees: () => exchange.fees,
		measureClockOffset: () => answered(() => 0),
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
