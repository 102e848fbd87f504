/**
 * Processes an order on a draft from its arrival at the order book, through resting and fills, to its end. Pure
 * functions.
 */
import {
	abs,
	add,
	type Decimal,
	floorToStep,
	formatDecimal,
	max,
	min,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { PaperOrder, PaperState, TakenLevel } from '../../ports/paper-store.ts';
import type { FeeRates, PublicTrade } from '../../ports/venue-market.ts';
import type { Draft } from './account-draft.ts';
import { dueByTrades, ownAhead, piecesAcross, queueIn, tradedAt, wouldTake } from './resting-queue.ts';
import { levelsLeft, type Piece, piecesWithin, withTaken } from './taken-levels.ts';

/** Inputs for matching an order: the instrument, the account's fees and the venue's time. */
export type Place = {
	readonly instrument: Pick<Instrument, 'lotSize'>;
	readonly fees: FeeRates;
	readonly now: number;
};

/** Returns an order's unfilled quantity, coins. */
export function remainingOf({ quantity, filled }: PaperOrder): Decimal {
	return sub(quantity, filled);
}

/** Returns the quantity of the position that an order on this side would close, coins. */
export function closable(state: PaperState, { symbol, side }: Pick<PaperOrder, 'symbol' | 'side'>): Decimal {
	const held = state.holdings.get(symbol)?.quantity ?? ZERO;
	return (side === 'sell') === held > 0n ? abs(held) : ZERO;
}

/** Matches an order with the first order book received after the order's arrival. The order then rests or ends. */
export function arrive(draft: Draft, order: PaperOrder, book: OrderBook, place: Place): void {
	const taken = draft.state().taken.get(order.symbol) ?? [];
	if (order.timeInForce === 'postOnly') {
		if (wouldTake(order, book, taken)) end(draft, order);
		else rest(draft, order, book, place);
		return;
	}
	const pieces = piecesWithin(levelsLeft(book, order.side, taken), {
		...order,
		quantity: fillable(draft.state(), order),
	});
	const got = inLots(pieces, place);
	for (const { price, quantity } of got) fill(draft, order.clientOrderId, price, quantity, place, 'taker');
	take(draft, order, taken, got);
	const left = draft.state().open.get(order.clientOrderId);
	if (left !== undefined) end(draft, left);
}

/**
 * Matches a resting order with a later book. That book can fill the order, or show the queue ahead of it if the queue
 * was unknown.
 */
export function checkBook(draft: Draft, order: PaperOrder, book: OrderBook, place: Place): void {
	if (order.queueAhead === null) rest(draft, order, book, place);
	const present = draft.state().open.get(order.clientOrderId);
	if (present === undefined) return;
	const taken = draft.state().taken.get(order.symbol) ?? [];
	const wanted = { ...present, quantity: add(present.filled, fillable(draft.state(), present)) };
	const across = inLots(piecesAcross(wanted, book, taken), place);
	if (across.length === 0) return;
	const quantity = sum(across.map((piece) => piece.quantity));
	fill(draft, present.clientOrderId, present.limitPrice, quantity, place, 'maker');
	take(draft, present, taken, across);
	endWithoutUse(draft, present.clientOrderId);
}

/** Counts new trades towards the queue ahead of a resting order, and fills the order once they exceed the queue. */
export function countTrades(
	draft: Draft,
	order: PaperOrder,
	trades: readonly PublicTrade[],
	place: Place,
): void {
	const more = order.queueAhead === null ? ZERO : tradedAt(order, trades);
	if (more === 0n) return;
	const counted = { ...order, tradedPast: add(order.tradedPast, more) };
	draft.put({ orders: [counted] });
	const due = floorToStep(dueByTrades(counted), place.instrument.lotSize);
	const quantity = min(due, fillable(draft.state(), counted));
	if (quantity > 0n) fill(draft, order.clientOrderId, order.limitPrice, quantity, place, 'maker');
	endWithoutUse(draft, order.clientOrderId);
}

/** Ends an order, as filled if nothing remains and as canceled otherwise. */
export function end(draft: Draft, order: PaperOrder): void {
	draft.put({ orders: [{ ...order, status: remainingOf(order) === 0n ? 'filled' : 'canceled' }] });
}

function rest(draft: Draft, order: PaperOrder, book: OrderBook, { now }: Place): void {
	const shown = queueIn(book, order);
	const ahead = ownAhead(order, draft.state().open.values());
	const queueAhead = shown === null ? null : add(shown, ahead);
	if (order.status === 'resting' && queueAhead === null) return;
	draft.put({ orders: [{ ...order, status: 'resting', queueAhead, tradedPast: ZERO, countsFrom: now }] });
}

/** Returns the quantity of an order that can still fill, coins. For a reduce-only order it is at most the position. */
function fillable(state: PaperState, order: PaperOrder): Decimal {
	const remaining = remainingOf(order);
	return order.reduceOnly ? min(remaining, closable(state, order)) : remaining;
}

function inLots(pieces: readonly Piece[], { instrument }: Place): readonly Piece[] {
	return pieces.flatMap(({ price, quantity }) => {
		const lots = floorToStep(max(ZERO, quantity), instrument.lotSize);
		return lots > 0n ? [{ price, quantity: lots }] : [];
	});
}

function fill(
	draft: Draft,
	clientOrderId: string,
	price: Decimal,
	quantity: Decimal,
	{ fees, now }: Place,
	role: 'maker' | 'taker',
): void {
	const order = draft.state().open.get(clientOrderId);
	if (order === undefined)
		throw new Error(`Invariant broken: only an open order can fill, and ${clientOrderId} is not open.`);
	const { symbol, side, venueOrderId } = order;
	const feeRate = fees[role];
	draft.fill({
		symbol,
		side,
		price,
		quantity,
		feeRate,
		filledAt: now,
		// The quantity filled so far makes each fill's id unique within its order.
		tradeId: `${venueOrderId}-${formatDecimal(order.filled)}`,
		venueOrderId,
		clientOrderId,
		cause: 'order',
	});
	const filled = { ...order, filled: add(order.filled, quantity) };
	if (remainingOf(filled) === 0n) end(draft, filled);
	else draft.put({ orders: [filled] });
}

function take(
	draft: Draft,
	{ symbol, side }: PaperOrder,
	taken: readonly TakenLevel[],
	pieces: readonly Piece[],
): void {
	if (pieces.length > 0) draft.put({ taken: new Map([[symbol, withTaken(taken, side, pieces)]]) });
}

/** Ends a reduce-only order that has nothing left to reduce. */
function endWithoutUse(draft: Draft, clientOrderId: string): void {
	const order = draft.state().open.get(clientOrderId);
	if (order?.reduceOnly === true && closable(draft.state(), order) === 0n) end(draft, order);
}
