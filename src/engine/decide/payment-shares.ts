/** Finds an execution's booked and missing settlements, and computes its share of a payment. Pure functions. */
import { type Decimal, max, min, sub, sum, ZERO } from '../../domain/decimal.ts';
import type { FundingRecord } from '../../domain/event.ts';
import { type ExecutionState, isInFlight, legOrders, takenOver } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { fundingTally, hasSettled } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { heldSpan, venueTimeline } from '../../domain/leg-timeline.ts';
import { holdersAt, sharesOf } from '../../domain/settlement-shares.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import { type FundingShare, movesOf } from './venue-events.ts';

/** An execution and its leg on the instrument that paid. */
export type HeldState = { readonly state: ExecutionState; readonly leg: LegRole };

/** Jitter in the venues' timestamps. A record this close to a settlement instant belongs to that settlement. */
export const STAMP_JITTER_MS = 1_000;
/**
 * The search for missing records begins this long before the last booked record. A long-held leg is therefore not
 * searched from its start each time.
 */
const READ_BACK_MS = 24 * HOUR_MS;

/**
 * Maximum time by which our clock may be ahead of the venue's. Our clock timestamps order intents; the venue's
 * timestamps settlements.
 */
export const CLOCKS_APART_MS_MAX = 60_000;

/** True if an order on the leg may have filled by `until` without our knowledge. */
export function mayStillFill(state: ExecutionState, leg: LegRole, until: number): boolean {
	return legOrders(state, leg).some(
		(order) => isInFlight(order) && order.intendedAt <= until + CLOCKS_APART_MS_MAX,
	);
}

/**
 * Splits a payment into the amount and quantity that each execution books. `fits`: the holdings account for the paid
 * quantity; `lacks`: the venue paid on a smaller quantity than our legs held.
 */
export function split(
	states: readonly HeldState[],
	payment: FundingPaymentReport,
	uncertaintyMs: number,
): { readonly shares: ReadonlyMap<string, FundingShare>; readonly fits: boolean; readonly lacks: boolean } {
	const holding = states.filter((held) => !isHandedLater(held, payment.settledAt));
	const legs = holding.map(({ state, leg }) => ({
		id: state.plan.executionId,
		leg,
		timeline: venueTimeline(state, leg),
	}));
	const { holders, fits } = holdersAt(legs, payment.settledAt, payment.quantity, uncertaintyMs);
	const { shares } = sharesOf(payment.amount, payment.quantity, holders);
	const beyond = sub(payment.quantity ?? ZERO, sum(holders.map(({ quantity }) => quantity)));
	const moves = new Map(states.map(({ state }) => [state.plan.executionId, movesOf(state)]));
	const isShort = holders.some(({ quantity }) => quantity < 0n);
	return {
		shares: new Map(
			holders.map(({ id, quantity }) => [
				id,
				{ ...payment, amount: shares.get(id) ?? ZERO, quantity, asOfMoves: moves.get(id) },
			]),
		),
		fits,
		lacks: isShort ? beyond > 0n : beyond < 0n,
	};
}

/**
 * Limits the shares of a payment that are not booked yet, so that all booked shares together never exceed the payment.
 * An execution may have booked more than the holdings now say, because they have been corrected since. That excess is
 * taken from the shares that are left.
 */
export function withinPayment(
	states: readonly HeldState[],
	payment: FundingPaymentReport,
	shares: ReadonlyMap<string, FundingShare>,
): ReadonlyMap<string, FundingShare> {
	const isPaid = payment.amount < 0n;
	const size = (amount: Decimal): Decimal => (isPaid ? sub(ZERO, amount) : amount);
	const booked = states.flatMap(({ state, leg }) => {
		const record = bookedRecord(state, leg, payment.recordId);
		const due = shares.get(state.plan.executionId)?.amount ?? ZERO;
		return record === undefined
			? []
			: [{ id: state.plan.executionId, excess: size(sub(record.amount, due)) }];
	});
	let excess = max(ZERO, sum(booked.map((one) => one.excess)));
	const limited = new Map(shares);
	for (const [id, share] of shares) {
		const own = size(share.amount);
		if (own <= 0n || booked.some((one) => one.id === id)) continue;
		const less = min(own, excess);
		excess = sub(excess, less);
		limited.set(id, { ...share, amount: size(sub(own, less)) });
	}
	return limited;
}

function bookedRecord(state: ExecutionState, leg: LegRole, recordId: string): FundingRecord | undefined {
	if (!fundingTally(state, leg).ids.has(recordId)) return undefined;
	return state.funding.findLast((record) => record.leg === leg && record.recordId === recordId);
}

/**
 * True if another execution handed the leg over after the settlement. The payment is that execution's, even if it is no
 * longer in memory. The venue saw no trade, so the uncertainty about the times of fills does not apply.
 */
function isHandedLater({ state, leg }: HeldState, settledAt: number): boolean {
	const handed = takenOver(state).filter((taken) => taken.leg === leg);
	return handed.length > 0 && handed.every(({ fill }) => fill.filledAt > settledAt);
}

/** True once a payment for the instant (milliseconds) is booked on the leg. */
export function hasBooked(state: ExecutionState, leg: LegRole, instant: number): boolean {
	return hasSettled(state, leg, instant, STAMP_JITTER_MS);
}

function readFrom(state: ExecutionState, leg: LegRole, heldFrom: number): number {
	const latest = fundingTally(state, leg).latest?.settledAt ?? Number.NEGATIVE_INFINITY;
	return Math.max(heldFrom, latest - READ_BACK_MS);
}

/**
 * Returns the time range, across all executions, in which settlement records may be missing. It ends with the last
 * time at which one of them held the leg; undefined if none ever did.
 */
export function lackingRange(
	states: readonly HeldState[],
	venue: VenueName,
	now: number,
): { readonly from: number; readonly to: number } | undefined {
	const around = Math.max(STAMP_JITTER_MS, settlementTermsOf(venue).uncertaintyMs);
	let from = Number.POSITIVE_INFINITY;
	let to = Number.NEGATIVE_INFINITY;
	for (const { state, leg } of states) {
		const span = heldSpan(venueTimeline(state, leg), now);
		if (span === undefined) continue;
		from = Math.min(from, readFrom(state, leg, span.from));
		to = Math.max(to, span.to);
	}
	return from > to ? undefined : { from: from - around, to: to + around };
}
