/** What a user's executions have open, as the gate counts it: notionals, margins to come, legs without the other. USD. Pure. */
import { add, type Decimal, max, min, mulUp, sub, sum, ZERO } from '../../domain/decimal.ts';
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

/** USD of notional over both legs of a user's open executions, in total and by coin and venue. */
export type OpenNotional = {
	readonly total: Decimal;
	readonly coin: (coin: string) => Decimal;
	readonly venue: (venue: VenueName) => Decimal;
};

/** Of executions that have not ended and of trades that other calls are opening. */
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

/** At the price of the plan: the most that each leg may come to hold. */
function legsOf(state: ExecutionState): readonly OpenLeg[] {
	const most = mostOf(state);
	return ROLES.map((role) => {
		const { venue, instrument, decisionMid } = legPlan(state, role);
		return { venue, coin: instrument.coin, notional: mulUp(most, decisionMid) };
	});
}

/**
 * All of the plan while more of it may be opened. Afterwards what is held with what is still under way, and as much as the
 * other leg, up to which a leg that lags may be brought.
 */
function mostOf(state: ExecutionState): Decimal {
	const most = max(reach(state, 'long'), reach(state, 'short'));
	return mayOpenMore(state) ? max(state.plan.quantity, most) : most;
}

/** Coins that the leg holds once everything that opens and is in flight there has filled. */
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

/** What may come to stand on one leg without the other, by the orders in flight and by those that follow a plan at once. */
export function unhedgedOf(states: readonly ExecutionState[]): Decimal {
	let total: Decimal = ZERO;
	for (const state of states) {
		// Whatever makes the legs of a running execution differ ends that phase.
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
 * Margin that the venue has not taken yet, as far as its balance can say, for legs of these executions that still grow:
 * what is not opened, and all that is in flight. `before`: the same executions when the balance was asked for.
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

/** USD at the worse of the plan's prices that the leg may yet grow by. */
function growth(state: ExecutionState, role: LegRole): Decimal {
	const { limitPrice, decisionMid } = legPlan(state, role);
	const inFlight = openingInFlight(state, role);
	const counted = sub(state.held[role], sum(inFlight.map((order) => order.filledQuantity)));
	const coins = mayOpenMore(state)
		? sub(state.plan.quantity, counted)
		: sum(inFlight.map((order) => order.quantity));
	return mulUp(max(coins, ZERO), max(limitPrice, decisionMid));
}
