/**
 * Scores the service's own forecasts, for comparison with the scores from `npm run calibrate` on recorded funding. It
 * keeps tallies of scored forecasts and computes figures from them. Pure functions.
 *
 * Tallies only grow, so a forecast can be forgotten once it is counted. Sums cannot be winsorized, so slopes here are
 * plain least squares; those from `npm run calibrate` are clipped at the 1st and 99th percentile.
 */
import { abs, type Decimal, fromNumber, parseDecimal, sub } from './decimal.ts';
import { MONTH_HOURS } from './funding.ts';
import type { Verdict } from './opportunity.ts';
import {
	addedSums,
	HORIZON_BUCKETS_HOURS,
	horizonBucket,
	lineOf,
	type ScoredForecast,
	SLOPE_COUNT_MIN,
	statistic,
} from './track-record.ts';

/** A headline beyond this many of the pair's own scales is a squeeze. */
export const SQUEEZE_SCALES = 3;
/** Minimum count for comparing a share with its goal. At this count, the standard error is at most 0.035. */
export const JUDGED_COUNT_MIN = 200;
/** Minimum count for a calibration error. With fewer, chance alone gives ten bins an error above 0.03. */
export const CALIBRATION_COUNT_MIN = 1_000;
/** Number of equal bins for a stated probability. */
export const ODDS_BINS = 10;

/** Goals of the measures, as inclusive limits. */
export const SCORE_GOALS = {
	/** Distance between the stated and the observed odds. */
	tradeOdds: { most: parseDecimal('0.05') },
	calibrationError: { most: parseDecimal('0.03') },
	squeezeInsideOne: { least: parseDecimal('0.6') },
	squeezeInsideTwo: { least: parseDecimal('0.88') },
} as const;

/**
 * Kinds of pairs. `same_clock` means that both legs settle about hourly, or neither does. A pair with a DEX also
 * belongs to `dex`.
 */
export const PAIR_KINDS = ['same_clock', 'different_clock', 'dex'] as const;
/** One of `PAIR_KINDS`. */
export type PairKind = (typeof PAIR_KINDS)[number];

/**
 * Groups in which forecasts are counted separately. `trade` and `other` count the net of forecasts with the verdict
 * `trade` or any other verdict, in bins of the stated P(net > 0). The pair kinds count carry, in bins of the stated
 * P(received < 0); `squeeze` counts carry without bins.
 */
export type ScorePart = 'trade' | 'other' | 'squeeze' | PairKind;

/** Sums over scored forecasts. Amounts are net or carry, depending on the part, as fractions of one leg's notional. */
export type ScoreSums = {
	readonly count: number;
	/** Sum of the horizons, hours. */
	readonly hours: number;
	readonly expected: number;
	readonly received: number;
	readonly expectedSquares: number;
	readonly products: number;
	/** Sum of the stated probabilities. */
	readonly stated: number;
	/** Number of forecasts whose event occurred: net > 0, or carry < 0 in parts that count carry. */
	readonly happened: number;
	readonly insideOne: number;
	readonly insideTwo: number;
};

const NO_SCORES: ScoreSums = {
	count: 0,
	hours: 0,
	expected: 0,
	received: 0,
	expectedSquares: 0,
	products: 0,
	stated: 0,
	happened: 0,
	insideOne: 0,
	insideTwo: 0,
};

/** Sums over the scored forecasts in one part, horizon bucket and bin. A tally only grows. */
export type ScoreTally = {
	readonly part: ScorePart;
	/** Upper end of the horizon bucket, hours. */
	readonly horizonBucket: number;
	/** Tenth of the stated probability, 0 to 9; 0 in a part without bins. */
	readonly bin: number;
	/** Time of the oldest counted forecast, milliseconds. */
	readonly since: number;
	readonly sums: ScoreSums;
};

/** One scored forecast, with the figures stated when it was made. */
export type StatedForecast = ScoredForecast & {
	/** Time of the forecast, milliseconds. */
	readonly forecastAt: number;
	readonly horizonHours: number;
	readonly verdict: Verdict;
	/** Stated total cost, a fraction of one leg's notional; null if unknown. */
	readonly totalCost: number | null;
	/** Stated P(carry over the horizon > total cost). */
	readonly probabilityPositive: number | null;
	/** Absolute headline at the forecast, in units of the pair's own scale; null if unknown. */
	readonly headlineScales: number | null;
	/**
	 * True if both legs settle about hourly, or neither does. Null for a forecast from an earlier version, which used
	 * other rules for verdict and odds.
	 */
	readonly isSameClock: boolean | null;
	readonly hasDex: boolean;
};

