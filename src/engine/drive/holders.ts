/** Which executions a user has on an instrument, until they are forgotten: a venue nets what they hold apart. */
import { add, type Decimal, neg, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from '../decide/order-terms.ts';

/** Something that has an execution's present state. */
type Holder = { readonly state: ExecutionState };

export function createHolders<Entry extends Holder>() {
	const byInstrument = new Map<string, Set<Entry>>();
	const byUser = new Map<string, Set<Entry>>();

	function on(userId: string, venue: string, symbol: string): ReadonlySet<Entry> {
		return byInstrument.get(keyOf(userId, venue, symbol)) ?? new Set();
	}

	function beside(entry: Entry, leg: LegRole): readonly Entry[] {
		const { venue, instrument } = legPlan(entry.state, leg);
		const all = on(entry.state.plan.userId, venue, instrument.symbol);
		return [...all].filter((other) => other !== entry && !isEnded(other.state));
	}

	return {
		on,
		ofUser: (userId: string): ReadonlySet<Entry> => byUser.get(userId) ?? new Set(),
		enter(entry: Entry): void {
			for (const key of keysOf(entry.state)) addTo(byInstrument, key, entry);
			addTo(byUser, entry.state.plan.userId, entry);
		},
		leave(entry: Entry): void {
			for (const key of keysOf(entry.state)) dropFrom(byInstrument, key, entry);
			dropFrom(byUser, entry.state.plan.userId, entry);
		},
		isAlone: (entry: Entry, leg: LegRole): boolean => beside(entry, leg).length === 0,
		/**
		 * Coins in the leg's direction that the user's other executions hold on its instrument; undefined while an order of
		 * one of them is under way there.
		 */
		heldByOthers(entry: Entry, leg: LegRole): Decimal | undefined {
			const { venue, instrument } = legPlan(entry.state, leg);
			let held: Decimal = ZERO;
			for (const { state } of beside(entry, leg)) {
				const side = LEGS.find((role) => isOn(state, role, venue, instrument.symbol)) ?? leg;
				if (state.orders.some((order) => order.leg === side && isInFlight(order))) return undefined;
				held = add(held, side === leg ? state.held[side] : neg(state.held[side]));
			}
			return held;
		},
	};
}

function addTo<Entry>(index: Map<string, Set<Entry>>, key: string, entry: Entry): void {
	const known = index.get(key);
	if (known === undefined) index.set(key, new Set([entry]));
	else known.add(entry);
}

function dropFrom<Entry>(index: Map<string, Set<Entry>>, key: string, entry: Entry): void {
	const known = index.get(key);
	known?.delete(entry);
	if (known?.size === 0) index.delete(key);
}

function keyOf(userId: string, venue: string, symbol: string): string {
	return `${userId} ${venue} ${symbol}`;
}

function keysOf({ plan }: ExecutionState): readonly string[] {
	return LEGS.map((leg) => keyOf(plan.userId, plan.legs[leg].venue, plan.legs[leg].instrument.symbol));
}

function isOn(state: ExecutionState, leg: LegRole, venue: string, symbol: string): boolean {
	const plan = legPlan(state, leg);
	return plan.venue === venue && plan.instrument.symbol === symbol;
}
