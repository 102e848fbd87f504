/**
 * Prepares the time charts of a report: their titles, series and thinned columns. The page's script draws them with
 * uPlot; without the script the reader has the table by month.
 */

import { fallsBelowPeak } from '../../domain/drawdown.ts';
import { type Html, html } from '../../domain/html.ts';
import { spanText } from './figures.ts';
import { exchangeName } from './names.ts';
import type { PortfolioColumns } from './result.ts';
import { stepOf, thinned } from './thin-columns.ts';

/** One line of a chart. */
export type ChartSeries = { readonly label: string; readonly values: readonly (number | null)[] };

/** One chart of a report. */
export type Chart = {
	/** Id of the element that holds it. */
	readonly id: string;
	readonly title: string;
	readonly unit: 'usd' | 'percent';
	/** True to fill the area below the first line. */
	readonly isFilled: boolean;
	readonly series: readonly ChartSeries[];
};

/** All charts of a report over one time axis. */
export type Charts = {
	/** Times of the points, seconds since 1970. */
	readonly at: readonly number[];
	readonly charts: readonly Chart[];
	/** How the columns were thinned, as a sentence; null if they were not. */
	readonly note: string | null;
};

/** Returns the charts of a portfolio. USD are rounded to cents, percentages to a hundredth. */
export function chartsOf(columns: PortfolioColumns): Charts {
	const step = stepOf(columns.at.length);
	const usd = (values: readonly number[], keeps: 'last' | 'largest'): (number | null)[] =>
		thinned(values, step, keeps).map(cents);
	const charts: readonly Chart[] = [
		{
			...{ id: 'equity', title: 'Equity, USD', unit: 'usd', isFilled: false },
			series: [{ label: 'Equity', values: usd(columns.equity, 'last') }],
		},
		{
			...{ id: 'drawdown', title: 'Drawdown below the last peak, USD', unit: 'usd', isFilled: true },
			series: [{ label: 'Drawdown', values: usd(fallsBelowPeak(columns.equity), 'largest').map(negative) }],
		},
		{
			...{ id: 'exposure', title: 'Exposure and idle capital, USD', unit: 'usd', isFilled: false },
			series: [
				{ label: 'Exposure, both legs', values: usd(columns.exposure, 'last') },
				{ label: 'Idle capital', values: usd(columns.idle, 'last') },
			],
		},
		{
			...{ id: 'margin', title: 'Margin used per exchange, USD', unit: 'usd', isFilled: false },
			series: columns.exchanges.map(({ exchange, marginUsed }) => ({
				label: exchangeName(exchange),
				values: usd(marginUsed, 'largest'),
			})),
		},
		{
			...{ id: 'liquidation', title: 'Least distance to a liquidation per exchange', unit: 'percent' },
			isFilled: false,
			series: columns.exchanges.map(({ exchange, liquidationDistance }) => ({
				label: exchangeName(exchange),
				values: thinned(liquidationDistance, step, 'least').map((share) =>
					share === null ? null : Math.round(share * 10_000) / 100,
				),
			})),
		},
	];
	return {
		at: columns.at.flatMap((at, index) => (index % step === 0 ? [Math.round(at / 1_000)] : [])),
		charts,
		note:
			step === 1
				? null
				: `The charts have one point per ${spanText(step * columns.stepMs)}: the last equity, exposure and idle capital, the largest drawdown and margin, and the least distance to a liquidation. The JSON has every ${spanText(columns.stepMs)}.`,
	};
}

/** Returns the element in which the script draws a chart. It is empty and hidden without the script. */
export function chartFrame(charts: Charts, id: string): Html {
	const chart = charts.charts.find((candidate) => candidate.id === id);
	if (chart === undefined || charts.at.length === 0) return html``;
	if (chart.series.every(({ values }) => values.every((value) => value === null || value === 0)))
		return html`<p class="note">${chart.title}: zero or not known throughout.</p>`;
	const names = chart.series.map(({ label }) => label).join(', ');
	return html`<figure class="chart"><figcaption>${chart.title}</figcaption><div id="chart-${id}" class="plot" role="img" aria-label="${chart.title}. Lines: ${names}. The table by month has the figures."></div></figure>`;
}

/**
 * Returns the charts as a data block, which a browser does not run. A `<` in a name is escaped, so that no text can
 * end the block.
 */
export function chartBlock({ at, charts }: Charts): string {
	return JSON.stringify({ at, charts }).replaceAll('<', '\\u003c');
}

function cents(value: number | null): number | null {
	return value === null ? null : Math.round(value * 100) / 100;
}

function negative(value: number | null): number | null {
	return value === null || value === 0 ? value : -value;
}