/** Returns a forecast's tallies; none if the settlement times are unknown, as in forecasts from an earlier version. */
export function talliesOf(forecast: StatedForecast): readonly ScoreTally[] {
	const { isSameClock, reversalStated, received } = forecast;
	if (isSameClock === null) return [];
	const carry = sumsOf(forecast, forecast, reversalStated, received < 0);
	const isSqueeze = forecast.headlineScales !== null && forecast.headlineScales > SQUEEZE_SCALES;
	const kinds: readonly PairKind[] = [
		isSameClock ? 'same_clock' : 'different_clock',
		...(forecast.hasDex ? (['dex'] as const) : []),
	];
	return [
		...kinds.map((kind) => tally(forecast, kind, oddsBin(reversalStated), carry)),
		...(isSqueeze ? [tally(forecast, 'squeeze', 0, carry)] : []),
		...netTallies(forecast),
	];
}

function netTallies(forecast: StatedForecast): readonly ScoreTally[] {
	const { totalCost, probabilityPositive: stated, received, expected, sd } = forecast;
	if (totalCost === null || stated === null) return [];
	const net = { expected: expected - totalCost, received: received - totalCost, sd };
	const part = forecast.verdict === 'trade' ? 'trade' : 'other';
	return [tally(forecast, part, oddsBin(stated), sumsOf(forecast, net, stated, received > totalCost))];
}

function tally(forecast: StatedForecast, part: ScorePart, bin: number, sums: ScoreSums): ScoreTally {
	return { part, horizonBucket: horizonBucket(forecast.horizonHours), bin, since: forecast.forecastAt, sums };
}

/** Returns the bin of a stated probability, from 0. A probability of 1 belongs to the last bin. */
export function oddsBin(probability: number): number {
	return Math.max(0, Math.min(ODDS_BINS - 1, Math.floor(ODDS_BINS * probability)));
}

function sumsOf(
	{ horizonHours }: StatedForecast,
	{ expected, received, sd }: Pick<ScoredForecast, 'expected' | 'received' | 'sd'>,
	stated: number,
	happened: boolean,
): ScoreSums {
	const miss = Math.abs(received - expected);
	return {
		count: 1,
		hours: horizonHours,
		expected,
		received,
		expectedSquares: expected * expected,
		products: expected * received,
		stated,
		happened: happened ? 1 : 0,
		insideOne: miss <= sd ? 1 : 0,
		insideTwo: miss <= 2 * sd ? 1 : 0,
	};
}

/** A stated probability and the observed share; both are null below 30 scored forecasts. */
export type OddsFigures = {
	readonly scored: number;
	readonly stated: Decimal | null;
	readonly happened: Decimal | null;
};

/** Stated and observed odds of the forecasts whose stated probability lies in one bin. */
export type OddsBin = OddsFigures & {
	/** Lower bound of the stated probability, inclusive. */
	readonly from: Decimal;
	/** Upper bound of the stated probability, exclusive except in the last bin. */
	readonly to: Decimal;
};

/** Figures for squeezes; null below 30 scored forecasts. */
export type SqueezeFigures = {
	readonly scored: number;
	readonly insideOneSd: Decimal | null;
	readonly insideTwoSd: Decimal | null;
	readonly reversalStated: Decimal | null;
	readonly reversalHappened: Decimal | null;
};

/**
 * Calibration of P(reversal): the mean over ten bins of |stated − observed|, weighted by count. Null below 1,000
 * scored forecasts.
 */
export type CalibrationFigures = { readonly scored: number; readonly calibrationError: Decimal | null };

/** Calibration of one kind of pair. The ideal slope is 1. */
export type KindFigures = CalibrationFigures & {
	/** Slope of received against forecast carry. Null below 30 scored forecasts, or if all forecasts were equal. */
	readonly slope: Decimal | null;
};

