/**
 * Defines the numbers of every leg. Numbers that a refresh of a pair reads come first, so that they fit in four cache
 * lines.
 */
import { SPAN_NUMBERS } from '../domain/cost.ts';
import { createColumns } from './columns.ts';

/** Columns of doubles with one row per leg. */
export type LegColumns = ReturnType<typeof createLegColumns>;

/** Creates empty columns. @param capacityMin initial capacity, in legs */
export function createLegColumns(capacityMin?: number) {
	return createColumns(NAMES, capacityMin, { askSpan: SPAN_NUMBERS, bidSpan: SPAN_NUMBERS });
}

const NAMES = [
	// Predicted rate per interval and per hour, the interval, and the time of the next settlement; NaN while unknown.
	'rate',
	'hourlyRate',
	'intervalHours',
	'nextAt',
	// Settlements after the next one (`LaterSettlements`); NaN without a predicted rate.
	'laterIntervalMs',
	'floorUnits',
	'capUnits',
	// Rate and time of the last settlement while it may still count for an entry now, otherwise NaN. The third column
	// is the uncertainty of the exchange's settlement times.
	'passedRate',
	'passedAt',
	'uncertaintyMs',
	// Prices in USD per coin, and the taker fee as a fraction; NaN while unknown.
	'mid',
	'mark',
	'index',
	'takerFee',
	// Minimum quantity, in coins, that can be opened and can still be closed after the stress move; NaN without a mid
	// price.
	'quantityLeast',
	// Time of an announced delisting, ms. A position may not be held past it, so whether this guard applies depends
	// on the horizon.
	'delistingAt',
	// 1 while a guard on this leg, other than the delisting, forbids every trade.
	'isBlocked',
	// Two versions: one of the book, and one of the settlement times, the delisting time and the rate limits.
	'bookVersion',
	'clockVersion',
	// For each side, the span (`SPAN_NUMBERS`) of the book level that gave the last requested price. It is stored
	// because most requests by other pairs end in the same level.
	'askSpan',
	'bidSpan',
	// Best prices; NaN while unknown.
	'ask',
	'bid',
	// Warnings as bits. A delisting is not included, because it also depends on the horizon.
	'warnings',
	// 1 while the predicted rate is at its cap or floor.
	'isCapped',
	// 1 while the venue trades the instrument.
	'isTrading',
	// Time at which the newest input was received, ms; 0 without an input.
	'newestAt',
	// Time at which the book becomes stale, ms.
	'bookStaleAt',
	// Next time, ms, at which time alone changes the leg's guards. The first column includes the age of the book, the
	// second does not.
	'holdsUntil',
	'othersHoldUntil',
	// 1 while none of the leg's guards depends on its book or on a near settlement.
	'isSteady',
	// The exchange's minimum order, in coins and in USD.
	'quantityMin',
	'notionalMin',
	// Coins that each side of the book fills within the slippage limit; NaN until computed.
	'askReach',
	'bidReach',
	// Coins in all levels on each side; NaN until computed.
	'askHeld',
	'bidHeld',
	// Volume and open interest, USD; NaN while unknown.
	'volume24h',
	'openInterest',
	// Maintenance margin of the smallest positions, as a fraction of the notional: half of the lowest initial margin.
	'maintenanceMargin',
] as const;
