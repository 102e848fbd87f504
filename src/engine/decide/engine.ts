/**
 * The execution engine is a pure function. For a state and an input, `step` returns the events that are now facts,
 * and the effects to perform. The driver journals the events first and then performs the effects. Nothing here waits,
 * reads a clock or touches a connection.
 *
 * Invariants:
 * 1. Every `send` effect has its `OrderIntended` event in the same result: journal first, wire second.
 * 2. The engine sends nothing new on a leg with an order that is in flight or has an unknown outcome. On the other
 *    leg it then sends only the hedge of a proven quantity.
 * 3. An order that may have been sent is queried, never sent again. It counts as absent only once its absence is
 *    proven.
 * 4. An order that increases a leg is a slice of the plan or completes a proven imbalance. The engine never sends one
 *    while the execution needs manual attention. Every other order is reduce-only.
 * 5. An execution ends only when both venues report zero position.
 */
import { type Decimal, sum } from '../../domain/decimal.ts';
import type {
	AttentionKind,
	CloseTerms,
	ExecutionEvent,
	ExecutionPlan,
	ExitPlan,
	HedgePlan,
	LegReduction,
} from '../../domain/event.ts';
import {
	type ExecutionState,
	isEnded,
	isInFlight,
	legFills,
	type OrderState,
} from '../../domain/execution.ts';
import { applyEvent } from '../../domain/execution-fold.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEG_REASON_TEXT, PHASE_TEXT } from '../../domain/stored-reason.ts';
import type { OrderFinding, SendOutcome } from '../../ports/venue.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { type Attention, passed, raised } from './attention.ts';
import { canceledBecause, isCanceledBy } from './canceling.ts';
import { cancelRequested, closeRequested, closeTakenBack, openingEnded } from './ending-requests.ts';
import { afterFlatRead, type FlatRead, type FlatReads } from './flat-read.ts';
import { type GiveAnswer, given, type RollAsk } from './giving.ts';
import { nextOrders } from './next-orders.ts';
import { elapsedMs, LEGS, type SendableOrder } from './order-terms.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';
import { ATTENTION, CLEARED, REASONS } from './text.ts';
import { unhedgedLeg } from './unhedged-leg.ts';
import { type FundingShare, fundingEvents, reportEvents } from './venue-events.ts';

/** All inputs of an execution. The engine handles one at a time. */
export type EngineInput =
	| { readonly kind: 'start' }
	/** The process restarted, so the outcome of every order in flight is now unknown. */
	| { readonly kind: 'recovered' }
	| { readonly kind: 'tick' }
	| { readonly kind: 'sendOutcome'; readonly clientOrderId: string; readonly outcome: SendOutcome }
	/**
	 * `absenceProven`: true if this query and an earlier one together prove that the order is absent (`absence.ts`).
	 */
	| {
			readonly kind: 'finding';
			readonly clientOrderId: string;
			readonly finding: OrderFinding;
			readonly absenceProven: boolean;
	  }
	/** Reduces both legs to `remaining` coins, in any phase. A queued execution fails. */
	| ({ readonly kind: 'closeRequested' } & CloseTerms)
	/** Cancels the execution if it never ran and is not being closed; otherwise does nothing. */
	| { readonly kind: 'cancelRequested'; readonly reason: Words }
	/** Takes back a close that waits for a contract to trade, so that the position stays open. */
	| { readonly kind: 'closeTakenBack'; readonly reason: Words }
	/** Stops the opening. The filled part keeps running. A queued execution fails. */
	| { readonly kind: 'endOpening'; readonly reason: Words }
	/**
	 * Reconciliation has found that something other than our orders reduced the leg. `attention` is set if the user
	 * should check the reduction.
	 */
	| ({
			readonly kind: 'legReduced';
			/** Coins that the leg held when the reduction was detected, so that a repeated report counts once. */
			readonly heldBefore: Decimal;
			readonly attention: Attention | undefined;
	  } & LegReduction)
	/** The unhedged part of a leg becomes a separate execution whose other leg is at another venue. */
	| { readonly kind: 'handOver'; readonly plan: HedgePlan }
	/** A roll asks for a part of the staying leg. */
	| ({ readonly kind: 'rollAsked' /** Id of the request. */; readonly request: number } & RollAsk)
	/** The execution before this roll cannot give the requested part. */
	| { readonly kind: 'rollRefused' }
	| ({ readonly kind: 'attention' } & Attention)
	| { readonly kind: 'attentionPassed'; readonly of: AttentionKind; readonly reason: Words }
	| { readonly kind: 'exitChanged'; readonly exit: ExitPlan }
	| { readonly kind: 'funding'; readonly leg: LegRole; readonly payments: readonly FundingShare[] }
	| ({ readonly kind: 'flatRead' } & FlatRead);