/** Received carry minus the stated cost, as fractions of one leg's notional. Null below 30 scored forecasts. */
export type VerdictNetFigures = {
	readonly scored: number;
	readonly horizonHoursMean: Decimal | null;
	readonly netMean: Decimal | null;
	/** Mean net per 30 days: Σ net / Σ horizon × 720 h. */
	readonly netPer30Days: Decimal | null;
};

/** Figures over all horizons and for each horizon bucket. */
export type ByHorizon<Figures> = {
	readonly all: Figures;
	readonly byHorizon: readonly { readonly hoursMax: number; readonly figures: Figures }[];
};

/** A figure compared with its goal. */
export type Judgement = {
	readonly measure: keyof typeof SCORE_GOALS;
	/** Upper end of the horizon bucket, hours; null for all horizons. */
	readonly hoursMax: number | null;
	/** Kind of pair; null for all pairs. */
	readonly kind: PairKind | null;
	/** The stated and the observed odds behind the distance in `value`; null for other measures. */
	readonly odds: OddsFigures | null;
	/** Bounds of one bin of the stated probability; null for all bins. */
	readonly bin: Pick<OddsBin, 'from' | 'to'> | null;
	readonly value: Decimal;
	readonly isMet: boolean;
};

/** Scores of all counted forecasts, with the measures of `npm run calibrate`. */
export type ForecastScores = {
	/** Time of the oldest counted forecast, milliseconds; null if there is none. */
	readonly since: number | null;
	readonly scored: number;
	/** Stated P(net > 0) for `trade` verdicts, compared with how often received carry exceeded the stated cost. */
	readonly tradeOdds: { readonly all: OddsFigures; readonly bins: readonly OddsBin[] };
	readonly squeezes: ByHorizon<SqueezeFigures>;
	readonly kinds: readonly ({ readonly kind: PairKind } & ByHorizon<KindFigures>)[];
	readonly reversal: ByHorizon<CalibrationFigures>;
	readonly net: { readonly trade: VerdictNetFigures; readonly other: VerdictNetFigures };
	/** Figures with enough forecasts to compare them with their goals. */
	readonly judgements: readonly Judgement[];
};

/** Computes the figures from the tallies, in any order. Figures with too few forecasts are null. */
export function forecastScores(tallies: readonly ScoreTally[]): ForecastScores {
	const of = (part: ScorePart): readonly ScoreTally[] => tallies.filter((each) => each.part === part);
	const tradeOdds = { all: oddsOf(total(of('trade'))), bins: binsOf(of('trade')) };
	const squeezes = byHorizon(of('squeeze'), squeezesOf);
	// Every forecast is counted in exactly one of these two kinds.
	const reversal = byHorizon([...of('same_clock'), ...of('different_clock')], calibrationOf);
	const kinds = PAIR_KINDS.map((kind) => ({ kind, ...byHorizon(of(kind), kindOf) }));
	return {
		since: tallies.length === 0 ? null : Math.min(...tallies.map(({ since }) => since)),
		scored: reversal.all.scored,
		tradeOdds,
		squeezes,
		kinds,
		reversal,
		net: { trade: netOf(total(of('trade'))), other: netOf(total(of('other'))) },
		judgements: [
			...judgedOdds(tradeOdds),
			...judgedSqueezes(squeezes),
			...judgedReversals(reversal),
			...kinds.flatMap(({ kind, all }) => judgedReversal(all, null, kind)),
		],
	};
}

function byHorizon<Figures>(
	tallies: readonly ScoreTally[],
	figuresOf: (tallies: readonly ScoreTally[]) => Figures,
): ByHorizon<Figures> {
	return {
		all: figuresOf(tallies),
		byHorizon: HORIZON_BUCKETS_HOURS.flatMap((hoursMax) => {
			const own = tallies.filter((each) => each.horizonBucket === hoursMax);
			return own.length === 0 ? [] : [{ hoursMax, figures: figuresOf(own) }];
		}),
	};
}

function total(tallies: readonly ScoreTally[]): ScoreSums {
	return tallies.reduce((sums, each) => addedSums(sums, each.sums), NO_SCORES);
}

