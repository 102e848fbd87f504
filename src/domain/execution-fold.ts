/**
 * Folds a journal into an execution's state, one event at a time. It accepts every sequence that the engine can
 * write. An event that does not fit breaks an invariant, and the fold throws.
 */

import { add, type Decimal, sub, ZERO } from './decimal.ts';
import type {
	CloseTerms,
	ExecutionEvent,
	ExecutionPlan,
	Fill,
	FundingRecord,
	LegReduction,
	LegTaken,
	OrderIntent,
} from './event.ts';
import { type ExecutionState, legFills, legPlan, type OrderState } from './execution.ts';
import { fundingTally } from './funding-tally.ts';
import type { LegRole } from './ids.ts';

/**
 * Folds a journal in linear time. `from` is the fold of all earlier events; without it, the first event must be
 * `ExecutionPlanned`.
 * @throws Error if an event does not fit (a broken invariant), or if there are no events
 */
export function foldExecution(
	events: Iterable<{ readonly event: ExecutionEvent; readonly recordedAt: number }>,
	from?: ExecutionState,
): ExecutionState {
	let state = from;
	// Most events in a long journal book a settlement, and no other event depends on these records. They are
	// collected outside the state, so that the state is not copied for each record.
	const funding: FundingRecord[] = [...(from?.funding ?? [])];
	const known: Record<LegRole, Set<string>> = { long: new Set(), short: new Set() };
	for (const { leg, recordId } of funding) known[leg].add(recordId);
	let updatedAt = from?.updatedAt ?? 0;
	let eventCount = from?.eventCount ?? 0;
	for (const { event, recordedAt } of events) {
		if (state === undefined || event.type !== 'FundingBooked') state = applyEvent(state, event, recordedAt);
		else if (known[event.leg].has(event.recordId)) throw misfit(event, BOOKED_ONCE);
		else {
			known[event.leg].add(event.recordId);
			funding.push(recordOf(event));
		}
		updatedAt = recordedAt;
		eventCount += 1;
	}
	if (state === undefined) throw new Error('Invariant broken: an execution journal has at least one event.');
	return { ...state, funding, updatedAt, eventCount };
}

/** Returns the state after one more event. @throws Error if the event does not fit (a broken invariant). */
export function applyEvent(
	state: ExecutionState | undefined,
	event: ExecutionEvent,
	at: number,
): ExecutionState {
	if (event.type === 'ExecutionPlanned') {
		if (state !== undefined) throw misfit(event, 'an execution is planned once');
		return planned(event.plan, at);
	}
	if (state === undefined) throw misfit(event, 'the first event is ExecutionPlanned');
	return { ...change(state, event, at), updatedAt: at, eventCount: state.eventCount + 1 };
}

/**
 * Returns the state of a newly planned execution. A leg that was taken over is unhedged from the start, so the engine
 * completes the other leg first.
 */
function planned(plan: ExecutionPlan, at: number): ExecutionState {
	const { takenOver } = plan;
	const held: Record<LegRole, Decimal> = { long: ZERO, short: ZERO };
	if (takenOver !== undefined) held[takenOver.leg] = takenOver.fill.quantity;
	return {
		plan,
		phase: takenOver === undefined ? 'queued' : 'unbalanced',
		reason: null,
		attention: null,
		attentionKind: null,
		orders: [],
		held,
		reductions: [],
		taken: [],
		funding: [],
		exit: plan.exit,
		openingEnded: null,
		createdAt: at,
		updatedAt: at,
		openedAt: undefined,
		closedAt: undefined,
		imbalancedSince: takenOver === undefined ? undefined : at,
		handApartSince: undefined,
		close: undefined,
		eventCount: 1,
	};
}

type Change = Exclude<ExecutionEvent, { type: 'ExecutionPlanned' }>;

function change(state: ExecutionState, event: Change, at: number): ExecutionState {
	switch (event.type) {
		case 'OrderIntended':
			return intended(state, event, at);
		case 'FillsRecorded':
			return filled(state, event.clientOrderId, event.fills, at);
		case 'OrderAccepted':
		case 'OrderRejected':
		case 'OrderOutcomeUnknown':
		case 'OrderEnded':
		case 'OrderProvenAbsent':
		case 'OrderCancelAsked':
			return withOrder(state, event.clientOrderId, (order) => orderAfter(order, event, at));
		case 'FundingBooked':
			return booked(state, event);
		case 'LegReduced':
			return legReduced(state, event, at);
		case 'LegTakenOver':
			return legTaken(state, event, at);
		case 'AttentionRaised':
			return { ...state, attention: event.reason, attentionKind: event.kind };
		case 'AttentionCleared':
			return withoutAttention(state);
		case 'ExitChanged':
			return { ...state, exit: event.exit };
		default:
			return phaseAfter(state, event, at);
	}
}

