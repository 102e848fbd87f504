/**
 * Computes the accuracy of past forecasts from sums over scored forecasts. Pure functions.
 *
 * Sums are additive, so a forecast can be forgotten once it has been counted. These definitions apply to scored
 * forecasts. The received carry is the carry that arrived in the forecast direction. A reversal is a received carry
 * strictly below 0. A forecast lies within one standard deviation if |received − forecast| ≤ sd. Slope and intercept
 * come from a least-squares fit of received on forecast carry. The Brier score is the mean of (stated probability −
 * outcome)². Its skill is 1 − Brier / (e (1 − e)), where e is the share of reversals.
 *
 * Hourly forecasts for one pair overlap, so the figures for n forecasts depend on fewer than n independent outcomes.
 * This makes them noisy, not biased.
 */
import { type Decimal, parseDecimal } from './decimal.ts';
import { type TrackRecord, VERDICTS, type Verdict, type VerdictRecord } from './opportunity.ts';

/** Upper ends of the horizon buckets, hours; the last bucket has no upper limit. */
export const HORIZON_BUCKETS_HOURS = [8, 24, 72, 168, 336, 720, 2160] as const;

/** Minimum number of scored forecasts for a slope or a skill score. */
export const SLOPE_COUNT_MIN = 30;
/** Figures are statistics, so twelve decimal places are enough. */
const FIGURE_PLACES = 12;
/** A variance below this fraction of the mean square is only rounding error; the forecasts then count as all equal. */
const VARIANCE_SHARE_MIN = 1e-10;

/** Type of a forecast: shown to a caller, or executed. */
export type ForecastKind = 'shown' | 'executed';

/** One forecast whose horizon has ended, with the carry received. Values are fractions of one leg's notional. */
export type ScoredForecast = {
	readonly expected: number;
	readonly sd: number;
	readonly received: number;
	/** Stated P(received < 0). */
	readonly reversalStated: number;
};

/** Plain sums over scored forecasts. */
export type ForecastSums = {
	readonly count: number;
	readonly expected: number;
	readonly received: number;
	readonly expectedSquares: number;
	readonly products: number;
	readonly stated: number;
	readonly reversed: number;
	/** Sum of (stated P(received < 0) − outcome)². The outcome is 1 for a reversal and 0 otherwise. */
	readonly brier: number;
	readonly insideOne: number;
	readonly insideTwo: number;
};

/** Sums over no forecasts, all zero. */
export const NO_SUMS: ForecastSums = {
	count: 0,
	expected: 0,
	received: 0,
	expectedSquares: 0,
	products: 0,
	stated: 0,
	reversed: 0,
	brier: 0,
	insideOne: 0,
	insideTwo: 0,
};

/** Sums over executions that have ended, fractions of one leg's notional. */
export type NetSums = {
	readonly count: number;
	readonly net: number;
	readonly price: number;
	readonly funding: number;
	readonly fees: number;
	readonly slippage: number;
	/** Number of executions that had a forecast net. */
	readonly expectedCount: number;
	/** Sum of the forecast net of these `expectedCount` executions. */
	readonly expected: number;
	/** Sum of the actual net of these `expectedCount` executions. */
	readonly netOfForecast: number;
};

/** Sums over no executions, all zero. */
export const NO_NETS: NetSums = {
	count: 0,
	net: 0,
	price: 0,
	funding: 0,
	fees: 0,
	slippage: 0,
	expectedCount: 0,
	expected: 0,
	netOfForecast: 0,
};

/** Sums of the forecasts with one type, verdict and horizon bucket. */
export type ForecastGroup = {
	/** Upper end of the horizon bucket, hours. */
	readonly horizonBucket: number;
	readonly verdict: Verdict;
	readonly kind: ForecastKind;
	/** Time of the oldest counted forecast, milliseconds; null if there is none. */
	readonly since: number | null;
	readonly pending: number;
	readonly unscorable: number;
	readonly sums: ForecastSums;
	readonly nets: NetSums;
};

