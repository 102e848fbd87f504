import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixedRows, rowsWithTests, testsNamedIn, titlesIn } from './named-tests.ts';
import { tokensOf } from './source-tokens.ts';

describe('what a page names', () => {
	test('includes each title after a file name, with its line', () => {
		const page = 'As “quoted”.\n| 7 | pain | `a/b.test.ts`: “one”, “two”; `c.test.ts`: “three” |';
		expect(testsNamedIn(page)).toEqual([
			{ path: 'a/b.test.ts', title: 'one', line: 2 },
			{ path: 'a/b.test.ts', title: 'two', line: 2 },
			{ path: 'c.test.ts', title: 'three', line: 2 },
		]);
		expect([...rowsWithTests(page)]).toEqual([7]);
	});
});

test('requires a test title or conversation file in each fixed row, and in no other row', () => {
	const head = '| row | state | change | test |\n| --- | --- | --- | --- |';
	const page = [
		head,
		'| a | fixed | x | `a.test.ts`: “one” |',
		'| b | fixed | x | conversations of `test/rpc/a.io` |',
		'| c | fixed | x | `a.test.ts` |',
		'| d | later | x | |',
		'',
		'| page | state | now |',
		'| --- | --- | --- |',
		'| e | fixed | x |',
	].join('\n');
	expect(fixedRows(page).map(({ line, namesTest }) => [line, namesTest])).toEqual([
		[3, true],
		[4, true],
		[5, false],
	]);
});

test('reads titles of plain tests and of test tables', () => {
	const source = "test('one', run); test.each([1])('two %s', run); log('x', 'no title'); // test('three')";
	expect([...titlesIn(tokensOf(source))]).toEqual(['one', 'two %s', 'x']);
	const proven = "prove('fees', 'four', async () => {}); seen(prove, 'five');";
	expect([...titlesIn(tokensOf(proven))]).toEqual(['fees', 'four']);
});

describe('the check', () => {
	let root: string;
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'carrywire-named-'));
	});
	afterEach(() => rmSync(root, { recursive: true, force: true }));

	const write = (path: string, text: string): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	const check = () =>
		spawnSync(process.execPath, ['scripts/check-named-tests.ts', root], { encoding: 'utf8' });
	const rows = (count: number, title = 'holds'): string =>
		Array.from({ length: count }, (_, row) => `| ${row + 1} | pain | \`a.test.ts\`: “${title}” |`).join('\n');

	const REPORTS = '| row | state | change | test |\n| --- | --- | --- | --- |\n';
	const fixedRow = (title = 'holds'): string => `${REPORTS}| D1 | fixed | done | \`a.test.ts\`: “${title}” |`;

	test('passes when every row names an existing test', () => {
		write('a.test.ts', "test('holds', () => {});");
		write('docs/reliability.md', rows(36));
		write('docs/field-reports.md', fixedRow());
		expect(check()).toMatchObject({ status: 0 });
	});

	test.each([
		['is gone', '', 'docs/field-reports.md has no row that is fixed'],
		[
			'says fixed without a test',
			`${REPORTS}| D1 | fixed | done | |`,
			'docs/field-reports.md:3 is fixed and names no test',
		],
		[
			'names a missing test',
			fixedRow('was renamed'),
			'docs/field-reports.md:3 names a test that a.test.ts has not',
		],
	])('fails when the page of field reports %s', (_what, page, said) => {
		write('a.test.ts', "test('holds', () => {});");
		write('docs/reliability.md', rows(36));
		if (page !== '') write('docs/field-reports.md', page);
		expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining(said) });
	});

	test('fails when a test, a row or the page is missing', () => {
		write('a.test.ts', "test('holds', () => {});");
		expect(check()).toMatchObject({ status: 1 });
		write('docs/reliability.md', rows(35));
		expect(check().stdout).toContain('names no test in row 36');
		write('docs/reliability.md', rows(36, 'was renamed'));
		expect(check().stdout).toContain(
			'docs/reliability.md:1 names a test that a.test.ts has not: was renamed',
		);
	});
});
