/** Queries the orders whose outcome is pending, each at the earliest requested time. */
import { type ExecutionState, isInFlight, legPlan, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OrderFinding } from '../../ports/venue.ts';
import type { createAbsenceProofs } from '../decide/absence.ts';
import type { Effect, EngineInput } from '../decide/engine.ts';
import { notConnected } from '../decide/text.ts';
import type { ExecutionStates } from './execution-states.ts';
import type { TradingFor } from './order-places.ts';

/** Next query of each order, by client order id. */
export type OrderProbes = Map<string, { at: number; cancelFirst: boolean; cancel: () => void }>;

type ProbedOrder = { readonly clientOrderId: string; readonly leg: LegRole };
type ProbedEntry = { readonly state: ExecutionState; readonly probes: OrderProbes };

/** Parts of the driver that the queries use. */
export type Prober = {
	readonly clock: Clock;
	readonly log: Logger;
	readonly tradingFor: TradingFor;
	readonly absence: ReturnType<typeof createAbsenceProofs>;
	readonly executions: Pick<ExecutionStates, 'onInstrument'>;
	readonly entries: ReadonlyMap<string, ProbedEntry>;
	readonly stopped: boolean;
	/** Puts a query's result into the execution's mailbox. */
	readonly submit: (executionId: string, input: EngineInput) => void;
};

/** Keeps one timer per order, at the earliest requested time. */
export function scheduleProbe(
	prober: Prober,
	entry: ProbedEntry,
	order: ProbedOrder,
	delayMs: number,
	cancelFirst: boolean,
): void {
	const { clientOrderId } = order;
	const at = prober.clock.monotonic() + delayMs;
	const waiting = entry.probes.get(clientOrderId);
	if (waiting !== undefined && waiting.at <= at) {
		waiting.cancelFirst ||= cancelFirst;
		return;
	}
	waiting?.cancel();
	const next = {
		at,
		cancelFirst: cancelFirst || waiting?.cancelFirst === true,
		cancel: prober.clock.after(delayMs, () => {
			entry.probes.delete(clientOrderId);
			void probe(prober, entry, order, next.cancelFirst);
		}),
	};
	entry.probes.set(clientOrderId, next);
}

/** Queries an order at once if the account's stream mentions it and the order's outcome is pending. */
export function orderHint(
	prober: Prober,
	userId: string,
	venue: string,
	symbol: string,
	clientOrderId: string | null,
): void {
	for (const { plan, orders } of prober.executions.onInstrument(userId, venue, symbol)) {
		const entry = prober.entries.get(plan.executionId);
		if (entry === undefined) continue;
		for (const order of orders)
			if (isInFlight(order) && (clientOrderId === null || order.clientOrderId === clientOrderId))
				scheduleProbe(prober, entry, order, 0, false);
	}
}

async function probe(
	prober: Prober,
	entry: ProbedEntry,
	{ clientOrderId, leg }: ProbedOrder,
	cancelFirst: boolean,
): Promise<void> {
	if (prober.stopped) return;
	const { plan } = entry.state;
	const { venue, instrument } = legPlan(entry.state, leg);
	const trading = prober.tradingFor(plan.userId, venue);
	if (cancelFirst) await trading?.cancelOrder(instrument.symbol, clientOrderId);
	const askedAt = prober.clock.monotonic();
	const finding: OrderFinding =
		trading === undefined
			? { kind: 'unavailable', message: notConnected(venue) }
			: await trading.findOrder(instrument.symbol, clientOrderId);
	const absenceProven =
		trading !== undefined &&
		finding.kind === 'absent' &&
		prober.absence.missed(orderIn(entry, clientOrderId), askedAt, trading.requestWindowMs);
	if (finding.kind === 'unavailable')
		prober.log.warn(
			{ executionId: plan.executionId, venue, clientOrderId, error: finding.message },
			'an order could not be queried; retrying',
		);
	prober.submit(plan.executionId, { kind: 'finding', clientOrderId, finding, absenceProven });
}

/** Returns the engine's delay, or less if an earlier query can prove an order absent. */
export function probeDelay(
	prober: Prober,
	entry: ProbedEntry,
	effect: Effect & { readonly kind: 'probe' },
): number {
	const { clientOrderId, leg, delayMs } = effect;
	const trading = prober.tradingFor(entry.state.plan.userId, legPlan(entry.state, leg).venue);
	if (orderIn(entry, clientOrderId)?.status !== 'unknown' || trading === undefined) return delayMs;
	return prober.absence.askIn(clientOrderId, trading.requestWindowMs, delayMs);
}

function orderIn(entry: ProbedEntry, clientOrderId: string): OrderState | undefined {
	return entry.state.orders.find((candidate) => candidate.clientOrderId === clientOrderId);
}
