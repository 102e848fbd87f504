/**
 * Formats the scores of the service's own forecasts for `carrywire calibration`, as readable lines or as JSON fields.
 */
import { type Decimal, formatFixed, fromInteger, mulTrunc } from '../src/domain/decimal.ts';
import {
	type ByHorizon,
	CALIBRATION_COUNT_MIN,
	type ForecastScores,
	JUDGED_COUNT_MIN,
	type Judgement,
	type OddsFigures,
	type PairKind,
	SCORE_GOALS,
	SQUEEZE_SCALES,
	type SqueezeFigures,
	type VerdictNetFigures,
} from '../src/domain/forecast-scores.ts';
import { SLOPE_COUNT_MIN } from '../src/domain/track-record.ts';
import { textTable } from './columns-table.ts';

const BASIS_POINTS = fromInteger(10_000);
const UNKNOWN = '-';
const KIND_NAMES: Readonly<Record<PairKind, string>> = {
	same_clock: 'same clock',
	different_clock: 'different clock',
	dex: 'with a DEX',
};
const MEASURE_NAMES = {
	tradeOdds: 'trade_odds',
	calibrationError: 'calibration_error',
	squeezeInsideOne: 'squeeze_inside_one_sd',
	squeezeInsideTwo: 'squeeze_inside_two_sd',
} as const satisfies Readonly<Record<Judgement['measure'], string>>;

/** Formats a fraction of notional in basis points; `-` if unknown. */
export function basisPoints(value: Decimal | null): string {
	return value === null ? UNKNOWN : formatFixed(mulTrunc(value, BASIS_POINTS), 2);
}

/** Formats a decimal with `places` decimal places; `-` if unknown. */
export function fixed(value: Decimal | null, places: number): string {
	return value === null ? UNKNOWN : formatFixed(value, places);
}

/** Returns the figures that miss their goals, one per line, below a line with their count. */
export function goalLines({ judgements }: ForecastScores): readonly string[] {
	if (judgements.length === 0)
		return [
			`Too few scored forecasts to check the goals. A share needs at least ${JUDGED_COUNT_MIN} of them, a calibration error at least ${CALIBRATION_COUNT_MIN}.`,
		];
	const outside = judgements.filter(({ isMet }) => !isMet);
	if (outside.length === 0) return [`All ${judgements.length} figures with a goal meet that goal.`];
	return [
		`GOALS MISSED: ${outside.length} of ${judgements.length} figures.`,
		...outside.map((each) => `  ${missSentence(each)}`),
	];
}

function missSentence({ measure, hoursMax, kind, odds, bin, value }: Judgement): string {
	const horizon = hoursMax === null ? 'all horizons' : `horizons up to ${hoursMax} h`;
	const { tradeOdds, calibrationError, squeezeInsideOne, squeezeInsideTwo } = SCORE_GOALS;
	switch (measure) {
		case 'tradeOdds': {
			const range = bin === null ? '' : ` of ${fixed(bin.from, 1)} to ${fixed(bin.to, 1)}`;
			const said = fixed(odds?.stated ?? null, 3);
			const came = fixed(odds?.happened ?? null, 3);
			return `Trade verdicts, P(net > 0)${range}: ${said} forecast, ${came} came true; goal: at most ${fixed(tradeOdds.most, 2)} apart.`;
		}
		case 'calibrationError':
			return `P(reversal), ${kind === null ? horizon : KIND_NAMES[kind]}: calibration error ${fixed(value, 3)}; goal: at most ${fixed(calibrationError.most, 2)}.`;
		case 'squeezeInsideOne':
			return `Squeezes, ${horizon}: ${fixed(value, 2)} within 1 sd; goal: at least ${fixed(squeezeInsideOne.least, 2)}.`;
		case 'squeezeInsideTwo':
			return `Squeezes, ${horizon}: ${fixed(value, 2)} within 2 sd; goal: at least ${fixed(squeezeInsideTwo.least, 2)}.`;
	}
}

/** Returns the tables of all scores, each under its heading. */
export function scoreLines(scores: ForecastScores): readonly string[] {
	return [
		...verdictLines(scores),
		'',
		...squeezeLines(scores),
		'',
		...kindLines(scores),
		'',
		...reversalLines(scores),
		'',
		...netLines(scores),
	];
}

function verdictLines({ tradeOdds: { all, bins } }: ForecastScores): readonly string[] {
	const heading =
		'VERDICT: forecast P(net > 0) of trade verdicts. A forecast comes true when received carry exceeds forecast cost.';
	if (all.scored < SLOPE_COUNT_MIN) return [heading, missing(all.scored, 'trade verdicts')];
	const row = (name: string, odds: OddsFigures): string[] => [
		name,
		String(odds.scored),
		fixed(odds.stated, 3),
		fixed(odds.happened, 3),
	];
	const filled = bins.filter(({ scored }) => scored > 0);
	return [
		heading,
		...textTable([
			['', 'SCORED', 'FORECAST', 'CAME TRUE'],
			row('all', all),
			...filled.map((bin) => row(`${fixed(bin.from, 1)} to ${fixed(bin.to, 1)}`, bin)),
		]),
	];
}

