/**
 * Draws a time chart on a canvas. Only this file imports the chart library, so that the library loads after the
 * figures. Canvases are not accessible, so the page also gives the chart's content as text and as a table.
 */

import {
	BaselineSeries,
	CrosshairMode,
	createChart,
	createSeriesMarkers,
	HistogramSeries,
	type IChartApi,
	type ISeriesApi,
	LineSeries,
	LineStyle,
	LineType,
	type SeriesType,
	type UTCTimestamp,
} from 'lightweight-charts';
import { momentText } from '../figures/moments.ts';
import { zoneOffsetMinutes } from '../figures/reader-format.ts';
import { text as figuresText } from '../figures/text.ts';
import { instant } from '../live/clock.svelte.ts';
import { axisOf, type ChartModel, type ChartPoint, type ChartSeries } from './chart-model.ts';
import { type Colours, coloursOf } from './colours.ts';
import { watchDragging } from './dragging.ts';
import { type LogicalRange, panned, zoomed } from './zoom.ts';

/** The chart in a page's box. */
export type Drawing = {
	/** Draws the model. Keeps the zoom if `keepsZoom` is true, and shows the whole time axis otherwise. */
	show(model: ChartModel, hidden: ReadonlySet<string>, keepsZoom: boolean): void;
	/** Moves the cursor to a time of the axis (Unix seconds). */
	pointAt(time: number): void;
	/** Halves or doubles the visible span around its middle, or shows the whole axis. */
	zoom(step: 'in' | 'out' | 'all'): void;
	/** Updates the colours after the page's colour scheme has changed. */
	recolour(): void;
	end(): void;
};

/** Effects of the chart on its page. */
export type DrawingOptions = {
	readonly format: (value: number) => string;
	/** Called with the time under the pointer, Unix seconds; undefined once the pointer leaves the chart. */
	readonly onPoint: (time: number | undefined) => void;
};

const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
const SHAPES = { circle: 'circle', square: 'square', up: 'arrowUp', down: 'arrowDown' } as const;
const BAND_TINT = 0.14;
const AREA_TINT = 0.2;
/** Lines with more points than this are thin, so that they do not merge into an area. */
const THIN_FROM_POINTS = 300;
const HIDDEN_LINE = 'transparent';
const HIDDEN_AREA = {
	topLineColor: HIDDEN_LINE,
	topFillColor1: HIDDEN_LINE,
	topFillColor2: HIDDEN_LINE,
	bottomLineColor: HIDDEN_LINE,
	bottomFillColor1: HIDDEN_LINE,
	bottomFillColor2: HIDDEN_LINE,
} as const;
/** Smallest difference between two values on the vertical axis, which the library calls the price scale. */
const LEAST_STEP = 1e-8;