/** Figures for a set of forecasts. A figure is null while no forecast is scored, or too few for that figure. */
export type ForecastFigures = {
	readonly forecasts: number;
	readonly pending: number;
	readonly unscorable: number;
	readonly scored: number;
	readonly expectedMean: Decimal | null;
	readonly receivedMean: Decimal | null;
	/** Least-squares slope of received on forecast; null below 30 scored forecasts, or if all forecasts were equal. */
	readonly slope: Decimal | null;
	readonly intercept: Decimal | null;
	readonly reversalStated: Decimal | null;
	readonly reversalHappened: Decimal | null;
	readonly brier: Decimal | null;
	/** Skill relative to the share of reversals; null below 30 scored forecasts, or if all or none reversed. */
	readonly brierSkill: Decimal | null;
	readonly insideOneSd: Decimal | null;
	readonly insideTwoSd: Decimal | null;
};

/** Results of ended executions. Means are fractions of one leg's notional. */
export type NetFigures = {
	readonly ended: number;
	/** Mean forecast net of the executions that had a forecast; null if none had one. */
	readonly expectedNetMean: Decimal | null;
	/** Mean actual net of the executions that had a forecast; null if none had one. */
	readonly receivedNetMean: Decimal | null;
	/** Mean over all ended executions: net = price + funding − fees − slippage. */
	readonly netMean: Decimal | null;
	readonly priceMean: Decimal | null;
	readonly fundingMean: Decimal | null;
	readonly feesMean: Decimal | null;
	readonly slippageMean: Decimal | null;
};

/** Accuracy of the service's own forecasts. */
export type ForecastSummary = {
	/** Time of the oldest counted forecast, milliseconds; null if there is none. */
	readonly since: number | null;
	readonly all: ForecastFigures;
	/** Figures of each horizon bucket that has forecasts. */
	readonly byHorizon: readonly { readonly hoursMax: number; readonly figures: ForecastFigures }[];
	readonly byVerdict: readonly { readonly verdict: Verdict; readonly figures: ForecastFigures }[];
	readonly byKind: readonly { readonly kind: ForecastKind; readonly figures: ForecastFigures }[];
	readonly executions: NetFigures;
};

const KINDS: readonly ForecastKind[] = ['shown', 'executed'];

/** Returns the bucket of a horizon, named by its upper end, hours. */
export function horizonBucket(hours: number): number {
	return HORIZON_BUCKETS_HOURS.find((end) => hours <= end) ?? 2160;
}

/** Returns the sums of a single scored forecast, to be added to the stored sums. */
export function sumsOf({ expected, sd, received, reversalStated }: ScoredForecast): ForecastSums {
	const reversed = received < 0 ? 1 : 0;
	const miss = Math.abs(received - expected);
	return {
		count: 1,
		expected,
		received,
		expectedSquares: expected * expected,
		products: expected * received,
		stated: reversalStated,
		reversed,
		brier: (reversalStated - reversed) ** 2,
		insideOne: miss <= sd ? 1 : 0,
		insideTwo: miss <= 2 * sd ? 1 : 0,
	};
}

/** Computes a pair's track record from its groups. */
export function trackRecord(groups: readonly ForecastGroup[]): TrackRecord {
	const figures = figuresOf(groups);
	const since = sinceOf(groups);
	return {
		forecasts: figures.forecasts,
		scored: figures.scored,
		expectedMean: figures.expectedMean,
		receivedMean: figures.receivedMean,
		slope: figures.slope,
		reversalStated: figures.reversalStated,
		reversalHappened: figures.reversalHappened,
		insideOneSd: figures.insideOneSd,
		since: since === null ? null : Math.floor(since / 1_000),
		byVerdict: Object.fromEntries(
			VERDICTS.map((verdict) => [verdict, verdictRecord(groups, verdict)]),
		) as TrackRecord['byVerdict'],
	};
}

function verdictRecord(groups: readonly ForecastGroup[], verdict: Verdict): VerdictRecord {
	const figures = figuresOf(groups.filter((group) => group.verdict === verdict));
	const { scored, expectedMean, receivedMean, reversalStated, reversalHappened } = figures;
	return { scored, expectedMean, receivedMean, reversalStated, reversalHappened };
}

