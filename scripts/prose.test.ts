import { describe, expect, test } from 'vitest';
import { readProse } from './prose.ts';

/** Returns the kind, text and line of every piece of prose in a file. */
function read(path: string, ...lines: readonly string[]): readonly (readonly [string, string, number])[] {
	return readProse(path, lines.join('\n')).prose.map(({ kind, text, line }) => [kind, text.trim(), line]);
}

function beginsSentence(path: string, code: string): readonly boolean[] {
	return readProse(path, code).prose.map((piece) => piece.beginsSentence);
}

describe('comments', () => {
	test('joins line comments that follow each other, without those that follow code', () => {
		expect(read('a.ts', '// One', '// text.', 'f(); // Another one.', '// The next.')).toEqual([
			['comment', 'One\n text.', 1],
			['comment', 'Another one.', 3],
			['comment', 'The next.', 4],
		]);
	});

	test('reads each paragraph, item and tag of a docstring by itself, with its line', () => {
		const lines = [
			'/**',
			' * The first',
			' * paragraph.',
			' *',
			' * - An item',
			' * @param x The amount, USD.',
			' */',
		];
		expect(read('a.ts', ...lines)).toEqual([
			['comment', 'The first\nparagraph.', 2],
			['comment', 'An item', 5],
			['comment', 'The amount, USD.', 6],
		]);
	});

	test('shows code in back quotes as `x` and keeps its line breaks', () => {
		expect(read('a.ts', '/* Calls `what is', 'left` once. */')).toEqual([
			['comment', 'Calls `x`\n once.', 1],
		]);
	});

	test('takes a comment in lower case as the beginning of a sentence', () => {
		expect(beginsSentence('a.ts', '// of the link')).toEqual([true]);
	});
});

describe('strings', () => {
	test.each([
		['a sentence', "f('It is here.');", 'It is here.'],
		['a template, with … for an expression', 'f(`It is $' + '{a + `b`} USD.`);', 'It is … USD.'],
		['one capitalised word', "f('Promised');", 'Promised'],
	])('reads %s', (_, code, text) => {
		expect(read('a.ts', code)).toEqual([['string', text, 1]]);
	});

	test.each([
		['a statement of SQL', "f('SELECT promised FROM promise WHERE slot = 1');"],
		['source of a program', "f('const room = () => of(what);');"],
		['a name', "f('promises');"],
		['a regular expression', 'f(/What is left/);'],
		['code', 'const stands = await room;'],
	])('ignores %s', (_, code) => {
		expect(read('a.ts', code)).toEqual([]);
	});

	test.each([
		["test('of two users', f);", true],
		["test.each(rows)('of two users', f);", true],
		["test.each([[1], [2]])('of two users', f);", true],
		["z.string().describe('of two users');", true],
		["f('of two users');", false],
	])('says whether a text begins a sentence: %s', (code, expected) => {
		expect(beginsSentence('a.ts', code)).toEqual([expected]);
	});

	test('takes groups of tests, labels and titles as headings', () => {
		const code = "describe('What it does', f); const a = { label: 'Where it is', text: 'It is here' };";
		expect(read('a.ts', code).map(([kind]) => kind)).toEqual(['heading', 'heading', 'string']);
	});

	test('reads the markup of a string', () => {
		const code =
			'const a = html`<h1>What it is</h1>\n<p class="two words">It costs <b>$' + '{usd}</b> USD.</p>`;';
		expect(read('a.ts', code)).toEqual([
			['heading', 'What it is', 1],
			['paragraph', 'It costs … USD.', 2],
		]);
	});
});

describe('components', () => {
	const component = [
		'<script lang="ts">',
		"\tconst text = 'A text of the script.';",
		'</script>',
		'<!-- A comment. -->',
		'{#if slots > 2 && text !== "}"}',
		'\t<Row room={2} title="The exact {amount} USD" class="not read">',
		`\t\tIt costs <b>{f(\`a $${'{b}'}\`)}</b>`,
		"\t\tnow{open ? ', or later on' : ''}.",
		'\t</Row>',
		'{/if}',
		'<style>',
		'\t/* The style of it. */',
		'</style>',
	];

	test('reads script, markup, expressions, comments and styles with their lines', () => {
		expect(read('a.svelte', ...component)).toEqual([
			['string', 'A text of the script.', 2],
			['comment', 'A comment.', 4],
			['paragraph', 'The exact … USD', 6],
			['paragraph', 'It costs …\n\t\tnow….', 7],
			['string', ', or later on', 8],
			['comment', 'The style of it.', 12],
		]);
	});

	test('reads names of the script, of expressions, of components and of their properties', () => {
		const { names } = readProse('a.svelte', component.join('\n'));
		const wanted = new Set(['text', 'slots', 'Row', 'room']);
		expect(names.filter(({ name }) => wanted.has(name))).toEqual([
			{ name: 'text', line: 2 },
			{ name: 'Row', line: 6 },
			{ name: 'room', line: 6 },
			{ name: 'slots', line: 5 },
			{ name: 'text', line: 5 },
		]);
	});

	test.each(['<p title="no end', '<!-- no end', '{#if a', '<p'])('refuses %j, which has no end', (markup) => {
		expect(() => readProse('a.svelte', markup)).toThrow('has no end');
	});
});

describe('documents', () => {
	test('reads paragraphs, items, quotations, cells and headings, without blocks of code', () => {
		const lines = [
			'# What it is',
			'A paragraph',
			'of two lines, see [here](what-is-left.md).',
			'',
			'- An item.',
			'1. A step',
			'   in two lines.',
			'> A quotation.',
			'',
			'```sh',
			'# What is left',
			'```',
			'| what | unit |',
			'| --- | --- |',
			'| The fee | USD |',
			'<!-- A comment. -->',
		];
		expect(read('a.md', ...lines)).toEqual([
			['heading', 'What it is', 1],
			['paragraph', 'A paragraph\nof two lines, see [here].', 2],
			['paragraph', 'An item.', 5],
			['paragraph', 'A step\n   in two lines.', 6],
			['paragraph', 'A quotation.', 8],
			['heading', 'what', 13],
			['heading', 'unit', 13],
			['paragraph', 'The fee', 15],
			['paragraph', 'USD', 15],
			['comment', 'A comment.', 16],
		]);
	});

	test('reads the comments of a style sheet', () => {
		expect(read('a.css', '.slot { color: red; }', '/* The row', ' * below. */')).toEqual([
			['comment', 'The row\nbelow.', 2],
		]);
	});

	test('reads nothing of other files', () => {
		expect(readProse('a.json', '{"a": "What is left."}')).toEqual({ prose: [], names: [] });
	});
});
