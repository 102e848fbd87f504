import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsWithTests, testsNamedIn, titlesIn } from './named-tests.ts';
import { tokensOf } from './source-tokens.ts';

describe('what a page names', () => {
	test('is each title behind a file, with its line', () => {
		const page = 'As “quoted”.\n| 7 | pain | `a/b.test.ts`: “one”, “two”; `c.test.ts`: “three” |';
		expect(testsNamedIn(page)).toEqual([
			{ path: 'a/b.test.ts', title: 'one', line: 2 },
			{ path: 'a/b.test.ts', title: 'two', line: 2 },
			{ path: 'c.test.ts', title: 'three', line: 2 },
		]);
		expect([...rowsWithTests(page)]).toEqual([7]);
	});
});

test('titles are those of plain tests and of tables', () => {
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

	test('passes when every row names a test that is there', () => {
		write('a.test.ts', "test('holds', () => {});");
		write('docs/reliability.md', rows(36));
		expect(check()).toMatchObject({ status: 0 });
	});

	test('fails where a test, a row or the page is missing', () => {
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
