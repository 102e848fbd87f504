/** Describes a time chart: its series, its markers and its time axis. Pure functions, which compute no figures. */

/** A point of a series. `time` is in Unix seconds. */
export type ChartPoint = { readonly time: number; readonly value: number };

export type ChartSeries = {
	/** Name in the legend, in the readout and in the table. Unique in its chart. */
	readonly name: string;
	/**
	 * `line` connects the points; `step` holds each value until the next one; `bars` is a histogram; `area` is a line
	 * with the area down or up to zero filled.
	 */
	readonly kind: 'line' | 'step' | 'bars' | 'area';
	/** Stroke of the line, which distinguishes the lines without colour. */
	readonly stroke: 'solid' | 'dashed' | 'dotted';
	/** Colour variable of the series in the style sheet, such as `--accent`. */
	readonly colour: string;
	/** Colour variable of bars and areas below zero; the same colour if absent. */
	readonly lossColour?: string;
	/** True for a line that only helps reading, such as a mean. The table omits it. */
	readonly isGuide?: boolean;
	/** Points that are further apart than this, in seconds, are not connected. All are if absent. Not for bars. */
	readonly gapS?: number;
	/** Points, oldest first, each with its own time. */
	readonly points: readonly ChartPoint[];
};

/** A shaded area between two values. `from` and `to` are in Unix seconds. */
export type ChartBand = {
	/** Name in the legend. */
	readonly name: string;
	readonly colour: string;
	readonly from: number;
	readonly to: number;
	readonly low: number;
	readonly high: number;
};

/** An event on the time axis, such as a fill or a settlement. The readout shows its name. */
export type ChartMarker = {
	/** Unix seconds. */
	readonly time: number;
	readonly name: string;
	readonly shape: 'circle' | 'square' | 'up' | 'down';
	readonly colour: string;
};

export type ChartModel = {
	readonly series: readonly ChartSeries[];
	readonly band?: ChartBand | undefined;
	/** Markers, oldest first. They are drawn on the first series. */
	readonly markers?: readonly ChartMarker[];
	/** Seconds between two points on the axis. Equal steps keep the axis proportional to time. */
	readonly step: number;
};

/** The time under the pointer, with the values and events there. */
export type Readout = {
	/** Unix seconds. */
	readonly time: number;
	readonly values: readonly { readonly name: string; readonly value: number }[];
	readonly events: readonly string[];
};

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
export function axisOf({ series, band, step }: ChartModel): readonly number[] {
	const times = new Set(series.flatMap(({ points }) => points.map(({ time }) => time)));
	if (band !== undefined) times.add(band.from).add(band.to);
	if (times.size === 0) return [];
	const known = [...times].sort((a, b) => a - b);
	const last = known[known.length - 1] as number;
	for (let time = known[0] as number; time < last; time += step) times.add(time);
	return [...times].sort((a, b) => a - b);
}

/** True if the chart can draw something: one series with at least two points, or bars with one. */
export function isDrawable({ series }: ChartModel): boolean {
	return series.some(
		({ kind, points, isGuide }) => isGuide !== true && points.length >= (kind === 'bars' ? 1 : 2),
	);
}

/**
 * Returns the value of each series at a time: the bar of that time, else the latest point until then. Markers within
 * half a step are events. Hidden series are omitted.
 */
export function readoutAt(model: ChartModel, time: number, hidden: ReadonlySet<string>): Readout {
	const values = model.series.flatMap(({ name, kind, points }) => {
		if (hidden.has(name)) return [];
		const point = points.findLast((candidate) => candidate.time <= time);
		if (point === undefined || (kind === 'bars' && point.time !== time)) return [];
		return [{ name, value: point.value }];
	});
	const events = (model.markers ?? [])
		.filter((marker) => Math.abs(marker.time - time) <= model.step / 2)
		.map(({ name }) => name);
	return { time, values, events };
}

/** Returns the chart's figures as rows of a table, newest first. Each row has one value per series, null if unknown. */
export function tableRows({ series }: ChartModel): readonly {
	readonly time: number;
	readonly values: readonly (number | null)[];
}[] {
	const columns = tableSeries(series).map(
		({ points }) => new Map(points.map(({ time, value }) => [time, value])),
	);
	const times = new Set(columns.flatMap((column) => [...column.keys()]));
	return [...times]
		.sort((a, b) => b - a)
		.map((time) => ({ time, values: columns.map((column) => column.get(time) ?? null) }));
}

/** Returns the series that have a column in the table. */
export function tableSeries(series: readonly ChartSeries[]): readonly ChartSeries[] {
	return series.filter(({ isGuide }) => isGuide !== true);
}
