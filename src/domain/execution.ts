/**
 * An execution's state: a fold over its journal, and nothing else. `apply` is total for every sequence that the
 * engine can write; an event that does not fit is a broken invariant and throws.
 *
 * Invariants:
 * 1. Held quantity of a leg = fills on its opening side + what it took over − fills on the other − what others took from it,
 *    never negative.
 * 2. An order leaves `unknown` only by proof: accepted, ended, rejected, or proven absent.
 * 3. A trade id is counted once.
 */
import { add, type Decimal, sub, ZERO } from './decimal.ts';
import type {
	AttentionKind,
	CloseTerms,
	ExecutionEvent,
	ExecutionPlan,
	ExitPlan,
	Fill,
	FundingRecord,
	LegPlan,
	LegReduction,
	OrderIntent,
	ReductionCause,
} from './event.ts';
import type { LegRole } from './ids.ts';
import { oppositeSide, type Side } from './order-book.ts';

/** State of an order. `absent`: the venue is proven never to have had it; `unknown`: nothing is proven yet. */
export type OrderStatus =
	| 'submitting'
	| 'accepted'
	| 'unknown'
	| 'filled'
	| 'canceled'
	| 'expired'
	| 'rejected'
	| 'absent';

/** An order with all that is known of it. Times are milliseconds, quantities coins. */
export type OrderState = OrderIntent & {
	readonly status: OrderStatus;
	readonly intendedAt: number;
	/** When the outcome became unknown, while it is. */
	readonly unknownSince: number | undefined;
	/** When it was asked to leave the book; undefined while it may rest. */
	readonly cancelAskedAt: number | undefined;
	readonly rejection: string | undefined;
	/** The code inside it: the venue's own, or one of ours (`NOT_TRADABLE` in `ports/venue.ts`). */
	readonly rejectionCode: string | undefined;
	/** The rejection was of the moment, not of the order. */
	readonly passing: boolean;
	readonly fills: readonly Fill[];
	readonly filledQuantity: Decimal;
};

/** Life of an execution. `unbalanced` and `unwinding` are shown as opening or closing with that reason. */
export type Phase =
	| 'queued'
	| 'opening'
	| 'unbalanced'
	| 'unwinding'
	| 'running'
	| 'closing'
	| 'closed'
	| 'failed';

/** An execution as its journal tells it. Times are milliseconds, `held` is coins per leg. */
export type ExecutionState = {
	readonly plan: ExecutionPlan;
	readonly phase: Phase;
	/** Why it ended, or why it is in its phase; null when there is nothing to say. */
	readonly reason: string | null;
	/** Set while a person is needed. */
	readonly attention: string | null;
	readonly attentionKind: AttentionKind | null;
	readonly orders: readonly OrderState[];
	readonly held: { readonly long: Decimal; readonly short: Decimal };
	/** What liquidation, ADL, a delisting or a trade by hand took from the legs, and what was handed over. */
	readonly reductions: readonly LegReduction[];
	readonly funding: readonly FundingRecord[];
	/** The exit rules as they stand now. */
	readonly exit: ExitPlan;
	/** Why nothing more is opened; null while more may be. */
	readonly openingEnded: string | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly openedAt: number | undefined;
	readonly closedAt: number | undefined;
	/** Since when the held quantities are known to differ; undefined while they are equal. */
	readonly imbalancedSince: number | undefined;
	/** The same where a trade by hand made them differ. */
	readonly handApartSince: number | undefined;
	readonly close:
		| (CloseTerms & {
				readonly requestedAt: number;
				/** How many orders were there when it was asked for. */
				readonly ordersBefore: number;
		  })
		| undefined;
	/** Events folded: the next stream_seq. */
	readonly eventCount: number;
};

const IN_FLIGHT: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['submitting', 'accepted', 'unknown']);

/** True until the venue has proven what became of the order. */
export function isInFlight(order: OrderState): boolean {
	return IN_FLIGHT.has(order.status);
}

/** True once the execution is closed or has failed: both are final. */
export function isEnded(state: ExecutionState): boolean {
	return state.phase === 'closed' || state.phase === 'failed';
}

