/** The settlements that a position opened now would meet inside its horizon, on both clocks. Pure. */
import { legQuantity } from '../domain/cost.ts';
import { type Decimal, mulDown, mulUp, neg } from '../domain/decimal.ts';
import { expectedSettlements } from '../domain/expected-carry.ts';
import type { LegRole } from '../domain/ids.ts';
import {
	type CostTerms,
	ENTRY_TIME_MS,
	type FieldReason,
	type HeldTerms,
	type OpportunityDetail,
} from '../domain/opportunity.ts';
import type { PaidRate } from '../domain/paid-rates.ts';
import { type Settlement, settlementsWithin } from '../domain/settlements.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import type { LegInputs } from './guards.ts';
import { heldMs, pairCarry } from './net.ts';
import type { RecordInputs } from './record.ts';
import { twoBooks } from './trade-cost.ts';

type Row = OpportunityDetail['settlements'][number];

export type Schedule = { readonly rows: readonly Row[]; readonly reasons: readonly FieldReason[] };

const ROWS_MAX = 1_000;

/** What a settlement pays on: leg quantity × the venue's own price, or × the book's mid where that is not known. */
type Value = (round: typeof mulUp) => Decimal;

export function settlementSchedule(
	inputs: RecordInputs,
	terms: HeldTerms,
	settled: { readonly long: readonly PaidRate[]; readonly short: readonly PaidRate[] },
): Schedule {
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const carry = pairCarry(inputs);
	const held = heldMs(inputs, entryAt, terms);
	const values = legValues(inputs, terms);
	const found =
		'unknown' in carry
			? (['long', 'short'] as const).flatMap((role) =>
					statedSettlements(role, inputs[role], settled[role], entryAt, held),
				)
			: expectedSettlements(carry, entryAt, held);
	const rows = found
		.map(({ at, role, rate }): Row => {
			const value = values[role];
			return {
				timestamp: Math.round(at / 1_000),
				exchange: inputs[role].instrument.venue,
				expected_rate: rate,
				expected_cash: rate === null || value === undefined ? null : cashOf(role, rate, value),
			};
		})
		.sort((a, b) => a.timestamp - b.timestamp || (a.exchange < b.exchange ? -1 : 1));
	const shown = rows.slice(0, ROWS_MAX);
	return { rows: shown, reasons: scheduleReasons(inputs, shown, rows.length) };
}

function legValues(inputs: RecordInputs, terms: CostTerms): Readonly<Record<LegRole, Value | undefined>> {
	const books = twoBooks(inputs.long, inputs.short);
	if (books === undefined) return { long: undefined, short: undefined };
	const quantity = legQuantity(terms, books.longMid, books.shortMid, books.lot);
	const valueAt = (price: Decimal) => (round: typeof mulUp) => round(quantity, price);
	return {
		long: valueAt(paymentPrice(inputs.long) ?? books.longMid),
		short: valueAt(paymentPrice(inputs.short) ?? books.shortMid),
	};
}

/** Mark or oracle, as the venue pays; the oracle is stated as the index. */
function paymentPrice({ instrument, ticker }: LegInputs): Decimal | null | undefined {
	return settlementTermsOf(instrument.venue).paidOn === 'mark' ? ticker?.mark : ticker?.index;
}

/** While nothing is expected: the instants, with the rates that the venue itself states. */
function statedSettlements(
	role: LegRole,
	leg: LegInputs,
	settled: readonly PaidRate[],
	entryAt: number,
	horizon: number,
): { readonly at: number; readonly role: LegRole; readonly rate: Decimal | null }[] {
	const funding = leg.ticker?.funding ?? null;
	if (funding === null) return [];
	const uncertaintyMs = settlementTermsOf(leg.instrument.venue).uncertaintyMs;
	return settlementsWithin(funding, entryAt, horizon, uncertaintyMs).flatMap((settlement) => {
		const rate = rateAt(settlement, funding, settled);
		// A rate that is not known yet may be a payment, so the settlement stays in sight.
		if (settlement.counts === 'payment_only' && rate !== null && !pays(role, rate)) return [];
		return [{ at: settlement.at, role, rate }];
	});
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
			code: 'EXPECTATION_UNKNOWN',
			message:
				'Only the coming settlement has a running estimate; later ones need an expected carry, and net says why there is none.',
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
