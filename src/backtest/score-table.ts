/** The scores of a walk beside what they should be, and beside what simpler promises score. Pure. */
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import {
	calibrationError,
	type Odds,
	skillAgainstBaseRate,
	skillAgainstClimatology,
	withClimatology,
} from './odds.ts';
import { carryWithin, SCORED_HORIZONS_HOURS } from './received.ts';
import { meanAbsoluteError, type Outcome, outOfSampleR2, receivedRatio, winsorisedSlope } from './slopes.ts';
import {
	headlineTrades,
	modelTrades,
	monthMeanTrades,
	netDifference,
	type Trade,
	type TradingResult,
	tradingResult,
} from './trading.ts';
import type { Decision, WalkForward } from './walk-forward.ts';

/** What a score should be, both ends included; null where nothing is asked of it. */
export type Goal = { readonly least: number | null; readonly most: number | null };

export type ScoreRow = {
	readonly measure: string;
	/** Null for a score over all horizons. */
	readonly horizonHours: number | null;
	readonly goal: Goal | null;
	readonly ours: Estimate;
	/** The last settled rates, going on for the whole horizon. */
	readonly headline: Estimate | null;
	/** The mean of the last 30 days, going on for the whole horizon; in trading, the plain rule. */
	readonly monthMean: Estimate | null;
};

const ANYTHING: Goal | null = null;
const MONTH_HOURS = 720;
const between = (least: number, most: number): Goal => ({ least, most });
const atLeast = (least: number): Goal => ({ least, most: null });
const atMost = (most: number): Goal => ({ least: null, most });
const R2_LEAST = [0.22, 0.29, 0.34, 0.38, 0.39, 0.4];
const SKILL_HEADLINE_LEAST = [0.07, 0.11, 0.15, 0.19, 0.22, 0.24];
const SKILL_MODEL_LEAST = [0.03, 0.04, 0.05, 0.06, 0.08, 0.1];
const MONTH_INDEX = SCORED_HORIZONS_HOURS.length - 1;

/** Undefined where nothing is asked or nothing could be scored. */
export function isMet(goal: Goal | null, value: number): boolean | undefined {
	if (goal === null || Number.isNaN(value)) return undefined;
	return (
		value >= (goal.least ?? Number.NEGATIVE_INFINITY) && value <= (goal.most ?? Number.POSITIVE_INFINITY)
	);
}

/** Who promises: ours, the headline, or the mean of the last 30 days. */
type Promiser = 'model' | 'headline' | 'month';
type Direction = 'headline' | 'model';

function outcomes(
	decisions: readonly Decision[],
	index: number,
	who: Promiser,
	direction: Direction,
): readonly Outcome[] {
	return decisions.flatMap((decision) => {
		const received = decision.received[index];
		if (received === undefined) return [];
		const promised = promiseOf(decision, index, who);
		const side = direction === 'headline' ? decision.headline : promised;
		return [{ hour: decision.hour, promised, received, direction: Math.sign(side) }];
	});
}

function promiseOf(decision: Decision, index: number, who: Promiser): number {
	const hours = SCORED_HORIZONS_HOURS[index] as number;
	if (who === 'model') return decision.promised[index] as number;
	if (who === 'headline') return decision.headline * hours;
	return (hours * carryWithin(decision.series, decision.hour - MONTH_HOURS, decision.hour)) / MONTH_HOURS;
}

/** Scores of promises: all decisions from `from` on. Odds are rated by what was known from before it as well. */
export function promiseScores(
	decisions: readonly Decision[],
	firstHour: number,
	from: number,
): readonly ScoreRow[] {
	const scored = decisions.filter((decision) => decision.hour >= from);
	const perHorizon = (
		score: (index: number, hours: number) => Omit<ScoreRow, 'horizonHours'>,
	): readonly ScoreRow[] =>
		SCORED_HORIZONS_HOURS.map((hours, index) => ({ ...score(index, hours), horizonHours: hours }));
	const slopes = (direction: Direction, goal: (index: number) => Goal): readonly ScoreRow[] =>
		perHorizon((index) => {
			const slope = (who: Promiser): Estimate =>
				winsorisedSlope(outcomes(scored, index, who, direction), firstHour).slope;
			return {
				measure: `slope, ${direction} direction`,
				goal: goal(index),
				ours: slope('model'),
				headline: direction === 'headline' ? slope('headline') : null,
				monthMean: slope('month'),
			};
		});
	const compared = (
		measure: string,
		score: (outcomes: readonly Outcome[], firstHour: number) => Estimate,
		goal: (index: number) => Goal | null,
	): readonly ScoreRow[] =>
		perHorizon((index) => {
			const of = (who: Promiser): Estimate => score(outcomes(scored, index, who, 'model'), firstHour);
			return {
				measure,
				goal: goal(index),
				ours: of('model'),
				headline: of('headline'),
				monthMean: of('month'),
			};
		});
	const odds = (
		measure: string,
		direction: Direction,
		goal: (index: number) => Goal | null,
		score: (odds: ReturnType<typeof withClimatology>, firstHour: number) => Estimate,
	): readonly ScoreRow[] =>
		perHorizon((index, hours) => {
			const rated = withClimatology(reversalOdds(decisions, index, direction), hours);
			const ours = score(
				rated.filter((row) => row.hour >= from),
				firstHour,
			);
			return {
				measure: `${measure}, ${direction} direction`,
				goal: goal(index),
				ours,
				headline: null,
				monthMean: null,
			};
		});
	return [
		...slopes('headline', (index) => (index === MONTH_INDEX ? between(0.85, 1.25) : between(0.9, 1.12))),
		...slopes('model', (index) => (index === MONTH_INDEX ? between(0.85, 1.2) : between(0.9, 1.12))),
		...compared('R² out of sample', outOfSampleR2, (index) => atLeast(R2_LEAST[index] as number)),
		...compared('received / promised', receivedRatio, () => ANYTHING),
		...compared('mean absolute error, bp', meanAbsoluteError, () => ANYTHING),
		...odds(
			'Brier skill, climatology',
			'headline',
			(index) => atLeast(SKILL_HEADLINE_LEAST[index] as number),
			skillAgainstClimatology,
		),
		...odds(
			'Brier skill, climatology',
			'model',
			(index) => atLeast(SKILL_MODEL_LEAST[index] as number),
			skillAgainstClimatology,
		),
		...odds('Brier skill, base rate', 'headline', () => ANYTHING, skillAgainstBaseRate),
		...odds('Brier skill, base rate', 'model', () => ANYTHING, skillAgainstBaseRate),
		...odds('calibration error', 'headline', () => atMost(0.03), calibrationError),
		...odds('calibration error', 'model', () => atMost(0.03), calibrationError),
		...[1, 2].flatMap((width) =>
			perHorizon((index) => ({
				measure: `inside ${width} sd`,
				goal: width === 1 ? between(0.62, 0.8) : atLeast(0.89),
				ours: insideShare(scored, index, width, firstHour),
				headline: null,
				monthMean: null,
			})),
		),
	];
}