export function legPlan(state: ExecutionState, leg: LegRole): LegPlan {
	return leg === 'long' ? state.plan.legs.long : state.plan.legs.short;
}

export function legOrders(state: ExecutionState, leg: LegRole): readonly OrderState[] {
	return state.orders.filter((order) => order.leg === leg);
}

/** A fill of a leg with what its worth is judged by. */
export type LegFill = { readonly side: Side; readonly decisionMid: Decimal; readonly fill: Fill };

/** Whatever changed what a leg holds: what its venue traded, and what one execution handed to another. */
export function legFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const traded = tradedFills(state, leg);
	const taken = takenOverFill(state, leg, traded);
	const given = reducingFills(state, leg, (cause) => cause === 'handover');
	return taken.length + given.length === 0 ? traded : byTime([...taken, ...traded, ...given]);
}

/** Every fill of a leg at its venue, by our orders and by others; what others took is valued at its own price. */
export function tradedFills(state: ExecutionState, leg: LegRole): readonly LegFill[] {
	const ours = legOrders(state, leg).flatMap(({ side, decisionMid, fills }) =>
		fills.map((fill) => ({ side, decisionMid, fill })),
	);
	const taken = reducingFills(state, leg, (cause) => cause !== 'handover');
	return taken.length === 0 ? ours : byTime([...ours, ...taken]);
}

/** What the leg took over: stamped by our clock, which may be ahead of the venue's, and closed after it was there. */
function takenOverFill(state: ExecutionState, leg: LegRole, traded: readonly LegFill[]): readonly LegFill[] {
	const { takenOver } = state.plan;
	if (takenOver?.leg !== leg) return [];
	const { fill } = takenOver;
	const filledAt = Math.min(fill.filledAt, ...traded.map((known) => known.fill.filledAt));
	return [{ side: legPlan(state, leg).openSide, decisionMid: fill.price, fill: { ...fill, filledAt } }];
}

function reducingFills(
	state: ExecutionState,
	leg: LegRole,
	counts: (cause: ReductionCause) => boolean,
): readonly LegFill[] {
	const side = oppositeSide(legPlan(state, leg).openSide);
	return state.reductions
		.filter((reduction) => reduction.leg === leg && counts(reduction.cause))
		.flatMap(({ fills }) => fills.map((fill) => ({ side, decisionMid: fill.price, fill })));
}

function byTime(fills: LegFill[]): readonly LegFill[] {
	return fills.sort((a, b) => a.fill.filledAt - b.fill.filledAt);
}

/** Folds a journal. The first event must be `ExecutionPlanned`. */
export function foldExecution(
	events: Iterable<{ readonly event: ExecutionEvent; readonly recordedAt: number }>,
): ExecutionState {
	let state: ExecutionState | undefined;
	for (const { event, recordedAt } of events) state = applyEvent(state, event, recordedAt);
	if (state === undefined) throw new Error('Invariant broken: an execution journal has at least one event.');
	return state;
}

/** The state after one more event. @throws Error when the event does not fit (a broken invariant). */
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

/** What was taken over stands alone from the first moment: the other leg is completed before anything else. */
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

