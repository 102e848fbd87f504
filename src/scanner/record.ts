/** The opportunity record of the wire contract, from the inputs of one instant and the caller's terms. Pure. */
import { type Decimal, divTrunc, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { exchangePair } from '../domain/exchange-pair.ts';
import { HOUR_MS, headlineSpread } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type CostTerms, type FieldReason, horizonMsOf, type Opportunity } from '../domain/opportunity.ts';
import type { ObservedBasis } from './basis-mean.ts';
import { EXPECTATION_REASONS, netWithoutExpectation } from './expectation.ts';
import { blockingGuards, type GuardContext, type GuardLimits, type LegInputs, receipts } from './guards.ts';
import { inputGuards, rateBetween } from './pair-guards.ts';
import { tradeCost } from './trade-cost.ts';

export type RecordLimits = GuardLimits & {
	/** Slippage of each fill of each leg that bounds max_amount, basis points. */
	readonly maxAmountSlippageBps: Decimal;
};

export type RecordInputs = {
	readonly opportunityId: string;
	readonly long: LegInputs;
	readonly short: LegInputs;
	/** In the direction of the legs. */
	readonly basis: ObservedBasis;
	/** The instant that ages are counted from, milliseconds. */
	readonly now: number;
	readonly limits: RecordLimits;
	readonly quoteRate: GuardContext['quoteRate'];
};

const HOURS_PER_YEAR = fromInteger(8_760);

const ANOMALY_REASON =
	'The headline of this moment is negative in the direction shown: inside half a basis point the direction is kept.';

export function opportunityRecord(inputs: RecordInputs, terms: CostTerms): Opportunity {
	const { long, short, opportunityId, limits } = inputs;
	const funding = fundingPart(long, short);
	const rate = rateBetween(long, short, inputs);
	const trade = tradeCost(inputs, inputs.basis, terms, limits.maxAmountSlippageBps, rate);
	const findings = [...inputGuards(long, short, guardContext(inputs, terms)), ...trade.findings];
	const guards = [...new Set(findings.map((finding) => finding.code))];
	const blocking = blockingGuards({ guards });
	const anomaly = funding.spread !== null && funding.spread < 0n;
	const age = agePart(inputs);
	const pair = exchangePair(long.instrument.venue, short.instrument.venue).name;
	return {
		opportunity_id: opportunityId,
		pair_uid: opportunityId,
		symbol: `${long.instrument.coin}${long.instrument.quote}`,
		base: long.instrument.coin,
		long_symbol: long.instrument.symbol,
		short_symbol: short.instrument.symbol,
		long_quote: long.instrument.quote,
		short_quote: short.instrument.quote,
		exchangepair: pair,
		venues: pair,
		long_venue: long.instrument.venue,
		short_venue: short.instrument.venue,
		direction: `Long ${shownName(long.instrument.venue)} / Short ${shownName(short.instrument.venue)}`,
		...funding,
		chosen_per_epoch: null,
		net: netWithoutExpectation(
			terms,
			trade.cost,
			findings.filter(({ code }) => blocking.includes(code)).map(({ message }) => message()),
		),
		long_price: trade.long_price,
		short_price: trade.short_price,
		price_basis: trade.price_basis,
		max_amount: trade.max_amount,
		liquidity_score: null,
		risk_score: null,
		anomaly_direction: anomaly,
		anomaly_reason: anomaly ? ANOMALY_REASON : null,
		guards,
		reasons: [
			...findings.map(({ code, message }) => ({ field: 'guards', code, message: message() })),
			...noticeReasons([long, short]),
			...fundingReasons(funding),
			...trade.reasons,
			...(anomaly
				? [{ field: 'anomaly_direction', code: 'HEADLINE_NEGATIVE', message: ANOMALY_REASON }]
				: []),
			...age.reasons,
			...EXPECTATION_REASONS,
		],
		...age.fields,
	};
}

export function guardContext(inputs: RecordInputs, terms: CostTerms): GuardContext {
	const { now, limits, quoteRate } = inputs;
	return { now, limits, quoteRate, horizonMs: horizonMsOf(terms) };
}

