/** Turns past series from the service into chart models. Pure functions, which only arrange and scale figures. */
import type { MethodResult } from '../../../client/methods.ts';
import { type ChartBand, type ChartModel, type ChartSeries, pointsOf } from '../charts/chart-model.ts';
import type { Preferences } from '../preferences/preferences.svelte.ts';
import { text } from './text.ts';

/** Past series of one opportunity. */
export type PastSeries = MethodResult<'opportunity_history'>;
/** Unit of rates and spreads. */
export type RateUnit = Preferences['rateUnit'];

/** Rates per 8 hours are multiplied by this for the unit; a year has 1,095 times 8 hours. */
export const PER_8H: Readonly<Record<RateUnit, number>> = { per_8h: 1, per_year: 1_095 };

const HOUR_S = 3_600;
/** Steps without a sample after which a line is interrupted. */
const GAP_STEPS = 3;

/** Builds the chart of both legs' settled funding rates. */
export function fundingModel(
	{ funding: { rows, step_hours: hours } }: PastSeries,
	unit: RateUnit,
	long: string,
	short: string,
): ChartModel {
	return {
		step: hours * HOUR_S,
		series: [
			{
				name: text.funding.longLeg(long),
				kind: 'step',
				stroke: 'solid',
				colour: '--long',
				points: pointsOf(rows, (row) => scaled(row.long_rate, unit)),
			},
			{
				name: text.funding.shortLeg(short),
				kind: 'step',
				stroke: 'dashed',
				colour: '--short',
				points: pointsOf(rows, (row) => scaled(row.short_rate, unit)),
			},
		],
	};
}

/** Builds the chart of cumulative carry since the start of the range, as a fraction of one leg's notional. */
export function carryModel({ funding: { rows, step_hours: hours } }: PastSeries): ChartModel {
	return {
		step: hours * HOUR_S,
		series: [
			{
				name: text.carry.cumulative,
				kind: 'area',
				stroke: 'solid',
				colour: '--good',
				lossColour: '--bad',
				points: pointsOf(rows, (row) => row.cumulative_carry),
			},
		],
	};
}

/** Builds the chart of the settled spread with its mean and a band of one standard deviation. */
export function spreadModel({ funding }: PastSeries, unit: RateUnit): ChartModel {
	const spread: ChartSeries = {
		name: text.spread.name,
		kind: 'step',
		stroke: 'solid',
		colour: '--ink',
		points: pointsOf(funding.rows, (row) => scaled(row.spread, unit)),
	};
	const [mean, sd] = [scaled(funding.spread_mean, unit), scaled(funding.spread_sd, unit)];
	return withMean({ step: funding.step_hours * HOUR_S, series: [spread] }, mean, sd);
}

/** Builds the chart of the price basis with its mean and band. */
export function basisModel({ basis }: PastSeries): ChartModel {
	const series: ChartSeries = {
		name: text.basis.title,
		kind: 'line',
		stroke: 'solid',
		colour: '--ink',
		gapS: GAP_STEPS * basis.step_seconds,
		points: pointsOf(basis.rows, (row) => row.basis),
	};
	return withMean({ step: basis.step_seconds, series: [series] }, basis.mean, basis.sd);
}

/** Builds the chart of matured forecasts and what was received. */
export function forecastModel({ forecasts }: PastSeries, unit: RateUnit): ChartModel {
	return {
		step: forecasts.step_hours * HOUR_S,
		series: [
			{
				name: text.track.heads.forecast,
				kind: 'line',
				stroke: 'dashed',
				colour: '--accent',
				points: pointsOf(forecasts.rows, (row) => scaled(row.forecast, unit)),
			},
			{
				name: text.track.heads.received,
				kind: 'line',
				stroke: 'solid',
				colour: '--ink',
				points: pointsOf(forecasts.rows, (row) => scaled(row.received, unit)),
			},
		],
	};
}

/** Converts a figure per 8 hours to the unit; null if unknown. */
export function scaled(per8h: number | null, unit: RateUnit): number | null {
	return per8h === null ? null : per8h * PER_8H[unit];
}

/** Adds the mean over the whole range, and a band of one standard deviation around it. */
function withMean(model: ChartModel, mean: number | null, sd: number | null): ChartModel {
	const points = model.series[0]?.points ?? [];
	const [first, last] = [points[0], points[points.length - 1]];
	if (mean === null || sd === null || first === undefined || last === undefined) return model;
	const guide: ChartSeries = {
		name: text.history.mean,
		kind: 'line',
		stroke: 'dashed',
		colour: '--accent',
		isGuide: true,
		points: [
			{ time: first.time, value: mean },
			{ time: last.time, value: mean },
		],
	};
	// These values only position the edges of the band. The page does not show them as figures.
	const band: ChartBand = {
		name: text.history.band,
		colour: '--accent',
		from: first.time,
		to: last.time,
		low: mean - sd,
		high: mean + sd,
	};
	return { ...model, series: [...model.series, guide], band };
}
