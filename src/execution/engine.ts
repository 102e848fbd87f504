/**
 * The execution engine: pure. `step(state, input, now)` says which events are facts now and which effects are wanted.
 * The driver journals the events, then performs the effects; nothing here waits, reads a clock or touches a wire.
 *
 * Invariants:
 * 1. Every `send` effect has its `OrderIntended` event in the same result: journal first, wire second.
 * 2. Nothing new is sent while any order of the execution is in flight or unknown, on either leg.
 * 3. An order that may have been sent is probed, never sent again; absence counts only when it is proven.
 * 4. After the opening pair, an order that increases a leg is sent only to complete a proven imbalance, inside the
 *    plan's own limit price; everything else is reduce-only.
 * 5. An execution ends only when both venues say that it holds nothing.
 */
import { type Decimal, ZERO } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import {
	applyEvent,
	type ExecutionState,
	isEnded,
	isInFlight,
	type OrderState,
} from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import type { FundingPaymentReport, OrderFinding, OrderReport, SendOutcome } from '../ports/venue.ts';
import { closeDue, nextOrders, type Prices, type SendableOrder } from './next-orders.ts';

/** Named limits of the engine. Times in milliseconds. */
export type EngineLimits = {
	/** An imbalance younger than this may be completed; older, the heavier leg is cut. */
	readonly repairDeadlineMs: number;
	/** Completing orders tried before the heavier leg is cut. */
	readonly completeAttemptsMax: number;
	/** Widest price, from the mid, at which a leg is cut or closed. */
	readonly unwindSlippageBpsMax: Decimal;
	/** An order unknown for longer needs a person. */
	readonly unknownAttentionMs: number;
	/** Probing starts at this distance and doubles up to the maximum. */
	readonly probeDelayMsMin: number;
	readonly probeDelayMsMax: number;
	/** Wait after a reducing order that filled nothing; doubles with each further one up to the maximum. */
	readonly reduceRetryMs: number;
	readonly reduceRetryMsMax: number;
	/** Reducing orders of one leg that filled nothing, in a row, before a person is needed (they go on all the same). */
	readonly fruitlessReducesMax: number;
	/** Reads of the positions before a difference at the end needs a person. */
	readonly flatReadsMax: number;
};

export type EngineInput =
	| { readonly kind: 'start' }
	/** The process came back: whatever was in flight is unknown now. */
	| { readonly kind: 'recovered' }
	| { readonly kind: 'tick' }
	| { readonly kind: 'sendOutcome'; readonly clientOrderId: string; readonly outcome: SendOutcome }
	/** `absenceProven`: the venue was asked after its request window, and this is the second read without the order. */
	| {
			readonly kind: 'finding';
			readonly clientOrderId: string;
			readonly finding: OrderFinding;
			readonly absenceProven: boolean;
	  }
	| {
			readonly kind: 'closeRequested';
			readonly reason: string;
			readonly remaining: Decimal;
			readonly maxSlippageBps: Decimal;
			readonly firm: boolean;
	  }
	| { readonly kind: 'funding'; readonly leg: LegRole; readonly payments: readonly FundingPaymentReport[] }
	/** Quantities that the venues themselves report for the two instruments; undefined where one did not answer. */
	| {
			readonly kind: 'flatRead';
			readonly long: Decimal | undefined;
			readonly short: Decimal | undefined;
			readonly reads: number;
	  };

export type Effect =
	| { readonly kind: 'send'; readonly order: SendableOrder }
	| {
			readonly kind: 'probe';
			readonly clientOrderId: string;
			readonly leg: LegRole;
			readonly delayMs: number;
	  }
	| { readonly kind: 'wake'; readonly delayMs: number }
	| { readonly kind: 'readFlat'; readonly delayMs: number; readonly reads: number }
	| { readonly kind: 'alarm'; readonly message: string };

export type StepResult = { readonly events: readonly ExecutionEvent[]; readonly effects: readonly Effect[] };