/** Draws an empty chart into the box. */
export function drawInto(box: HTMLElement, { format, onPoint }: DrawingOptions): Drawing {
	/** Seconds added to every time, so that the axis shows local time although the library labels it in UTC. */
	let zone = 0;
	const axisTime = (time: number) => (time + zone) as UTCTimestamp;
	const chart = emptyChart(box, format, (time) => momentText((time - zone) * 1_000, { now: instant() }));
	let added: ISeriesApi<SeriesType>[] = [];
	let shown: { readonly model: ChartModel; readonly hidden: ReadonlySet<string> } | undefined;
	let instants: readonly number[] = [];

	chart.subscribeCrosshairMove(({ time }) =>
		onPoint(time === undefined ? undefined : (time as number) - zone),
	);

	const visible = (): LogicalRange | undefined => chart.timeScale().getVisibleLogicalRange() ?? undefined;
	const setVisible = (range: LogicalRange) => chart.timeScale().setVisibleLogicalRange(range);
	const timeAt = (x: number): number => chart.timeScale().coordinateToLogical(x) ?? 0;
	const stopDragging = watchDragging(box, {
		zoomAround(x, factor) {
			const range = visible();
			if (range !== undefined) setVisible(zoomed(range, factor, instants.length, timeAt(x)));
		},
		select(fromX, toX) {
			const [from, to] = [timeAt(Math.min(fromX, toX)), timeAt(Math.max(fromX, toX))];
			setVisible(zoomed({ from, to }, 1, instants.length));
		},
		pan(fromX, toX) {
			const range = visible();
			if (range !== undefined) setVisible(panned(range, timeAt(fromX) - timeAt(toX), instants.length));
		},
		showAll: () => chart.timeScale().fitContent(),
	});

	/** Returns the visible times, or undefined if the whole axis is visible. */
	function zoomedTimes(): readonly [number, number] | undefined {
		const range = visible();
		const last = instants.length - 1;
		if (range === undefined || (range.from <= 0.5 && range.to >= last - 0.5)) return undefined;
		return [
			instants[Math.max(0, Math.round(range.from))] as number,
			instants[Math.min(last, Math.round(range.to))] as number,
		];
	}

	function show(model: ChartModel, hidden: ReadonlySet<string>, keepsZoom: boolean): void {
		const times = keepsZoom ? zoomedTimes() : undefined;
		for (const series of added) chart.removeSeries(series);
		shown = { model, hidden };
		instants = axisOf(model);
		// The whole axis uses one offset, so that a daylight-saving change neither repeats nor skips an hour.
		zone = 60 * zoneOffsetMinutes((instants[instants.length - 1] ?? 0) * 1_000);
		const colours = coloursOf(box);
		added = addSeries(chart, { model, hidden, colours, format, axisTime });
		const axis = chart.addSeries(LineSeries, plain(format));
		axis.setData(instants.map((time) => ({ time: axisTime(time) })));
		added.push(axis as ISeriesApi<SeriesType>);
		chart.applyOptions(inColours(colours));
		chart.timeScale().fitContent();
		if (times === undefined) return;
		const [from, to] = times.map((time) => instants.findIndex((candidate) => candidate >= time));
		if (from !== undefined && to !== undefined && from >= 0 && to > from) setVisible({ from, to });
	}

	return {
		show,
		pointAt(time) {
			const [series] = added;
			const { low, high } = extentOf(shown?.model.series ?? []);
			if (series !== undefined) chart.setCrosshairPosition((low + high) / 2, axisTime(time), series);
		},
		zoom(step) {
			const range = visible();
			if (step === 'all' || range === undefined) chart.timeScale().fitContent();
			else setVisible(zoomed(range, step === 'in' ? 0.5 : 2, instants.length));
		},
		recolour() {
			if (shown !== undefined) show(shown.model, shown.hidden, true);
		},
		end() {
			stopDragging();
			chart.remove();
		},
	};
}

function emptyChart(
	box: HTMLElement,
	format: (value: number) => string,
	timeFormatter: (time: number) => string,
): IChartApi {
	return createChart(box, {
		autoSize: true,
		// The library's logo injects a style element, which the content security policy forbids. The page credits the
		// library in text.
		layout: { attributionLogo: false, background: { color: 'transparent' }, fontSize: 11 },
		// The plain mouse wheel must scroll the page. Fingers pan and pinch; `dragging.ts` handles the mouse.
		handleScroll: { mouseWheel: false, pressedMouseMove: false, horzTouchDrag: true, vertTouchDrag: false },
		handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: false, axisDoubleClickReset: false },
		rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.08 } },
		timeScale: {
			timeVisible: true,
			secondsVisible: false,
			borderVisible: false,
			fixLeftEdge: true,
			fixRightEdge: true,
			minBarSpacing: 0.01,
			// A narrower window shows the same times, not only the first of them.
			lockVisibleTimeRangeOnResize: true,
		},
		crosshair: { mode: CrosshairMode.Magnet },
		localization: { locale: figuresText.locale, priceFormatter: format, timeFormatter },
	});
}

/** Options of every series. */
function plain(format: (value: number) => string) {
	return {
		priceLineVisible: false,
		lastValueVisible: false,
		crosshairMarkerVisible: false,
		priceFormat: { type: 'custom', formatter: format, minMove: LEAST_STEP },
	} as const;
}

type Additions = {
	readonly model: ChartModel;
	readonly hidden: ReadonlySet<string>;
	readonly colours: Colours;
	readonly format: (value: number) => string;
	readonly axisTime: (time: number) => UTCTimestamp;
};

/** Adds the visible series, the band and the markers to the chart. Returns what it added, series first. */
function addSeries(chart: IChartApi, additions: Additions): ISeriesApi<SeriesType>[] {
	const { model, hidden, colours, axisTime } = additions;
	const band = model.band === undefined || hidden.has(model.band.name) ? [] : addBand(chart, additions);
	const series = model.series
		.filter(({ name }) => !hidden.has(name))
		.map((one) => addOne(chart, one, additions));
	const [first] = series;
	if (first !== undefined && model.markers !== undefined)
		createSeriesMarkers(
			first,
			model.markers.map(({ time, shape, colour }) => ({
				time: axisTime(time),
				position: shape === 'down' ? 'aboveBar' : 'belowBar',
				shape: SHAPES[shape],
				color: colours.of(colour),
			})),
		);
	return [...series, ...band];
}

