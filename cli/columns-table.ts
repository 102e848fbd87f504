/**
 * Formats readable tables, with units in the headings and numbers aligned right. A narrow screen shows the most
 * important columns.
 */
import { harmless, type Paint, type Toned } from './paint.ts';

/** One column: its heading, its cells, and its priority on a narrow screen. */
export type Column<Row> = {
	readonly head: string;
	/** Alignment. The default is right, for numbers. */
	readonly align?: 'left' | 'right';
	readonly cell: (row: Row) => Toned;
	/**
	 * Priority on a narrow screen, where the columns with the highest number are dropped first. If absent, the column
	 * is never dropped.
	 */
	readonly spare?: number;
};

const GAP = '  ';

/**
 * Lays rows out under headings. @param width maximum characters per line; a table without droppable columns may
 * exceed it
 */
export function columnsTable<Row>(
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	{ width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
	const cells = columns.map((column) => ({
		column,
		texts: rows.map((row) => tonedText(column.cell(row))),
	}));
	const measured = cells.map(({ column, texts }) => ({
		column,
		texts,
		wide: Math.max(widthOf(column.head), ...texts.map(({ text }) => widthOf(text))),
	}));
	const shown = fitting(measured, width);
	const line = (of: (column: (typeof shown)[number]) => { text: string; painted: string }): string =>
		shown
			.map((column) => {
				const { text, painted } = of(column);
				const space = ' '.repeat(column.wide - widthOf(text));
				return column.column.align === 'left' ? painted + space : space + painted;
			})
			.join(GAP)
			.trimEnd();
	return [
		line(({ column: { head } }) => ({ text: head, painted: paint(head, 'soft') })),
		...rows.map((_, index) =>
			line(({ texts }) => {
				const { text, tone } = texts[index] ?? { text: '', tone: undefined };
				return { text, painted: paint(text, tone) };
			}),
		),
	];
}

/**
 * Formats a table without colours or a width limit; its first row holds the headings. `align` applies to all columns
 * but the first.
 */
export function textTable(
	[heads = [], ...rows]: readonly (readonly string[])[],
	align: 'left' | 'right' = 'right',
): string[] {
	const columns = heads.map(
		(head, at): Column<readonly string[]> => ({
			head,
			align: at === 0 ? 'left' : align,
			cell: (row) => row[at] ?? '',
		}),
	);
	return columnsTable(columns, rows, { width: Number.POSITIVE_INFINITY, paint: (text) => text });
}

function fitting<C extends { readonly wide: number; readonly column: { readonly spare?: number } }>(
	columns: readonly C[],
	width: number,
): readonly C[] {
	const total = columns.reduce((sum, { wide }) => sum + wide + GAP.length, -GAP.length);
	const last = Math.max(...columns.map(({ column }) => column.spare ?? 0));
	if (total <= width || last === 0) return columns;
	return fitting(
		columns.filter(({ column }) => column.spare !== last),
		width,
	);
}

/** Formats names and values, one pair per line. */
export function factLines(paint: Paint, facts: readonly (readonly [name: string, value: Toned])[]): string[] {
	const left = Math.max(0, ...facts.map(([name]) => widthOf(name)));
	return facts.map(([name, value]) => {
		const { text, tone } = tonedText(value);
		return `${paint(name.padEnd(left), 'soft')}${GAP}${paint(text, tone)}`.trimEnd();
	});
}

function tonedText(toned: Toned) {
	const { text, tone } = typeof toned === 'string' ? { text: toned, tone: undefined } : toned;
	return { text: harmless(text), tone };
}

/** Counts code points rather than UTF-16 units. Nothing shown here is double-width. */
function widthOf(text: string): number {
	return [...text].length;
}
