/** Provides the liquidity that a taker can trade with, and applies a planned trade to it. */
import type { ExchangeState } from './exchange-state.ts';
import { newId } from './exchange-state.ts';
import { fillResting, type Touched } from './fill-booking.ts';
import type { Market } from './market.ts';
import { publishTrade, tradableQuantity } from './market-advance.ts';
import type { PlannedTrade, Resting } from './matching.ts';
import type { Side } from './types.ts';

export function oppositeOf(side: Side): Side {
	return side === 'buy' ? 'sell' : 'buy';
}

/** Returns the liquidity opposite to a taker on `side`. */
export function restingFor(state: ExchangeState, market: Market, side: Side): Resting {
	const opposite = oppositeOf(side);
	return {
		background: market.background.levels(opposite),
		orders: market.resting.side(opposite),
		tradable: (order, trades) =>
			tradableQuantity(
				state,
				order,
				trades.filter((trade) => trade.with === 'order'),
			),
	};
}

/** Books the maker's side of one trade by a taker on `side`, and adds the trade to the tape. Runs inside `commit`. */
export function takeResting(
	state: ExchangeState,
	market: Market,
	side: Side,
	trade: PlannedTrade,
	at: number,
	touched: Touched,
): void {
	const { price, quantity } = trade;
	if (trade.with === 'background') market.background.take(oppositeOf(side), trade.rank, quantity);
	else fillResting(state, market, trade.maker, quantity, at, touched);
	publishTrade(state, market, {
		id: newId(state),
		symbol: market.instrument.symbol,
		side,
		price,
		quantity,
		at,
	});
}
