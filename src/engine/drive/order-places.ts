/**
 * Places of orders within the exchanges' limits. While both legs are equal an order of one leg leaves only where that of the other
 * can leave too: the decision waits for both, and takes both in the tick in which it is made. An order that repairs waits for nothing.
 */
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import type { OrderUrgency, VenueTrading } from '../../ports/venue.ts';
import { LEGS, type SendableOrder } from '../decide/order-terms.ts';

/** The trading session of a user's account; undefined while none is connected there. */
export type TradingFor = (userId: string, venue: string) => VenueTrading | undefined;

/** How long until an order of either leg may leave, milliseconds; 0 when both may in this tick. */
export function orderWaitMs(state: ExecutionState, urgency: OrderUrgency, tradingFor: TradingFor): number {
	const waits = LEGS.map((leg) => {
		const { venue, instrument } = legPlan(state, leg);
		return tradingFor(state.plan.userId, venue)?.orderInMs?.(instrument.symbol, urgency) ?? 0;
	});
	return Math.max(...waits);
}

/** Takes the places of orders that were decided on in this tick. An order that gets none takes one when it is sent. */
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