/** The limits that no operator sets. */
export const FIXED_LIMITS = {
	completeAttemptsMax: 3,
	probeDelayMsMin: 100,
	probeDelayMsMax: 5_000,
	reduceRetryMs: 250,
	reduceRetryMsMax: 10_000,
	fruitlessReducesMax: 8,
	flatReadsMax: 5,
} as const satisfies Partial<EngineLimits>;

const NOTHING: StepResult = { events: [], effects: [] };

/** One step. `prices` are the present books of both legs, undefined where none is current. */
export function step(
	state: ExecutionState,
	input: EngineInput,
	now: number,
	prices: Prices,
	limits: EngineLimits,
): StepResult {
	const observed = observe(state, input, now, limits);
	let after = state;
	for (const event of observed.events) after = applyEvent(after, event, now);
	// A record that was booked can only make an exit rule due; anything else it must not stir.
	const stirs = input.kind !== 'funding' || after.phase === 'running';
	const decided = stirs ? decide(after, input, now, prices, limits) : NOTHING;
	return {
		events: [...observed.events, ...decided.events],
		effects: [...observed.effects, ...decided.effects],
	};
}

/** Facts that the input itself states. */
function observe(state: ExecutionState, input: EngineInput, now: number, limits: EngineLimits): StepResult {
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
		case 'funding':
			return { events: fundingEvents(state, input.leg, input.payments), effects: [] };
	}
}

/** A guard that gives way by itself needs no widening. */
export function widens(
	present: { readonly maxSlippageBps: Decimal; readonly firm: boolean },
	wanted: { readonly maxSlippageBps: Decimal; readonly firm: boolean },
): boolean {
	return present.firm && (!wanted.firm || wanted.maxSlippageBps > present.maxSlippageBps);
}

/** Asked twice, the first close stands, but for one that may wait for ever inside its guard: that may be widened. */
function closeRequested(
	state: ExecutionState,
	input: EngineInput & { readonly kind: 'closeRequested' },
): readonly ExecutionEvent[] {
	const isWider =
		state.phase === 'closing' &&
		state.close !== undefined &&
		input.remaining <= state.close.remaining &&
		widens(state.close, input);
	if (state.phase !== 'running' && !isWider) return [];
	const { reason, remaining, maxSlippageBps, firm } = input;
	const requested: ExecutionEvent = { type: 'CloseRequested', reason, remaining, maxSlippageBps, firm };
	if (state.attention === null || state.attention === UNKNOWN_ATTENTION) return [requested];
	return [requested, { type: 'AttentionCleared', reason: 'A wider guard was asked for.' }];
}

function recovered(state: ExecutionState): StepResult {
	if (state.phase === 'queued')
		return {
			events: [{ type: 'ExecutionFailed', reason: 'The service restarted before anything was sent.' }],
			effects: [],
		};
	const orders = state.orders.filter(isInFlight);
	return {
		events: orders
			.filter((order) => order.status !== 'unknown')
			.map((order) => ({
				type: 'OrderOutcomeUnknown',
				clientOrderId: order.clientOrderId,
				message: 'The service restarted while the order was in flight.',
			})),
		effects: orders.map((order) => ({
			kind: 'probe',
			clientOrderId: order.clientOrderId,
			leg: order.leg,
			delayMs: 0,
		})),
	};
}

function sendOutcome(
	state: ExecutionState,
	clientOrderId: string,
	outcome: SendOutcome,
	limits: EngineLimits,
): StepResult {
	const order = orderOf(state, clientOrderId);
	// A probe may have proven the end before the answer to the request arrived: proof wins over the late answer.
	if (!isInFlight(order)) return NOTHING;
	switch (outcome.kind) {
		case 'accepted':
			return {
				events: [{ type: 'OrderAccepted', clientOrderId, venueOrderId: outcome.venueOrderId ?? null }],
				effects: [{ kind: 'probe', clientOrderId, leg: order.leg, delayMs: 0 }],
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
				effects: [{ kind: 'probe', clientOrderId, leg: order.leg, delayMs: limits.probeDelayMsMin }],
			};
	}
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
		return { events, effects: [probeAgain(order, now, limits)] };
	}
	if (input.finding.kind === 'absent' && input.absenceProven) {
		return { events: [{ type: 'OrderProvenAbsent', clientOrderId: order.clientOrderId }], effects: [] };
	}
	return { events: [], effects: [probeAgain(order, now, limits)] };
}

