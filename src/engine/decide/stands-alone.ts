/** What of an execution stands on one leg without the other, beyond doubt, while it is being cut. Pure. */
import { abs, type Decimal, sub } from '../../domain/decimal.ts';
import type { AttentionKind } from '../../domain/event.ts';
import { type ExecutionState, isInFlight, legOrders } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';

/** Coins of one leg that no other leg hedges. */
export type Alone = { readonly leg: LegRole; readonly quantity: Decimal };

/** A person was called, but not for doubts about what is held. */
const WITHOUT_DOUBT: ReadonlySet<AttentionKind> = new Set<AttentionKind>([
	'stuck',
	'price',
	'funding',
	'untradable',
]);

/**
 * Undefined while an order of the execution is in flight or unknown, while somebody's trade by hand is in question, and
 * where the venue refused the last cut (it may hold less by now): nothing is hedged against what is not proven.
 */
export function standsAlone(state: ExecutionState): Alone | undefined {
	if (state.phase !== 'unwinding' && state.phase !== 'closing') return undefined;
	if (state.orders.some(isInFlight)) return undefined;
	if (state.attentionKind !== null && !WITHOUT_DOUBT.has(state.attentionKind)) return undefined;
	const { long, short } = state.held;
	if (long === short) return undefined;
	const leg: LegRole = long > short ? 'long' : 'short';
	if (legOrders(state, leg).at(-1)?.status === 'rejected') return undefined;
	return { leg, quantity: abs(sub(long, short)) };
}
