/** Writes where and when funding was earned, as heat maps. */

import { HOUR_MS } from '../../domain/funding.ts';
import { type Html, html } from '../../domain/html.ts';
import { monthOf } from './daily-rows.ts';
import { counted, monthText } from './figures.ts';
import { exchangeName, pairName } from './names.ts';
import type { Position, ReplayResult } from './result.ts';
import { cellKey, type HeatMap, heatMap } from './svg-heat-map.ts';

/** Rows of a heat map at most. The rest are summed in one row. */
const ROWS_MAX = 30;
const HOURS = 24;

/** Writes three heat maps of funding: exchange pair by month, coin by month, exchange by settlement hour. */
export function mapsSection(result: ReplayResult): Html {
	const months = monthsOf(result);
	const month = (at: number): number => months.indexOf(monthOf(at));
	const names = months.map((at) => monthText(at).replace(/ 20/, ' '));
	const hours = Array.from({ length: HOURS }, (_, hour) => String(hour).padStart(2, '0'));
	const byMonth = { columns: names, columnOf: month };
	return html`<section id="maps"><h2>Where funding came from</h2><p>Funding received less funding paid, USD. Warm is received, cold is paid. Columns are UTC.</p>${heatMap(
		mapOf(result, {
			...{ title: 'Exchange pair by month', rowHeading: 'Exchange pair', ...byMonth },
			rowOf: pairName,
		}),
	)}${heatMap(
		mapOf(result, {
			...{ title: 'Coin by month', rowHeading: 'Coin', ...byMonth },
			rowOf: ({ coin }) => coin,
		}),
	)}${heatMap(
		mapOf(result, {
			...{ title: 'Exchange by settlement hour (UTC)', rowHeading: 'Exchange', columns: hours },
			columnOf: (at) => Math.floor(at / HOUR_MS) % HOURS,
			rowOf: ({ long, short }, leg) => exchangeName(leg === 0 ? long.exchange : short.exchange),
		}),
	)}</section>`;
}

type MapTerms = {
	readonly title: string;
	readonly rowHeading: string;
	readonly columns: readonly string[];
	readonly columnOf: (at: number) => number;
	readonly rowOf: (position: Position, leg: number) => string;
};

/** Sums the payments by row and column. Rows are sorted by the size of their payments. */
function mapOf({ funding, positions }: ReplayResult, terms: MapTerms): HeatMap {
	const rows = new Map<string, number[]>();
	for (const [index, at] of funding.at.entries()) {
		const position = positions[funding.position[index] ?? -1];
		if (position === undefined) continue;
		const name = terms.rowOf(position, funding.leg[index] ?? 0);
		const row = rows.get(name) ?? [];
		rows.set(name, row);
		const column = terms.columnOf(at);
		row[column] = (row[column] ?? 0) + (funding.usd[index] ?? 0);
	}
	const sizeOf = (row: readonly number[]): number => row.reduce((sum, usd) => sum + Math.abs(usd ?? 0), 0);
	const sorted = [...rows].sort(
		([oneName, one], [otherName, other]) => sizeOf(other) - sizeOf(one) || (oneName < otherName ? -1 : 1),
	);
	const shown = sorted.slice(0, sorted.length > ROWS_MAX ? ROWS_MAX - 1 : ROWS_MAX);
	const rest = sorted.slice(shown.length);
	const all = rest.length === 0 ? shown : [...shown, [counted(rest.length, 'other'), sumOf(rest)] as const];
	const cells = new Map<string, number>();
	for (const [row, [, values]] of all.entries())
		for (const [column, value] of values.entries())
			if (value !== undefined) cells.set(cellKey(row, column), value);
	const { title, rowHeading, columns } = terms;
	return { title, rowHeading, columns, rows: all.map(([name]) => name), cells };
}

function sumOf(rows: readonly (readonly [name: string, values: readonly number[]])[]): number[] {
	const sums: number[] = [];
	for (const [, values] of rows)
		for (const [column, value] of values.entries())
			if (value !== undefined) sums[column] = (sums[column] ?? 0) + value;
	return sums;
}

/** Returns the starts of all months of the span that was played. */
function monthsOf({ settings, playedUntil }: ReplayResult): readonly number[] {
	const months: number[] = [];
	for (let at = monthOf(settings.from); at < Math.max(playedUntil, settings.from + 1); ) {
		months.push(at);
		const date = new Date(at);
		at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
	}
	return months;
}