function squeezeLines({ squeezes }: ForecastScores): readonly string[] {
	const heading = `SQUEEZES: forecasts made while the headline spread was more than ${SQUEEZE_SCALES} times its usual size for the pair.`;
	const { scored } = squeezes.all;
	if (scored < SLOPE_COUNT_MIN) return [heading, missing(scored, 'squeezes')];
	const row = (name: string, figures: SqueezeFigures): string[] => [
		name,
		String(figures.scored),
		fixed(figures.insideOneSd, 2),
		fixed(figures.insideTwoSd, 2),
		fixed(figures.reversalStated, 3),
		fixed(figures.reversalHappened, 3),
	];
	return [
		heading,
		...textTable([
			['', 'SCORED', 'IN 1 SD', 'IN 2 SD', 'REVERSAL FORECAST', 'HAPPENED'],
			...rowsOf(squeezes, row),
		]),
	];
}

function kindLines({ kinds }: ForecastScores): readonly string[] {
	const heading =
		'PAIR TYPES: slope of received carry against forecast carry, and calibration error of P(reversal). A pair with a DEX counts a second time, as same clock or different clock.';
	const horizons = [...new Set(kinds.flatMap(({ byHorizon }) => byHorizon.map(({ hoursMax }) => hoursMax)))];
	horizons.sort((a, b) => a - b);
	return [
		heading,
		...textTable([
			['', 'SCORED', 'CALIBRATION ERROR', 'SLOPE', ...horizons.map((hours) => `TO ${hours} H`)],
			...kinds.map(({ kind, all, byHorizon }) => [
				KIND_NAMES[kind],
				String(all.scored),
				fixed(all.calibrationError, 3),
				fixed(all.slope, 2),
				...horizons.map((hours) =>
					fixed(byHorizon.find(({ hoursMax }) => hoursMax === hours)?.figures.slope ?? null, 2),
				),
			]),
		]),
	];
}

function reversalLines({ reversal }: ForecastScores): readonly string[] {
	const heading =
		'P(REVERSAL): mean difference between the forecast probability and the observed share, over ten bins.';
	const { scored } = reversal.all;
	if (scored < CALIBRATION_COUNT_MIN) return [heading, missing(scored, 'forecasts', CALIBRATION_COUNT_MIN)];
	return [
		heading,
		...textTable([
			['', 'SCORED', 'CALIBRATION ERROR'],
			...rowsOf(reversal, (name, figures) => [
				name,
				String(figures.scored),
				fixed(figures.calibrationError, 3),
			]),
		]),
	];
}

function netLines({ net: { trade, other } }: ForecastScores): readonly string[] {
	const row = (name: string, figures: VerdictNetFigures): string[] => [
		name,
		String(figures.scored),
		fixed(figures.horizonHoursMean, 0),
		basisPoints(figures.netMean),
		basisPoints(figures.netPer30Days),
	];
	return [
		'NET: received carry minus forecast cost. Every forecast counts as one trade, because a running service does not simulate trading.',
		...textTable([
			['VERDICT', 'SCORED', 'MEAN HORIZON, H', 'NET, BP', 'NET PER 30 DAYS, BP'],
			row('trade', trade),
			row('all others', other),
		]),
	];
}

function rowsOf<Figures>(
	{ all, byHorizon }: ByHorizon<Figures>,
	row: (name: string, figures: Figures) => string[],
): readonly string[][] {
	return [row('all', all), ...byHorizon.map(({ hoursMax, figures }) => row(`to ${hoursMax} h`, figures))];
}

function missing(scored: number, plural: string, needed = SLOPE_COUNT_MIN): string {
	return `${scored} scored ${plural}, ${needed} needed.`;
}

/** Returns the scores as JSON fields, named as in the API. Values are fractions, not basis points or percentages. */
export function scoresJson(scores: ForecastScores): Readonly<Record<string, unknown>> {
	const horizons = <Figures extends object>({ all, byHorizon }: ByHorizon<Figures>) => ({
		all,
		by_horizon: byHorizon.map(({ hoursMax, figures }) => ({ hours_max: hoursMax, ...figures })),
	});
	const { judgements } = scores;
	return {
		since: scores.since === null ? null : new Date(scores.since).toISOString(),
		scored: scores.scored,
		judged: judgements.length,
		outside_goals: judgements.filter(({ isMet }) => !isMet).map(judgementJson),
		trade_odds: scores.tradeOdds,
		squeezes: horizons(scores.squeezes),
		by_kind: scores.kinds.map(({ kind, ...figures }) => ({ kind, ...horizons(figures) })),
		reversal_odds: horizons(scores.reversal),
		net_by_verdict: scores.net,
	};
}

function judgementJson({
	measure,
	hoursMax,
	kind,
	bin,
	value,
}: Judgement): Readonly<Record<string, unknown>> {
	const goal = SCORE_GOALS[measure];
	return {
		measure: MEASURE_NAMES[measure],
		hours_max: hoursMax,
		kind,
		bin_from: bin?.from ?? null,
		value,
		goal_least: 'least' in goal ? goal.least : null,
		goal_most: 'most' in goal ? goal.most : null,
	};
}
