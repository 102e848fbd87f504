/**
 * Checks the simulation's rules throughout a run, against the journal's durable events, the orders that leave the
 * process, and the exchanges' fills. Each violation is a message, and the run ends after the first ones.
 */
import { isDeepStrictEqual } from 'node:util';
import { add, type Decimal, divDown, max, min, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { AttentionKind, ExecutionEvent, OrderIntent } from '../../src/domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../src/domain/execution.ts';
import { applyEvent } from '../../src/domain/execution-fold.ts';
import type { LegRole } from '../../src/domain/ids.ts';
import type { Journaled } from '../../src/ports/journal.ts';
import { NOT_TRADABLE, type VenueOrder } from '../../src/ports/venue.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { createCapJudge } from './cap-judge.ts';
import type { TrueFill, TrueOrder } from './exchange-account.ts';
import { restFaults } from './maker-closes.ts';
import { createRollJudge } from './roll-judge.ts';
import type { Limits } from './service.ts';
import { measure, moveLeg, newTruth, type Truth } from './true-positions.ts';

export type Oracle = ReturnType<typeof createOracle>;

const LIVE_CHECK_EVERY = 4;
/** Maximum time between the decision on an order and sending it; the journal writes its intent in between. */
const TOLD_BEFORE_MS = 2_000;
/** Types of attention that only a manual trade may cause. */
const BY_HAND: ReadonlySet<AttentionKind> = new Set(['hand', 'flat', 'unexplained', 'settings', 'funding']);

export function createOracle(options: {
	readonly now: () => number;
	/** Returns why this plan contradicts the calls or the venues' true state; undefined if it is allowed. */
	readonly gate: (state: ExecutionState) => string | undefined;
	readonly limits: Limits;
	/** Returns the exchange's record of the order; undefined if it never arrived. */
	readonly orderAt: (venue: string, userId: string, clientOrderId: string) => TrueOrder | undefined;
	/** True if an agent was stopped and its openings have ended. */
	readonly opensNothing: (agentId: string) => boolean;
	/**
	 * Returns when the venue's list starts to report that a contract does not trade; undefined while the contract
	 * trades.
	 */
	readonly toldStoppedAt: (venue: string, symbol: string) => number | undefined;
	/** Counts one occurrence of this kind. */
	readonly note: (kind: string) => void;
	readonly trace: (line: () => string) => void;
}) {
	const states = new Map<string, ExecutionState>();
	/** Durable events of each execution. */
	const journals = new Map<string, readonly Journaled<ExecutionEvent>[]>();
	const intents = new Map<string, { readonly executionId: string; readonly intent: OrderIntent }>();
	const truths = new Map<string, Truth>();
	const sent = new Set<string>();
	/** Instruments on which an account had manual trades, as user, venue and symbol. */
	const touched = new Set<string>();
	/** Instruments on which a venue liquidated or deleveraged an account's position, as user, venue and symbol. */
	const seized = new Set<string>();
	const caps = createCapJudge({
		...options,
		states: () => [...states.values()],
		truthOf: (executionId) => truths.get(executionId),
	});
	const rolls = createRollJudge({ now: options.now, states, truths, violation });
	const plansByKey = new Map<string, string>();
	const violations: string[] = [];
	const called = new Map<string, number>();
	let checks = 0;

	function violation(sentence: string): void {
		if (violations.includes(sentence)) return;
		violations.push(sentence);
		options.trace(() => `VIOLATION ${sentence}`);
	}

	// The journal ---------------------------------------------------------------------------------------------------

	function onDurable(executionId: string, rows: readonly Journaled<ExecutionEvent>[]): void {
		journals.set(executionId, [...(journals.get(executionId) ?? []), ...rows]);
		for (const { event, recordedAt } of rows) {
			options.trace(() => `   journal ${executionId.slice(-6)} ${describe(event)}`);
			let state: ExecutionState;
			try {
				state = applyEvent(states.get(executionId), event, recordedAt);
			} catch (error) {
				violation(`the journal of ${executionId} does not fold: ${String(error)}`);
				return;
			}
			states.set(executionId, state);
			onEvent(executionId, state, event);
		}
	}

	function checkKey({ plan }: ExecutionState): void {
		if (plan.idempotencyKey === null) return;
		const key = `${plan.userId} ${plan.agentId} ${plan.idempotencyKey}`;
		const earlier = plansByKey.get(key);
		if (earlier !== undefined)
			violation(`two executions of one idempotency key: ${earlier}, ${plan.executionId}`);
		plansByKey.set(key, plan.executionId);
	}

	function onEvent(executionId: string, state: ExecutionState, event: ExecutionEvent): void {
		switch (event.type) {
			case 'ExecutionPlanned': {
				truths.set(executionId, newTruth(isTouched(state), isSeized(state)));
				takeOver(executionId, state);
				checkKey(state);
				const reason = options.gate(state);
				if (reason !== undefined) violation(`opened although ${reason}: ${executionId}`);
				return;
			}
			case 'OrderIntended': {
				const { type: _type, ...intent } = event;
				intents.set(intent.clientOrderId, { executionId, intent });
				rolls.checkSlice(state, intent);
				return;
			}
			case 'LegTakenOver':
				rolls.takeSlice(executionId, state, event);
				return;
			case 'FundingBooked':
				rolls.checkShare(state, event);
				return;
			case 'ExecutionOpened':
			case 'PartClosed':
				if (state.close !== undefined) violation(`runs although it is being closed: ${executionId}`);
				if (state.held.long !== state.held.short) violation(`runs with unequal legs: ${executionId}`);
				return;
			case 'AttentionRaised':
				called.set(event.kind, (called.get(event.kind) ?? 0) + 1);
				if (BY_HAND.has(event.kind) && !isTouched(state) && !isGone(state, event.kind))
					violation(`a person is called without a manual trade: ${event.kind}, ${textOf(event.reason)}`);
				return;
			case 'ExecutionClosed':
			case 'ExecutionFailed':
				checkEnded(executionId, state);
				return;
			default:
				return;
		}
	}

	/** Moves the true position of the leg from the giving to the receiving execution. */
	function takeOver(executionId: string, { plan: { takenOver } }: ExecutionState): void {
		if (takenOver === undefined) return;
		const { from, leg, fill } = takenOver;
		const giver = truths.get(from);
		const taker = truths.get(executionId);
		if (giver === undefined || taker === undefined) return;
		taker.startedWith = moveLeg(giver, taker, leg, fill.quantity);
		measure(giver, options.now());
		measure(taker, options.now());
	}

	function checkEnded(executionId: string, state: ExecutionState): void {
		const truth = truths.get(executionId);
		if (truth === undefined || truth.disturbed) return;
		if (truth.long !== 0n || truth.short !== 0n)
			violation(`${state.phase} although the venues hold ${truth.long} and ${truth.short}: ${executionId}`);
	}

	/** Checks that the process's live state equals the fold of its journal. */
	function onLive(state: ExecutionState): void {
		const id = state.plan.executionId;
		const folded = states.get(id);
		checks += 1;
		const isSame =
			folded !== undefined &&
			folded.eventCount === state.eventCount &&
			folded.phase === state.phase &&
			(checks % LIVE_CHECK_EVERY !== 0 || isDeepStrictEqual(folded, state));
		if (!isSame) violation(`the live state is not the journal's fold: ${id}, ${state.eventCount} events`);
	}

	// Orders that leave the process ---------------------------------------------------------------------------------

	function onSend(venue: string, userId: string, order: VenueOrder): void {
		const id = order.clientOrderId;
		if (sent.has(id)) violation(`sent twice: ${id}`);
		sent.add(id);
		const known = intents.get(id);
		if (known === undefined) {
			violation(`sent before its intent was durable: ${id}`);
			return;
		}
		const state = states.get(known.executionId);
		if (state === undefined) {
			violation(`sent without an execution: ${id}`);
			return;
		}
		const leg = legPlan(state, known.intent.leg);
		if (leg.venue !== venue || state.plan.userId !== userId || leg.instrument.symbol !== order.symbol)
			violation(`sent to another place than planned: ${id}`);
		if (!isAsIntended(order, known.intent)) violation(`sent with other terms than intended: ${id}`);
		checkReduces(state, known.intent);
		checkFirst(state, known.intent);
		const { agentId } = state.plan;
		if (known.intent.purpose === 'open' && agentId !== undefined && options.opensNothing(agentId))
			violation(`opens for a stopped agent: ${id}`);
		if (known.intent.purpose === 'open' && state.openingEnded !== null)
			violation(`opens although its opening was ended: ${id}`);
		checkCaps(state, known.intent);
		if (isEnded(state)) violation(`sent after the end: ${id}`);
		const busy = state.orders.find(
			(other) => other.leg === known.intent.leg && other.clientOrderId !== id && isInFlight(other),
		);
		if (busy !== undefined) violation(`sent while ${busy.clientOrderId} of the leg is ${busy.status}: ${id}`);
	}

	/** Checks that opening orders stay within the caps of the user and of the service. */
	function checkCaps({ plan: { userId } }: ExecutionState, intent: OrderIntent): void {
		if (intent.reduceOnly) return;
		for (const sentence of caps.judge(userId, intent)) violation(`${sentence}: ${intent.clientOrderId}`);
		if (intent.purpose !== 'open') return;
		for (const sentence of caps.judgeUnhedged(userId)) violation(`${sentence}: ${intent.clientOrderId}`);
	}

	/** Checks that neither of two equal legs is reduced if the other leg's venue is known to take no orders. */
	function checkFirst(state: ExecutionState, { leg, reduceOnly, clientOrderId }: OrderIntent): void {
		if (!reduceOnly || state.held.long !== state.held.short) return;
		const other = leg === 'long' ? 'short' : 'long';
		const since = state.orders.slice(state.close?.ordersBefore ?? 0);
		const isUntraded = (role: LegRole): boolean =>
			since.findLast((order) => order.leg === role && !isInFlight(order))?.rejectionCode === NOT_TRADABLE;
		if (isUntraded(other) && !isUntraded(leg))
			violation(`closes one leg although the other was refused: ${clientOrderId}`);
		const { venue, instrument } = legPlan(state, other);
		const toldAt = options.toldStoppedAt(venue, instrument.symbol);
		if (toldAt !== undefined && toldAt + TOLD_BEFORE_MS < options.now())
			violation(`closes one leg although the other's contract is not traded: ${clientOrderId}`);
	}

	/** True if the order completes the smaller leg because the larger leg's contract is not trading. */
	function isMatching(state: ExecutionState, { purpose, leg }: OrderIntent): boolean {
		const other = leg === 'long' ? 'short' : 'long';
		const { venue, instrument } = legPlan(state, other);
		const told = options.toldStoppedAt(venue, instrument.symbol);
		const last = state.orders.findLast((order) => order.leg === other);
		const isUntraded = last?.rejectionCode === NOT_TRADABLE || told !== undefined;
		return purpose === 'complete' && isUntraded && state.held[leg] < state.held[other];
	}

	function checkReduces(state: ExecutionState, intent: OrderIntent): void {
		const id = intent.clientOrderId;
		const reduces = intent.purpose === 'reduce' || intent.purpose === 'close';
		if (reduces && !intent.reduceOnly) violation(`a ${intent.purpose} that is not reduce-only: ${id}`);
		if (intent.reduceOnly) {
			for (const fault of restFaults(state, intent, options.note)) violation(`${fault}: ${id}`);
			const opens = intent.side === legPlan(state, intent.leg).openSide;
			if (opens) violation(`reduce-only on the opening side: ${id}`);
			return;
		}
		if (intent.side !== legPlan(state, intent.leg).openSide)
			violation(`on the closing side without reduce-only: ${id}`);
		if (state.attention !== null) violation(`increases a position while a person is needed: ${id}`);
		if (state.reductions.length > 0) violation(`reopens what others took: ${id}`);
		if (isMatching(state, intent)) {
			options.note('opened to match what is not traded');
			return;
		}
		if (state.phase === 'closing' || state.phase === 'unwinding' || state.phase === 'running')
			violation(`increases a position while ${state.phase}: ${id}`);
	}

	// Events at the venues ------------------------------------------------------------------------------------------

	function onOrder(order: VenueOrder): void {
		const known = intents.get(order.clientOrderId);
		if (known === undefined) {
			violation(`an order without an intent arrived: ${order.clientOrderId}`);
			return;
		}
		const state = states.get(known.executionId);
		const believed = state?.orders.find(({ clientOrderId }) => clientOrderId === order.clientOrderId);
		if (believed?.status === 'absent') violation(`proven absent and then arrived: ${order.clientOrderId}`);
	}

	function onFill(venue: string, userId: string, fill: TrueFill): void {
		const known = fill.clientOrderId === null ? undefined : intents.get(fill.clientOrderId);
		if (known === undefined) {
			disturb(venue, userId, fill);
			return;
		}
		const state = states.get(known.executionId);
		const truth = truths.get(known.executionId);
		if (state === undefined || truth === undefined) return;
		const { leg } = known.intent;
		const opens = fill.side === legPlan(state, leg).openSide;
		truth[leg] = opens ? add(truth[leg], fill.quantity) : sub(truth[leg], fill.quantity);
		measure(truth, options.now());
		if (opens) for (const sentence of caps.judge(userId)) violation(`${sentence}: ${known.executionId}`);
		if (truth.disturbed) return;
		if (truth[leg] < 0n) violation(`the ${leg} leg has the opposite side: ${known.executionId}`);
		if (truth[leg] > state.plan.quantity)
			violation(`the ${leg} leg is larger than planned: ${known.executionId}`);
		checkExposure(state, truth);
	}

	/** True if a manual trade hit one of the execution's instruments, so that a shortfall may still be discovered. */
	function isTouched(state: ExecutionState): boolean {
		return isOn(state, touched);
	}

	/** True if an unexplained change is allowed: a venue may settle a position before it reports the settlement. */
	function isGone({ plan }: ExecutionState, kind: AttentionKind): boolean {
		const legs = [plan.legs.long, plan.legs.short];
		return (
			kind === 'unexplained' &&
			legs.some(({ venue, instrument }) => options.toldStoppedAt(venue, instrument.symbol) !== undefined)
		);
	}

	/** True if a venue reduced a position on one of the execution's instruments. */
	function isSeized(state: ExecutionState): boolean {
		return isOn(state, seized);
	}

	function isOn({ plan }: ExecutionState, instruments: ReadonlySet<string>): boolean {
		return [plan.legs.long, plan.legs.short].some(({ venue, instrument }) =>
			instruments.has(`${plan.userId} ${venue} ${instrument.symbol}`),
		);
	}

	/** Splits a venue's liquidation pro rata between the instrument's executions. A manual trade is not split. */
	function disturb(venue: string, userId: string, fill: TrueFill): void {
		(fill.cause === 'order' ? touched : seized).add(`${userId} ${venue} ${fill.symbol}`);
		const sharing = [...states.values()].flatMap((state) => {
			const leg = state.plan.userId === userId ? legAt(state, venue, fill.symbol) : undefined;
			const truth = truths.get(state.plan.executionId);
			return leg === undefined || truth === undefined ? [] : [{ leg, truth }];
		});
		const whole = sum(sharing.map(({ leg, truth }) => max(ZERO, truth[leg])));
		for (const { leg, truth } of sharing) {
			truth.disturbed = true;
			if (fill.cause === 'order') truth.byHand = true;
			else if (whole > 0n)
				truth[leg] = sub(truth[leg], ((fill.quantity * max(ZERO, truth[leg])) / whole) as Decimal);
			measure(truth, options.now());
		}
	}

	/**
	 * Checks that unhedged notional does not exceed the plan's cap plus one rounding step. The minimum slice replaces
	 * a lower cap. The price is the lowest mid price of the execution's orders.
	 */
	function checkExposure(state: ExecutionState, truth: Truth): void {
		const { long, short } = truth;
		const difference = long > short ? sub(long, short) : sub(short, long);
		if (difference === 0n) return;
		const { plan } = state;
		const lowest = state.orders.reduce(
			(least, order) => min(least, order.decisionMid),
			min(plan.legs.long.decisionMid, plan.legs.short.decisionMid),
		);
		const capped = divDown(plan.unhedgedMax, lowest);
		const cap = max(capped, smallestSlice(state, lowest));
		const bound = max(truth.startedWith, add(cap, plan.commonLot));
		if (difference > bound)
			violation(`one leg is unhedged by ${difference}, cap ${bound}: ${plan.executionId}`);
		rolls.checkUnhedged(state, bound);
	}

	return {
		states,
		journals,
		called,
		intents,
		truths,
		sent,
		violations,
		violation,
		onDurable,
		onLive,
		onSend,
		onOrder,
		onFill,
	};
}

/** Returns the execution's leg on this instrument; undefined if there is none. */
export function legAt(state: ExecutionState, venue: string, symbol: string): LegRole | undefined {
	return (['long', 'short'] as const).find((leg) => {
		const plan = legPlan(state, leg);
		return plan.venue === venue && plan.instrument.symbol === symbol;
	});
}

function smallestSlice({ plan }: ExecutionState, price: Decimal): Decimal {
	return [plan.legs.long, plan.legs.short].reduce(
		(most, { instrument }) =>
			max(most, add(max(instrument.quantityMin, divDown(instrument.notionalMin, price)), plan.commonLot)),
		ZERO,
	);
}

function isAsIntended(order: VenueOrder, intent: OrderIntent): boolean {
	return (
		order.side === intent.side &&
		order.quantity === intent.quantity &&
		order.limitPrice === intent.limitPrice &&
		order.reduceOnly === intent.reduceOnly &&
		order.timeInForce === intent.timeInForce
	);
}

function describe(event: ExecutionEvent): string {
	const { type, ...members } = event;
	const text = JSON.stringify(members, (key, value: unknown) => {
		if (key === 'plan' || key === 'decisionMid') return undefined;
		return typeof value === 'bigint' ? Number(value) / 1e18 : value;
	});
	return `${type} ${text}`;
}
