/** Builds the API's opportunity record from the inputs at one instant and the caller's terms. Pure functions. */
import { type Decimal, divTrunc, fromInteger, fromNumber, min } from '../domain/decimal.ts';
import { approximately, published, publishedOrNull } from '../domain/estimate.ts';
import { exchangePair } from '../domain/exchange-pair.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import {
	type CostTerms,
	DIRECTION_DEAD_BAND,
	type FieldReason,
	type HeldTerms,
	type Opportunity,
} from '../domain/opportunity.ts';
import { gradeLiquidity, gradeRisk } from '../domain/scores.ts';
import { snakeName } from '../domain/snake-case.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf, venueFacts } from '../venues/facts.ts';
import { figureTerms, type PairFigures } from './figures.ts';
import { blockingGuards, type GuardFinding, type GuardLimits, type LegInputs, receipts } from './guards.ts';
import { netOf } from './net.ts';
import { inputGuards } from './pair-guards.ts';
import {
	guardContext,
	type PairInputs,
	type PairReading,
	type PairRows,
	readPair,
	sharedRows,
	type TradeLimits,
} from './pair-reading.ts';
import { oddsOf } from './pair-verdict.ts';
import { RECORD_TEXT } from './text.ts';
import { type TradeCost, tradeCost } from './trade-cost.ts';

/** Limits for guards and for trade size. */
export type RecordLimits = GuardLimits & TradeLimits;

/** A pair's inputs at one instant, with the id of the opportunity that the record shows. */
export type RecordInputs = PairInputs & { readonly opportunityId: string };

/** Builds the opportunity as the API shows it at the given terms. Unknown figures are null, each with a reason. */
export function opportunityOf(inputs: RecordInputs, terms: CostTerms): Opportunity {
	return gradedRecord(inputs, terms, sharedRows(inputs)).record;
}

/** A record with the values that an opportunity detail also needs. */
export type GradedRecord = {
	readonly record: Opportunity;
	/** The caller's terms, with the horizon that the record uses. */
	readonly held: HeldTerms;
	readonly pair: PairReading;
	readonly figures: PairFigures;
	/**
	 * Returns the components of both scores by name, such as `liquidity.depth`; a component is null if its input is
	 * unknown.
	 */
	readonly scoreComponents: () => Readonly<Record<string, Decimal | null>>;
};

/** Computes the record, and returns it with the figures that details and previews need. */
export function gradedRecord(inputs: RecordInputs, terms: CostTerms, rows?: PairRows): GradedRecord {
	const { long, short } = inputs;
	const pair = readPair(inputs, rows);
	const figures = pair.at(terms);
	const held = { ...terms, horizonHours: terms.horizonHours ?? published(figures.horizonHours) };
	const trade = tradeCost(inputs, pair, figures, terms);
	const findings = [...inputGuards(long, short, guardContext(inputs, terms)), ...trade.findings];
	const guards = [...new Set(findings.map((finding) => finding.code))];
	const blocking = blockingGuards({ guards });
	const odds = oddsOf(figures, pair.expectation, inputs.firstIsLong);
	const net = netOf({
		inputs,
		pair,
		terms: held,
		figures,
		odds,
		cost: trade.cost,
		blocking: findings.filter(({ code }) => blocking.includes(code)).map(({ message }) => message()),
	});
	const gradedTerms = figureTerms(terms);
	const liquidity = gradeLiquidity(pair.scores.liquidity(gradedTerms));
	const risk = gradeRisk(pair.scores.risk(figures, odds, gradedTerms));
	const anomaly = figures.spread < 0;
	return {
		record: recordOf(inputs, figures, {
			funding: fundingPart(long, short, figures),
			trade,
			findings,
			guards,
			anomalyReason: !anomaly
				? null
				: isTurnedByCarry(pair, terms)
					? RECORD_TEXT.headlineAgainstCarry()
					: RECORD_TEXT.headlineInBand(),
			net,
			liquidity,
			risk,
			volume: lesserVolume(long, short),
			age: agePart(inputs),
		}),
		held,
		pair,
		figures,
		scoreComponents: () =>
			Object.fromEntries([
				...flatComponents('liquidity', liquidity.components),
				...flatComponents('risk', risk.components),
			]),
	};
}