/** New fills and, when the venue says so, the end. A terminal report carries every fill (port contract). */
function reportEvents(order: OrderState, report: OrderReport): ExecutionEvent[] {
	const events: ExecutionEvent[] = [];
	const known = new Set(order.fills.map((fill) => fill.tradeId));
	const fresh = report.fills.filter((fill) => !known.has(fill.tradeId));
	if (order.status === 'unknown' || order.status === 'submitting') {
		events.push({
			type: 'OrderAccepted',
			clientOrderId: order.clientOrderId,
			venueOrderId: report.venueOrderId,
		});
	}
	if (fresh.length > 0) {
		const fills = fresh.map(({ tradeId, quantity, price, fee, feeAsset, feeQuantity, filledAt }) => ({
			tradeId,
			quantity,
			price,
			fee,
			feeAsset,
			feeQuantity,
			filledAt,
		}));
		events.push({ type: 'FillsRecorded', clientOrderId: order.clientOrderId, fills });
	}
	if (report.status !== 'open') {
		events.push({
			type: 'OrderEnded',
			clientOrderId: order.clientOrderId,
			status: report.status,
			venueOrderId: report.venueOrderId,
		});
	}
	return events;
}

function probeAgain(order: OrderState, now: number, limits: EngineLimits): Effect {
	const age = Math.max(0, now - (order.unknownSince ?? order.intendedAt));
	const delayMs = Math.min(limits.probeDelayMsMax, Math.max(limits.probeDelayMsMin, Math.ceil(age / 2)));
	return { kind: 'probe', clientOrderId: order.clientOrderId, leg: order.leg, delayMs };
}

function fundingEvents(
	state: ExecutionState,
	leg: LegRole,
	payments: readonly FundingPaymentReport[],
): ExecutionEvent[] {
	const known = new Set(
		state.funding.filter((record) => record.leg === leg).map((record) => record.recordId),
	);
	const events: ExecutionEvent[] = [];
	for (const payment of payments) {
		if (known.has(payment.recordId)) continue;
		known.add(payment.recordId);
		events.push({
			type: 'FundingBooked',
			recordId: payment.recordId,
			leg,
			settledAt: payment.settledAt,
			rate: payment.rate,
			amount: payment.amount,
		});
	}
	return events;
}

/** What follows from the state, once the input's facts are in. */
function decide(
	state: ExecutionState,
	input: EngineInput,
	now: number,
	prices: Prices,
	limits: EngineLimits,
): StepResult {
	if (isEnded(state)) return NOTHING;
	const inFlight = state.orders.filter(isInFlight);
	if (inFlight.length > 0) return watchUnknown(state, inFlight, now, limits);
	const cleared: ExecutionEvent[] =
		state.attention === UNKNOWN_ATTENTION
			? [{ type: 'AttentionCleared', reason: 'Every order is proven.' }]
			: [];
	if (input.kind === 'flatRead') return join(cleared, flatRead(state, input, limits));
	if (state.phase === 'running') return join(cleared, watchRunning(state, now));
	const next = nextOrders(state, now, prices, limits);
	const sends: Effect[] = next.orders.map((order) => ({ kind: 'send', order }));
	const intents: ExecutionEvent[] = next.orders.map(({ order: { ...intent } }) => ({
		type: 'OrderIntended',
		...intent,
	}));
	const effects: Effect[] = [...sends];
	if (next.alarm !== undefined)
		effects.push({ kind: 'alarm', message: `${state.plan.executionId}: ${next.alarm}` });
	if (next.wakeMs !== undefined) effects.push({ kind: 'wake', delayMs: next.wakeMs });
	if (next.verifyFlat) effects.push({ kind: 'readFlat', delayMs: 0, reads: 1 });
	return join(cleared, { events: [...next.events, ...intents], effects });
}

