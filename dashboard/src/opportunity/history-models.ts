/** Turns rows from the service into chart models. Pure functions, which only arrange figures and compute none. */
import { type ChartModel, type ChartPoint, pointsOf } from '../charts/chart-model.ts';
import type { Detail } from './record.ts';
import { text } from './text.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MINUTE_S = 60;

export type HistoryRow = Detail['funding_history'][number];

/** Builds the chart of both legs' settled funding rates. */
export function fundingModel(rows: readonly HistoryRow[], long: string, short: string): ChartModel {
	return {
		step: HOUR_S,
		series: [
			{
				name: text.funding.longLeg(long),
				kind: 'step',
				stroke: 'solid',
				colour: '--long',
				points: pointsOf(rows, (row) => row.long_rate),
			},
			{
				name: text.funding.shortLeg(short),
				kind: 'step',
				stroke: 'dashed',
				colour: '--short',
				points: pointsOf(rows, (row) => row.short_rate),
			},
		],
	};
}

/** Builds the chart of cumulative carry since the first known hour, as a fraction of one leg's notional. */
export function carryModel(detail: Detail): ChartModel {
	return {
		step: HOUR_S,
		series: [
			{
				name: text.spread.cumulative,
				kind: 'area',
				lossColour: '--short',
				stroke: 'solid',
				colour: '--accent',
				points: pointsOf(detail.carry_history, (row) => row.cumulative_carry),
			},
		],
	};
}

/**
 * Builds the chart of the settled spread with its 30-day and 7-day means and a band of one standard deviation.
 * @param until end of the mean lines and the band, Unix seconds
 */
export function spreadModel(detail: Detail, until: number): ChartModel {
	const points = pointsOf(detail.carry_history, (row) => row.spread);
	const oldest = Math.min(until, ...detail.carry_history.map(({ timestamp }) => timestamp));
	const over = (days: number, value: number | null): readonly ChartPoint[] => {
		const from = Math.max(oldest, until - days * DAY_S);
		return value === null || from >= until
			? []
			: [
					{ time: from, value },
					{ time: until, value },
				];
	};
	const [mean, sd] = [detail.avg_spread_30d, detail.spread_sd_30d];
	const hasBand = mean !== null && sd !== null && oldest < until;
	return {
		step: HOUR_S,
		series: [
			{ name: text.spread.settled, kind: 'step', stroke: 'solid', colour: '--ink', points },
			{
				name: text.spread.monthMean,
				kind: 'line',
				isGuide: true,
				stroke: 'dashed',
				colour: '--accent',
				points: over(30, mean),
			},
			{
				name: text.spread.weekMean,
				kind: 'line',
				isGuide: true,
				stroke: 'dotted',
				colour: '--accent',
				points: over(7, detail.avg_spread_7d),
			},
		],
		// These values only position the edges of the band. The page does not show them as figures.
		band: hasBand
			? {
					name: text.spread.bandName,
					colour: '--accent',
					from: Math.max(oldest, until - 30 * DAY_S),
					to: until,
					low: mean - sd,
					high: mean + sd,
				}
			: undefined,
	};
}

/** Builds the chart of the price basis with its mean and band. */
export function basisModel(detail: Detail): ChartModel {
	const points = pointsOf(detail.basis_history, (row) => row.basis);
	const [first, last] = [points[0], points[points.length - 1]];
	const { basis_mean: mean, basis_sd: sd } = detail;
	const spans = first !== undefined && last !== undefined && first.time < last.time;
	return {
		step: MINUTE_S,
		series: [
			{ name: text.basis.title, kind: 'line', stroke: 'solid', colour: '--ink', points },
			{
				name: text.basis.meanName,
				kind: 'line',
				isGuide: true,
				stroke: 'dashed',
				colour: '--accent',
				points:
					spans && mean !== null
						? [
								{ time: first.time, value: mean },
								{ time: last.time, value: mean },
							]
						: [],
			},
		],
		band:
			spans && mean !== null && sd !== null
				? {
						name: text.basis.bandName,
						colour: '--accent',
						from: first.time,
						to: last.time,
						low: mean - sd,
						high: mean + sd,
					}
				: undefined,
	};
}
