/**
 * Keeps order connections open at both exchanges of every open execution, because the execution may have to be
 * reduced at any time.
 */
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { TradingFor } from './order-places.ts';

/** Interval at which connections are requested, milliseconds. */
const PERIOD_MS = 20_000;
/** Time for which requested connections are kept open, milliseconds. */
const KEPT_MS = 3 * PERIOD_MS;

/**
 * Starts to keep order connections open. An account whose session has just been opened already has open connections.
 * Returns a function that stops the requests.
 */
export function keepOrdersWarm({
	states,
	tradingFor,
	clock,
}: {
	readonly states: () => readonly ExecutionState[];
	readonly tradingFor: TradingFor;
	readonly clock: Clock;
}): () => void {
	const keep = (): void => {
		for (const state of states())
			if (!isEnded(state))
				for (const leg of LEGS)
					tradingFor(state.plan.userId, legPlan(state, leg).venue)?.keepOrdersWarm?.(KEPT_MS);
	};
	return clock.every(PERIOD_MS, keep);
}