/** What no guard can say because the venue does not. */
function noticeReasons(legs: readonly LegInputs[]): FieldReason[] {
	return legs.flatMap(({ status }) =>
		(status.notices?.unknown ?? [`The notices of ${status.venue} have not been read yet.`]).map(
			(message) => ({
				field: 'guards',
				code: 'NOTICES_UNKNOWN',
				message,
			}),
		),
	);
}

const SHOWN_NAMES: Readonly<Record<VenueName, string>> = { kucoin: 'KuCoin', okx: 'OKX', htx: 'HTX' };

/** Names as people write them. */
function shownName(venue: VenueName): string {
	return SHOWN_NAMES[venue] ?? venue.charAt(0).toUpperCase() + venue.slice(1);
}

type FundingPart = Pick<
	Opportunity,
	| 'long_rate'
	| 'short_rate'
	| 'long_interval_hours'
	| 'short_interval_hours'
	| 'long_next_funding_timestamp'
	| 'short_next_funding_timestamp'
	| 'next_funding_timestamp'
	| 'epoch_hours'
	| 'spread'
	| 'funding_delta'
	| 'apr'
>;

/** What needs one leg is known with one leg; what compares needs both, and so does the earlier of two instants. */
function fundingPart(long: LegInputs, short: LegInputs): FundingPart {
	const a = long.ticker?.funding ?? null;
	const b = short.ticker?.funding ?? null;
	const each = {
		long_rate: a?.predictedRate ?? null,
		short_rate: b?.predictedRate ?? null,
		long_interval_hours: a === null ? null : hours(a.intervalMs),
		short_interval_hours: b === null ? null : hours(b.intervalMs),
		long_next_funding_timestamp: a === null ? null : seconds(a.nextSettlementAt),
		short_next_funding_timestamp: b === null ? null : seconds(b.nextSettlementAt),
	};
	if (a === null || b === null)
		return {
			...each,
			next_funding_timestamp: null,
			epoch_hours: null,
			spread: null,
			funding_delta: null,
			apr: null,
		};
	const spread = headlineSpread(a, b);
	const epoch = hours(Math.max(a.intervalMs, b.intervalMs));
	return {
		...each,
		next_funding_timestamp: seconds(Math.min(a.nextSettlementAt, b.nextSettlementAt)),
		epoch_hours: epoch,
		spread,
		funding_delta: spread,
		apr: divTrunc(mulTrunc(spread, HOURS_PER_YEAR), epoch),
	};
}

function fundingReasons(funding: FundingPart): FieldReason[] {
	return Object.entries(funding)
		.filter(([, value]) => value === null)
		.map(([field]) => ({
			field,
			code: 'FUNDING_MISSING',
			message: 'The running estimate of a leg is missing.',
		}));
}

/** Newest input's second, oldest input's age, and when the first of them becomes stale. */
function agePart({ long, short, now, limits }: RecordInputs): {
	readonly fields: Pick<Opportunity, 'updated_at' | 'age_ms' | 'expires_at'>;
	readonly reasons: readonly FieldReason[];
} {
	const stamps = [long, short].flatMap((leg) => receipts(leg, limits));
	if (stamps.length === 0)
		return {
			fields: { updated_at: seconds(now), age_ms: null, expires_at: null },
			reasons: ['updated_at', 'age_ms', 'expires_at'].map((field) => ({
				field,
				code: 'NO_INPUT',
				message: 'No input of either leg was received yet; updated_at is the time of this record.',
			})),
		};
	const times = stamps.map(({ at }) => at);
	return {
		fields: {
			updated_at: seconds(Math.max(...times)),
			age_ms: Math.max(0, now - Math.min(...times)),
			expires_at: new Date(Math.min(...stamps.map(({ staleAfter }) => staleAfter))).toISOString(),
		},
		reasons: [],
	};
}

function hours(intervalMs: number): Decimal {
	return divTrunc(fromInteger(intervalMs), fromInteger(HOUR_MS));
}

function seconds(at: number): number {
	return Math.floor(at / 1_000);
}
