/**
 * Builds running executions between two venues, as the journal stores them: opened days ago, both legs filled,
 * funding booked on each leg since.
 */
import { type Decimal, fromInteger, mulDown, parseDecimal } from '../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, Fill, LegPlan } from '../src/domain/event.ts';
import { type ExecutionState, isEnded } from '../src/domain/execution.ts';
import { applyEvent } from '../src/domain/execution-fold.ts';
import { HOUR_MS } from '../src/domain/funding.ts';
import { clientOrderId, executionId, jobId, type LegRole, opportunityId } from '../src/domain/ids.ts';
import type { Instrument } from '../src/domain/instrument.ts';
import type { ExecutionAppend, Journal } from '../src/ports/journal.ts';

/** Number of coins per leg, each worth about 100 USD. */
export const QUANTITY = fromInteger(5);
/** Number of settlements booked on each leg. */
const SETTLEMENTS = 10;
const INTERVAL_MS = 8 * HOUR_MS;
const MID = fromInteger(100);
const LEGS = ['long', 'short'] as const;
/** Maximum number of appends awaited at once. */
const APPENDS_MAX = 250;

export function planOf(
	index: number,
	userId: string,
	legs: { readonly long: Instrument; readonly short: Instrument },
): ExecutionPlan {
	const hex = index.toString(16).padStart(24, '0');
	const leg = (role: LegRole): LegPlan => ({
		role,
		venue: legs[role].venue,
		instrument: legs[role],
		openSide: role === 'long' ? 'buy' : 'sell',
		decisionMid: MID,
		limitPrice: parseDecimal(role === 'long' ? '100.1' : '99.9'),
		intervalHours: 8,
	});
	return {
		executionId: executionId(hex),
		jobId: jobId(hex),
		userId,
		opportunityId: opportunityId(legs.long, legs.short),
		symbol: legs.long.symbol,
		coin: legs.long.coin,
		exchangepair: `${legs.long.venue}-${legs.short.venue}`,
		mode: 'single-direct',
		amount: fromInteger(1_000),
		leverage: fromInteger(1),
		marginMode: 'isolated',
		quantity: QUANTITY,
		commonLot: parseDecimal('0.01'),
		maxSlippageBps: fromInteger(10),
		children: [{ quantity: QUANTITY, basisMin: null }],
		firstLeg: null,
		makerMs: 0,
		openWithinMs: 60_000,
		unhedgedMax: fromInteger(1_000_000),
		netFloor: null,
		exit: {
			maxHours: null,
			maxEpochs: null,
			takeProfitPct: fromInteger(5),
			stopLossPct: fromInteger(5),
			closeOnReversal: true,
			minLiquidationDistancePct: null,
		},
		idempotencyKey: null,
		legs: { long: leg('long'), short: leg('short') },
	};
}

/** Returns an execution's events from its plan until now, with one settlement on each leg every eight hours. */
export function runningEvents(plan: ExecutionPlan, now: number): readonly ExecutionEvent[] {
	const openedAt = now - SETTLEMENTS * INTERVAL_MS - HOUR_MS;
	return [
		{ type: 'ExecutionPlanned', plan },
		...LEGS.flatMap((leg) => openedLeg(plan, leg, openedAt)),
		{ type: 'ExecutionOpened', quantity: plan.quantity },
		...LEGS.flatMap((leg) => paidSince(plan, leg, openedAt)),
	];
}

function openedLeg(plan: ExecutionPlan, leg: LegRole, at: number): readonly ExecutionEvent[] {
	const { openSide, limitPrice, decisionMid } = plan.legs[leg];
	const id = clientOrderId(plan.executionId, leg, 0, 0);
	return [
		{
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child: 0,
			attempt: 0,
			purpose: 'open',
			side: openSide,
			quantity: plan.quantity,
			limitPrice,
			reduceOnly: false,
			timeInForce: 'IOC',
			decisionMid,
		},
		{ type: 'OrderAccepted', clientOrderId: id, venueOrderId: `venue ${id}` },
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fillOf(id, plan.quantity, at)] },
		{ type: 'OrderEnded', clientOrderId: id, status: 'filled', venueOrderId: `venue ${id}` },
	];
}

function fillOf(id: string, quantity: Decimal, filledAt: number): Fill {
	const fee = mulDown(mulDown(MID, quantity), parseDecimal('0.00055'));
	return { tradeId: `trade ${id}`, quantity, price: MID, fee, feeAsset: 'USDT', feeQuantity: fee, filledAt };
}

function paidSince(plan: ExecutionPlan, leg: LegRole, openedAt: number): readonly ExecutionEvent[] {
	const first = Math.ceil(openedAt / INTERVAL_MS) * INTERVAL_MS;
	return Array.from({ length: SETTLEMENTS }, (_, index) => ({
		type: 'FundingBooked' as const,
		recordId: `${plan.executionId} ${leg} ${index}`,
		leg,
		settledAt: first + index * INTERVAL_MS,
		rate: parseDecimal('0.0001'),
		amount: parseDecimal(leg === 'long' ? '-0.05' : '0.15'),
	}));
}

export function foldAt(events: readonly ExecutionEvent[], at: number): ExecutionState {
	const [first, ...rest] = events;
	if (first === undefined) throw new RangeError('An execution has at least one event.');
	return rest.reduce((state, event) => applyEvent(state, event, at), applyEvent(undefined, first, at));
}

/** Builds one append that holds an execution's whole journal. */
export function appendOf(events: readonly ExecutionEvent[], at: number): ExecutionAppend {
	const state = foldAt(events, at);
	const { plan, phase } = state;
	return {
		executionId: plan.executionId,
		expectedSeq: 0,
		events,
		recordedAt: at,
		summary: {
			executionId: plan.executionId,
			jobId: plan.jobId,
			userId: plan.userId,
			agentId: null,
			exchangepair: plan.exchangepair,
			symbol: plan.symbol,
			phase,
			ended: isEnded(state),
			createdAt: state.createdAt,
			closedAt: null,
		},
	};
}

/** Stores the planned executions in the journal, with their events until `now`. */
export async function storeRunning(
	journal: Journal,
	plans: readonly ExecutionPlan[],
	now: number,
): Promise<void> {
	for (let from = 0; from < plans.length; from += APPENDS_MAX)
		await Promise.all(
			plans
				.slice(from, from + APPENDS_MAX)
				.map((plan) => journal.appendExecution(appendOf(runningEvents(plan, now), now))),
		);
}
