import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { bareExports, functionLengths, parseSource } from './code-shape.ts';

const lengthsOf = (text: string) => functionLengths(parseSource(text));
const bareIn = (text: string) => bareExports(parseSource(text));

describe('functions', () => {
	test('measures functions from first to last line, and inner functions separately', () => {
		const text =
			'/** Ü is two bytes. */\n\nexport function outer(): void {\n\tconst inner = () => {\n\t\treturn 1;\n\t};\n\tinner();\n}\n';
		expect(lengthsOf(text)).toEqual([
			{ name: 'outer', line: 3, lines: 6 },
			{ name: 'inner', line: 4, lines: 3 },
		]);
	});

	test('finds functions in objects, classes and arguments', () => {
		const text =
			'const a = { run() {\n} };\nclass B { go() {\n} constructor() {} }\n[1].map(function (x) { return x; });\n';
		expect(lengthsOf(text).map(({ lines }) => lines)).toEqual([2, 2, 1, 1]);
	});

	test('reports the same lines whatever was parsed before', () => {
		const text = 'export const a = 1;\nexport const b = () => 2;\n';
		expect(lengthsOf(text)).toEqual(lengthsOf(text));
		expect(lengthsOf(text)[0]?.line).toBe(2);
	});
});

describe('exports', () => {
	test.each([
		'/** One. */\nexport const a = 1;',
		'/**\n * Two lines.\n */\nexport function f(): void {}',
		'/** A type. */\nexport type T = { readonly a: number };',
		'const a = 1;\nexport { a };',
		"export { b } from './b.ts';",
	])('accepts an export with a docstring or without need of one: %s', (text) => {
		expect(bareIn(text)).toEqual([]);
	});

	test.each([
		['export const a = 1;', 'a', 1],
		['/** One. */\nexport const a = 1;\nexport function f(): void {}', 'f', 3],
		['// No docstring.\nexport type T = number;', 'T', 2],
		['/** A module. */\nimport { x } from "./x.ts";\nexport interface I { readonly x: typeof x }', 'I', 3],
		['export class E extends Error {}', 'E', 1],
	])('finds the export without a docstring: %s', (text, name, line) => {
		expect(bareIn(text)).toEqual([{ name, line }]);
	});
});

describe('the command', () => {
	const roots: string[] = [];
	afterEach(() => {
		for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
	});

	/** Runs the check over a repository in which one file has this text and all other files are empty. */
	function run(text: string, other?: string) {
		const root = mkdtempSync(join(tmpdir(), 'carrywire-shape-'));
		roots.push(root);
		const others = ['cli/a.ts', 'client/a.ts', 'research/a.ts', ...(other === undefined ? [] : [other])];
		for (const path of ['src/domain/a.ts', ...others]) {
			mkdirSync(dirname(join(root, path)), { recursive: true });
			writeFileSync(join(root, path), path === 'src/domain/a.ts' ? text : '');
		}
		const script = join(import.meta.dirname, 'check-code-shape.ts');
		return spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
	}

	test('fails for a long function and for an export without a docstring', () => {
		const { stdout, status } = run(`export const a = () => {\n${'\n'.repeat(70)}};\n`);
		expect(stdout).toContain('src/domain/a.ts:1 a has 72 lines, at most 70 may be');
		expect(stdout).toContain('src/domain/a.ts:1 a has no docstring');
		expect(status).toBe(1);
	});

	test('passes a short function with a docstring', () => {
		const { stdout, status } = run('/** One. */\nexport const a = () => 1;\n');
		expect(stdout).toContain('1 functions, 0 over 70 lines; 0 exports without a docstring');
		expect(status).toBe(0);
	});

	test('fails for an exception that is no longer needed', () => {
		const { stdout, status } = run('const f = () => 1;\n', 'src/api/streams/group.ts');
		expect(stdout).toContain('src/api/streams/group.ts createGroup is a short function by now');
		expect(status).toBe(1);
	});

	test('fails for a member in snake case outside the edges', () => {
		const { stdout, status } = run(
			'type T = { readonly expected_net: number };\nexport const f = () => 1;\n',
		);
		expect(stdout).toContain('src/domain/a.ts:1 expected_net is in snake case');
		expect(status).toBe(1);
	});

	test('fails for an edge without members in snake case', () => {
		const { stdout, status } = run('const f = () => 1;\n', 'src/ports/alerts.ts');
		expect(stdout).toContain('src/ports/alerts.ts is an edge without a member in snake case');
		expect(status).toBe(1);
	});

	test('fails when it finds no function', () => {
		const { stdout, status } = run('');
		expect(stdout).toContain('not one function was found');
		expect(status).toBe(1);
	});
});
