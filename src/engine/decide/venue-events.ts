/** Derives the events that follow from a venue's order report or list of payments. Pure functions. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState, OrderState } from '../../domain/execution.ts';
import { fundingTally } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import type { OrderReport } from '../../ports/venue.ts';

/** An execution's share of a payment, with our own calculation if price and rate are known. */
export type FundingShare = FundingPaymentReport & {
	readonly expected?: Decimal | undefined;
	/** Number of the execution's moves (`movesOf`) when the payment was split; undefined if that does not matter. */
	readonly asOfMoves?: number | undefined;
};

/**
 * Counts the changes of an execution's holdings that no order of its own made. Each may be dated before a payment that
 * was split already.
 */
export function movesOf({ reductions, taken }: ExecutionState): number {
	return reductions.length + taken.length;
}

/**
 * Returns the events for the report's new fills and, if the venue reports it, for the order's end. A report of the
 * end carries every fill, as `src/ports` requires.
 */
export function reportEvents(order: OrderState, report: OrderReport): ExecutionEvent[] {
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

/**
 * Returns the events that book payments on a leg. Each record is booked once. A share is dropped if a part of the leg
 * has moved since the payment was split, and the next sweep splits the payment again.
 */
export function fundingEvents(
	state: ExecutionState,
	leg: LegRole,
	payments: readonly FundingShare[],
): ExecutionEvent[] {
	const { ids } = fundingTally(state, leg);
	const added = new Set<string>();
	const events: ExecutionEvent[] = [];
	for (const payment of payments) {
		if (ids.has(payment.recordId) || added.has(payment.recordId)) continue;
		if (payment.asOfMoves !== undefined && payment.asOfMoves !== movesOf(state)) continue;
		added.add(payment.recordId);
		events.push({
			type: 'FundingBooked',
			recordId: payment.recordId,
			leg,
			settledAt: payment.settledAt,
			rate: payment.rate,
			amount: payment.amount,
			...(payment.expected === undefined ? {} : { expected: payment.expected }),
		});
	}
	return events;
}