/** Work to perform once the events of a step are on disk. */
export type Effect =
	| { readonly kind: 'send'; readonly order: SendableOrder }
	| { readonly kind: 'cancel'; readonly clientOrderId: string; readonly leg: LegRole }
	| {
			readonly kind: 'probe';
			readonly clientOrderId: string;
			readonly leg: LegRole;
			readonly delayMs: number;
			/**
			 * True to cancel again before the query. The order is still on the book, so the first cancel or its
			 * response was lost.
			 */
			readonly cancelFirst: boolean;
	  }
	| { readonly kind: 'wake'; readonly delayMs: number }
	| ({ readonly kind: 'readFlat'; readonly delayMs: number } & FlatReads)
	/** Asks the execution before this roll for a quantity of the staying leg, coins. */
	| { readonly kind: 'takeOver'; readonly quantity: Decimal }
	| { readonly kind: 'alarm'; readonly message: string };

/** The events, effects and new execution that follow from one input. */
export type StepResult = {
	readonly events: readonly ExecutionEvent[];
	readonly effects: readonly Effect[];
	/** Plan of an execution that begins in the same commit as the events. */
	readonly begins?: ExecutionPlan | undefined;
} & Pick<GiveAnswer, 'gives' | 'givesLater'>;

const NOTHING: StepResult = { events: [], effects: [] };

/** Decides on one input. Pure: the same arguments give the same result. */
export function step(
	state: ExecutionState,
	input: EngineInput,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): StepResult {
	const observed =
		input.kind === 'rollAsked'
			? { ...NOTHING, ...given(state, input, now, around, limits) }
			: observe(state, input, now, limits);
	let after = state;
	for (const event of observed.events) after = applyEvent(after, event, now);
	// A booked settlement changes no decision.
	const decided = input.kind === 'funding' ? NOTHING : decide(after, input, now, around, limits);
	return {
		events: [...observed.events, ...decided.events],
		effects: [...observed.effects, ...decided.effects],
		begins: observed.begins,
		gives: observed.gives,
		givesLater: observed.givesLater,
	};
}

/** Returns the events and effects that follow from the input itself, before any decision. */
function observe(
	state: ExecutionState,
	input: Exclude<EngineInput, { readonly kind: 'rollAsked' }>,
	now: number,
	limits: EngineLimits,
): StepResult {
	switch (input.kind) {
		case 'start':
		case 'tick':
		case 'flatRead':
			return NOTHING;
		case 'recovered':
			return recovered(state);
		case 'sendOutcome':
			return sendOutcome(state, input.clientOrderId, input.outcome, limits);
		case 'finding':
			return found(state, input, now, limits);
		case 'closeRequested':
			return { events: closeRequested(state, input), effects: [] };
		case 'cancelRequested':
			return { events: cancelRequested(state, input.reason), effects: [] };
		case 'closeTakenBack':
			return { events: closeTakenBack(state, input.reason), effects: [] };
		case 'endOpening':
			return { events: openingEnded(state, input.reason), effects: [] };
		case 'legReduced':
			return { events: legReduced(state, input), effects: [] };
		case 'handOver':
			return handedOver(state, input.plan);
		case 'rollRefused':
			return { events: refusedRoll(state), effects: [] };
		case 'attention':
			return { events: raised(state, input), effects: [] };
		case 'attentionPassed':
			return { events: passed(state, input.of, input.reason), effects: [] };
		case 'exitChanged':
			return { events: isEnded(state) ? [] : [{ type: 'ExitChanged', exit: input.exit }], effects: [] };
		case 'funding':
			return { events: fundingEvents(state, input.leg, input.payments), effects: [] };
	}
}

/**
 * Ignores a reduction that no longer fits, because our own order has changed the holding since the reduction was
 * detected. Reconciliation then checks again.
 */
function legReduced(
	state: ExecutionState,
	input: EngineInput & { readonly kind: 'legReduced' },
): readonly ExecutionEvent[] {
	const { leg, cause, fills, heldBefore, attention } = input;
	const quantity = sum(fills.map((fill) => fill.quantity));
	const stale =
		state.held[leg] !== heldBefore || state.orders.some((order) => order.leg === leg && isInFlight(order));
	if (isEnded(state) || stale || quantity === 0n || quantity > state.held[leg]) return [];
	const reduced: ExecutionEvent = { type: 'LegReduced', leg, cause, fills };
	return attention === undefined ? [reduced] : [reduced, ...raised(state, attention)];
}

/** Hands over a leg only if it is still the unhedged leg, with at least the planned quantity unhedged. */
function handedOver(state: ExecutionState, plan: HedgePlan): StepResult {
	const { leg, fill, from } = plan.takenOver;
	const unhedged = unhedgedLeg(state);
	const isStale =
		from !== state.plan.executionId || unhedged?.leg !== leg || unhedged.quantity < fill.quantity;
	if (isStale) return NOTHING;
	return {
		events: [{ type: 'LegReduced', leg, cause: 'handover', fills: [fill] }],
		effects: [],
		begins: plan,
	};
}

