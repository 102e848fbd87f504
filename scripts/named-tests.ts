/**
 * Finds the tests that a page names, and the tests of a test file.
 *
 * A page names a test as `path/of/the.test.ts` in backticks, followed by its title between typographic quotes, or by
 * several of them: `a.test.ts`: “one”, “another”. A title is quoted as in the source, with the placeholders of
 * `each`.
 */
import type { Token } from './source-tokens.ts';

export type NamedTest = { readonly path: string; readonly title: string; readonly line: number };

const NAMED = /`([\w./-]+\.test\.ts)`|“([^”]+)”/g;

/** Every test that a page names. A title without a file before it on its line is an ordinary quotation. */
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
 * Strings that are a call's first argument, as test titles are, and the second argument of `prove`
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

/** Numbers of the page's table rows that name a test. */
export function rowsWithTests(page: string): ReadonlySet<number> {
	const lines = page.split('\n');
	const rows = testsNamedIn(page).map(({ line }) => /^\| (\d+) \|/.exec(lines[line - 1] ?? '')?.[1]);
	return new Set(rows.flatMap((row) => (row === undefined ? [] : [Number(row)])));
}

const CONVERSATION = /`[\w./-]+\.io`/;

/** A table row with the status "fixed" in a table that has a column for the test. */
export type FixedRow = { readonly line: number; readonly text: string; readonly namesTest: boolean };

/** Rows of the page whose second cell begins with "fixed". A row names a test title or a conversation file. */
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
