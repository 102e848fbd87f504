/**
 * Computes the exposure of a user's executions as the risk gate counts it, in USD: notionals, margin still to come,
 * and unhedged legs. Pure functions.
 */
import { add, type Decimal, divUp, max, min, mulUp, sub, sum, ZERO } from '../../domain/decimal.ts';
import {
	type ExecutionState,
	isInFlight,
	legOrders,
	legPlan,
	type OrderState,
} from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { mayOpenMore } from '../../domain/status.ts';
import type { ProposedTrade } from '../risk/facts.ts';
import { atRisk } from './exposure.ts';
import { marginOf } from './plan.ts';

const ROLES: readonly LegRole[] = ['long', 'short'];

type OpenLeg = { readonly venue: VenueName; readonly coin: string; readonly notional: Decimal };

/** Notional across both legs of a user's open executions, USD: in total, by coin and by venue. */
export type OpenNotional = {
	readonly total: Decimal;
	readonly coin: (coin: string) => Decimal;
	readonly venue: (venue: VenueName) => Decimal;
};

/**
 * Returns the amount that an execution counts towards the caps: its planned amount without the part that it handed over
 * to rolls, because each roll counts that part itself.
 */
export function openAmountOf({ plan, reductions }: ExecutionState): Decimal {
	const handed = sum(
		reductions.flatMap(({ to, fills }) => (to === undefined ? [] : fills.map((fill) => fill.quantity))),
	);
	if (handed === 0n || plan.quantity <= 0n) return plan.amount;
	return mulUp(plan.amount, divUp(max(ZERO, sub(plan.quantity, handed)), plan.quantity));
}

/** Computes the notional of open executions, and of the trades that other calls are opening. */
export function openNotional(
	states: readonly ExecutionState[],
	trades: readonly ProposedTrade[],
): OpenNotional {
	const legs = [...states.flatMap(legsOf), ...trades.flatMap(proposedLegs)];
	const total = (counts: (leg: OpenLeg) => boolean): Decimal =>
		legs.filter(counts).reduce<Decimal>((sum, leg) => add(sum, leg.notional), ZERO);
	return {
		total: total(() => true),
		coin: (coin) => total((leg) => leg.coin === coin),
		venue: (venue) => total((leg) => leg.venue === venue),
	};
}

/** Returns both legs, each with the maximum notional that it can reach, at the plan's decision mid. */
function legsOf(state: ExecutionState): readonly OpenLeg[] {
	const most = mostOf(state);
	return ROLES.map((role) => {
		const { venue, instrument, decisionMid } = legPlan(state, role);
		return { venue, coin: instrument.coin, notional: mulUp(most, decisionMid) };
	});
}

/**
 * Returns the maximum quantity that either leg can reach, coins. While the execution may open more, that is at least
 * the planned quantity. Afterwards it is the larger leg's holding plus orders in flight, because the lagging leg may
 * be completed to match it.
 */
function mostOf(state: ExecutionState): Decimal {
	const most = max(reach(state, 'long'), reach(state, 'short'));
	return mayOpenMore(state) ? max(state.plan.quantity, most) : most;
}

/** Returns the leg's coins once all its opening orders in flight have filled. */
function reach(state: ExecutionState, role: LegRole): Decimal {
	const rests = openingInFlight(state, role).map((order) => sub(order.quantity, order.filledQuantity));
	return add(state.held[role], sum(rests));
}

function openingInFlight(state: ExecutionState, role: LegRole): readonly OrderState[] {
	return legOrders(state, role).filter((order) => isInFlight(order) && !order.reduceOnly);
}

function proposedLegs({ long, short }: ProposedTrade): readonly OpenLeg[] {
	return [long, short].map(({ plan, notional }) => ({
		venue: plan.venue,
		coin: plan.instrument.coin,
		notional,
	}));
}

/**
 * Returns the worst-case unhedged exposure from the orders in flight, and from the first orders of queued plans, USD.
 */
export function unhedgedOf(states: readonly ExecutionState[]): Decimal {
	let total: Decimal = ZERO;
	for (const state of states) {
		// A running execution has equal legs, because any imbalance ends that phase.
		if (state.phase !== 'running')
			total = add(total, state.phase === 'queued' ? firstSlice(state) : atRisk(state));
	}
	return total;
}

function firstSlice({ plan }: ExecutionState): Decimal {
	const price = max(plan.legs.long.decisionMid, plan.legs.short.decisionMid);
	return min(mulUp(plan.children[0]?.quantity ?? plan.quantity, price), plan.unhedgedMax);
}

/**
 * Returns the margin that the venue's balance may not include yet, for legs of these executions that still grow. It
 * covers the unopened part and all orders in flight. `before`: the executions when the balance was read; `now`: the
 * current executions.
 */
export function marginToCome(
	venue: VenueName,
	executions: { readonly before: readonly ExecutionState[]; readonly now: readonly ExecutionState[] },
	takerFee: Decimal,
): Decimal {
	const needed = new Map<string, Decimal>();
	for (const state of [...executions.before, ...executions.now]) {
		const { executionId, leverage } = state.plan;
		const legs = ROLES.filter((role) => legPlan(state, role).venue === venue);
		const margins = legs.map((role) => marginOf(growth(state, role), leverage, takerFee));
		needed.set(executionId, max(needed.get(executionId) ?? ZERO, sum(margins)));
	}
	return sum(needed.values());
}

/** Returns how much the leg may still grow, USD at the higher of the plan's limit price and decision mid. */
function growth(state: ExecutionState, role: LegRole): Decimal {
	const { limitPrice, decisionMid } = legPlan(state, role);
	const inFlight = openingInFlight(state, role);
	const counted = sub(state.held[role], sum(inFlight.map((order) => order.filledQuantity)));
	// The staying leg of a roll comes from another execution, with its margin.
	const coins =
		mayOpenMore(state) && state.plan.rolls?.stays !== role
			? sub(state.plan.quantity, counted)
			: sum(inFlight.map((order) => order.quantity));
	return mulUp(max(coins, ZERO), max(limitPrice, decisionMid));
}
