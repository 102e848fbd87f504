/** Keeps connections for orders open at both exchanges of every execution that has not ended: it may have to be cut at any time. */
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';
import { LEGS } from '../decide/order-terms.ts';
import type { TradingFor } from './order-places.ts';

/** Connections are asked for again with this period, and kept for three of them, milliseconds. */
const PERIOD_MS = 20_000;
const KEPT_MS = 3 * PERIOD_MS;

/** An account is warm already when its session has been opened. The answer ends it. */
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
