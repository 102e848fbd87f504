/**
 * Holds the executions in memory: open ones, and ended ones until they are forgotten. The driver adds executions and
 * reports changes; everything else only reads. This registry is separate from the driver because the driver's own
 * dependencies (sessions, dead-man switches, the account cache) also read the executions.
 */
import { add, type Decimal, neg, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from '../decide/order-terms.ts';

/** Holds the current state of an execution. */
type Holder = { readonly state: ExecutionState };

/** Called after a change of an execution, once the change is durable. */
export type ChangeListener = (state: ExecutionState, events: readonly ExecutionEvent[]) => void;

/** Read access to the executions in memory. */
export type ExecutionStates = {
	/** Returns the execution's state; undefined if the execution is not in memory. */
	readonly state: (executionId: string) => ExecutionState | undefined;
	readonly states: () => readonly ExecutionState[];
	/** Returns the user's executions: open ones, and ended ones until they are forgotten. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	/** Returns the user's executions with a leg on the instrument, including ended ones until they are forgotten. */
	readonly onInstrument: (userId: string, venue: string, symbol: string) => readonly ExecutionState[];
	/** Calls the listener after every durable change of any execution. Returns a function that unsubscribes. */
	readonly onChange: (listener: ChangeListener) => () => void;
};

/** The executions in memory, with the driver's write access. */
export type KeptExecutions = ExecutionStates & {
	readonly enter: (holder: Holder) => void;
	/** Calls the listener with each execution that enters memory, at startup or once its plan is durable. */
	readonly onEnter: (listener: (state: ExecutionState) => void) => void;
	readonly leave: (holder: Holder) => void;
	/** Calls all change listeners. */
	readonly changed: ChangeListener;
	/** True if no other open execution of the user has a leg on the leg's instrument. */
	readonly isAlone: (holder: Holder, leg: LegRole) => boolean;
	/**
	 * Returns the coins that the user's other executions hold on the leg's instrument, in the leg's direction.
	 * Returns undefined while one of them has an order in flight on it.
	 */
	readonly heldByOthers: (holder: Holder, leg: LegRole) => Decimal | undefined;
};

/** Creates an empty set of executions, which one driver fills. */
export function createExecutionStates(): KeptExecutions {
	const byId = new Map<string, Holder>();
	const byInstrument = new Map<string, Set<Holder>>();
	const byUser = new Map<string, Set<Holder>>();
	const listeners = new Set<ChangeListener>();
	const enterListeners: ((state: ExecutionState) => void)[] = [];

	function on(userId: string, venue: string, symbol: string): ReadonlySet<Holder> {
		return byInstrument.get(keyOf(userId, venue, symbol)) ?? NONE;
	}

	function beside(holder: Holder, leg: LegRole): readonly Holder[] {
		const { venue, instrument } = legPlan(holder.state, leg);
		const all = on(holder.state.plan.userId, venue, instrument.symbol);
		return [...all].filter((other) => other !== holder && !isEnded(other.state));
	}

	return {
		state: (executionId) => byId.get(executionId)?.state,
		states: () => statesIn(byId.values()),
		statesOf: (userId) => statesIn(byUser.get(userId) ?? NONE),
		onInstrument: (userId, venue, symbol) => statesIn(on(userId, venue, symbol)),
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		onEnter: (listener) => void enterListeners.push(listener),
		changed(state, events) {
			for (const listener of [...listeners]) listener(state, events);
		},
		enter(holder) {
			const { plan } = holder.state;
			byId.set(plan.executionId, holder);
			for (const key of keysOf(holder.state)) addTo(byInstrument, key, holder);
			addTo(byUser, plan.userId, holder);
			for (const listener of enterListeners) listener(holder.state);
		},
		leave(holder) {
			const { plan } = holder.state;
			byId.delete(plan.executionId);
			for (const key of keysOf(holder.state)) dropFrom(byInstrument, key, holder);
			dropFrom(byUser, plan.userId, holder);
		},
		isAlone: (holder, leg) => beside(holder, leg).length === 0,
		heldByOthers(holder, leg) {
			const { venue, instrument } = legPlan(holder.state, leg);
			let held: Decimal = ZERO;
			for (const { state } of beside(holder, leg)) {
				const side = LEGS.find((role) => isOn(state, role, venue, instrument.symbol)) ?? leg;
				if (state.orders.some((order) => order.leg === side && isInFlight(order))) return undefined;
				held = add(held, side === leg ? state.held[side] : neg(state.held[side]));
			}
			return held;
		},
	};
}

const NONE: ReadonlySet<Holder> = new Set();

function statesIn(holders: Iterable<Holder>): readonly ExecutionState[] {
	return [...holders].map(({ state }) => state);
}

function addTo(index: Map<string, Set<Holder>>, key: string, holder: Holder): void {
	const known = index.get(key);
	if (known === undefined) index.set(key, new Set([holder]));
	else known.add(holder);
}

function dropFrom(index: Map<string, Set<Holder>>, key: string, holder: Holder): void {
	const known = index.get(key);
	known?.delete(holder);
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
