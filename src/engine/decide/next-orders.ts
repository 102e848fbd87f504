/**
 * The order in which the engine prefers what it may do. Pure.
 *
 * One row of the table answers for a state: the first that applies. The rows below it wait.
 *
 * | row      | applies when                                   | and does                                                     |
 * | -------- | ---------------------------------------------- | ------------------------------------------------------------ |
 * | freeze   | the execution runs or has ended                | nothing, until somebody asks for an end                      |
 * | reduce   | it unwinds or closes                           | reduces both legs, to the common quantity or to the remainder |
 * | hedge    | one leg holds more than the other              | completes the lagging leg, else reduces the leg that is ahead |
 * | prove    | an order is in flight, unknown or at rest      | waits for its proof; takes a resting order off the book       |
 * | conclude | nothing more is to be opened                   | runs with what is open, or ends when nothing is              |
 * | open     | otherwise                                      | sends the next slice                                         |
 *
 * Why this order is safe:
 *
 * 1. An end beats every wish to open. `reduce` stands above `hedge` and `open`, so a close, a cancel, a halt that closes all or a
 *    liquidation never waits for an opening, and no order that opens follows it. `ending-requests.ts` says which of several
 *    requests to end is done.
 * 2. Proof comes before every decision that counts on it. `reduce` sends nothing while any order of the execution is unproven, and
 *    `conclude` and `open` stand below `prove`: what they count as held is held.
 * 3. A hedge does not wait for the leg that is ahead. `hedge` stands above `prove`: an unproven order of the leg ahead can only add
 *    to it, so that completing the proven part is right whatever the proof says. On the lagging leg `hedge` itself waits for
 *    proof: two orders there could hedge twice.
 * 4. Opening is the last wish. It happens with equal legs, every order proven, no end asked for; `opening.ts` then asks for halts,
 *    attention, the time limit, settlements and places in the exchanges' limits, in this order, before it sends a slice.
 * 5. A row that waits sends nothing and names when it looks again, so no row below it runs in the meantime.
 */
import { ZERO } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { clientOrderId } from '../../domain/ids.ts';
import { concluded, hasOpenedEnough, hedging, nextSlice } from './opening.ts';
import { isBusy, isHedged, LEGS, type NextOrders, NOTHING_NEXT } from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import { watchResting } from './resting.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';

type Preference = {
	readonly applies: (state: ExecutionState) => boolean;
	readonly act: (
		state: ExecutionState,
		now: number,
		around: Surroundings,
		limits: EngineLimits,
	) => NextOrders;
};

/** The rows of the table above, most urgent first. The last one applies to every state. */
const PREFERENCES = {
	freeze: {
		applies: ({ phase }) => phase === 'running' || phase === 'closed' || phase === 'failed',
		act: () => NOTHING_NEXT,
	},
	reduce: { applies: ({ phase }) => phase === 'unwinding' || phase === 'closing', act: reducing },
	hedge: { applies: (state) => !isHedged(state), act: hedging },
	prove: { applies: (state) => LEGS.some((leg) => isBusy(state, leg)), act: watchResting },
	conclude: {
		applies: (state) => state.openingEnded !== null || hasOpenedEnough(state),
		act: concluded,
	},
	open: { applies: () => true, act: nextSlice },
} as const satisfies Readonly<Record<string, Preference>>;

/** Names of the rows. */
export type PreferenceName = keyof typeof PREFERENCES;

/** The row that answers for a state. */
export function preferenceOf(state: ExecutionState): PreferenceName {
	const names = Object.keys(PREFERENCES) as PreferenceName[];
	return names.find((name) => PREFERENCES[name].applies(state)) ?? 'open';
}

/** Orders, cancels and events that follow from a state, and when it is looked at again. */
export function nextOrders(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const next = PREFERENCES[preferenceOf(state)].act(state, now, around, limits);
	const { restoreMark } = limits;
	if (restoreMark === undefined) return next;
	// The journal came out of a backup: under the plain ids others may have been sent after it.
	const orders = next.orders.map(({ leg, order }) => ({
		leg,
		order: {
			...order,
			clientOrderId: clientOrderId(state.plan.executionId, leg, order.child, order.attempt, restoreMark),
		},
	}));
	return { ...next, orders };
}

function reducing(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	return state.phase === 'unwinding'
		? reduceTo(state, levelGoal(state), 'reduce', now, around, limits)
		: reduceTo(state, state.close?.remaining ?? ZERO, 'close', now, around, limits);
}
