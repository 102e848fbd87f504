/** Counts executions, orders and their outcomes from journaled events. */
import { abs, add, type Decimal, mulTrunc, sub, toNumber, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legOrders, legPlan, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { statusOf } from '../../domain/status.ts';
import { openingOf, unhedgedTime } from '../../domain/unhedged.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExecutionGauges, ExecutionMetrics, OrderAnswer, OrderOutcome } from '../../ports/metrics.ts';
import type { ExecutionDriver } from './driver.ts';

/** Starts counting. The returned function reads the gauges when it is called. */
export function meterExecutions(options: {
	readonly driver: ExecutionDriver;
	readonly metrics: ExecutionMetrics;
	readonly clock: Clock;
}): () => ExecutionGauges {
	const { driver, metrics, clock } = options;

	const answers = createAnswers(metrics, clock);
	driver.onChange((state, events) => {
		// Listeners do not receive the plan event, so the first events after it count as the execution's beginning.
		if (state.eventCount === events.length + 1) metrics.begun();
		for (const event of events) {
			countOrder(state, event, metrics);
			answers.note(state, event);
			countOccurrence(state, event, metrics, clock.now());
		}
		if (events.some(({ type }) => type === 'ExecutionOpened') && state.openedAt === state.updatedAt)
			metrics.unhedged('open', unhedgedTime(openingOf(state), clock.now()).totalMs / 1_000);
		if (events.some(({ type }) => type === 'ExecutionClosed')) countEnd(state, metrics, clock.now());
	});

	return () => {
		const byStatus = Object.fromEntries(OPEN_STATES.map((status) => [status, 0])) as Record<
			(typeof OPEN_STATES)[number],
			number
		>;
		let unhedged = ZERO;
		let unknownOrders = 0;
		for (const state of driver.states()) {
			const status = statusOf(state);
			if (status === 'closed' || status === 'failed') continue;
			byStatus[status] += 1;
			unhedged = add(unhedged, unhedgedNotional(state));
			for (const order of state.orders) if (order.status === 'unknown') unknownOrders += 1;
		}
		return { byStatus, unhedgedNotionalUsd: toNumber(unhedged), unknownOrders };
	};
}

const OPEN_STATES = ['queued', 'opening', 'running', 'closing', 'needs_attention'] as const;

/**
 * Counts an ended execution's unhedged time after its opening. If the execution never ran, all of its unhedged time
 * counts as part of the opening. An execution without a fill was never unhedged.
 */
function countEnd(state: ExecutionState, metrics: ExecutionMetrics, now: number): void {
	const { openedAt } = state;
	const total = unhedgedTime(state, now).totalMs;
	const opening = openedAt === undefined ? 0 : unhedgedTime(openingOf(state), openedAt).totalMs;
	metrics.unhedged(openedAt === undefined ? 'open' : 'close', Math.max(0, total - opening) / 1_000);
}

/** Counts settlements, rare events and the ends of executions. */
function countOccurrence(
	state: ExecutionState,
	event: ExecutionEvent,
	metrics: ExecutionMetrics,
	now: number,
): void {
	switch (event.type) {
		case 'ExecutionClosed':
			metrics.ended('closed');
			break;
		case 'ExecutionFailed':
			metrics.ended('failed');
			break;
		case 'AttentionRaised':
			metrics.attention(event.kind);
			break;
		case 'LegReduced':
			// A handover is our own reduction, so it does not count as one from outside.
			if (event.cause !== 'handover') metrics.taken(legPlan(state, event.leg).venue, event.cause);
			break;
		case 'FundingBooked':
			metrics.settled(legPlan(state, event.leg).venue, Math.max(0, now - event.settledAt) / MS_PER_S);
	}
}

/** Measures how long orders wait for a venue's response, and for how long the outcomes of orders stay unknown. */
function createAnswers(metrics: ExecutionMetrics, clock: Clock) {
	/** Time at which each order's outcome became unknown, by client order id. */
	const unknownSince = new Map<string, number>();
	const answered = new Set<string>();

	function answer(order: OrderState, venue: string, given: OrderAnswer): void {
		if (answered.has(order.clientOrderId)) return;
		answered.add(order.clientOrderId);
		metrics.answered(venue, given, Math.max(0, clock.now() - order.intendedAt) / MS_PER_S);
	}

	function prove(clientOrderId: string, venue: string): void {
		const since = unknownSince.get(clientOrderId);
		if (since === undefined) return;
		unknownSince.delete(clientOrderId);
		metrics.proven(venue, Math.max(0, clock.now() - since) / MS_PER_S);
	}

	return {
		note(state: ExecutionState, event: ExecutionEvent): void {
			const given = ANSWER_OF[event.type];
			if (given === undefined || !('clientOrderId' in event)) return;
			const { clientOrderId } = event;
			const order = state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
			if (order === undefined) return;
			const { venue } = legPlan(state, order.leg);
			answer(order, venue, given);
			if (given === 'unknown')
				unknownSince.set(clientOrderId, unknownSince.get(clientOrderId) ?? clock.now());
			else prove(clientOrderId, venue);
			if (event.type !== 'OrderAccepted' && given !== 'unknown') answered.delete(clientOrderId);
		},
	};
}

const MS_PER_S = 1_000;

/** The venue's response that an event implies. */
const ANSWER_OF: Partial<Record<ExecutionEvent['type'], OrderAnswer>> = {
	OrderAccepted: 'accepted',
	OrderEnded: 'accepted',
	OrderRejected: 'rejected',
	OrderProvenAbsent: 'rejected',
	OrderOutcomeUnknown: 'unknown',
};

function countOrder(state: ExecutionState, event: ExecutionEvent, metrics: ExecutionMetrics): void {
	if (event.type !== 'OrderEnded' && event.type !== 'OrderRejected' && event.type !== 'OrderProvenAbsent')
		return;
	const order = state.orders.find(({ clientOrderId }) => clientOrderId === event.clientOrderId);
	if (order === undefined) return;
	metrics.order(legPlan(state, order.leg).venue, outcomeOf(event, order.filledQuantity));
}

function outcomeOf(
	event: ExecutionEvent & { readonly type: 'OrderEnded' | 'OrderRejected' | 'OrderProvenAbsent' },
	filled: Decimal,
): OrderOutcome {
	switch (event.type) {
		case 'OrderRejected':
			return 'rejected';
		case 'OrderProvenAbsent':
			return 'absent';
		case 'OrderEnded':
			return event.status !== 'filled' && filled !== 0n ? 'partial' : event.status;
	}
}

/** Returns the unhedged notional, USD at the larger leg's last decision price. */
function unhedgedNotional(state: ExecutionState): Decimal {
	const difference = sub(state.held.long, state.held.short);
	if (difference === 0n || isEnded(state)) return ZERO;
	const heavier: LegRole = difference > 0n ? 'long' : 'short';
	const mid = legOrders(state, heavier).at(-1)?.decisionMid ?? legPlan(state, heavier).decisionMid;
	return mulTrunc(abs(difference), mid);
}
