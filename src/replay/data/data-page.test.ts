/** Tests that the page about data names the columns that the code reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableOf } from './table-kinds.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/replay-data.md'), 'utf8');

function columnsIn(cell: string): readonly string[] {
	return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

test.each([
	['settled rates', 'settled'],
	['marks', 'marks'],
	['candles', 'candles'],
])('names the columns of %s', (title, kind) => {
	const row = PAGE.split('\n').find((line) => line.startsWith(`| ${title} |`)) ?? '';
	const [, , needed = '', wanted = ''] = row.split('|');
	const columns = [...columnsIn(needed), ...columnsIn(wanted)];
	expect(tableOf(columns)).toEqual({ kind, used: columns, unknown: [], hasUnreadMarks: false });
	for (const column of columnsIn(needed).filter((name) => name !== 'symbol' && name !== 'base'))
		expect(tableOf(columns.filter((name) => name !== column)), column).toBeUndefined();
});
