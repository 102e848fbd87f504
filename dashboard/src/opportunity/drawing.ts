/**
 * Draws a chart of time on a canvas. The library stands here alone, so that it is loaded after the page has shown its
 * figures. The page itself says what the chart shows, in words and in a table: the canvas carries nothing alone.
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
import { shortInstant } from '../figures/spans.ts';
import { axisOf, type ChartLine, type ChartModel } from './chart-model.ts';

/** What stands under the pointer: an instant and the value of each line there, undefined when the pointer has left. */
export type Readout = {
	/** Unix seconds. */
	readonly time: number;
	readonly values: readonly { readonly name: string; readonly value: number }[];
};

export type Drawing = {
	show(model: ChartModel): void;
	/** Reads the colours anew: the scheme of the browser has changed. */
	recolour(): void;
	end(): void;
};

const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
const BAND_TINT = 0.14;
const LEAST_STEP = 1e-8;

export function drawInto(
	place: HTMLElement,
	format: (value: number) => string,
	onReadout: (readout: Readout | undefined) => void,
): Drawing {
	const chart = createChart(place, {
		autoSize: true,
		// It would inject a style element, which the policy forbids; the page names the library beside the charts.
		layout: { attributionLogo: false, background: { color: 'transparent' }, fontSize: 11 },
		// A wheel scrolls the page.
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
		localization: { priceFormatter: format, timeFormatter: (time: number) => shortInstant(time * 1_000) },
	});
	let drawn: { readonly line: ChartLine; readonly series: ISeriesApi<'Line'> }[] = [];
	let others: ISeriesApi<'Line' | 'Baseline'>[] = [];
	let shown: ChartModel | undefined;

	chart.subscribeCrosshairMove(({ time, seriesData }) => {
		if (time === undefined) return onReadout(undefined);
		const values = drawn.flatMap(({ line, series }) => {
			const point = seriesData.get(series);
			return point !== undefined && 'value' in point ? [{ name: line.name, value: point.value }] : [];
		});
		onReadout(values.length === 0 ? undefined : { time: time as number, values });
	});

	function clear(): void {
		for (const series of [...drawn.map(({ series }) => series), ...others]) chart.removeSeries(series);
		[drawn, others] = [[], []];
	}

	function show(model: ChartModel): void {
		clear();
		shown = model;
		const colours = coloursOf(place);
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
			band.setData([from, to].map((time) => ({ time: time as UTCTimestamp, value: high })));
			// Keeps the lower edge inside the scale, for an area reaches no further than its values.
			const edge = chart.addSeries(LineSeries, {
				...common,
				crosshairMarkerVisible: false,
				color: tint,
				lineWidth: 1,
			});
			edge.setData([from, to].map((time) => ({ time: time as UTCTimestamp, value: low })));
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
			series.setData(line.points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
			drawn.push({ line, series });
		}
		const axis = chart.addSeries(LineSeries, common);
		axis.setData(axisOf(model).map((time) => ({ time: time as UTCTimestamp })));
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

/** A token holds a colour for each scheme; only what is drawn with it says which one counts now. */
function coloursOf(place: HTMLElement): { of(token: string, opacity?: number): string } {
	const probe = document.createElement('span');
	probe.hidden = true;
	place.append(probe);
	const found = new Map<string, string>();
	for (const token of ['--ink', '--soft', '--line', '--accent', '--long', '--short']) {
		probe.style.color = `var(${token})`;
		found.set(token, getComputedStyle(probe).color);
	}
	probe.remove();
	return {
		of(token, opacity = 1) {
			const colour = found.get(token) ?? '#808080';
			const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
			return opacity === 1 || blue === undefined ? colour : `rgba(${red}, ${green}, ${blue}, ${opacity})`;
		},
	};
}
