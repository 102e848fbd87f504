import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { filesOnDisk } from './repository-files.ts';
import { importsOf } from './source-imports.ts';
import { TokenError, tokensOf } from './source-tokens.ts';

const words = (source: string): string[] =>
	tokensOf(source)
		.filter((token) => token.kind === 'word')
		.map((token) => token.text);

describe('tokens', () => {
	test('ignores words inside comments, strings, templates and regular expressions', () => {
		expect(words(`a; // b\n/* c\n d */ 'e' + "f \\" f" + \`g\` + /h[/]i/.test(j)`)).toEqual([
			'a',
			'test',
			'j',
		]);
	});

	test('reads code inside a template at any depth', () => {
		const source = 'x = `one $' + '{a + `two $' + '{b({c})} three` + d} four`; e';
		expect(words(source)).toEqual(['x', 'a', 'b', 'c', 'd', 'e']);
	});

	test('a slash divides after a value and begins a regular expression elsewhere', () => {
		expect(words("a / b / c; d(x) / 'no regex'; f = /'/; return /\"/.test(g); h[0] / i; j++ / k")).toEqual([
			...['a', 'b', 'c', 'd', 'x', 'f', 'return', 'test', 'g', 'h', 'i', 'j', 'k'],
		]);
	});

	test('gives every token its line, even after text of several lines', () => {
		const lines = tokensOf('#!/usr/bin/env node\na\n/*\n*/ b `\n\n` c "x\\\ny" d').map(({ text, line }) => [
			text,
			line,
		]);
		expect(lines).toEqual([
			['a', 2],
			['b', 4],
			['\n\n', 4],
			['c', 6],
			['x\\\ny', 6],
			['d', 7],
		]);
	});

	test('numbers are not words, and a type parameter does not disturb them', () => {
		expect(words('1_000n + 0xff + 1e-7 + .5 + a.b<C>(2.5)')).toEqual(['a', 'b', 'C']);
	});

	test.each(["'no end", '`no end', '`no ${end', '/* no end', '"line\n"'])(
		'%j is refused, not skipped',
		(source) => {
			expect(() => tokensOf(source)).toThrow(TokenError);
		},
	);

	test('agrees with Node about every file here: stripping types removes no word that is not a type', () => {
		const root = `${import.meta.dirname}/..`;
		const files = filesOnDisk(root, 'scripts').filter((path) => path.endsWith('.ts'));
		expect(files.length).toBeGreaterThan(10);
		for (const path of files) {
			const source = readFileSync(`${root}/${path}`, 'utf8');
			const written = tokensOf(source).map(({ text, line }) => `${line} ${text}`);
			const stripped = tokensOf(stripTypeScriptTypes(source)).map(({ text, line }) => `${line} ${text}`);
			let at = 0;
			for (const token of stripped) {
				at = written.indexOf(token, at) + 1;
				expect(at, `${path}: ${token}`).toBeGreaterThan(0);
			}
		}
	});
});

describe('imports', () => {
	test.each([
		["import './a.ts';", './a.ts', false],
		["import a from './a.ts';", './a.ts', false],
		["import a, { b as c } from './a.ts';", './a.ts', false],
		["import * as a from './a.ts';", './a.ts', false],
		["import type { A } from './a.ts';", './a.ts', true],
		["import type A from './a.ts';", './a.ts', true],
		["import type from './a.ts';", './a.ts', false],
		["import { type A } from './a.ts';", './a.ts', false],
		["import a from './a.json' with { type: 'json' };", './a.json', false],
		["export * from './a.ts';", './a.ts', false],
		["export * as a from './a.ts';", './a.ts', false],
		["export { a, b as 'c d' } from './a.ts';", './a.ts', false],
		["export type { A } from './a.ts';", './a.ts', true],
		["export type * from './a.ts';", './a.ts', true],
		["const a = await import('./a.ts');", './a.ts', false],
		['const a = import(`./a.ts`);', './a.ts', false],
		["type A = import('./a.ts').A;", './a.ts', false],
		["const a = require('./a.ts');", './a.ts', false],
		['await import(name);', undefined, false],
		["await import('./' + name);", undefined, false],
		["import { // from './x.ts'\n a } from './a.ts';", './a.ts', false],
	])('%s', (source, specifier, typeOnly) => {
		expect(importsOf(tokensOf(source))).toEqual([{ specifier, typeOnly, line: expect.any(Number) }]);
	});

	test.each([
		'import.meta.dirname;',
		"export const from = 'a';",
		"export { a };\nconst from = 'x';",
		"export function from() { return 'x'; }",
		"export type A = { from: 'x' };",
		"// import './a.ts';",
		'const text = "import \'./a.ts\'";',
		"loader.import('./a.ts');",
		"const o = { import: './a.ts' };",
	])('%s imports nothing', (source) => {
		expect(importsOf(tokensOf(source))).toEqual([]);
	});
});