const UNKNOWN_ATTENTION =
	'An order has been unknown for too long: look at both venues. The service goes on probing and continues by itself once the venue answers.';

/** While an order is in flight nothing is sent; one that stays unknown raises attention. */
function watchUnknown(
	state: ExecutionState,
	inFlight: readonly OrderState[],
	now: number,
	limits: EngineLimits,
): StepResult {
	if (state.attention !== null) return NOTHING;
	const sinces = inFlight.map((order) => order.unknownSince ?? order.intendedAt);
	const overdueIn = Math.min(...sinces) + limits.unknownAttentionMs - now;
	if (overdueIn > 0) return { events: [], effects: [{ kind: 'wake', delayMs: overdueIn }] };
	return {
		events: [{ type: 'AttentionRaised', reason: UNKNOWN_ATTENTION }],
		effects: [{ kind: 'alarm', message: `${state.plan.executionId}: ${UNKNOWN_ATTENTION}` }],
	};
}

/** Exit rules of a running execution: time and epochs. */
function watchRunning(state: ExecutionState, now: number): StepResult {
	const due = closeDue(state, now);
	if (due === undefined) return NOTHING;
	if (due.inMs > 0) return { events: [], effects: [{ kind: 'wake', delayMs: due.inMs }] };
	return {
		events: [
			{
				type: 'CloseRequested',
				reason: due.reason,
				remaining: ZERO,
				maxSlippageBps: state.plan.maxSlippageBps,
				firm: false,
			},
		],
		effects: [{ kind: 'wake', delayMs: 0 }],
	};
}

/** The venues' own word at the end: flat ends the execution, a lasting difference needs a person. */
function flatRead(
	state: ExecutionState,
	input: EngineInput & { readonly kind: 'flatRead' },
	limits: EngineLimits,
): StepResult {
	if (state.held.long !== 0n || state.held.short !== 0n) return NOTHING;
	if (input.long === 0n && input.short === 0n) return { events: [ending(state)], effects: [] };
	const reads = input.reads + 1;
	const again: Effect = {
		kind: 'readFlat',
		delayMs: Math.min(limits.probeDelayMsMax, limits.probeDelayMsMin * 2 ** Math.min(input.reads, 10)),
		reads,
	};
	const differs =
		(input.long !== undefined && input.long !== 0n) || (input.short !== undefined && input.short !== 0n);
	if (!differs || input.reads < limits.flatReadsMax || state.attention !== null)
		return { events: [], effects: [again] };
	const reason =
		'Our fills say flat, a venue reports a position on the instrument: a trade that is not ours. Close it at the venue; the execution then ends by itself.';
	return {
		events: [{ type: 'AttentionRaised', reason }],
		effects: [{ kind: 'alarm', message: `${state.plan.executionId}: ${reason}` }, again],
	};
}

function ending(state: ExecutionState): ExecutionEvent {
	const anyFill = state.orders.some((order) => order.fills.length > 0);
	if (!anyFill) return { type: 'ExecutionFailed', reason: state.reason ?? failureReason(state) };
	return { type: 'ExecutionClosed', reason: state.reason ?? 'closed' };
}

function failureReason(state: ExecutionState): string {
	const rejected = state.orders.find((order) => order.rejection !== undefined);
	if (rejected?.rejection !== undefined)
		return `Nothing was opened: ${rejected.leg} leg rejected, ${rejected.rejection}`;
	return 'Nothing was opened: neither book held the quantity inside the slippage guard when the orders arrived.';
}

function orderOf(state: ExecutionState, clientOrderId: string): OrderState {
	const order = state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
	if (order === undefined)
		throw new Error(`Invariant broken: a report names an order of the execution, was ${clientOrderId}.`);
	return order;
}

function join(events: readonly ExecutionEvent[], result: StepResult): StepResult {
	return { events: [...events, ...result.events], effects: result.effects };
}
