/** What a chart is made of, from the rows of the service. Pure: order and shape alone, no figure is made here. */
import type { Detail } from './record-words.ts';

/** `time`: Unix seconds. */
export type ChartPoint = { readonly time: number; readonly value: number };

export type ChartLine = {
	readonly name: string;
	/** How the stroke looks: what tells lines apart without their colour. */
	readonly stroke: 'solid' | 'dashed' | 'dotted';
	/** A token of the style sheet. */
	readonly colour: string;
	/** A value holds until the next: drawn as steps. */
	readonly isHeld?: boolean;
	readonly points: readonly ChartPoint[];
};

/** An area between two values, all the way from one instant to another. */
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
	/** Seconds between the instants of the axis, so that its length is time and not the count of points. */
	readonly step: number;
};

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MINUTE_S = 60;

export type HistoryRow = Detail['funding_history'][number];

/** What is known of one member of the rows, oldest first. */
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

/** Every instant of the axis, so that gaps are as long as they were. Empty where there is nothing to draw. */
export function axisOf({ lines, band, step }: ChartModel): readonly number[] {
	const times = new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)));
	if (band !== undefined) times.add(band.from).add(band.to);
	if (times.size === 0) return [];
	const known = [...times].sort((a, b) => a - b);
	const last = known[known.length - 1] as number;
	for (let time = known[0] as number; time < last; time += step) times.add(time);
	return [...times].sort((a, b) => a - b);
}

export function fundingModel(rows: readonly HistoryRow[], long: string, short: string): ChartModel {
	return {
		step: HOUR_S,
		lines: [
			{
				name: `Long leg, ${long}`,
				stroke: 'solid',
				colour: '--long',
				isHeld: true,
				points: pointsOf(rows, (row) => row.long_rate),
			},
			{
				name: `Short leg, ${short}`,
				stroke: 'dashed',
				colour: '--short',
				isHeld: true,
				points: pointsOf(rows, (row) => row.short_rate),
			},
		],
	};
}

/** The carry that the pair has paid since the first hour that is known, a share of one leg. */
export function carryModel(detail: Detail): ChartModel {
	return {
		step: HOUR_S,
		lines: [
			{
				name: 'Cumulative carry',
				stroke: 'solid',
				colour: '--accent',
				points: pointsOf(detail.carry_history, (row) => row.cumulative_carry),
			},
		],
	};
}

/** @param until Unix seconds: averages and the band reach to it */
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
			{ name: 'Settled spread, hour by hour', stroke: 'solid', colour: '--ink', isHeld: true, points },
			{ name: 'Mean of 30 days', stroke: 'dashed', colour: '--accent', points: over(30, mean) },
			{ name: 'Mean of 7 days', stroke: 'dotted', colour: '--accent', points: over(7, detail.avg_spread_7d) },
		],
		// Where the edges are drawn, not figures that are shown.
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

export function basisModel(detail: Detail): ChartModel {
	const points = pointsOf(detail.basis_history, (row) => row.basis);
	const [first, last] = [points[0], points[points.length - 1]];
	const { basis_mean: mean, basis_sd: sd } = detail;
	const spans = first !== undefined && last !== undefined && first.time < last.time;
	return {
		step: MINUTE_S,
		lines: [
			{ name: 'Price basis', stroke: 'solid', colour: '--ink', points },
			{
				name: 'Its mean',
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
