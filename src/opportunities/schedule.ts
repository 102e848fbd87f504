/** Lists both legs' settlements within the horizon of a position opened now. Pure functions. */
import { approximately, orNaN, publishedOrNull } from '../domain/estimate.ts';
import { expectedSettlements } from '../domain/expected-carry.ts';
import type { PredictedFunding } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import {
	ENTRY_TIME_MS,
	type FieldReason,
	type HeldTerms,
	horizonMsOf,
	type OpportunityDetail,
} from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';
import { type Settlement, settlementsWithin } from '../domain/settlements.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import type { PairFigures } from './figures.ts';
import type { LegInputs } from './guards.ts';
import type { PairInputs, PairReading } from './pair-reading.ts';
import { DETAIL_TEXT } from './text.ts';

type Row = OpportunityDetail['settlements'][number];

/** A pair's upcoming settlements, earliest first, with reasons for unknown values. */
export type Schedule = { readonly rows: readonly Row[]; readonly reasons: readonly FieldReason[] };

const ROWS_MAX = 1_000;

/**
 * Lists both legs' settlements between the entry and the horizon, or until an exchange closes a leg, with their
 * expected USD amounts.
 */
export function settlementSchedule(
	inputs: PairInputs,
	pair: PairReading,
	{ quantity }: Pick<PairFigures, 'quantity'>,
	terms: HeldTerms,
	settled: { readonly long: readonly PaidRate[]; readonly short: readonly PaidRate[] },
): Schedule {
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const carry = pair.carry();
	const held = Math.min(horizonMsOf(terms), pair.closesAt - entryAt);
	const found =
		carry === undefined
			? (['long', 'short'] as const).flatMap((role) =>
					statedSettlements(role, inputs[role], settled[role], entryAt, held),
				)
			: expectedSettlements(carry, entryAt, held);
	const rows = found
		.map(({ at, role, rate }): Row => {
			const received = role === 'long' ? -rate : rate;
			// Use the venue's settlement price, or the book's mid price if the settlement price is unknown.
			const price = orNaN(paymentPrice(inputs[role]));
			const cash = received * quantity * (Number.isNaN(price) ? pair.mid(role) : price);
			return {
				timestamp: Math.round(at / 1_000),
				exchange: inputs[role].instrument.venue,
				expectedRate: publishedOrNull(rate),
				expectedCash: publishedOrNull(cash),
			};
		})
		.sort((a, b) => a.timestamp - b.timestamp || (a.exchange < b.exchange ? -1 : 1));
	const shown = rows.slice(0, ROWS_MAX);
	return { rows: shown, reasons: scheduleReasons(inputs, shown, rows.length) };
}

/**
 * Returns the price that the venue's funding payments are based on: the mark price, or the oracle price, which
 * tickers report as the index.
 */
function paymentPrice({ instrument, ticker }: LegInputs): Row['expectedRate'] | undefined {
	return settlementTermsOf(instrument.venue).paidOn === 'mark' ? ticker?.mark : ticker?.index;
}

/** Lists a leg's settlements with the rates that its venue publishes. Used if there is no forecast. */
function statedSettlements(
	role: LegRole,
	leg: LegInputs,
	settled: readonly PaidRate[],
	entryAt: number,
	horizon: number,
): { readonly at: number; readonly role: LegRole; readonly rate: number }[] {
	const funding = leg.ticker?.funding ?? null;
	if (funding === null) return [];
	const uncertaintyMs = settlementTermsOf(leg.instrument.venue).uncertaintyMs;
	return settlementsWithin(funding, entryAt, horizon, uncertaintyMs).flatMap((settlement) => {
		const rate = rateAt(settlement, funding, settled);
		// A settlement with an unknown rate is included, because it may be a payment.
		if (settlement.counts === 'payment_only' && !Number.isNaN(rate) && !pays(role, rate)) return [];
		return [{ at: settlement.at, role, rate }];
	});
}

/**
 * Returns the predicted rate for the next settlement and the settled rate for one that has just passed. NaN for later
 * ones, or while the settled rate is not stored.
 */
function rateAt({ at }: Settlement, funding: PredictedFunding, settled: readonly PaidRate[]): number {
	if (at === funding.nextSettlementAt) return approximately(funding.predictedRate);
	if (at > funding.nextSettlementAt) return Number.NaN;
	return orNaN(settled.findLast((print) => Math.abs(print.at - at) < 1_000)?.rate);
}

/** True if the leg pays. If the rate is positive, the long leg pays the short leg. */
function pays(role: LegRole, rate: number): boolean {
	return role === 'long' ? rate > 0 : rate < 0;
}

function scheduleReasons(inputs: PairInputs, rows: readonly Row[], foundCount: number): FieldReason[] {
	const reasons: FieldReason[] = [];
	const nextOf = (row: Row) => {
		const leg = inputs.long.instrument.venue === row.exchange ? inputs.long : inputs.short;
		return Math.round((leg.ticker?.funding?.nextSettlementAt ?? 0) / 1_000);
	};
	const unknown = rows.filter((row) => row.expectedRate === null);
	if (unknown.some((row) => row.timestamp > nextOf(row)))
		reasons.push({
			field: 'settlements.expected_rate',
			code: 'EXPECTATION_UNKNOWN',
			message: DETAIL_TEXT.laterRatesUnknown(),
		});
	if (unknown.some((row) => row.timestamp < nextOf(row)))
		reasons.push({
			field: 'settlements.expected_rate',
			code: 'SETTLEMENT_UNCERTAIN',
			message: DETAIL_TEXT.rateUnpublished(),
		});
	if (rows.some((row) => row.expectedRate !== null && row.expectedCash === null))
		reasons.push({
			field: 'settlements.expected_cash',
			code: 'BOOK_MISSING',
			message: DETAIL_TEXT.cashUnknown(),
		});
	if (foundCount > rows.length)
		reasons.push({
			field: 'settlements',
			code: 'SETTLEMENTS_CUT',
			message: DETAIL_TEXT.settlementsCut({ shown: rows.length, total: foundCount }),
		});
	return reasons;
}