function reversalOdds(decisions: readonly Decision[], index: number, direction: Direction): readonly Odds[] {
	return decisions.flatMap((decision) => {
		const received = decision.received[index];
		const side = direction === 'headline' ? decision.headline : (decision.promised[index] as number);
		if (received === undefined || side === 0) return [];
		const probability = (side > 0 ? decision.negative[index] : decision.positive[index]) as number;
		const event = side * received < 0 ? 1 : 0;
		return [{ hour: decision.hour, series: decision.series.key, probability, event }];
	});
}

function insideShare(
	decisions: readonly Decision[],
	index: number,
	width: number,
	firstHour: number,
): Estimate {
	const sums = createBlockSums(firstHour);
	for (const decision of decisions) {
		const received = decision.received[index];
		if (received === undefined) continue;
		const error = Math.abs(received - (decision.promised[index] as number));
		sums.add(decision.hour, [error <= width * (decision.sd[index] as number) ? 1 : 0, 1]);
	}
	return estimate(sums, ([inside, count]) => (inside as number) / (count as number));
}

/** Slopes of each two venues apart. */
export function venuePairScores(decisions: readonly Decision[], firstHour: number): readonly ScoreRow[] {
	const venuesOf = ({ series }: Decision): string => `${series.first.venue}-${series.second.venue}`;
	return [...new Set(decisions.map(venuesOf))].sort().flatMap((venues) => {
		const own = decisions.filter((decision) => venuesOf(decision) === venues);
		return (['headline', 'model'] as const).flatMap((direction) =>
			SCORED_HORIZONS_HOURS.map((horizonHours, index): ScoreRow => {
				const slope = (who: Promiser): Estimate =>
					winsorisedSlope(outcomes(own, index, who, direction), firstHour).slope;
				return {
					measure: `${venues}, slope, ${direction} direction`,
					horizonHours,
					goal: between(0.75, 1.3),
					ours: slope('model'),
					headline: direction === 'headline' ? slope('headline') : null,
					monthMean: slope('month'),
				};
			}),
		);
	});
}

export type TradingScores = {
	readonly rows: readonly ScoreRow[];
	readonly trades: readonly Trade[];
	readonly ours: TradingResult;
	readonly headline: TradingResult;
	readonly monthMean: TradingResult;
	/** Net of the model's rule less that of the plain rule. */
	readonly difference: Estimate;
};

/** Results of the three rules, from `from` on. */
export function tradingScores(walk: WalkForward, firstHour: number, from: number): TradingScores {
	const series = walk.hourly.map((each) => each.series);
	const trades = modelTrades(walk.hourly);
	const plain = monthMeanTrades(series);
	const held = tradingResult(series, trades, firstHour, 0).medianHeldHours;
	const resultOf = (all: readonly Trade[]): TradingResult => tradingResult(series, all, firstHour, from);
	const ours = resultOf(trades);
	const headline = resultOf(headlineTrades(series, trades.length, held));
	const monthMean = resultOf(plain);
	const exactly = (value: number): Estimate => ({ value, interval: { low: Number.NaN, high: Number.NaN } });
	const row = (measure: string, goal: Goal | null, of: (result: TradingResult) => Estimate): ScoreRow => ({
		measure,
		horizonHours: null,
		goal,
		ours: of(ours),
		headline: of(headline),
		monthMean: of(monthMean),
	});
	return {
		rows: [
			row('taker net, % per slot-year', atLeast(1), (result) => result.netPerSlotYear),
			row('worst drawdown, % of slot notional', atMost(0.15), (result) => exactly(result.worstDrawdown)),
			row('net, % a year while held', ANYTHING, (result) => exactly(result.netPerYearHeld)),
			row('trades', ANYTHING, (result) => exactly(result.trades)),
			row('median days held', ANYTHING, (result) => exactly(result.medianHeldHours / 24)),
		],
		trades,
		ours,
		headline,
		monthMean,
		difference: netDifference(series, trades, plain, firstHour, from),
	};
}
