/** Liquidity available to a taker, and its change by a planned trade. */
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

/** Liquidity opposite to a taker of `side`. */
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

/** Books the other side of one trade of a taker of `side`, and prints it on the tape. Runs inside `commit`. */
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