type OrderNews = Extract<
	Change,
	{
		type:
			| 'OrderAccepted'
			| 'OrderRejected'
			| 'OrderOutcomeUnknown'
			| 'OrderEnded'
			| 'OrderProvenAbsent'
			| 'OrderCancelAsked';
	}
>;

function orderAfter(order: OrderState, event: OrderNews, at: number): OrderState {
	switch (event.type) {
		case 'OrderAccepted':
			return { ...order, status: 'accepted', unknownSince: undefined };
		case 'OrderRejected':
			return {
				...order,
				status: 'rejected',
				unknownSince: undefined,
				rejection: `${event.code}: ${event.message}`,
				rejectionCode: event.code,
				passing: event.passing,
			};
		case 'OrderOutcomeUnknown':
			return { ...order, status: 'unknown', unknownSince: order.unknownSince ?? at };
		case 'OrderEnded':
			return { ...order, status: event.status, unknownSince: undefined };
		case 'OrderProvenAbsent':
			return { ...order, status: 'absent', unknownSince: undefined };
		case 'OrderCancelAsked':
			return { ...order, cancelAskedAt: order.cancelAskedAt ?? at };
	}
}

type PhaseNews = Extract<
	Change,
	{
		type:
			| 'ImbalanceFound'
			| 'UnwindStarted'
			| 'ExecutionOpened'
			| 'OpeningEnded'
			| 'CloseRequested'
			| 'CancelRequested'
			| 'PartClosed'
			| 'ExecutionClosed'
			| 'ExecutionFailed';
	}
>;

function phaseAfter(state: ExecutionState, event: PhaseNews, at: number): ExecutionState {
	switch (event.type) {
		case 'ImbalanceFound':
			return {
				...state,
				// A closing or unwinding execution no longer completes a leg, so it keeps its phase.
				phase: state.phase === 'closing' || state.phase === 'unwinding' ? state.phase : 'unbalanced',
			};
		case 'UnwindStarted':
			// Version 0.1 also wrote this event for cancelled executions. They have a `close`, so they keep closing.
			return { ...state, phase: state.close === undefined ? 'unwinding' : 'closing', reason: event.reason };
		case 'ExecutionOpened':
			return running(state, at);
		case 'OpeningEnded':
			return { ...state, openingEnded: event.reason };
		case 'CloseRequested':
			return closing(state, event, at);
		case 'CancelRequested': {
			const { maxSlippageBps } = state.plan;
			const terms = { reason: event.reason, remaining: ZERO, maxSlippageBps, firm: false };
			return { ...closing(state, terms, at), openingEnded: state.openingEnded ?? event.reason };
		}
		case 'PartClosed':
			// If the close was requested before the execution was ever running, its running phase begins with this
			// event.
			return { ...running(state, at), close: undefined };
		case 'ExecutionClosed':
			return { ...withoutAttention(state), phase: 'closed', reason: event.reason, closedAt: at };
		case 'ExecutionFailed':
			return { ...withoutAttention(state), phase: 'failed', reason: event.reason, closedAt: at };
	}
}

function running(state: ExecutionState, at: number): ExecutionState {
	return { ...state, phase: 'running', reason: null, openedAt: state.openedAt ?? at };
}

function closing(state: ExecutionState, terms: CloseTerms, at: number): ExecutionState {
	const { reason, remaining, maxSlippageBps, firm, maker } = terms;
	const ordersBefore = state.orders.length;
	const asked = { reason, remaining, maxSlippageBps, firm, requestedAt: at, ordersBefore };
	return {
		...state,
		phase: 'closing',
		reason,
		close: maker === undefined ? asked : { ...asked, maker },
	};
}

function intended(
	state: ExecutionState,
	event: OrderIntent & { readonly type: 'OrderIntended' },
	at: number,
): ExecutionState {
	if (state.orders.some((order) => order.clientOrderId === event.clientOrderId))
		throw misfit(event, 'a client order id is intended once');
	const { type: _type, ...intent } = event;
	const order: OrderState = {
		...intent,
		status: 'submitting',
		intendedAt: at,
		unknownSince: undefined,
		cancelAskedAt: undefined,
		rejection: undefined,
		rejectionCode: undefined,
		passing: false,
		fills: [],
		filledQuantity: ZERO,
	};
	return {
		...state,
		phase: state.phase === 'queued' ? 'opening' : state.phase,
		orders: [...state.orders, order],
	};
}

