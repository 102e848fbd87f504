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
 * Returns the execution's unhedged leg; undefined if there is none or its holding is not proven. A holding is not
 * proven while an order is in flight or a manual trade is in question, or after the venue refused the last reduction.
 * The position may then be smaller than recorded.
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
