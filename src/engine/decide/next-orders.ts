/**
 * Defines the engine's order of preference between its actions. Pure functions.
 *
 * The first row that applies to a state decides. The rows below it wait.
 *
 * | row      | applies when                                   | action                                                        |
 * | -------- | ---------------------------------------------- | ------------------------------------------------------------- |
 * | freeze   | the execution runs or has ended                | nothing, until someone requests an end                        |
 * | reduce   | it unwinds or closes                           | reduces both legs, to the common quantity or to the remainder |
 * | hedge    | the legs differ                                | completes the lagging leg, else reduces the larger leg        |
 * | prove    | an order is in flight, unknown or resting      | waits for its proof; cancels a resting order when necessary   |
 * | conclude | the opening is over                            | keeps the filled part running, or ends when nothing is open   |
 * | open     | otherwise                                      | sends the next slice                                          |
 *
 * Why this sequence is safe:
 *
 * 1. An end beats every opening. `reduce` comes before `hedge` and `open`, so no close, cancel, closing halt or
 *    liquidation waits for an opening, and no opening order follows one. `ending-requests.ts` decides between several
 *    requests to end.
 * 2. Every decision waits until the orders that it depends on are proven. `reduce` sends nothing while any order of
 *    the execution is unproven, except the hedge of a close as maker. `conclude` and `open` come after `prove`, so the holdings that they count are proven.
 * 3. A hedge does not wait for proof of the larger leg's orders. An unproven order there can only make that leg
 *    larger, so hedging its proven quantity is right whether or not the order filled. On the lagging leg, `hedge`
 *    itself waits for proof, because two orders on that leg could hedge twice. A close as maker is the mirror image:
 *    the resting order can only make its leg smaller, so `reduce` hedges its proven fills on the other leg without
 *    waiting for it (`maker-close.ts`).
 * 4. Opening comes last. It needs equal legs, every order proven and no request to end. `opening.ts` then checks
 *    halts, attention, the time limit, settlements and the exchanges' rate limits, in this order, before it sends a
 *    slice.
 * 5. A roll has its own `hedge` and `open` rows (`rolling.ts`). Its `hedge` takes the staying leg over from the execution
 *    before the roll, without a trade, and otherwise reduces the leg at the new exchange.
 * 6. A row that waits sends nothing and sets the time of the next check. No row below it runs before that check.
 */
import { ZERO } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { clientOrderId } from '../../domain/ids.ts';
import { makerClose } from './maker-close.ts';
import { concluded, hasOpenedEnough, hedging, nextSlice } from './opening.ts';
import { isBusy, isHedged, LEGS, type NextOrders, NOTHING_NEXT } from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import { watchResting } from './resting.ts';
import { rollHedge, rollSlice } from './rolling.ts';
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
	hedge: {
		applies: (state) => !isHedged(state),
		act: (state, ...rest) => (isRoll(state) ? rollHedge : hedging)(state, ...rest),
	},
	prove: { applies: (state) => LEGS.some((leg) => isBusy(state, leg)), act: watchResting },
	conclude: {
		applies: (state) => state.openingEnded !== null || hasOpenedEnough(state),
		act: concluded,
	},
	open: {
		applies: () => true,
		act: (state, ...rest) => (isRoll(state) ? rollSlice : nextSlice)(state, ...rest),
	},
} as const satisfies Readonly<Record<string, Preference>>;

function isRoll({ plan }: ExecutionState): boolean {
	return plan.rolls !== undefined;
}

/** Names of the preference rows. */
export type PreferenceName = keyof typeof PREFERENCES;

/** Returns the name of the row that applies to a state. */
export function preferenceOf(state: ExecutionState): PreferenceName {
	const names = Object.keys(PREFERENCES) as PreferenceName[];
	return names.find((name) => PREFERENCES[name].applies(state)) ?? 'open';
}

/** Returns the orders, cancels and events that follow from a state, and the time of the next check. */
export function nextOrders(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const next = PREFERENCES[preferenceOf(state)].act(state, now, around, limits);
	const { restoreMark } = limits;
	if (restoreMark === undefined) return next;
	// After a restore from a backup, orders with plain ids may already have been sent, so new ids carry the restore
	// mark.
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
	if (state.phase === 'unwinding') return reduceTo(state, levelGoal(state), 'reduce', now, around, limits);
	return (
		makerClose(state, now, around, limits) ??
		reduceTo(state, state.close?.remaining ?? ZERO, 'close', now, around, limits)
	);
}
