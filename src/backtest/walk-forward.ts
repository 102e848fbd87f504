/**
 * What the model would have promised at every hour of the past: refitted every week on what was known by then, asked by
 * the same functions that answer for the service. Pure.
 */

import { forecastPair, probabilityBelow } from '../domain/carry.ts';
import { createPairHistory, type PairHistory } from '../domain/carry-features.ts';
import { type CarryPair, fitCarryModel } from '../domain/carry-fit.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../domain/carry-model.ts';
import { createLegHistory, type LegHistory } from '../domain/leg-history.ts';
import {
	decisionHours,
	HISTORY_HOURS,
	headlineReader,
	receivedBp,
	type ScoredSeries,
	type SettledLeg,
} from './received.ts';

const REFIT_HOURS = 168;
const BP = 1e4;
const HORIZONS = CARRY_HORIZONS_HOURS.length;

/** One decision that is scored; arrays by horizon, carry in bp of one leg's notional. */
export type Decision = {
	readonly series: ScoredSeries;
	readonly hour: number;
	/** Headline in bp per hour. */
	readonly headline: number;
	readonly promised: readonly number[];
	readonly sd: readonly number[];
	/** P(received < 0) and P(received > 0). */
	readonly negative: readonly number[];
	readonly positive: readonly number[];
	/** Undefined where the outcome is not over or not known. */
	readonly received: readonly (number | undefined)[];
};

/** Promises of one series at every hour from its first scored hour on; index (hour − from) × horizons + horizon, in bp. */
export type HourlyPromises = {
	readonly series: ScoredSeries;
	readonly from: number;
	readonly promised: Float64Array;
	readonly sd: Float64Array;
};

export type WalkForward = {
	/** By hour, then by series. */
	readonly decisions: readonly Decision[];
	readonly hourly: readonly HourlyPromises[];
	readonly refits: number;
	/** The model fitted on all of the history: what would promise next. */
	readonly finalModel: () => CarryModel;
};

type Walker = {
	readonly series: ScoredSeries;
	readonly pair: CarryPair;
	readonly history: PairHistory;
	readonly decisions: ReadonlySet<number>;
	readonly headline: (hour: number) => number;
	readonly hourly: HourlyPromises;
};

/** @param onWeek told after every refit how far the walk is, from 0 to 1 */
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
			const decision = promiseAt(walker, model, hour);
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
		const from = series.firstAlive + HISTORY_HOURS;
		if (history === undefined || from > series.lastAlive) return [];
		const size = (series.lastAlive - from + 1) * HORIZONS;
		const hourly = {
			series,
			from,
			promised: new Float64Array(size).fill(Number.NaN),
			sd: new Float64Array(size).fill(Number.NaN),
		};
		const decisions = new Set(decisionHours(series));
		return [{ series, pair, history, decisions, headline: headlineReader(series), hourly }];
	});
}

/** Keeps what is promised at the hour, and returns it in full where the hour is scored. */
function promiseAt(walker: Walker, model: CarryModel, hour: number): Decision | undefined {
	const { series, pair, hourly } = walker;
	if (hour < hourly.from || hour > series.lastAlive) return undefined;
	const forecast = forecastPair(model, walker.history, pair.first, pair.second, hour);
	if (forecast === undefined) return undefined;
	const promised = forecast.expected.map((expected) => BP * expected);
	const sd = forecast.sd.map((deviation) => BP * deviation);
	hourly.promised.set(promised, (hour - hourly.from) * HORIZONS);
	hourly.sd.set(sd, (hour - hourly.from) * HORIZONS);
	if (!walker.decisions.has(hour)) return undefined;
	const below = (threshold: number): readonly number[] =>
		CARRY_HORIZONS_HOURS.map((hours, index) => {
			const expected = forecast.expected[index] as number;
			return probabilityBelow(model, forecast, 1, hours, expected, forecast.sd[index] as number, threshold);
		});
	return {
		series,
		hour,
		headline: walker.headline(hour),
		promised,
		sd,
		negative: below(-Number.MIN_VALUE),
		positive: below(0).map((share) => 1 - share),
		received: CARRY_HORIZONS_HOURS.map((hours) => receivedBp(series, hour, hours)),
	};
}
