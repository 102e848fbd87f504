/**
 * Finds a user's executions on an instrument, and how much of the venue's reported position they account for. Pure
 * functions.
 */
import { add, type Decimal, max, min, neg, sub, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isInFlight, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { InstrumentUse, Sharer } from '../risk/facts.ts';

type InstrumentName = { readonly venue: VenueName; readonly symbol: string };
type Range = { readonly least: Decimal; readonly most: Decimal };

/**
 * Returns how the user's executions use an instrument. `before` and `now` are the user's open executions before and
 * after the venue's position was read. The report may or may not include orders that were in flight or sent in
 * between.
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

/**
 * Returns the venue's message if it refused the leg's last closing order; undefined if it did not. The venue would
 * refuse to close a new position too.
 */
function refusedClose(state: ExecutionState, role: LegRole): string | undefined {
	if (state.phase !== 'closing' && state.phase !== 'unwinding') return undefined;
	const last = legOrders(state, role).findLast((order) => !isInFlight(order));
	return last?.status === 'rejected' && last.reduceOnly ? (last.rejection ?? 'no reason') : undefined;
}

/**
 * True if the legs differ or the execution needs manual attention, so that the execution's position at the venue is
 * uncertain.
 */
function isRepaired(state: ExecutionState): boolean {
	return state.attention !== null || state.phase === 'unbalanced' || state.phase === 'unwinding';
}

/**
 * True if one of the execution's orders on the leg reduces it or is unproven. Any reported position is then within
 * the possible range, even zero after the position was closed from outside. A further order could thus reduce the
 * position of another execution on the instrument.
 */
function isUncertain(state: ExecutionState, role: LegRole): boolean {
	return legOrders(state, role).some(
		(order) => isInFlight(order) && (order.reduceOnly || order.status === 'unknown'),
	);
}

/**
 * Returns the range of signed coins that the executions may hold on the instrument, over every possible effect of the
 * orders in flight.
 */
function managed(instrument: InstrumentName, states: readonly ExecutionState[]): Range {
	let least: Decimal = ZERO;
	let most: Decimal = ZERO;
	for (const state of states)
		for (const role of legsOn(instrument, state)) {
			const held = role === 'long' ? state.held.long : neg(state.held.short);
			least = add(least, held);
			most = add(most, held);
			for (const order of legOrders(state, role).filter(isInFlight)) {
				// The venue's report may predate a recorded fill.
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