function meanOf({ count }: ScoreSums, sum: number): Decimal | null {
	return count < SLOPE_COUNT_MIN ? null : statistic(sum / count);
}

function oddsOf(sums: ScoreSums): OddsFigures {
	return { scored: sums.count, stated: meanOf(sums, sums.stated), happened: meanOf(sums, sums.happened) };
}

function binsOf(tallies: readonly ScoreTally[]): readonly OddsBin[] {
	return Array.from({ length: ODDS_BINS }, (_, bin) => ({
		from: fromNumber(bin / ODDS_BINS),
		to: fromNumber((bin + 1) / ODDS_BINS),
		...oddsOf(total(tallies.filter((each) => each.bin === bin))),
	}));
}

function squeezesOf(tallies: readonly ScoreTally[]): SqueezeFigures {
	const sums = total(tallies);
	return {
		scored: sums.count,
		insideOneSd: meanOf(sums, sums.insideOne),
		insideTwoSd: meanOf(sums, sums.insideTwo),
		reversalStated: meanOf(sums, sums.stated),
		reversalHappened: meanOf(sums, sums.happened),
	};
}

function kindOf(tallies: readonly ScoreTally[]): KindFigures {
	return { ...calibrationOf(tallies), slope: lineOf(total(tallies)).slope };
}

function calibrationOf(tallies: readonly ScoreTally[]): CalibrationFigures {
	const { count } = total(tallies);
	if (count < CALIBRATION_COUNT_MIN) return { scored: count, calibrationError: null };
	const distances = Array.from({ length: ODDS_BINS }, (_, bin) => {
		const { stated, happened } = total(tallies.filter((each) => each.bin === bin));
		return Math.abs(stated - happened);
	});
	const distance = distances.reduce((sum, each) => sum + each, 0);
	return { scored: count, calibrationError: statistic(distance / count) };
}

function netOf(sums: ScoreSums): VerdictNetFigures {
	const { count, hours, received } = sums;
	return {
		scored: count,
		horizonHoursMean: meanOf(sums, hours),
		netMean: meanOf(sums, received),
		netPer30Days: count < SLOPE_COUNT_MIN ? null : statistic((received / hours) * MONTH_HOURS),
	};
}

function judgedOdds({ all, bins }: ForecastScores['tradeOdds']): readonly Judgement[] {
	const judged = (odds: OddsFigures, bin: OddsBin | null): readonly Judgement[] => {
		const { scored, stated, happened } = odds;
		if (scored < JUDGED_COUNT_MIN || stated === null || happened === null) return [];
		return [{ ...judgement('tradeOdds', null, abs(sub(stated, happened))), odds, bin }];
	};
	return [...judged(all, null), ...bins.flatMap((bin) => judged(bin, bin))];
}

function judgedSqueezes({ all, byHorizon: rows }: ByHorizon<SqueezeFigures>): readonly Judgement[] {
	const judged = (figures: SqueezeFigures, hoursMax: number | null): readonly Judgement[] => {
		const { scored, insideOneSd: one, insideTwoSd: two } = figures;
		if (scored < JUDGED_COUNT_MIN || one === null || two === null) return [];
		return [judgement('squeezeInsideOne', hoursMax, one), judgement('squeezeInsideTwo', hoursMax, two)];
	};
	return [...judged(all, null), ...rows.flatMap(({ hoursMax, figures }) => judged(figures, hoursMax))];
}

function judgedReversals({ all, byHorizon: rows }: ByHorizon<CalibrationFigures>): readonly Judgement[] {
	return [
		...judgedReversal(all, null, null),
		...rows.flatMap(({ hoursMax, figures }) => judgedReversal(figures, hoursMax, null)),
	];
}

function judgedReversal(
	{ calibrationError: error }: CalibrationFigures,
	hoursMax: number | null,
	kind: PairKind | null,
): readonly Judgement[] {
	return error === null ? [] : [{ ...judgement('calibrationError', hoursMax, error), kind }];
}

function judgement(measure: Judgement['measure'], hoursMax: number | null, value: Decimal): Judgement {
	const goal = SCORE_GOALS[measure];
	const isMet = 'least' in goal ? value >= goal.least : value <= goal.most;
	return { measure, hoursMax, kind: null, odds: null, bin: null, value, isMet };
}