function addOne(chart: IChartApi, series: ChartSeries, additions: Additions): ISeriesApi<SeriesType> {
	const { colours, format, axisTime } = additions;
	const color = colours.of(series.colour);
	const loss = colours.of(series.lossColour ?? series.colour);
	const data = series.points.map(({ time, value }) => ({ time: axisTime(time), value }));
	switch (series.kind) {
		case 'bars': {
			const bars = chart.addSeries(HistogramSeries, { ...plain(format), color });
			bars.setData(data.map((point) => ({ ...point, color: point.value < 0 ? loss : color })));
			return bars as ISeriesApi<SeriesType>;
		}
		case 'area': {
			const area = chart.addSeries(BaselineSeries, {
				...plain(format),
				crosshairMarkerVisible: true,
				baseValue: { type: 'price', price: 0 },
				topLineColor: color,
				topFillColor1: colours.of(series.colour, AREA_TINT),
				topFillColor2: colours.of(series.colour, AREA_TINT),
				bottomLineColor: loss,
				bottomFillColor1: colours.of(series.lossColour ?? series.colour, AREA_TINT),
				bottomFillColor2: colours.of(series.lossColour ?? series.colour, AREA_TINT),
				lineWidth: 2,
				lineStyle: STROKES[series.stroke],
			});
			area.setData(
				data.map((point, index) => (isBeforeGap(series, index) ? { ...point, ...HIDDEN_AREA } : point)),
			);
			return area as ISeriesApi<SeriesType>;
		}
		case 'line':
		case 'step': {
			const line = chart.addSeries(LineSeries, {
				...plain(format),
				crosshairMarkerVisible: true,
				crosshairMarkerBackgroundColor: color,
				color,
				lineWidth: series.points.length > THIN_FROM_POINTS ? 1 : 2,
				lineStyle: STROKES[series.stroke],
				lineType: series.kind === 'step' ? LineType.WithSteps : LineType.Simple,
			});
			line.setData(
				data.map((point, index) => (isBeforeGap(series, index) ? { ...point, color: HIDDEN_LINE } : point)),
			);
			return line as ISeriesApi<SeriesType>;
		}
	}
}

/** True if the line from this point to the next one crosses a gap. The library colours a line by its first point. */
function isBeforeGap({ points, gapS }: ChartSeries, index: number): boolean {
	const [at, next] = [points[index], points[index + 1]];
	return gapS !== undefined && at !== undefined && next !== undefined && next.time - at.time > gapS;
}

function addBand(
	chart: IChartApi,
	{ model, colours, format, axisTime }: Additions,
): ISeriesApi<SeriesType>[] {
	if (model.band === undefined) return [];
	const { low, high, from, to, colour } = model.band;
	const tint = colours.of(colour, BAND_TINT);
	const area = chart.addSeries(BaselineSeries, {
		...plain(format),
		baseValue: { type: 'price', price: low },
		topFillColor1: tint,
		topFillColor2: tint,
		topLineColor: tint,
		lineWidth: 1,
	});
	area.setData([from, to].map((time) => ({ time: axisTime(time), value: high })));
	// This line keeps the band's lower edge inside the scale, because the scale ignores the base of an area.
	const edge = chart.addSeries(LineSeries, { ...plain(format), color: tint, lineWidth: 1 });
	edge.setData([from, to].map((time) => ({ time: axisTime(time), value: low })));
	return [area, edge] as ISeriesApi<SeriesType>[];
}

function inColours(colours: Colours) {
	const [soft, line] = [colours.of('--soft'), colours.of('--line')];
	return {
		layout: { textColor: soft },
		grid: { vertLines: { color: line }, horzLines: { color: line } },
		crosshair: {
			vertLine: { color: soft, labelBackgroundColor: soft },
			horzLine: { color: soft, labelBackgroundColor: soft },
		},
	};
}

function extentOf(series: readonly ChartSeries[]): { readonly low: number; readonly high: number } {
	const values = series.flatMap(({ points }) => points.map(({ value }: ChartPoint) => value));
	return { low: Math.min(...values), high: Math.max(...values) };
}
