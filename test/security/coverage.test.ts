/** The table of the README and the cases of this folder are the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('./', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

/** Cases at the left margin of a file: what is inside of one is part of it. */
function casesIn(file: string): readonly string[] {
	return [...read(file).matchAll(/^(?:describe|test)(?:\.each)?\('([^']+)'/gm)].map(
		([, title = '']) => `${file}: ${title}`,
	);
}

/** What an attack by hand found says by its name what would have happened, and has no row. */
const files = readdirSync(FOLDER).filter(
	(name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts' && !name.startsWith('break-in-'),
);
const rows = [
	...read('README.md').matchAll(/^\| (.+?) +\| (.+?) +\| \[[a-z-]+\]\(([a-z-]+\.test\.ts)\) +\|$/gm),
];

test('every case has its row, with its source, and every row its case', () => {
	const listed = rows.map(([, what = '', source = '', file = '']) => `${file}: ${source} ${what}`);
	expect(listed.length).toBeGreaterThan(80);
	expect([...listed].sort()).toEqual(files.flatMap(casesIn).sort());
});

test('no case stands in the table twice', () => {
	const whole = rows.map(([row]) => row);
	expect(new Set(whole).size).toBe(whole.length);
});

test('what is proven elsewhere is proven there', () => {
	const elsewhere = [...read('README.md').matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, path = '']) => path);
	expect(elsewhere.length).toBeGreaterThan(5);
	for (const path of elsewhere) expect([path, existsSync(new URL(path, FOLDER))]).toEqual([path, true]);
});
