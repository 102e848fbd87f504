/**
 * Brings a market up to the current time. The background liquidity moves and refills, and it fills orders that the
 * fair price has reached.
 */
import { add, type Decimal, min, sub, ZERO } from '../../src/domain/decimal.ts';
import { accountState, commit, type ExchangeState, newId, reserveSequences } from './exchange-state.ts';
import { announceTouched, fillResting, fitReduceOnly, type Touched, writeTouched } from './fill-booking.ts';
import { type Market, refreshVisible } from './market.ts';
import { type Crossing, planCrossings } from './matching.ts';
import { closableQuantity } from './position.ts';
import { type RestingOrder, remainingOf } from './resting-orders.ts';
import type { PublicTrade, Side } from './types.ts';

export function advanceMarket(state: ExchangeState, market: Market, now: number): void {
	if (market.advancedAt >= now) return;
	market.advancedAt = now;
	const { world } = state;
	const { instrument, background } = market;
	background.moveTo(now, world.fair(instrument, now), world.liquidity(instrument, now));
	printBackgroundTrades(state, market, now);
	if (!market.resting.isEmpty()) fillCrossed(state, market, now);
	publishBook(state, market, now);
}

/** Gives the book the next sequence number and notifies listeners, if the book has changed. */
export function publishBook(state: ExchangeState, market: Market, at: number): void {
	const delta = refreshVisible(market, at);
	if (delta === undefined) return;
	reserveSequences(state, delta.sequence);
	if (market.bookListeners.size > 0) state.outbox.add({ to: 'book', market, delta });
}

export function publishTrade(state: ExchangeState, market: Market, trade: PublicTrade): void {
	market.tape.add(trade);
	if (market.tradeListeners.size > 0) state.outbox.add({ to: 'trades', market, trade });
}

function printBackgroundTrades(state: ExchangeState, market: Market, now: number): void {
	for (const trade of market.tape.moveTo(now)) {
		if (market.tradeListeners.size > 0) state.outbox.add({ to: 'trades', market, trade });
	}
}

/**
 * Returns the quantity that an order may trade now, after the trades that its account has already made in the same
 * step.
 */
export function tradableQuantity(
	state: ExchangeState,
	resting: RestingOrder,
	inStep: Iterable<{ readonly maker: RestingOrder; readonly quantity: Decimal }>,
): Decimal {
	const { order, side } = resting;
	let left = remainingOf(order);
	const held = accountState(state, order.accountId).positions.get(order.request.symbol);
	let closable = closableQuantity(held, side);
	for (const { maker, quantity } of inStep) {
		if (maker === resting) left = sub(left, quantity);
		if (maker.order.accountId === order.accountId && maker.side === side) closable = sub(closable, quantity);
	}
	if (!order.request.reduceOnly) return left;
	return closable <= ZERO ? ZERO : min(left, closable);
}

function fillCrossed(state: ExchangeState, market: Market, now: number): void {
	for (const side of ['buy', 'sell'] as const) {
		const opposite: Side = side === 'buy' ? 'sell' : 'buy';
		const crossings = planCrossings(
			side,
			market.resting.side(side),
			market.background.levels(opposite),
			market.background.concession(),
			(order, earlier) => tradableQuantity(state, order, earlier),
		);
		if (crossings.length === 0) continue;
		const touched: Touched = new Map();
		commit(state, () => {
			for (const [maker, quantity] of perMaker(crossings)) {
				fillResting(state, market, maker, quantity, now, touched);
				publishTrade(state, market, {
					id: newId(state),
					symbol: market.instrument.symbol,
					side: opposite,
					price: maker.price,
					quantity,
					at: now,
				});
			}
			for (const { rank, quantity } of crossings) market.background.take(opposite, rank, quantity);
			fitReduceOnly(state, market, touched, now);
			writeTouched(state, touched);
		});
		announceTouched(state, touched, now);
	}
}

function perMaker(crossings: readonly Crossing[]): Map<RestingOrder, Decimal> {
	const totals = new Map<RestingOrder, Decimal>();
	for (const { maker, quantity } of crossings) totals.set(maker, add(totals.get(maker) ?? ZERO, quantity));
	return totals;
}
