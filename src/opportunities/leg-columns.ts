/** The numbers of every leg. Those that a refresh of a slot reads of both legs come first, so that they are in four lines of the cache. */
import { SPAN_NUMBERS } from '../domain/cost.ts';
import { createColumns } from './columns.ts';

/** Columns of doubles with one row a leg. */
export type LegColumns = ReturnType<typeof createLegColumns>;

/** @param capacityMin legs that there is room for at first */
export function createLegColumns(capacityMin?: number) {
	return createColumns(NAMES, capacityMin, { askSpan: SPAN_NUMBERS, bidSpan: SPAN_NUMBERS });
}

const NAMES = [
	// Running estimate: per its interval and per hour; NaN while unknown.
	'rate',
	'hourlyRate',
	'intervalHours',
	'nextAt',
	// The settlements after the coming one (`LaterSettlements`); NaN while no running estimate is known.
	'laterIntervalMs',
	'floorUnits',
	'capUnits',
	// The settlement before the coming one, while it may still count for an entry of now; else NaN.
	'passedRate',
	'passedAt',
	'uncertaintyMs',
	// USD per coin; NaN while unknown.
	'mid',
	'mark',
	'index',
	'takerFee',
	// Coins of the smallest order that can be opened, and closed after the stress move; NaN while its mid is not known.
	'quantityLeast',
	// When its venue closes it, where announced. A position held past it is forbidden, so it hangs on the horizon.
	'delistingAt',
	// 1 while another guard of this leg alone forbids every trade.
	'isBlocked',
	// Rises with every book, and with every change of the clock, its end or the bounds of rates.
	'bookVersion',
	'clockVersion',
	// The level of each side that the last question ended in, as a span: those of other slots mostly end in it too.
	'askSpan',
	'bidSpan',
	// Best prices; NaN while unknown.
	'ask',
	'bid',
	// Guards that only have to be known, as bits; that of a delisting hangs on the horizon too, and is not among them.
	'warnings',
	'isCapped',
	// 1 while its venue trades it.
	'isTrading',
	// When the newest input was received; 0 with none.
	'newestAt',
	// From then on its book says nothing of the present.
	'bookStaleAt',
	// Time alone changes what the guards say at this instant; and the same but for the age of its book.
	'holdsUntil',
	'othersHoldUntil',
	// 1 while nothing that its guards say hangs on its book, or on a settlement that is near.
	'isSteady',
	// The smallest order of its exchange: coins, and USD.
	'quantityMin',
	'notionalMin',
	// Coins that a side takes inside the slippage bound; NaN until asked for.
	'askReach',
	'bidReach',
	// Coins of all levels of a side; NaN until asked for.
	'askHeld',
	'bidHeld',
	// USD; NaN while unknown.
	'volume24h',
	'openInterest',
	// Half of the least initial margin: what venues ask to be maintained at the smallest size.
	'maintenanceMargin',
] as const;
