/**
 * Computes the payment of a settlement and compares it with the venue's record. A difference never changes what is
 * booked, because the wallet changed by the recorded amount.
 *
 *   amount received = −signed coins × price at the instant × settled rate
 *
 * The price of a settlement is the mark (Bybit "Introduction to Funding Rate", KuCoin "Futures Funding Fee", read
 * 2026-11) or the oracle price (`SettlementTerms`). The service uses the last price that it saw before the
 * settlement.
 */
import { abs, type Decimal, mulDown, mulTrunc, neg, parseDecimal, roundPlaces, ZERO } from './decimal.ts';
import type { FundingRecord } from './event.ts';
import type { SettledRate } from './funding.ts';
import { LEDGER_PLACES } from './ledger.ts';
import { heldAt, type LegTimeline } from './leg-timeline.ts';
import type { SettlementTerms } from './venue-facts.ts';

/** Computes the payment to the holder of `quantity` (signed coins), USD, rounded to the ledger's decimal places. */
export function computedPayment(quantity: Decimal, price: Decimal, rate: Decimal): Decimal {
	return roundPlaces(mulTrunc(mulTrunc(neg(quantity), price), rate), LEDGER_PLACES);
}

/** A difference up to this amount is only rounding, USD. */
const DIFFERENCE_MIN = parseDecimal('0.000001');

/** Returns true if the recorded payment differs from our computation by more than the venue's tolerance. */
export function isPaidOtherwise(
	{ tolerance }: Pick<SettlementTerms, 'tolerance'>,
	amount: Decimal,
	computed: Decimal,
): boolean {
	const difference = abs((amount - computed) as Decimal);
	return difference > DIFFERENCE_MIN && difference > mulDown(abs(computed), tolerance);
}

/**
 * A doubt about a settlement: it has no record, or its record differs from our computation or from the published
 * rate. Amounts are USD.
 */
export type FundingDoubt =
	/** The instrument settled while the leg was held, but the venue has no record. */
	| { readonly kind: 'missing'; readonly settledAt: number }
	| {
			readonly kind: 'amount';
			readonly settledAt: number;
			readonly amount: Decimal;
			readonly computed: Decimal;
	  }
	/** The record's rate differs from the rate that the venue published. */
	| {
			readonly kind: 'rate';
			readonly settledAt: number;
			readonly rate: Decimal;
			readonly published: Decimal;
	  };

/**
 * A settlement without a record counts as missing after this time. Venues usually write records within 20 s, and at
 * most a minute late.
 */
export const MISSING_AFTER_MS = 5 * 60_000;
/** A record this close to a published settlement time belongs to it, because stamps are rounded to the second. */
const STAMP_JITTER_MS = 2_000;

/**
 * Finds doubts about a leg's settlements. `published` holds the instrument's settled rates while the leg was held, in
 * order of time.
 */
export function fundingDoubts(leg: {
	readonly terms: SettlementTerms;
	readonly timeline: LegTimeline;
	readonly records: readonly FundingRecord[];
	readonly published: readonly SettledRate[];
	readonly now: number;
}): readonly FundingDoubt[] {
	const { terms, records } = leg;
	const doubts: FundingDoubt[] = [];
	for (const { settledAt, amount, expected } of records)
		if (expected !== undefined && isPaidOtherwise(terms, amount, expected))
			doubts.push({ kind: 'amount', settledAt, amount, computed: expected });
	const sorted = [...records].sort((a, b) => a.settledAt - b.settledAt);
	let next = 0;
	for (const { settledAt, rate } of leg.published) {
		while ((sorted[next]?.settledAt ?? Number.POSITIVE_INFINITY) < settledAt - STAMP_JITTER_MS) next += 1;
		const record = sorted[next];
		if (record !== undefined && record.settledAt <= settledAt + STAMP_JITTER_MS) {
			if (record.rate !== null && !isSameRate(record.rate, rate))
				doubts.push({ kind: 'rate', settledAt, rate: record.rate, published: rate });
		} else if (rate !== 0n && leg.now - settledAt > MISSING_AFTER_MS && wasHeld(leg, settledAt)) {
			doubts.push({ kind: 'missing', settledAt });
		}
	}
	return doubts;
}

/**
 * Returns true if the leg was held at both ends of the uncertainty period around `at`. Within that period, the venue
 * may or may not count a changed position.
 */
function wasHeld(
	{
		terms: { uncertaintyMs: uncertainty },
		timeline,
	}: { readonly terms: SettlementTerms; readonly timeline: LegTimeline },
	at: number,
): boolean {
	return heldAt(timeline, at - uncertainty, true) > ZERO && heldAt(timeline, at + uncertainty, true) > ZERO;
}

/**
 * Compares two rates with a tolerance. Venues write a rate with 6 to 10 places, and the number of places varies
 * between responses.
 */
function isSameRate(a: Decimal, b: Decimal): boolean {
	return abs((a - b) as Decimal) <= RATE_ROUNDING;
}

const RATE_ROUNDING = parseDecimal('0.000001');
