/**
 * The numbers of every leg. Those that a refresh of a pair reads come first, so that they fit in four cache lines.
 */
import { SPAN_NUMBERS } from '../domain/cost.ts';
import { createColumns } from './columns.ts';

/** Columns of doubles with one row per leg. */
export type LegColumns = ReturnType<typeof createLegColumns>;

/** Creates empty columns. @param capacityMin initial capacity, legs */
export function createLegColumns(capacityMin?: number) {
	return createColumns(NAMES, capacityMin, { askSpan: SPAN_NUMBERS, bidSpan: SPAN_NUMBERS });
}

const NAMES = [
	// Predicted rate per interval and per hour, interval, and time of the next settlement; NaN while unknown.
	'rate',
	'hourlyRate',
	'intervalHours',
	'nextAt',
	// Settlements after the next one (`LaterSettlements`); NaN without a predicted rate.
	'laterIntervalMs',
	'floorUnits',
	'capUnits',
	// The last settlement, while it may still count for an entry now; else NaN.
	'passedRate',
	'passedAt',
	'uncertaintyMs',
	// USD per coin; NaN while unknown.
	'mid',
	'mark',
	'index',
	'takerFee',
	// Smallest quantity, in coins, that can be opened, and closed after the stress move; NaN without a mid price.
	'quantityLeast',
	// Announced delisting, ms. A position may not be held past it, so this guard depends on the horizon.
	'delistingAt',
	// 1 while another guard of this leg forbids every trade.
	'isBlocked',
	// Versions: of the book, and of the funding clock with its end and rate limits.
	'bookVersion',
	'clockVersion',
	// Level of each side that answered the last price query, as a span: queries of other pairs mostly end in the same
	// level.
	'askSpan',
	'bidSpan',
	// Best prices; NaN while unknown.
	'ask',
	'bid',
	// Warnings as bits, without a delisting, which also depends on the horizon.
	'warnings',
	'isCapped',
	// 1 while the venue trades the instrument.
	'isTrading',
	// Receipt time of the newest input, ms; 0 without one.
	'newestAt',
	// From this time on the book is stale, ms.
	'bookStaleAt',
	// Next time at which time alone changes the guards, ms: with and without the age of the book.
	'holdsUntil',
	'othersHoldUntil',
	// 1 while no guard of the leg depends on its book or on a near settlement.
	'isSteady',
	// Smallest order at the exchange: coins and USD.
	'quantityMin',
	'notionalMin',
	// Coins that each side fills within the slippage limit; NaN until computed.
	'askReach',
	'bidReach',
	// Coins of all levels of each side; NaN until computed.
	'askHeld',
	'bidHeld',
	// USD; NaN while unknown.
	'volume24h',
	'openInterest',
	// Half of the lowest initial margin: the maintenance margin of the smallest positions.
	'maintenanceMargin',
] as const;