function change(
	state: ExecutionState,
	event: Exclude<ExecutionEvent, { type: 'ExecutionPlanned' }>,
	at: number,
): ExecutionState {
	switch (event.type) {
		case 'OrderIntended':
			return intended(state, event, at);
		case 'OrderAccepted':
			return proven(state, event.clientOrderId, 'accepted');
		case 'OrderRejected':
			return withOrder(state, event.clientOrderId, (order) => ({
				...order,
				status: 'rejected',
				unknownSince: undefined,
				rejection: `${event.code}: ${event.message}`,
				rejectionCode: event.code,
				passing: event.passing,
			}));
		case 'OrderOutcomeUnknown':
			return withOrder(state, event.clientOrderId, (order) => ({
				...order,
				status: 'unknown',
				unknownSince: order.unknownSince ?? at,
			}));
		case 'FillsRecorded':
			return filled(state, event.clientOrderId, event.fills, at);
		case 'OrderEnded':
			return proven(state, event.clientOrderId, event.status);
		case 'OrderProvenAbsent':
			return proven(state, event.clientOrderId, 'absent');
		case 'ImbalanceFound':
			return {
				...state,
				// What is being closed or cut stays so: no leg is completed any more.
				phase: state.phase === 'closing' || state.phase === 'unwinding' ? state.phase : 'unbalanced',
			};
		case 'UnwindStarted':
			// Version 0.1 wrote it of what was cancelled too: that is being closed.
			return { ...state, phase: state.close === undefined ? 'unwinding' : 'closing', reason: event.reason };
		case 'ExecutionOpened':
			return {
				...state,
				phase: 'running',
				reason: null,
				openedAt: state.openedAt ?? at,
			};
		case 'CloseRequested':
			return closing(state, event, at);
		case 'PartClosed':
			// A close of what never ran may be taken back: what is held runs from then on.
			return {
				...state,
				phase: 'running',
				reason: null,
				close: undefined,
				openedAt: state.openedAt ?? at,
			};
		case 'ExecutionClosed':
			return { ...withoutAttention(state), phase: 'closed', reason: event.reason, closedAt: at };
		case 'ExecutionFailed':
			return { ...withoutAttention(state), phase: 'failed', reason: event.reason, closedAt: at };
		case 'AttentionRaised':
			return { ...state, attention: event.reason, attentionKind: event.kind };
		case 'AttentionCleared':
			return withoutAttention(state);
		case 'FundingBooked':
			return booked(state, event);
		case 'OrderCancelAsked':
			return withOrder(state, event.clientOrderId, (order) => ({
				...order,
				cancelAskedAt: order.cancelAskedAt ?? at,
			}));
		case 'OpeningEnded':
			return { ...state, openingEnded: event.reason };
		case 'CancelRequested': {
			const { maxSlippageBps } = state.plan;
			const terms = { reason: event.reason, remaining: ZERO, maxSlippageBps, firm: false };
			return { ...closing(state, terms, at), openingEnded: state.openingEnded ?? event.reason };
		}
		case 'LegReduced':
			return legReduced(state, event, at);
		case 'ExitChanged':
			return { ...state, exit: event.exit };
	}
}

function closing(state: ExecutionState, terms: CloseTerms, at: number): ExecutionState {
	const { reason, remaining, maxSlippageBps, firm } = terms;
	const ordersBefore = state.orders.length;
	return {
		...state,
		phase: 'closing',
		reason,
		close: { reason, remaining, maxSlippageBps, firm, requestedAt: at, ordersBefore },
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

/** What a venue or the account's owner took never comes back: the other leg follows, whatever was under way. */
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
		reductions: [...state.reductions, { leg: event.leg, cause: event.cause, fills }],
		phase: ends ? state.phase : 'unwinding',
		reason: ends ? state.reason : reason,
		openingEnded: state.openingEnded ?? reason,
	};
}

/**
 * From when on the leg has held so much. A trade by hand may be older than the fill of ours that it nets with: it takes
 * from the leg when there is something to take, or the leg would be closed before it was opened.
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

function booked(
	state: ExecutionState,
	event: FundingRecord & { readonly type: 'FundingBooked' },
): ExecutionState {
	const { type: _type, ...record } = event;
	if (state.funding.some((known) => known.recordId === record.recordId && known.leg === record.leg))
		throw misfit(event, 'a settlement record is booked once');
	return { ...state, funding: [...state.funding, record] };
}

function proven(state: ExecutionState, clientOrderId: string, status: OrderStatus): ExecutionState {
	return withOrder(state, clientOrderId, (order) => ({ ...order, status, unknownSince: undefined }));
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
		throw new Error(`Invariant broken: an order event names an intended order, was ${clientOrderId}.`);
	return { ...state, orders };
}

function misfit(event: ExecutionEvent, rule: string): Error {
	return new Error(`Invariant broken: ${rule}; the event was ${event.type}.`);
}
