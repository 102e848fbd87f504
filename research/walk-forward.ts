/**
 * Computes the forecasts that the service would have made at every past hour, with the service's own code. The model
 * is refitted every week on the data known by then. The functions are pure.
 */

import {
	type CarryForecast,
	forecastPair,
	monthMeanPerYear,
	probabilityBelow,
	reversalProbability,
} from '../src/domain/carry.ts';
import { createPairHistory, type PairHistory } from '../src/domain/carry-features.ts';
import { type CarryPair, fitCarryModel } from '../src/domain/carry-fit.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../src/domain/carry-model.ts';
import { createLegHistory, type LegHistory } from '../src/domain/leg-history.ts';
import {
	decisionHours,
	firstScoredHour,
	headlineReader,
	receivedBp,
	type ScoredSeries,
	type SettledLeg,
} from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import { DIRECTION_INDEX, type ShippedVerdict, shippedVerdict } from './verdicts.ts';

const REFIT_HOURS = 168;
const BP = 1e4;

/**
 * One scored decision. Arrays have one entry per forecast horizon; carry is in bp of one leg's notional, for a short
 * first leg.
 */
export type Decision = {
	readonly series: ScoredSeries;
	readonly hour: number;
	/** Headline, bp per hour. */
	readonly headline: number;
	/** Absolute headline in units of the pair's usual scale, as the model uses it; above 3 is a squeeze. */
	readonly headlineScales: number;
	/** True if both legs settle hourly, or neither does. */
	readonly hasLikeClocks: boolean;
	readonly verdict: ShippedVerdict;
	readonly stated: readonly number[];
	readonly sd: readonly number[];
	/** Stated probability that the carry received is negative, by horizon. */
	readonly negative: readonly number[];
	/** Stated probability that the carry received is positive, by horizon. */
	readonly positive: readonly number[];
	/** Carry received, by horizon; undefined if the horizon has not ended or any of its hours is unknown. */
	readonly received: readonly (number | undefined)[];
};

/**
 * Signals for trading rules, at every hour of a series from its first scored hour on. They are for a short first leg
 * and a long second leg. Index i is hour `from + i`. At an hour without a forecast, `entries` is 0 and the other
 * arrays are NaN.
 */
export type HourlySignals = {
	readonly series: ScoredSeries;
	readonly from: number;
	/** Side of the shipped verdict if it is `trade`, otherwise 0. */
	readonly entries: Int8Array;
	/** Expected carry over the next 720 h, in bp. */
	readonly expectedMonth: Float64Array;
	/** Mean carry of the last 720 h, as a fraction of notional per year. */
	readonly monthMean: Float64Array;
};

/** All decisions of the walk-forward run, and the signals for trading rules. */
export type WalkForward = {
	/** Scored decisions, sorted by hour, then by series. */
	readonly decisions: readonly Decision[];
	readonly hourly: readonly HourlySignals[];
	readonly refits: number;
	/** Fits the model on all data, for forecasts after the end of the run. */
	readonly finalModel: () => CarryModel;
};

type Walker = {
	readonly series: ScoredSeries;
	readonly pair: CarryPair;
	readonly history: PairHistory;
	readonly decisions: ReadonlySet<number>;
	readonly headline: (hour: number) => number;
	readonly hourly: HourlySignals;
};

/** @param onWeek called after every refit with the progress of the walk, from 0 to 1 */
export function walkForward(
	series: readonly ScoredSeries[],
	start: CarryModel,
	onWeek: (share: number) => void,
): WalkForward {
	const walkers = walkersOf(series);
	const pairs = walkers.map(({ pair }) => pair);
	const first = Math.min(...walkers.map(({ hourly }) => hourly.from));
	const last = Math.max(...series.map(({ lastAlive }) => lastAlive));
	const decisions: Decision[] = [];
	let model = start;
	let refits = 0;
	for (let hour = first; hour <= last; hour += 1) {
		if ((hour - first) % REFIT_HOURS === 0) {
			model = fitCarryModel(pairs, hour, start);
			refits += 1;
			onWeek((hour - first) / (last - first));
		}
		for (const walker of walkers) {
			const decision = decisionAt(walker, model, hour);
			if (decision !== undefined) decisions.push(decision);
		}
	}
	return {
		decisions,
		hourly: walkers.map(({ hourly }) => hourly),
		refits,
		finalModel: () => fitCarryModel(pairs, last, start),
	};
}

function walkersOf(all: readonly ScoredSeries[]): readonly Walker[] {
	const histories = new Map<SettledLeg, LegHistory>();
	const historyOf = (leg: SettledLeg): LegHistory => {
		const known = histories.get(leg) ?? createLegHistory(leg);
		histories.set(leg, known);
		return known;
	};
	return all.flatMap((series) => {
		const pair = { key: series.key, first: historyOf(series.first), second: historyOf(series.second) };
		const history = createPairHistory(pair.first, pair.second);
		const from = firstScoredHour(series);
		if (history === undefined || from > series.lastAlive) return [];
		const size = series.lastAlive - from + 1;
		const hourly: HourlySignals = {
			series,
			from,
			entries: new Int8Array(size),
			expectedMonth: new Float64Array(size).fill(Number.NaN),
			monthMean: new Float64Array(size).fill(Number.NaN),
		};
		const decisions = new Set(decisionHours(series));
		return [{ series, pair, history, decisions, headline: headlineReader(series), hourly }];
	});
}

/** Records this hour's signals. If the hour is scored, returns the decision with its forecasts and outcomes. */
function decisionAt(walker: Walker, model: CarryModel, hour: number): Decision | undefined {
	const { series, pair, hourly } = walker;
	if (hour < hourly.from || hour > series.lastAlive) return undefined;
	const forecast = forecastPair(model, walker.history, pair.first, pair.second, hour);
	if (forecast === undefined) return undefined;
	const verdict = shippedVerdict(model, forecast, roundTripCostBp(series) / BP);
	const index = hour - hourly.from;
	hourly.entries[index] = verdict.isTrade ? verdict.side : 0;
	hourly.expectedMonth[index] = BP * (forecast.expected[DIRECTION_INDEX] as number);
	hourly.monthMean[index] = monthMeanPerYear(forecast, 1);
	return walker.decisions.has(hour) ? scoredDecision(walker, model, hour, forecast, verdict) : undefined;
}

function scoredDecision(
	{ series, headline }: Walker,
	model: CarryModel,
	hour: number,
	forecast: CarryForecast,
	verdict: ShippedVerdict,
): Decision {
	const ofHorizons = (odds: (hours: number, expected: number, sd: number) => number): readonly number[] =>
		CARRY_HORIZONS_HOURS.map((hours, index) =>
			odds(hours, forecast.expected[index] as number, forecast.sd[index] as number),
		);
	return {
		series,
		hour,
		headline: headline(hour),
		headlineScales: forecast.headlineScales,
		hasLikeClocks: forecast.hasLikeClocks,
		verdict,
		stated: forecast.expected.map((expected) => BP * expected),
		sd: forecast.sd.map((deviation) => BP * deviation),
		negative: ofHorizons((hours, expected, sd) =>
			reversalProbability(model, forecast, 1, hours, expected, sd),
		),
		positive: ofHorizons(
			(hours, expected, sd) => 1 - probabilityBelow(model, forecast, 1, hours, expected, sd, 0),
		),
		received: CARRY_HORIZONS_HOURS.map((hours) => receivedBp(series, hour, hours)),
	};
}
