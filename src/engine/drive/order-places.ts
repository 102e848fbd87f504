/**
 * Manages capacity for orders within the exchanges' rate limits. While both legs are equal, an order on one leg is
 * sent only when the order on the other can be sent too. The engine waits until both orders fit, and the driver then
 * reserves capacity for both as soon as the decision is made. An order that repairs an imbalance does not wait.
 */
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import type { OrderUrgency, VenueTrading } from '../../ports/venue.ts';
import { LEGS, type SendableOrder } from '../decide/order-terms.ts';

/** Returns the trading session of a user's account at the venue; undefined if no account is connected. */
export type TradingFor = (userId: string, venue: string) => VenueTrading | undefined;

/** Returns the milliseconds until orders on both legs may be sent; 0 if both may be sent now. */
export function orderWaitMs(state: ExecutionState, urgency: OrderUrgency, tradingFor: TradingFor): number {
	const waits = LEGS.map((leg) => {
		const { venue, instrument } = legPlan(state, leg);
		return tradingFor(state.plan.userId, venue)?.orderInMs?.(instrument.symbol, urgency) ?? 0;
	});
	return Math.max(...waits);
}

/**
 * Reserves capacity for orders as soon as they are decided. An order without a reservation gets capacity when it is
 * sent.
 */
export function keepPlaces(
	state: ExecutionState,
	orders: readonly SendableOrder[],
	tradingFor: TradingFor,
): void {
	for (const { leg, order } of orders) {
		const isPair = orders.length === LEGS.length;
		const urgency = order.purpose === 'open' ? 'opens' : isPair && order.reduceOnly ? 'closes' : 'repairs';
		const { venue, instrument } = legPlan(state, leg);
		const trading = tradingFor(state.plan.userId, venue);
		if (trading?.orderInMs?.(instrument.symbol, urgency) === 0)
			trading.keepOrderPlace?.(instrument.symbol, urgency, order.clientOrderId);
	}
}