type RecordParts = {
	readonly funding: FundingPart;
	readonly trade: TradeCost;
	readonly findings: readonly GuardFinding[];
	readonly guards: Opportunity['guards'];
	readonly anomalyReason: Words | null;
	readonly net: ReturnType<typeof netOf>;
	readonly liquidity: ReturnType<typeof gradeLiquidity>;
	readonly risk: ReturnType<typeof gradeRisk>;
	readonly volume: Decimal | null;
	readonly age: ReturnType<typeof agePart>;
};

function recordOf(inputs: RecordInputs, figures: PairFigures, parts: RecordParts): Opportunity {
	const { opportunityId } = inputs;
	const long = inputs.long.instrument;
	const short = inputs.short.instrument;
	const { trade, anomalyReason } = parts;
	const venues = exchangePair(long.venue, short.venue).name;
	return {
		opportunityId,
		pairUid: opportunityId,
		symbol: `${long.coin}${long.quote}`,
		base: long.coin,
		longSymbol: long.symbol,
		shortSymbol: short.symbol,
		longQuote: long.quote,
		shortQuote: short.quote,
		exchangepair: venues,
		venues,
		longVenue: long.venue,
		shortVenue: short.venue,
		direction: `Long ${shownName(long.venue)} / Short ${shownName(short.venue)}`,
		...parts.funding,
		chosenPerEpoch: publishedOrNull((figures.expectedCarry * figures.epochHours) / figures.horizonHours),
		net: parts.net.net,
		longPrice: trade.longPrice,
		shortPrice: trade.shortPrice,
		priceBasis: trade.priceBasis,
		maxAmount: trade.maxAmount,
		minAmount: trade.minAmount,
		volume24h: parts.volume,
		liquidityScore: decimalOrNull(parts.liquidity.score),
		riskScore: decimalOrNull(parts.risk.score),
		anomalyDirection: anomalyReason !== null,
		anomalyReason,
		guards: parts.guards,
		reasons: reasonsOf(inputs, parts),
		...parts.age.fields,
	};
}

function reasonsOf({ long, short }: RecordInputs, parts: RecordParts): FieldReason[] {
	const { anomalyReason } = parts;
	return [
		...parts.findings.map(({ code, message }) => ({ field: 'guards', code, message: message() })),
		...noticeReasons([long, short]),
		...fundingReasons(parts.funding),
		...parts.trade.reasons,
		...(anomalyReason === null
			? []
			: [{ field: 'anomaly_direction', code: 'HEADLINE_NEGATIVE', message: anomalyReason }]),
		...parts.age.reasons,
		...(parts.volume === null ? [VOLUME_UNKNOWN] : []),
		...parts.net.reasons,
		...scoreReasons('liquidity_score', parts.liquidity.reason),
		...scoreReasons('risk_score', parts.risk.reason),
	];
}

/** True if the carry expected over DIRECTION_HOURS is outside the dead band and therefore decides the direction. */
function isTurnedByCarry(pair: PairReading, terms: CostTerms): boolean {
	const { directionCarry } = pair.at({ ...terms, horizonHours: undefined });
	return Math.abs(directionCarry) >= approximately(DIRECTION_DEAD_BAND);
}

const VOLUME_UNKNOWN: FieldReason = {
	field: 'volume_24h',
	code: 'VOLUME_MISSING',
	message: RECORD_TEXT.volumeUnknown(),
};

/** Returns the smaller of the legs' 24 h volumes, USD; null if one is unknown. */
function lesserVolume(long: LegInputs, short: LegInputs): Decimal | null {
	const [a, b] = [long.ticker?.volume24h ?? null, short.ticker?.volume24h ?? null];
	return a === null || b === null ? null : min(a, b);
}

