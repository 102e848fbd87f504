/** Draws USD by row and column as a heat map, with the same figures as a table below it. */
import { type Html, html } from '../../domain/html.ts';
import { fixed, signedUsd, usd } from './figures.ts';

/** USD by row and column. A cell that is absent had no payment. */
export type HeatMap = {
	readonly title: string;
	/** Heading of the rows' names, such as `Coin`. */
	readonly rowHeading: string;
	readonly rows: readonly string[];
	readonly columns: readonly string[];
	readonly cells: ReadonlyMap<string, number>;
};

const LABEL_SHARE = 22;
const CELL_PX = 26;
const HEAD_PX = 22;
/** Shades on each side of zero. */
const SHADES = 5;

/** Returns the key of a cell in `cells`. */
export function cellKey(row: number, column: number): string {
	return `${row} ${column}`;
}

/** Draws a heat map in a container that scrolls sideways on a phone, and its table in an expandable element. */
export function heatMap(map: HeatMap): Html {
	const { rows, columns, cells, title } = map;
	if (rows.length === 0) return html`<h3>${title}</h3><p>No funding was paid or received.</p>`;
	const most = [...cells.values()].reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
	const sum = `${title}. ${extremes(map)}`;
	const width = (100 - LABEL_SHARE) / columns.length;
	const x = (column: number): string => `${(LABEL_SHARE + column * width).toFixed(2)}%`;
	const middle = (column: number): string => `${(LABEL_SHARE + (column + 0.5) * width).toFixed(2)}%`;
	return html`<h3>${title}</h3><div class="scroll" role="region" tabindex="0" aria-label="${title}"><svg class="heat" role="img" width="100%" height="${HEAD_PX + rows.length * CELL_PX}" aria-label="${sum}"><title>${sum}</title>${columns.map(
		(name, column) => html`<text class="head" x="${middle(column)}" y="14">${name}</text>`,
	)}${rows.map(
		(name, row) =>
			html`<text class="row" x="0" y="${HEAD_PX + row * CELL_PX + 17}">${name}</text>${columns.map(
				(heading, column) => {
					const value = cells.get(cellKey(row, column));
					const top = HEAD_PX + row * CELL_PX;
					if (value === undefined)
						return html`<rect class="none" x="${x(column)}" y="${top}" width="${width.toFixed(2)}%" height="${CELL_PX}"/>`;
					return html`<rect class="${shadeOf(value, most)}" x="${x(column)}" y="${top}" width="${width.toFixed(2)}%" height="${CELL_PX}"><title>${name}, ${heading}: ${signedUsd(value)}</title></rect><text class="cell" x="${middle(column)}" y="${top + 17}">${shortText(value)}</text>`;
				},
			)}`,
	)}</svg></div><details><summary>Table: ${title}</summary>${table(map)}</details>`;
}

/** Returns the class of a cell: `hot-1` to `hot-5` for received, `cold-1` to `cold-5` for paid, `even` for zero. */
function shadeOf(value: number, most: number): string {
	if (value === 0 || most === 0) return 'even';
	const shade = Math.max(1, Math.ceil((Math.abs(value) / most) * SHADES));
	return `${value > 0 ? 'hot' : 'cold'}-${Math.min(SHADES, shade)}`;
}

/** Formats a cell's amount in few characters: whole USD, or thousands. */
function shortText(value: number): string {
	const size = Math.abs(value);
	if (size >= 9_999.5) return `${fixed(value / 1_000, 0)}k`;
	return size >= 999.5 ? `${fixed(value / 1_000, 1)}k` : fixed(value, 0);
}

function extremes({ rows, columns, cells }: HeatMap): string {
	let most: readonly [key: string, value: number] | undefined;
	let least: readonly [key: string, value: number] | undefined;
	for (const cell of cells) {
		if (most === undefined || cell[1] > most[1]) most = cell;
		if (least === undefined || cell[1] < least[1]) least = cell;
	}
	const place = (key: string): string => {
		const [row, column] = key.split(' ').map(Number);
		return `${rows[row ?? 0] ?? ''}, ${columns[column ?? 0] ?? ''}`;
	};
	if (most === undefined || least === undefined) return '';
	return `Most: ${place(most[0])}, ${signedUsd(most[1])}. Least: ${place(least[0])}, ${signedUsd(least[1])}.`;
}

function table({ rowHeading, rows, columns, cells }: HeatMap): Html {
	return html`<div class="scroll" role="region" tabindex="0" aria-label="Table of ${rowHeading}"><table><thead><tr><th scope="col">${rowHeading}</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Sum</th></tr></thead><tbody>${rows.map(
		(name, row) => {
			const values = columns.map((_, column) => cells.get(cellKey(row, column)));
			const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
			return html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value === undefined ? '' : fixed(value, 2)}</td>`)}<td>${usd(sum)}</td></tr>`;
		},
	)}</tbody></table></div>`;
}
