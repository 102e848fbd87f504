/** The settlements that a position opened now would meet inside its horizon, on both clocks. Pure. */
import { legQuantity } from '../domain/cost.ts';
import { type Decimal, mulDown, mulUp, neg } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import {
	type CostTerms,
	ENTRY_TIME_MS,
	type FieldReason,
	horizonMsOf,
	type OpportunityDetail,
} from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';
import {
	paymentPriceKind,
	type Settlement,
	settlementsWithin,
	settlementUncertaintyMs,
} from '../domain/settlements.ts';
import type { LegInputs } from './guards.ts';
import type { RecordInputs } from './record.ts';
import { twoBooks } from './trade-cost.ts';

type Row = OpportunityDetail['settlements'][number];

export type Schedule = { readonly rows: readonly Row[]; readonly reasons: readonly FieldReason[] };

const ROWS_MAX = 1_000;

type LegSchedule = {
	readonly role: LegRole;
	readonly leg: LegInputs;
	/** Settled rates, for an instant that has just passed. */
	readonly settled: readonly PaidRate[];
	/** Value that the rate is paid on: leg quantity × the venue's payment price, or × the book's mid where it is not known. */
	readonly value: ((round: typeof mulUp) => Decimal) | undefined;
};

export function settlementSchedule(
	inputs: RecordInputs,
	terms: CostTerms,
	settled: { readonly long: readonly PaidRate[]; readonly short: readonly PaidRate[] },
): Schedule {
	const books = twoBooks(inputs.long, inputs.short);
	const quantity =
		books === undefined ? undefined : legQuantity(terms, books.longMid, books.shortMid, books.lot);
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const horizonMs = horizonMsOf(terms);
	const rows = (['long', 'short'] as const).flatMap((role) => {
		const leg = inputs[role];
		const mid = role === 'long' ? books?.longMid : books?.shortMid;
		const paid = paymentPriceKind(leg.instrument.venue) === 'mark' ? leg.ticker?.mark : leg.ticker?.index;
		const price = paid ?? mid;
		const value =
			quantity === undefined || price === undefined
				? undefined
				: (round: typeof mulUp) => round(quantity, price);
		return legRows({ role, leg, settled: settled[role], value }, entryAt, horizonMs);
	});
	rows.sort((a, b) => a.timestamp - b.timestamp || (a.exchange < b.exchange ? -1 : 1));
	const shown = rows.slice(0, ROWS_MAX);
	return { rows: shown, reasons: scheduleReasons(inputs, shown, rows.length) };
}

function legRows(leg: LegSchedule, entryAt: number, horizonMs: number): Row[] {
	const funding = leg.leg.ticker?.funding ?? null;
	if (funding === null) return [];
	const { venue } = leg.leg.instrument;
	return settlementsWithin(funding, entryAt, horizonMs, settlementUncertaintyMs(venue)).flatMap(
		(settlement) => {
			const rate = rateAt(settlement, funding, leg.settled);
			// A rate that is not known yet may be a payment, so the settlement stays in sight.
			if (settlement.counts === 'payment_only' && rate !== null && !pays(leg.role, rate)) return [];
			return [
				{
					timestamp: Math.round(settlement.at / 1_000),
					exchange: venue,
					expected_rate: rate,
					expected_cash: rate === null || leg.value === undefined ? null : cashOf(leg.role, rate, leg.value),
				},
			];
		},
	);
}

/** The running estimate for the coming settlement, the settled rate for one just passed, nothing for later ones. */
function rateAt(
	{ at }: Settlement,
	funding: { readonly predictedRate: Decimal; readonly nextSettlementAt: number },
	settled: readonly PaidRate[],
): Decimal | null {
	if (at === funding.nextSettlementAt) return funding.predictedRate;
	if (at > funding.nextSettlementAt) return null;
	return settled.findLast((print) => Math.abs(print.at - at) < 1_000)?.rate ?? null;
}

/** A positive rate is paid by the long leg to the short one. */
function pays(role: LegRole, rate: Decimal): boolean {
	return role === 'long' ? rate > 0n : rate < 0n;
}

/** USD, positive is received; payments round up and receipts down. */
function cashOf(role: LegRole, rate: Decimal, value: (round: typeof mulUp) => Decimal): Decimal {
	const received = role === 'long' ? neg(rate) : rate;
	return mulDown(received, value(received < 0n ? mulUp : mulDown));
}

function scheduleReasons(inputs: RecordInputs, rows: readonly Row[], foundCount: number): FieldReason[] {
	const reasons: FieldReason[] = [];
	const nextOf = (row: Row) => {
		const leg = inputs.long.instrument.venue === row.exchange ? inputs.long : inputs.short;
		return Math.round((leg.ticker?.funding?.nextSettlementAt ?? 0) / 1_000);
	};
	const unknown = rows.filter((row) => row.expected_rate === null);
	if (unknown.some((row) => row.timestamp > nextOf(row)))
		reasons.push({
			field: 'settlements.expected_rate',
			code: 'EXPECTATION_NOT_FITTED',
			message:
				'Only the coming settlement has a running estimate; later ones need an expectation, which this version does not have.',
		});
	if (unknown.some((row) => row.timestamp < nextOf(row)))
		reasons.push({
			field: 'settlements.expected_rate',
			code: 'SETTLEMENT_UNCERTAIN',
			message:
				'A settlement has just passed: its rate is not published yet, and the venue may still count the entry.',
		});
	if (rows.some((row) => row.expected_rate !== null && row.expected_cash === null))
		reasons.push({
			field: 'settlements.expected_cash',
			code: 'BOOK_MISSING',
			message: 'Without both books the leg quantity is unknown, and with it the cash.',
		});
	if (foundCount > rows.length)
		reasons.push({
			field: 'settlements',
			code: 'SETTLEMENTS_CUT',
			message: `Only the first ${rows.length} of ${foundCount} settlements inside the horizon are shown.`,
		});
	return reasons;
}