/** The new leg of the roll must be reduced. A close or an unwinding reduces it anyway. */
function refusedRoll({ phase, held }: ExecutionState): readonly ExecutionEvent[] {
	const opens = phase === 'opening' || phase === 'unbalanced';
	return opens && held.long !== held.short ? [{ type: 'UnwindStarted', reason: REASONS.rollRefused }] : [];
}

function recovered(state: ExecutionState): StepResult {
	if (state.phase === 'queued')
		return {
			events: [{ type: 'ExecutionFailed', reason: REASONS.restartedBeforeSend }],
			effects: [],
		};
	const orders = state.orders.filter(isInFlight);
	return {
		events: orders
			.filter((order) => order.status !== 'unknown')
			.map((order) => ({
				type: 'OrderOutcomeUnknown',
				clientOrderId: order.clientOrderId,
				message: REASONS.restartedInFlight,
			})),
		effects: orders.flatMap((order) => proving(order, 0)),
	};
}

function sendOutcome(
	state: ExecutionState,
	clientOrderId: string,
	outcome: SendOutcome,
	limits: EngineLimits,
): StepResult {
	const order = orderOf(state, clientOrderId);
	// A query may have found the order, or its final state, before the response to the request arrived. The query's
	// finding takes precedence.
	if (!isInFlight(order) || order.status === 'accepted') return NOTHING;
	switch (outcome.kind) {
		case 'accepted':
			return {
				events: [{ type: 'OrderAccepted', clientOrderId, venueOrderId: outcome.venueOrderId ?? null }],
				effects: [{ kind: 'probe', clientOrderId, leg: order.leg, delayMs: 0, cancelFirst: false }],
			};
		case 'rejected':
			return {
				events: [
					{
						type: 'OrderRejected',
						clientOrderId,
						code: outcome.code,
						message: outcome.message,
						passing: outcome.passing,
					},
				],
				effects: [],
			};
		case 'unknown':
			return {
				events: [{ type: 'OrderOutcomeUnknown', clientOrderId, message: outcome.message }],
				effects: proving(order, limits.probeDelayMsMin),
			};
	}
}

/**
 * Cancels an order with an unknown outcome in case it is on the order book, and queries it until its outcome is
 * known.
 */
function proving({ clientOrderId, leg }: OrderState, delayMs: number): readonly Effect[] {
	return [
		{ kind: 'cancel', clientOrderId, leg },
		{ kind: 'probe', clientOrderId, leg, delayMs, cancelFirst: false },
	];
}

function found(
	state: ExecutionState,
	input: EngineInput & { readonly kind: 'finding' },
	now: number,
	limits: EngineLimits,
): StepResult {
	const order = orderOf(state, input.clientOrderId);
	if (!isInFlight(order)) return NOTHING;
	if (input.finding.kind === 'found') {
		const events = reportEvents(order, input.finding.report);
		if (input.finding.report.status !== 'open') return { events, effects: [] };
		return { events, effects: [probeAgain(order, now, limits, order.cancelAskedAt !== undefined)] };
	}
	if (input.finding.kind === 'absent' && input.absenceProven) {
		return { events: [{ type: 'OrderProvenAbsent', clientOrderId: order.clientOrderId }], effects: [] };
	}
	return { events: [], effects: [probeAgain(order, now, limits, false)] };
}

function probeAgain(order: OrderState, now: number, limits: EngineLimits, cancelFirst: boolean): Effect {
	const { clientOrderId, leg } = order;
	if (isResting(order))
		return { kind: 'probe', clientOrderId, leg, delayMs: limits.makerProbeMs, cancelFirst };
	const half = Math.ceil(elapsedMs(sinceOf(order), now) / 2);
	const delayMs = Math.min(limits.probeDelayMsMax, Math.max(limits.probeDelayMsMin, half));
	return { kind: 'probe', clientOrderId, leg, delayMs, cancelFirst };
}

