/** Checks that the README table and this folder's test cases match. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('./', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

/** Returns a file's top-level cases. Nested tests belong to their case. */
function casesIn(file: string): readonly string[] {
	return [...read(file).matchAll(/^(?:describe|test)(?:\.each)?\('([^']+)'/gm)].map(
		([, title = '']) => `${file}: ${title}`,
	);
}

/** Test files with rows in the table. The `break-in-` tests have no source to cite, so they have no rows. */
const files = readdirSync(FOLDER).filter(
	(name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts' && !name.startsWith('break-in-'),
);
const rows = [
	...read('README.md').matchAll(/^\| (.+?) +\| (.+?) +\| \[[a-z-]+\]\(([a-z-]+\.test\.ts)\) +\|$/gm),
];

test('every case has a row with its source, and every row has a case', () => {
	const listed = rows.map(([, what = '', source = '', file = '']) => `${file}: ${source} ${what}`);
	expect(listed.length).toBeGreaterThan(80);
	expect([...listed].sort()).toEqual(files.flatMap(casesIn).sort());
});

test('no case is listed twice', () => {
	const whole = rows.map(([row]) => row);
	expect(new Set(whole).size).toBe(whole.length);
});

test('every test file listed under Elsewhere exists', () => {
	const elsewhere = [...read('README.md').matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, path = '']) => path);
	expect(elsewhere.length).toBeGreaterThan(5);
	for (const path of elsewhere) expect([path, existsSync(new URL(path, FOLDER))]).toEqual([path, true]);
});
