/**
 * Measures the service's own activity on an account. If two measurements are equal, nothing was booked in between.
 * Each also says whether an order is in flight.
 */
import { type ExecutionState, isInFlight, legPlan } from '../domain/execution.ts';
import { fundingTally } from '../domain/funding-tally.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';

/**
 * Whether an order is in flight, and counts of an account's fills and bookings. Two equal values mean that nothing
 * moved in between.
 */
export type Activity = { readonly inFlight: boolean; readonly fills: number; readonly booked: string };

type StateActivity = { readonly inFlight: boolean; readonly fills: number; readonly settlements: number };

/** Measures the activity of the legs at one venue. Bookings at the other venue do not change it. */
export function activity(
	states: readonly ExecutionState[],
	venue: VenueName,
	accountEvents: number,
): Activity {
	let fills = 0;
	let settlements = 0;
	let inFlight = false;
	for (const state of states) {
		const one = stateActivity(state, venue);
		fills += one.fills;
		settlements += one.settlements;
		inFlight ||= one.inFlight;
	}
	return {
		inFlight,
		fills,
		booked: `${fills} fills, ${settlements} settlements, ${accountEvents} of others`,
	};
}

/** States never change, so a cached measurement stays valid for as long as its state exists. */
const activityByState = new WeakMap<ExecutionState, Record<LegRole, StateActivity>>();

function stateActivity(state: ExecutionState, venue: VenueName): StateActivity {
	let known = activityByState.get(state);
	if (known === undefined) {
		known = { long: legActivity(state, 'long'), short: legActivity(state, 'short') };
		activityByState.set(state, known);
	}
	const isLong = legPlan(state, 'long').venue === venue;
	const isShort = legPlan(state, 'short').venue === venue;
	const none: StateActivity = { inFlight: false, fills: 0, settlements: 0 };
	const [a, b] = [isLong ? known.long : none, isShort ? known.short : none];
	return {
		inFlight: a.inFlight || b.inFlight,
		fills: a.fills + b.fills,
		settlements: a.settlements + b.settlements,
	};
}

function legActivity(state: ExecutionState, leg: LegRole): StateActivity {
	let fills = 0;
	let inFlight = false;
	for (const order of state.orders) {
		if (order.leg !== leg) continue;
		fills += order.fills.length;
		inFlight ||= isInFlight(order);
	}
	for (const reduction of state.reductions) if (reduction.leg === leg) fills += reduction.fills.length;
	return {
		inFlight,
		fills,
		settlements: fundingTally(state, leg).count,
	};
}
