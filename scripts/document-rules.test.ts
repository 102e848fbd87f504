import { expect, test } from 'vitest';
import { judgeDocuments } from './document-rules.ts';

const FILES = new Set([
	'docs/a.md',
	'docs/b.md',
	'src/risk/gate.ts',
	'src/venues/okx/limits.ts',
	'bin/run.js',
]);

function faultsOf(
	text: string,
	other = '# B\n\n## Two words, `code`\n\n## Two words, code\n',
): readonly string[] {
	const named = new Map([
		['docs/a.md', text],
		['docs/b.md', other],
	]);
	return judgeDocuments(named, FILES).faults;
}

const SEEN = 'The gate is `risk/gate.ts`.';

test.each([
	['a file from the root', '`bin/run.js`'],
	['a file in a command', '`node bin/run.js --fast out/report.txt`'],
	['a file below src', '`venues/okx/limits.ts`'],
	['any exchange', '`src/venues/<venue>/limits.ts`'],
	['any file of a kind', '`venues/okx/lim*.ts`'],
	['a name without a folder', '`nowhere.ts`'],
	['a page beside it', '[b](b.md)'],
	['a file above it', '[run](../bin/run.js)'],
	['a folder', '[bin](../bin/)'],
	['a heading', '[two](b.md#two-words-code)'],
	['the second of two equal headings', '[two](b.md#two-words-code-1)'],
	['a heading of the same page', '# Top\n\n[top](#top)'],
	['a page elsewhere', '[rfc](https://example.org/rfc.md)'],
])('accepts %s', (_name, text) => {
	expect(faultsOf(`${SEEN} ${text}\n`.replace(`${SEEN} # `, `${SEEN}\n# `))).toEqual([]);
});

test.each([
	['a missing file', '`risk/door.ts`', 'docs/a.md:2 names risk/door.ts, which does not exist'],
	[
		'a missing file in a command',
		'`node bin/gone.js`',
		'docs/a.md:2 names bin/gone.js, which does not exist',
	],
	[
		'a pattern without a matching file',
		'`venues/<venue>/odds.ts`',
		'docs/a.md:2 names venues/<venue>/odds.ts, which does not exist',
	],
	['a missing page', '[c](c.md)', 'docs/a.md:2 links to c.md, which does not exist'],
	['a missing heading', '[x](b.md#x)', 'docs/a.md:2 links to b.md#x, and docs/b.md has no such heading'],
])('rejects %s', (_name, text, fault) => {
	expect(faultsOf(`${SEEN}\n${text}\n`)).toEqual([fault]);
});

test('counts the names it checked, and reports a fault when there were none', () => {
	const files = new Map([
		['docs/a.md', `${SEEN} [b](b.md), [b again](b.md#b)`],
		['docs/b.md', '# B'],
	]);
	expect(judgeDocuments(files, FILES)).toEqual({ faults: [], paths: 1, links: 2 });
	expect(faultsOf('Nothing.\n')).toEqual(['no document names a file, so no name was looked up']);
});
