/** What a user's executions have open, as the gate counts it: notionals, and legs without the other. USD. Pure. */
import { add, type Decimal, max, min, mulUp, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ProposedTrade } from '../risk/facts.ts';
import { atRisk } from './exposure.ts';

const ROLES: readonly LegRole[] = ['long', 'short'];

type OpenLeg = { readonly venue: VenueName; readonly coin: string; readonly notional: Decimal };

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

/** At the price of the plan: what is held, or all of it while more of it may be opened. */
function legsOf(state: ExecutionState): readonly OpenLeg[] {
	return ROLES.map((role) => {
		const { venue, instrument, decisionMid } = legPlan(state, role);
		const quantity = mayGrow(state) ? max(state.plan.quantity, state.held[role]) : state.held[role];
		return { venue, coin: instrument.coin, notional: mulUp(quantity, decisionMid) };
	});
}

function mayGrow({ phase, openingEnded }: ExecutionState): boolean {
	return openingEnded === null && (phase === 'queued' || phase === 'opening' || phase === 'unbalanced');
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
	return states.reduce<Decimal>(
		(total, state) => add(total, state.phase === 'queued' ? firstSlice(state) : atRisk(state)),
		ZERO,
	);
}

function firstSlice({ plan }: ExecutionState): Decimal {
	const price = max(plan.legs.long.decisionMid, plan.legs.short.decisionMid);
	return min(mulUp(plan.children[0]?.quantity ?? plan.quantity, price), plan.unhedgedMax);
}
