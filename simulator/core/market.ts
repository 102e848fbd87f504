/** Keeps the live market of one instrument: background, resting orders, visible book and listeners. */
import { add, ceilToStep, divDown, floorToStep, mulDown, sub, ZERO } from '../../src/domain/decimal.ts';
import { type BackgroundBook, type BackgroundLevel, createBackgroundBook } from './background-book.ts';
import { createDayStatistics, type DayStatistics } from './day-statistics.ts';
import { createRestingOrders, type RestingOrders } from './resting-orders.ts';
import { createTradeTape, type TopQuote, type TradeTape } from './trade-tape.ts';
import type { Book, BookDelta, BookLevel, Instrument, PublicTrade, Side } from './types.ts';
import { changedLevels, mergeLevels } from './visible-book.ts';
import type { World } from './world.ts';

export type Market = {
	readonly instrument: Instrument;
	readonly background: BackgroundBook;
	readonly resting: RestingOrders;
	readonly tape: TradeTape;
	readonly dayStatistics: DayStatistics;
	readonly bookListeners: Set<Listening<BookDelta>>;
	readonly tradeListeners: Set<(trade: PublicTrade) => void>;
	/** Time of the last update, milliseconds. The background moves at most once per millisecond. */
	advancedAt: number;
	visible: Book;
	/**
	 * The background levels from which each visible side was last built; undefined for a side with resting orders.
	 * While the background returns this same array, the visible side is not rebuilt.
	 */
	readonly behind: Record<Side, readonly BackgroundLevel[] | undefined>;
};

/** A book listener, with the book's sequence number when it started. It gets only deltas with a higher number. */
export type Listening<T> = { readonly listener: (value: T) => void; readonly sinceSequence: number };

export function createMarket(world: World, instrument: Instrument, sequence: number): Market {
	return {
		instrument,
		background: createBackgroundBook(instrument),
		resting: createRestingOrders(),
		tape: createTradeTape(instrument, topQuoteOf(world, instrument)),
		dayStatistics: createDayStatistics((at) => floorToStep(world.fair(instrument, at), instrument.tickSize)),
		bookListeners: new Set(),
		tradeListeners: new Set(),
		advancedAt: 0,
		visible: { symbol: instrument.symbol, at: 0, sequence, bids: [], asks: [] },
		behind: { buy: undefined, sell: undefined },
	};
}

function topQuoteOf(world: World, instrument: Instrument): TopQuote {
	return (side: Side, at: number) => {
		const fair = world.fair(instrument, at);
		const { halfSpread, levelNotional } = world.liquidity(instrument, at);
		const away = mulDown(fair, halfSpread);
		const price =
			side === 'buy'
				? floorToStep(sub(fair, away), instrument.tickSize)
				: ceilToStep(add(fair, away), instrument.tickSize);
		return { price, quantity: divDown(levelNotional[0] ?? ZERO, fair) };
	};
}

/**
 * Compares the visible book with its last state. If a level has changed, the book gets the next sequence number, and
 * the changes are returned.
 */
export function refreshVisible(market: Market, at: number): BookDelta | undefined {
	const { background, resting, visible, behind } = market;
	const sideOf = (side: Side, shown: readonly BookLevel[]): readonly BookLevel[] => {
		const levels = background.levels(side);
		const orders = resting.side(side);
		if (orders.length === 0 && behind[side] === levels) return shown;
		behind[side] = orders.length === 0 ? levels : undefined;
		return mergeLevels(side, levels, orders);
	};
	const bids = sideOf('buy', visible.bids);
	const asks = sideOf('sell', visible.asks);
	const delta = {
		symbol: visible.symbol,
		at,
		sequence: visible.sequence + 1,
		bids: changedLevels('buy', visible.bids, bids),
		asks: changedLevels('sell', visible.asks, asks),
	};
	if (delta.bids.length === 0 && delta.asks.length === 0) return undefined;
	market.visible = { symbol: visible.symbol, at, sequence: delta.sequence, bids, asks };
	return delta;
}

/** Calls `listener` with every delta after the current book, until the returned function is called. */
export function listenToBook(market: Market, listener: (delta: BookDelta) => void): () => void {
	const listening = { listener, sinceSequence: market.visible.sequence };
	market.bookListeners.add(listening);
	return () => market.bookListeners.delete(listening);
}

/**
 * Calls `listener` with every public trade, until the returned function is called. The same listener may subscribe
 * twice.
 */
export function listenToTrades(market: Market, listener: (trade: PublicTrade) => void): () => void {
	const own = (trade: PublicTrade): void => listener(trade);
	market.tradeListeners.add(own);
	return () => market.tradeListeners.delete(own);
}
