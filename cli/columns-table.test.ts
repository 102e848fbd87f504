import { describe, expect, test } from 'vitest';
import { type Column, columnsTable, factLines } from './columns-table.ts';
import { harmless, paintFor } from './paint.ts';

type Row = { readonly name: string; readonly value: string };
const COLUMNS: readonly Column<Row>[] = [
	{ head: 'NAME', align: 'left', cell: ({ name }) => name },
	{ head: 'VALUE', cell: ({ value }) => value },
	{ head: 'LENGTH', cell: ({ name }) => String(name.length), spare: 1 },
	{ head: 'FIRST', align: 'left', cell: ({ name }) => name.slice(0, 1), spare: 2 },
];
const ROWS = [
	{ name: 'a', value: '1.00' },
	{ name: 'bcdefg', value: '–' },
];
const plain = (text: string) => text;

describe('columnsTable', () => {
	test('aligns numbers right and text left, without trailing spaces', () => {
		expect(columnsTable(COLUMNS, ROWS, { width: 80, paint: plain })).toEqual([
			'NAME    VALUE  LENGTH  FIRST',
			'a        1.00       1  a',
			'bcdefg      –       6  b',
		]);
	});

	test('drops spare columns on a narrow screen, the highest first, and keeps the others', () => {
		const heads = (width: number) => columnsTable(COLUMNS, ROWS, { width, paint: plain })[0];
		expect(heads(28)).toBe('NAME    VALUE  LENGTH  FIRST');
		expect(heads(27)).toBe('NAME    VALUE  LENGTH');
		expect(heads(20)).toBe('NAME    VALUE');
		expect(heads(3)).toBe('NAME    VALUE');
	});

	test('colours do not shift columns', () => {
		const paint = paintFor({ isTerminal: true }, {});
		const toned: readonly Column<Row>[] = [
			{ head: 'V', cell: ({ value }) => ({ text: value, tone: 'bad' }) },
			{ head: 'N', cell: ({ name }) => name },
		];
		const strip = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
		const lines = columnsTable(toned, ROWS, { width: 80, paint });
		expect(lines.join()).toMatch(strip);
		expect(lines.map((line) => line.replace(strip, ''))).toEqual(
			columnsTable(toned, ROWS, { width: 80, paint: plain }),
		);
	});
});

test('aligns facts', () => {
	expect(
		factLines(plain, [
			['a', '1'],
			['long', '2'],
			['', 'more'],
		]),
	).toEqual(['a     1', 'long  2', '      more']);
});

test.each([
	[{ isTerminal: false }, {}],
	[{ isTerminal: true }, { NO_COLOR: '1' }],
	[{ isTerminal: true }, { TERM: 'dumb' }],
])('uses no colours on %o with %o', (screen, env) => expect(paintFor(screen, env)('x', 'bad')).toBe('x'));

test('text from a service cannot control the terminal', () => {
	const [, line] = columnsTable<Row>(COLUMNS.slice(0, 1), [{ name: '\u001b[2Ja\u202eb\nc', value: '' }], {
		width: 80,
		paint: plain,
	});
	expect(line).toBe('·[2Ja·b·c');
	expect(harmless('BTCUSDT −1 – ⠋ é')).toBe('BTCUSDT −1 – ⠋ é');
});
