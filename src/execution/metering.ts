/** Counts what becomes of executions and their orders, from what is journaled. */
import { abs, add, type Decimal, mulTrunc, sub, toNumber, ZERO } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { type ExecutionState, isEnded, legOrders, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { statusOf } from '../domain/status.ts';
import { openingOf, unhedgedTime } from '../domain/unhedged.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExecutionGauges, ExecutionMetrics, OrderOutcome } from '../ports/metrics.ts';
import type { ExecutionDriver } from './driver.ts';

/** Begins to count; what is answered reads the gauges as of now. */
export function meterExecutions(options: {
	readonly driver: ExecutionDriver;
	readonly metrics: ExecutionMetrics;
	readonly clock: Clock;
}): () => ExecutionGauges {
	const { driver, metrics, clock } = options;

	driver.onChange((state, events) => {
		for (const event of events) countOrder(state, event, metrics);
		if (events.some(({ type }) => type === 'ExecutionOpened') && state.openedAt === state.updatedAt)
			metrics.unhedged('open', unhedgedTime(openingOf(state), clock.now()).totalMs / 1_000);
		if (events.some(({ type }) => type === 'ExecutionClosed')) countEnd(state, metrics, clock.now());
	});

	return () => {
		const byStatus = { queued: 0, opening: 0, running: 0, closing: 0, needs_attention: 0 };
		let unhedged = ZERO;
		for (const state of driver.states()) {
			const status = statusOf(state);
			if (status === 'closed' || status === 'failed') continue;
			byStatus[status] += 1;
			unhedged = add(unhedged, unhedgedNotional(state));
		}
		return { byStatus, unhedgedNotionalUsd: toNumber(unhedged) };
	};
}

/** One that never ran had but an opening; where nothing was filled there was no leg to stand alone. */
function countEnd(state: ExecutionState, metrics: ExecutionMetrics, now: number): void {
	const { openedAt } = state;
	const total = unhedgedTime(state, now).totalMs;
	const opening = openedAt === undefined ? 0 : unhedgedTime(openingOf(state), openedAt).totalMs;
	metrics.unhedged(openedAt === undefined ? 'open' : 'close', Math.max(0, total - opening) / 1_000);
}

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

/** USD at the heavier leg's last decision price. */
function unhedgedNotional(state: ExecutionState): Decimal {
	const difference = sub(state.held.long, state.held.short);
	if (difference === 0n || isEnded(state)) return ZERO;
	const heavier: LegRole = difference > 0n ? 'long' : 'short';
	const mid = legOrders(state, heavier).at(-1)?.decisionMid ?? legPlan(state, heavier).decisionMid;
	return mulTrunc(abs(difference), mid);
}
