/** Finds the proven unhedged part of an execution while it is being reduced. Pure functions. */
import { abs, type Decimal, sub } from '../../domain/decimal.ts';
import type { AttentionKind } from '../../domain/event.ts';
import { type ExecutionState, isInFlight, legOrders } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';

/** Coins of one leg that no other leg hedges. */
export type UnhedgedLeg = { readonly leg: LegRole; readonly quantity: Decimal };

/** Kinds of attention that leave no doubt about the holdings. */
const WITHOUT_DOUBT: ReadonlySet<AttentionKind> = new Set<AttentionKind>([
	'stuck',
	'price',
	'funding',
	'untradable',
]);

/**
 * Returns undefined while the holding is not proven: an order is in flight or unknown, a manual trade is in question,
 * or the venue refused the last reduction. The position may be smaller by now.
 */
export function unhedgedLeg(state: ExecutionState): UnhedgedLeg | undefined {
	if (state.phase !== 'unwinding' && state.phase !== 'closing') return undefined;
	if (state.orders.some(isInFlight)) return undefined;
	if (state.attentionKind !== null && !WITHOUT_DOUBT.has(state.attentionKind)) return undefined;
	const { long, short } = state.held;
	if (long === short) return undefined;
	const leg: LegRole = long > short ? 'long' : 'short';
	if (legOrders(state, leg).at(-1)?.status === 'rejected') return undefined;
	return { leg, quantity: abs(sub(long, short)) };
}
