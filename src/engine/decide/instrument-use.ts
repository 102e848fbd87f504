/** Who of a user is on an instrument, and how much of what the venue reports their executions account for. Pure. */
import { add, type Decimal, max, min, neg, sub, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isInFlight, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { InstrumentUse, Sharer } from '../risk/facts.ts';

type InstrumentName = { readonly venue: VenueName; readonly symbol: string };
type Range = { readonly least: Decimal; readonly most: Decimal };

/**
 * The venue was read at some instant between `before` and `now`, the user's open executions at both: what was in flight
 * then, and what has been sent since, may be in what it reported or not.
 */
export function instrumentUse(
	instrument: InstrumentName,
	reported: Decimal,
	executions: { readonly before: readonly ExecutionState[]; readonly now: readonly ExecutionState[] },
	opening: readonly Sharer[],
): InstrumentUse {
	const then = managed(instrument, executions.before);
	const now = managed(instrument, executions.now);
	return {
		reported,
		managedMin: min(then.least, now.least),
		managedMax: max(then.most, now.most),
		sharers: [...sharersOf(instrument, executions), ...opening],
	};
}

function sharersOf(
	instrument: InstrumentName,
	{ before, now }: { readonly before: readonly ExecutionState[]; readonly now: readonly ExecutionState[] },
): readonly Sharer[] {
	const then = new Map(before.map((state) => [state.plan.executionId, state]));
	const wasUncertain = (id: string, role: LegRole): boolean => {
		const state = then.get(id);
		return state !== undefined && isUncertain(state, role);
	};
	return now.flatMap((state) =>
		legsOn(instrument, state).map((role) => ({
			executionId: state.plan.executionId,
			role,
			leverage: state.plan.leverage,
			marginMode: state.plan.marginMode,
			refusedClose: refusedClose(state, role),
			isRepaired: isRepaired(state) || isUncertain(state, role) || wasUncertain(state.plan.executionId, role),
		})),
	);
}

/** Its close is stuck there: the venue would refuse what is opened beside it just as well, and that costs a leg's fees. */
function refusedClose(state: ExecutionState, role: LegRole): string | undefined {
	if (state.phase !== 'closing' && state.phase !== 'unwinding') return undefined;
	const last = legOrders(state, role).findLast((order) => !isInFlight(order));
	return last?.status === 'rejected' && last.reduceOnly ? (last.rejection ?? 'no reason') : undefined;
}

/** One leg is ahead, or a person is needed: what the venue holds for it is not certain. */
function isRepaired(state: ExecutionState): boolean {
	return state.attention !== null || state.phase === 'unbalanced' || state.phase === 'unwinding';
}

/**
 * An order of it there reduces, or is not proven. Whatever an exchange says is in the range of what such an order may have
 * done: also that it has taken the position away, which the next order would then take from whoever opens beside it.
 */
function isUncertain(state: ExecutionState, role: LegRole): boolean {
	return legOrders(state, role).some(
		(order) => isInFlight(order) && (order.reduceOnly || order.status === 'unknown'),
	);
}

/** Signed coins, over everything that the orders in flight may do or have done. */
function managed(instrument: InstrumentName, states: readonly ExecutionState[]): Range {
	let least: Decimal = ZERO;
	let most: Decimal = ZERO;
	for (const state of states)
		for (const role of legsOn(instrument, state)) {
			const held = role === 'long' ? state.held.long : neg(state.held.short);
			least = add(least, held);
			most = add(most, held);
			for (const order of legOrders(state, role).filter(isInFlight)) {
				// What it has filled may have been filled after the venue was read.
				const { quantity, filledQuantity } = order;
				const [bought, sold] =
					order.side === 'buy'
						? [sub(quantity, filledQuantity), filledQuantity]
						: [filledQuantity, sub(quantity, filledQuantity)];
				most = add(most, bought);
				least = sub(least, sold);
			}
		}
	return { least, most };
}

function legsOn({ venue, symbol }: InstrumentName, state: ExecutionState): readonly LegRole[] {
	return (['long', 'short'] as const).filter((role) => {
		const leg = legPlan(state, role);
		return leg.venue === venue && leg.instrument.symbol === symbol;
	});
}
