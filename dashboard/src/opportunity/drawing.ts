/**
 * Draws a time chart on a canvas. Only this file imports the chart library, so that the library loads after the
 * figures. Canvases are not accessible, so the page also gives the chart's content as text and as a table.
 */
import {
	BaselineSeries,
	CrosshairMode,
	createChart,
	type ISeriesApi,
	LineSeries,
	LineStyle,
	LineType,
	type UTCTimestamp,
} from 'lightweight-charts';
import { momentText } from '../figures/moments.ts';
import { instant } from '../live/clock.svelte.ts';
import { axisOf, type ChartLine, type ChartModel } from './chart-model.ts';

/** The time under the pointer and the value of each line there. */
export type Readout = {
	/** Time under the pointer, Unix seconds. */
	readonly time: number;
	readonly values: readonly { readonly name: string; readonly value: number }[];
};

export type Drawing = {
	show(model: ChartModel): void;
	/** Updates the colours after the browser's colour scheme has changed. */
	recolour(): void;
	end(): void;
};

const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
const BAND_TINT = 0.14;
/** Smallest difference between two values on the vertical axis, which the library calls the price scale. */
const LEAST_STEP = 1e-8;

/** @param onReadout called with undefined once the pointer leaves the chart */
export function drawInto(
	box: HTMLElement,
	format: (value: number) => string,
	onReadout: (readout: Readout | undefined) => void,
): Drawing {
	const chart = createChart(box, {
		autoSize: true,
		// The library's logo injects a style element, which the content security policy forbids. The page credits the
		// library in text.
		layout: { attributionLogo: false, background: { color: 'transparent' }, fontSize: 11 },
		// The mouse wheel must scroll the page, not the chart.
		handleScroll: false,
		handleScale: false,
		rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.08 } },
		timeScale: {
			timeVisible: true,
			secondsVisible: false,
			borderVisible: false,
			fixLeftEdge: true,
			fixRightEdge: true,
		},
		crosshair: { mode: CrosshairMode.Magnet },
		localization: {
			priceFormatter: format,
			timeFormatter: (time: number) => momentText((time - zone) * 1_000, { now: instant() }),
		},
	});
	let drawn: { readonly line: ChartLine; readonly series: ISeriesApi<'Line'> }[] = [];
	let others: ISeriesApi<'Line' | 'Baseline'>[] = [];
	let shown: ChartModel | undefined;
	/** Seconds added to every time, so that the axis shows local time although the library labels it in UTC. */
	let zone = 0;
	const axisTime = (time: number) => (time + zone) as UTCTimestamp;

	chart.subscribeCrosshairMove(({ time, seriesData }) => {
		if (time === undefined) return onReadout(undefined);
		const values = drawn.flatMap(({ line, series }) => {
			const point = seriesData.get(series);
			return point !== undefined && 'value' in point ? [{ name: line.name, value: point.value }] : [];
		});
		onReadout(values.length === 0 ? undefined : { time: (time as number) - zone, values });
	});

	function clear(): void {
		for (const series of [...drawn.map(({ series }) => series), ...others]) chart.removeSeries(series);
		[drawn, others] = [[], []];
	}

	function show(model: ChartModel): void {
		clear();
		shown = model;
		const instants = axisOf(model);
		// The whole axis uses one offset, so that a daylight-saving change neither repeats nor skips an hour.
		zone = -60 * new Date((instants[instants.length - 1] ?? 0) * 1_000).getTimezoneOffset();
		const colours = coloursOf(box);
		const common = {
			priceLineVisible: false,
			lastValueVisible: false,
			crosshairMarkerVisible: true,
			priceFormat: { type: 'custom', formatter: format, minMove: LEAST_STEP },
		} as const;
		if (model.band !== undefined) {
			const { low, high, from, to, colour } = model.band;
			const tint = colours.of(colour, BAND_TINT);
			const band = chart.addSeries(BaselineSeries, {
				...common,
				crosshairMarkerVisible: false,
				baseValue: { type: 'price', price: low },
				topFillColor1: tint,
				topFillColor2: tint,
				topLineColor: tint,
				lineWidth: 1,
			});
			band.setData([from, to].map((time) => ({ time: axisTime(time), value: high })));
			// This line keeps the band's lower edge inside the scale, because the scale ignores the base of an area.
			const edge = chart.addSeries(LineSeries, {
				...common,
				crosshairMarkerVisible: false,
				color: tint,
				lineWidth: 1,
			});
			edge.setData([from, to].map((time) => ({ time: axisTime(time), value: low })));
			others.push(band as ISeriesApi<'Line' | 'Baseline'>, edge as ISeriesApi<'Line' | 'Baseline'>);
		}
		for (const line of model.lines) {
			const series = chart.addSeries(LineSeries, {
				...common,
				color: colours.of(line.colour),
				lineWidth: 2,
				lineStyle: STROKES[line.stroke],
				lineType: line.isHeld === true ? LineType.WithSteps : LineType.Simple,
			});
			series.setData(line.points.map(({ time, value }) => ({ time: axisTime(time), value })));
			drawn.push({ line, series });
		}
		const axis = chart.addSeries(LineSeries, common);
		axis.setData(instants.map((time) => ({ time: axisTime(time) })));
		others.push(axis as ISeriesApi<'Line' | 'Baseline'>);
		chart.applyOptions({
			layout: { textColor: colours.of('--soft') },
			grid: { vertLines: { color: colours.of('--line') }, horzLines: { color: colours.of('--line') } },
			crosshair: {
				vertLine: { color: colours.of('--soft'), labelBackgroundColor: colours.of('--soft') },
				horzLine: { color: colours.of('--soft'), labelBackgroundColor: colours.of('--soft') },
			},
		});
		chart.timeScale().fitContent();
	}

	return {
		show,
		recolour() {
			if (shown !== undefined) show(shown);
		},
		end: () => chart.remove(),
	};
}

/**
 * Resolves colour variables through an element. Each variable contains one colour per scheme, and only the browser
 * selects the current one.
 */
function coloursOf(box: HTMLElement): { of(variable: string, opacity?: number): string } {
	const probe = document.createElement('span');
	probe.hidden = true;
	box.append(probe);
	const found = new Map<string, string>();
	for (const variable of ['--ink', '--soft', '--line', '--accent', '--long', '--short']) {
		probe.style.color = `var(${variable})`;
		found.set(variable, getComputedStyle(probe).color);
	}
	probe.remove();
	return {
		of(variable, opacity = 1) {
			const colour = found.get(variable) ?? '#808080';
			const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
			return opacity === 1 || blue === undefined ? colour : `rgba(${red}, ${green}, ${blue}, ${opacity})`;
		},
	};
}
