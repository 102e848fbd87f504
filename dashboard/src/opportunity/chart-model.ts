/** Turns rows from the service into chart lines. Pure functions, which only arrange figures and compute none. */
import type { Detail } from './record.ts';
import { text } from './text.ts';

/** A point of a line. `time` is in Unix seconds. */
export type ChartPoint = { readonly time: number; readonly value: number };

export type ChartLine = {
	readonly name: string;
	/** Stroke of the line, which distinguishes the lines without colour. */
	readonly stroke: 'solid' | 'dashed' | 'dotted';
	/** Colour variable of the line in the style sheet. */
	readonly colour: string;
	/** True to draw steps, because each value holds until the next one. */
	readonly isHeld?: boolean;
	readonly points: readonly ChartPoint[];
};

/** A shaded area between two values. `from` and `to` are in Unix seconds. */
export type ChartBand = {
	readonly colour: string;
	readonly from: number;
	readonly to: number;
	readonly low: number;
	readonly high: number;
};

export type ChartModel = {
	readonly lines: readonly ChartLine[];
	readonly band?: ChartBand | undefined;
	/** Seconds between two points on the axis. Equal steps keep the axis proportional to time. */
	readonly step: number;
};

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MINUTE_S = 60;

export type HistoryRow = Detail['funding_history'][number];

/** Returns the known values of one field, oldest first. */
export function pointsOf<R extends { readonly timestamp: number }>(
	rows: readonly R[],
	read: (row: R) => number | null,
): readonly ChartPoint[] {
	const byTime = new Map<number, number>();
	for (const row of rows) {
		const value = read(row);
		if (value !== null) byTime.set(row.timestamp, value);
	}
	return [...byTime].sort(([a], [b]) => a - b).map(([time, value]) => ({ time, value }));
}

/**
 * Returns every time on the axis, including the steps in a gap, so that gaps keep their length. Empty if there are no
 * points.
 */
export function axisOf({ lines, band, step }: ChartModel): readonly number[] {
	const times = new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)));
	if (band !== undefined) times.add(band.from).add(band.to);
	if (times.size === 0) return [];
	const known = [...times].sort((a, b) => a - b);
	const last = known[known.length - 1] as number;
	for (let time = known[0] as number; time < last; time += step) times.add(time);
	return [...times].sort((a, b) => a - b);
}

/** Builds the chart of both legs' settled funding rates. */
export function fundingModel(rows: readonly HistoryRow[], long: string, short: string): ChartModel {
	return {
		step: HOUR_S,
		lines: [
			{
				name: text.funding.longLeg(long),
				stroke: 'solid',
				colour: '--long',
				isHeld: true,
				points: pointsOf(rows, (row) => row.long_rate),
			},
			{
				name: text.funding.shortLeg(short),
				stroke: 'dashed',
				colour: '--short',
				isHeld: true,
				points: pointsOf(rows, (row) => row.short_rate),
			},
		],
	};
}

/** Builds the chart of cumulative carry since the first known hour, as a fraction of one leg's notional. */
export function carryModel(detail: Detail): ChartModel {
	return {
		step: HOUR_S,
		lines: [
			{
				name: text.spread.cumulative,
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
		lines: [
			{ name: text.spread.settled, stroke: 'solid', colour: '--ink', isHeld: true, points },
			{ name: text.spread.monthMean, stroke: 'dashed', colour: '--accent', points: over(30, mean) },
			{
				name: text.spread.weekMean,
				stroke: 'dotted',
				colour: '--accent',
				points: over(7, detail.avg_spread_7d),
			},
		],
		// These values only position the edges of the band. The page does not show them as figures.
		band: hasBand
			? {
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
		lines: [
			{ name: text.basis.title, stroke: 'solid', colour: '--ink', points },
			{
				name: text.basis.meanName,
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
				? { colour: '--accent', from: first.time, to: last.time, low: mean - sd, high: mean + sd }
				: undefined,
	};
}