function filled(
	state: ExecutionState,
	clientOrderId: string,
	fills: readonly Fill[],
	at: number,
): ExecutionState {
	const order = state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
	if (order === undefined)
		throw new Error(`Invariant broken: fills belong to an intended order, was ${clientOrderId}.`);
	const known = new Set(order.fills.map((fill) => fill.tradeId));
	const fresh = fills.filter((fill) => !known.has(fill.tradeId));
	const quantity = fresh.reduce((total, fill) => add(total, fill.quantity), ZERO);
	const opens = order.side === legPlan(state, order.leg).openSide;
	const after = (opens ? add : sub)(state.held[order.leg], quantity);
	const updated = withOrder(state, clientOrderId, (present) => ({
		...present,
		fills: [...present.fills, ...fresh],
		filledQuantity: add(present.filledQuantity, quantity),
	}));
	return withHeld(updated, order.leg, after, at);
}

/**
 * Applies a reduction by the venue or the account's owner. The lost quantity does not come back, so the other leg
 * must be reduced too, whatever was in progress.
 */
function legReduced(
	state: ExecutionState,
	event: LegReduction & { readonly type: 'LegReduced' },
	at: number,
): ExecutionState {
	const quantity = event.fills.reduce((total, fill) => add(total, fill.quantity), ZERO);
	const after = sub(state.held[event.leg], quantity);
	if (after < 0n) throw misfit(event, 'no more is taken from a leg than it holds');
	const since = heldSince(state, event.leg, quantity);
	const fills = event.fills.map((fill) =>
		fill.filledAt >= since ? fill : { ...fill, filledAt: since, tradedAt: fill.filledAt },
	);
	const reason = `${event.cause} on the ${event.leg} leg`;
	const isByHand = event.cause === 'hand' && state.imbalancedSince === undefined;
	const ends = state.phase === 'closing' || state.phase === 'unwinding';
	return {
		...withHeld(isByHand ? { ...state, handApartSince: at } : state, event.leg, after, at),
		reductions: [
			...state.reductions,
			{ leg: event.leg, cause: event.cause, fills, ...(event.to === undefined ? {} : { to: event.to }) },
		],
		phase: ends ? state.phase : 'unwinding',
		reason: ends ? state.reason : reason,
		openingEnded: state.openingEnded ?? reason,
	};
}

/** Adds a quantity of the staying leg that a roll took over. */
function legTaken(
	state: ExecutionState,
	{ type: _type, ...taken }: LegTaken & { readonly type: 'LegTakenOver' },
	at: number,
): ExecutionState {
	const { leg, fill } = taken;
	if (state.plan.rolls?.stays !== leg)
		throw new Error('Invariant broken: only the staying leg of a roll is taken over.');
	const after = add(state.held[leg], fill.quantity);
	return withHeld({ ...state, taken: [...state.taken, taken] }, leg, after, at);
}

/**
 * Returns the time since which the leg has held at least `quantity`. A manual trade may be older than the fill of
 * ours that it offsets. It must not count before the returned time, or the leg would close before it opened.
 */
function heldSince(state: ExecutionState, leg: LegRole, quantity: Decimal): number {
	const { openSide } = legPlan(state, leg);
	let held: Decimal = ZERO;
	let since: number | undefined;
	for (const { side, fill } of [...legFills(state, leg)].sort((a, b) => a.fill.filledAt - b.fill.filledAt)) {
		held = side === openSide ? add(held, fill.quantity) : sub(held, fill.quantity);
		since = held < quantity ? undefined : (since ?? fill.filledAt);
	}
	return since ?? Number.NEGATIVE_INFINITY;
}

function withoutAttention(state: ExecutionState): ExecutionState {
	return { ...state, attention: null, attentionKind: null };
}

function withHeld(state: ExecutionState, leg: LegRole, quantity: Decimal, at: number): ExecutionState {
	const held = { ...state.held, [leg]: quantity };
	if (held.long === held.short)
		return { ...state, held, imbalancedSince: undefined, handApartSince: undefined };
	return { ...state, held, imbalancedSince: state.imbalancedSince ?? at };
}

type FundingBooked = FundingRecord & { readonly type: 'FundingBooked' };

const BOOKED_ONCE = 'a settlement record is booked once';

function booked(state: ExecutionState, event: FundingBooked): ExecutionState {
	if (fundingTally(state, event.leg).ids.has(event.recordId)) throw misfit(event, BOOKED_ONCE);
	return { ...state, funding: [...state.funding, recordOf(event)] };
}

function recordOf({ type: _type, ...record }: FundingBooked): FundingRecord {
	return record;
}

function withOrder(
	state: ExecutionState,
	clientOrderId: string,
	update: (order: OrderState) => OrderState,
): ExecutionState {
	let found = false;
	const orders = state.orders.map((order) => {
		if (order.clientOrderId !== clientOrderId) return order;
		found = true;
		return update(order);
	});
	if (!found)
		throw new Error(`Invariant broken: an order event belongs to an intended order, was ${clientOrderId}.`);
	return { ...state, orders };
}

function misfit(event: ExecutionEvent, rule: string): Error {
	return new Error(`Invariant broken: ${rule}; the event was ${event.type}.`);
}