/** Returns a reason for each kind of announcement that could not be read, because guards based on it cannot apply. */
function noticeReasons(legs: readonly LegInputs[]): FieldReason[] {
	return legs.flatMap(({ status }) =>
		(status.notices?.unknown ?? [RECORD_TEXT.noticesUnread({ exchange: shownNameOf(status.venue) })]).map(
			(message) => ({
				field: 'guards',
				code: 'NOTICES_UNKNOWN',
				message,
			}),
		),
	);
}

function scoreReasons(field: string, message: Words | null): FieldReason[] {
	return message === null ? [] : [{ field, code: 'SCORE_INPUT_UNKNOWN', message }];
}

function flatComponents(score: string, components: Readonly<Record<string, number | null>>) {
	return Object.entries(components).map(
		([name, value]) => [`${score}.${name}`, decimalOrNull(value)] as const,
	);
}

function decimalOrNull(value: number | null): Decimal | null {
	return value === null ? null : fromNumber(value);
}

/** Returns the exchange's display name. */
function shownName(venue: VenueName): string {
	return venueFacts(venue)?.shownName ?? venue.charAt(0).toUpperCase() + venue.slice(1);
}

type FundingPart = Pick<
	Opportunity,
	| 'longRate'
	| 'shortRate'
	| 'longIntervalHours'
	| 'shortIntervalHours'
	| 'longNextFundingTimestamp'
	| 'shortNextFundingTimestamp'
	| 'nextFundingTimestamp'
	| 'epochHours'
	| 'spread'
	| 'fundingDelta'
	| 'apr'
>;

/**
 * Computes the funding figures. The figures of one leg need only that leg's funding. Comparisons, and the time of the
 * earlier settlement, need the funding of both.
 */
function fundingPart(long: LegInputs, short: LegInputs, figures: PairFigures): FundingPart {
	const a = long.ticker?.funding ?? null;
	const b = short.ticker?.funding ?? null;
	const each = {
		longRate: a?.predictedRate ?? null,
		shortRate: b?.predictedRate ?? null,
		longIntervalHours: a === null ? null : hours(a.intervalMs),
		shortIntervalHours: b === null ? null : hours(b.intervalMs),
		longNextFundingTimestamp: a === null ? null : seconds(a.nextSettlementAt),
		shortNextFundingTimestamp: b === null ? null : seconds(b.nextSettlementAt),
	};
	if (a === null || b === null)
		return {
			...each,
			nextFundingTimestamp: null,
			epochHours: null,
			spread: null,
			fundingDelta: null,
			apr: null,
		};
	const spread = published(figures.spread);
	return {
		...each,
		nextFundingTimestamp: seconds(Math.min(a.nextSettlementAt, b.nextSettlementAt)),
		epochHours: published(figures.epochHours),
		spread,
		fundingDelta: spread,
		apr: published(figures.apr),
	};
}

function fundingReasons(funding: FundingPart): FieldReason[] {
	return Object.entries(funding)
		.filter(([, value]) => value === null)
		.map(([name]) => ({
			field: snakeName(name),
			code: 'FUNDING_MISSING',
			message: RECORD_TEXT.fundingMissing(),
		}));
}

/**
 * Returns the time of the newest input, the age of the oldest input, and the time at which the first input becomes
 * stale.
 */
function agePart({ long, short, now, limits }: RecordInputs): {
	readonly fields: Pick<Opportunity, 'updatedAt' | 'ageMs' | 'expiresAt'>;
	readonly reasons: readonly FieldReason[];
} {
	const stamps = [long, short].flatMap((leg) => receipts(leg, limits));
	if (stamps.length === 0)
		return {
			fields: { updatedAt: seconds(now), ageMs: null, expiresAt: null },
			reasons: ['updated_at', 'age_ms', 'expires_at'].map((field) => ({
				field,
				code: 'NO_INPUT',
				message: RECORD_TEXT.noInput(),
			})),
		};
	const times = stamps.map(({ at }) => at);
	return {
		fields: {
			updatedAt: seconds(Math.max(...times)),
			ageMs: Math.max(0, now - Math.min(...times)),
			expiresAt: new Date(Math.min(...stamps.map(({ staleAfter }) => staleAfter))).toISOString(),
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
