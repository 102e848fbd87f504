/** Finds an execution's booked and missing settlements, and computes its share of a payment. Pure functions. */
import { sub, sum, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isInFlight, legOrders } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { fundingTally, hasSettled } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { heldSpan, venueTimeline } from '../../domain/leg-timeline.ts';
import { holdersAt, sharesOf } from '../../domain/settlement-shares.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import type { FundingShare } from './venue-events.ts';

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
const CLOCKS_APART_MS_MAX = 60_000;

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
	const legs = states.map(({ state, leg }) => ({
		id: state.plan.executionId,
		leg,
		timeline: venueTimeline(state, leg),
	}));
	const { holders, fits } = holdersAt(legs, payment.settledAt, payment.quantity, uncertaintyMs);
	const { shares } = sharesOf(payment.amount, payment.quantity, holders);
	const beyond = sub(payment.quantity ?? ZERO, sum(holders.map(({ quantity }) => quantity)));
	const isShort = holders.some(({ quantity }) => quantity < 0n);
	return {
		shares: new Map(
			holders.map(({ id, quantity }) => [id, { ...payment, amount: shares.get(id) ?? ZERO, quantity }]),
		),
		fits,
		lacks: isShort ? beyond > 0n : beyond < 0n,
	};
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