/** Computes the figures of all forecasts, in total and by horizon, verdict and type. */
export function forecastSummary(groups: readonly ForecastGroup[]): ForecastSummary {
	const of = (fits: (group: ForecastGroup) => boolean) => figuresOf(groups.filter(fits));
	return {
		since: sinceOf(groups),
		all: figuresOf(groups),
		byHorizon: HORIZON_BUCKETS_HOURS.map((hoursMax) => ({
			hoursMax,
			figures: of((group) => group.horizonBucket === hoursMax),
		})).filter(({ figures }) => figures.forecasts > 0),
		byVerdict: VERDICTS.map((verdict) => ({ verdict, figures: of((group) => group.verdict === verdict) })),
		byKind: KINDS.map((kind) => ({ kind, figures: of((group) => group.kind === kind) })),
		executions: netFigures(groups),
	};
}

function sinceOf(groups: readonly ForecastGroup[]): number | null {
	const known = groups.flatMap(({ since }) => since ?? []);
	return known.length === 0 ? null : Math.min(...known);
}

function figuresOf(groups: readonly ForecastGroup[]): ForecastFigures {
	const sums = groups.reduce((total, group) => addedSums(total, group.sums), NO_SUMS);
	const pending = groups.reduce((total, group) => total + group.pending, 0);
	const unscorable = groups.reduce((total, group) => total + group.unscorable, 0);
	const mean = (sum: number) => (sums.count === 0 ? null : statistic(sum / sums.count));
	return {
		forecasts: sums.count + pending + unscorable,
		pending,
		unscorable,
		scored: sums.count,
		expectedMean: mean(sums.expected),
		receivedMean: mean(sums.received),
		...lineOf(sums),
		reversalStated: mean(sums.stated),
		reversalHappened: mean(sums.reversed),
		brier: mean(sums.brier),
		brierSkill: skillOf(sums),
		insideOneSd: mean(sums.insideOne),
		insideTwoSd: mean(sums.insideTwo),
	};
}

/** Fits received on forecast by least squares; null below 30 scored forecasts, or if all forecasts were equal. */
export function lineOf(
	sums: Pick<ForecastSums, 'count' | 'expected' | 'received' | 'expectedSquares' | 'products'>,
): Pick<ForecastFigures, 'slope' | 'intercept'> {
	const { count, expected, received, expectedSquares, products } = sums;
	if (count < SLOPE_COUNT_MIN) return { slope: null, intercept: null };
	const variance = expectedSquares / count - (expected / count) ** 2;
	if (!(variance > VARIANCE_SHARE_MIN * (expectedSquares / count))) return { slope: null, intercept: null };
	const slope = (products / count - (expected / count) * (received / count)) / variance;
	return { slope: statistic(slope), intercept: statistic(received / count - slope * (expected / count)) };
}

function skillOf({ count, reversed, brier }: ForecastSums): Decimal | null {
	const share = reversed / count;
	if (count < SLOPE_COUNT_MIN || share === 0 || share === 1) return null;
	return statistic(1 - brier / count / (share * (1 - share)));
}

function netFigures(groups: readonly ForecastGroup[]): NetFigures {
	const nets = groups.reduce((total, group) => addedSums(total, group.nets), NO_NETS);
	const mean = (sum: number, count: number) => (count === 0 ? null : statistic(sum / count));
	return {
		ended: nets.count,
		expectedNetMean: mean(nets.expected, nets.expectedCount),
		receivedNetMean: mean(nets.netOfForecast, nets.expectedCount),
		netMean: mean(nets.net, nets.count),
		priceMean: mean(nets.price, nets.count),
		fundingMean: mean(nets.funding, nets.count),
		feesMean: mean(nets.fees, nets.count),
		slippageMean: mean(nets.slippage, nets.count),
	};
}

/** Adds two records field by field. Both must have the same fields. */
export function addedSums<Sums extends Readonly<Record<string, number>>>(a: Sums, b: Sums): Sums {
	return Object.fromEntries(
		Object.entries(a).map(([name, value]) => [name, value + (b[name] ?? 0)]),
	) as unknown as Sums;
}

/** Rounds a figure for publication to twelve decimal places. */
export function statistic(value: number): Decimal {
	return parseDecimal(value.toFixed(FIGURE_PLACES));
}
