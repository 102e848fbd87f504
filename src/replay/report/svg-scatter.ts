/** Draws stated against received funding as points, with the line on which both are equal. */
import { type Html, html } from '../../domain/html.ts';
import { counted, fixed } from './figures.ts';

/** One point. Points of a higher `series` have another mark. */
export type ScatterPoint = {
	readonly x: number;
	readonly y: number;
	readonly series: number;
	/** Text of the point, shown on hover and read aloud. */
	readonly text: string;
};

/** A scatter plot; both axes are in bp of one leg. */
export type Scatter = {
	readonly title: string;
	readonly xLabel: string;
	readonly yLabel: string;
	readonly points: readonly ScatterPoint[];
};

const HEIGHT_PX = 300;
const TOP_PX = 12;
const BOTTOM_PX = 44;
/** Left edge of the plot, percent of the width. */
const LEFT = 14;
const RIGHT = 97;
const TICKS = 5;
/** Marks of series: classes of the style sheet, which differ in colour and fill. */
const MARKS = 6;

/** Draws a scatter plot that scales in width. */
export function scatter({ title, xLabel, yLabel, points }: Scatter): Html {
	const xs = rangeOf(points.map(({ x }) => x));
	const ys = rangeOf(points.map(({ y }) => y));
	const x = (value: number): number => LEFT + ((value - xs.low) / (xs.high - xs.low)) * (RIGHT - LEFT);
	const bottom = HEIGHT_PX - BOTTOM_PX;
	const y = (value: number): number => bottom - ((value - ys.low) / (ys.high - ys.low)) * (bottom - TOP_PX);
	const from = Math.max(xs.low, ys.low);
	const to = Math.min(xs.high, ys.high);
	const text = `${title}: ${counted(points.length, 'point')}.`;
	return html`<svg class="scatter" role="img" width="100%" height="${HEIGHT_PX}" aria-label="${text}"><title>${text}</title>${ys.ticks.map(
		(tick) =>
			html`<line class="grid" x1="${LEFT}%" x2="${RIGHT}%" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}"/><text class="tick y" x="${LEFT - 1}%" y="${(y(tick) + 4).toFixed(1)}">${fixed(tick, ys.places)}</text>`,
	)}${xs.ticks.map(
		(tick) =>
			html`<line class="grid" x1="${x(tick).toFixed(2)}%" x2="${x(tick).toFixed(2)}%" y1="${TOP_PX}" y2="${bottom}"/><text class="tick x" x="${x(tick).toFixed(2)}%" y="${bottom + 16}">${fixed(tick, xs.places)}</text>`,
	)}${
		to > from &&
		html`<line class="equal" x1="${x(from).toFixed(2)}%" y1="${y(from).toFixed(1)}" x2="${x(to).toFixed(2)}%" y2="${y(to).toFixed(1)}"/>`
	}${points.map(
		(point) =>
			html`<circle class="mark-${point.series % MARKS}" cx="${x(point.x).toFixed(2)}%" cy="${y(point.y).toFixed(1)}" r="4"><title>${point.text}</title></circle>`,
	)}<text class="axis" x="${(LEFT + RIGHT) / 2}%" y="${HEIGHT_PX - 6}">${xLabel}</text></svg><p class="note">Vertical axis: ${yLabel}. The dashed line is where both are equal.</p>`;
}

type Range = {
	readonly low: number;
	readonly high: number;
	readonly ticks: readonly number[];
	/** Decimal places of the ticks. */
	readonly places: number;
};

/** Returns a range with round ends that contains all values and zero. */
function rangeOf(values: readonly number[]): Range {
	const least = values.reduce((low, value) => Math.min(low, value), 0);
	const most = values.reduce((high, value) => Math.max(high, value), 0);
	const raw = (most - least || 1) / (TICKS - 1);
	const power = 10 ** Math.floor(Math.log10(raw));
	const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999) ?? 10) * power;
	const low = Math.floor(least / step + 1e-9) * step;
	const count = Math.ceil((most - low) / step - 1e-9);
	const ticks = Array.from({ length: Math.max(1, count) + 1 }, (_, index) => low + index * step);
	return { low, high: ticks.at(-1) ?? 1, ticks, places: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}