/** Decides on the state after the events that follow from the input itself have been applied. */
function decide(
	state: ExecutionState,
	input: EngineInput,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): StepResult {
	if (isEnded(state)) return NOTHING;
	const watched = watchOrders(state, now, limits);
	// Attention that was just raised already applies to this decision, because no leg may grow while attention is
	// needed.
	const seen = watched.events.reduce<ExecutionState>(
		(folded, event) => applyEvent(folded, event, now),
		state,
	);
	if (input.kind === 'flatRead') return join(watched, flatRead(seen, input, around, limits));
	const next = nextOrders(seen, now, around, limits);
	const intents = next.orders.map(({ order }): ExecutionEvent => ({ type: 'OrderIntended', ...order }));
	const cancels = next.cancels.map(
		({ order, reason }): ExecutionEvent => ({
			type: 'OrderCancelAsked',
			clientOrderId: order.clientOrderId,
			reason,
		}),
	);
	const effects: Effect[] = next.orders.map((order) => ({ kind: 'send', order }));
	for (const { order } of next.cancels) effects.push(...proving(order, limits.probeDelayMsMin));
	if (next.alarm !== undefined) effects.push(alarm(state, next.alarm));
	if (next.takeOver !== undefined) effects.push({ kind: 'takeOver', quantity: next.takeOver });
	if (next.wakeMs !== undefined) effects.push({ kind: 'wake', delayMs: next.wakeMs });
	if (next.verifyFlat) effects.push({ kind: 'readFlat', delayMs: 0, reads: 1, differing: 0 });
	return join(watched, { events: [...next.events, ...cancels, ...intents], effects });
}

/**
 * Raises attention for an order whose outcome is still unknown after `unknownAttentionMs`. An order that rests on the
 * book does not count.
 */
function watchOrders(state: ExecutionState, now: number, limits: EngineLimits): StepResult {
	const unproven = state.orders.filter((order) => isInFlight(order) && !isResting(order));
	if (unproven.length === 0) return { events: passed(state, 'unknown', CLEARED.allProven), effects: [] };
	if (state.attention !== null) return NOTHING;
	const oldest = Math.max(...unproven.map((order) => elapsedMs(sinceOf(order), now)));
	const overdueIn = limits.unknownAttentionMs - oldest;
	if (overdueIn > 0) return { events: [], effects: [{ kind: 'wake', delayMs: overdueIn }] };
	return {
		events: raised(state, { of: 'unknown', reason: ATTENTION.unknownOrder }),
		effects: [alarm(state, ATTENTION.unknownOrder)],
	};
}

function isResting(order: OrderState): boolean {
	return order.timeInForce === 'postOnly' && order.status === 'accepted' && order.cancelAskedAt === undefined;
}

/** Returns when the engine began to wait for the order's outcome. */
function sinceOf(order: OrderState): number {
	return order.unknownSince ?? order.cancelAskedAt ?? order.intendedAt;
}

function alarm(state: ExecutionState, message: Words): Effect {
	return { kind: 'alarm', message: `${state.plan.executionId}: ${textOf(message)}` };
}

/**
 * Checks the positions that both venues report before an execution ends. Zero on both legs ends the execution. A
 * position that appears in enough consecutive polls raises attention.
 */
function flatRead(
	state: ExecutionState,
	input: FlatRead,
	around: Surroundings,
	limits: EngineLimits,
): StepResult {
	if (state.held.long !== 0n || state.held.short !== 0n) return NOTHING;
	if (input.long === 0n && input.short === 0n) return { events: [ending(state)], effects: [] };
	const { next, isLasting } = afterFlatRead(input, around.isAlone, limits);
	const again: Effect = { kind: 'readFlat', ...next };
	if (!isLasting || state.attention !== null) return { events: [], effects: [again] };
	const reason = ATTENTION.notFlat;
	return { events: raised(state, { of: 'flat', reason }), effects: [alarm(state, reason), again] };
}

function ending(state: ExecutionState): ExecutionEvent {
	const everHeld = LEGS.some((leg) => legFills(state, leg).length > 0);
	if (everHeld) return { type: 'ExecutionClosed', reason: state.reason ?? 'closed' };
	const reason =
		state.close === undefined ? (state.reason ?? failureReason(state)) : canceledBecause(state.close.reason);
	return { type: 'ExecutionFailed', reason };
}

function failureReason(state: ExecutionState): Words {
	const rejected = state.orders.find((order) => order.rejection !== undefined);
	if (rejected?.rejection !== undefined)
		return LEG_REASON_TEXT.openingRejected({ leg: rejected.leg, why: rejected.rejection });
	const { openingEnded } = state;
	if (openingEnded !== null) return isCanceledBy(openingEnded) ? openingEnded : nothingOpened(openingEnded);
	return REASONS.noDepth;
}

function nothingOpened(why: Words): Words {
	return typeof why === 'string' ? `Nothing was opened: ${why}.` : PHASE_TEXT.nothingOpened({ why });
}

function orderOf(state: ExecutionState, clientOrderId: string): OrderState {
	const order = state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
	if (order === undefined)
		throw new Error(
			`Invariant broken: the report is about ${clientOrderId}, which is not an order of the execution.`,
		);
	return order;
}

function join(first: StepResult, second: StepResult): StepResult {
	return { events: [...first.events, ...second.events], effects: [...first.effects, ...second.effects] };
}
