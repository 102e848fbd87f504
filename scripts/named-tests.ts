/**
 * Finds the tests that a documentation page names, and the tests that a test file contains.
 *
 * A page names a test by its file in backticks and its title in curly quotes; several titles may follow one file:
 * `a.test.ts`: “one”, “another”. A title is quoted as in the source, with the placeholders of `each`.
 */
import type { Token } from './source-tokens.ts';

export type NamedTest = { readonly path: string; readonly title: string; readonly line: number };

const NAMED = /`([\w./-]+\.test\.ts)`|“([^”]+)”/g;

/**
 * Returns every test that a page names. Text in curly quotes without a test file before it on the same line is an
 * ordinary quotation.
 */
export function testsNamedIn(page: string): NamedTest[] {
	return page.split('\n').flatMap((text, index) => {
		let path: string | undefined;
		const named: NamedTest[] = [];
		for (const [, file, title] of text.matchAll(NAMED)) {
			if (file !== undefined) path = file;
			else if (title !== undefined && path !== undefined) named.push({ path, title, line: index + 1 });
		}
		return named;
	});
}

/**
 * Returns all strings that may be a test title: the first argument of any call, and the second argument of `prove`
 * (`test/venue/cases.ts`).
 */
export function titlesIn(tokens: readonly Token[]): ReadonlySet<string> {
	const titles = new Set<string>();
	const textAt = (index: number): string | undefined => tokens[index]?.text;
	for (const [index, token] of tokens.entries()) {
		if (token.kind !== 'string') continue;
		const isSecond = textAt(index - 1) === ',' && textAt(index - 3) === '(' && textAt(index - 4) === 'prove';
		if (textAt(index - 1) === '(' || isSecond) titles.add(token.text);
	}
	return titles;
}

/** Returns the numbers of the page's numbered table rows that name a test. */
export function rowsWithTests(page: string): ReadonlySet<number> {
	const lines = page.split('\n');
	const rows = testsNamedIn(page).map(({ line }) => /^\| (\d+) \|/.exec(lines[line - 1] ?? '')?.[1]);
	return new Set(rows.flatMap((row) => (row === undefined ? [] : [Number(row)])));
}

const CONVERSATION = /`[\w./-]+\.io`/;

/** A table row with the status "fixed", in a table that has a test column. */
export type FixedRow = { readonly line: number; readonly text: string; readonly namesTest: boolean };

/**
 * Returns the page's rows whose second cell is "fixed". Each of them should name a test title or a recorded
 * conversation (a `.io` file).
 */
export function fixedRows(page: string): readonly FixedRow[] {
	const lines = page.split('\n');
	const tested = new Set(testsNamedIn(page).map(({ line }) => line));
	let hasColumn = false;
	return lines.flatMap((text, index) => {
		if (/^\| -+ \|/.test(lines[index + 1] ?? '')) hasColumn = / test \|$/.test(text);
		if (!hasColumn || !/^\| [^|]+ \| fixed \|/.test(text)) return [];
		return [{ line: index + 1, text, namesTest: tested.has(index + 1) || CONVERSATION.test(text) }];
	});
}
