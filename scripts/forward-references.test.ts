import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forwardReferencesIn } from './forward-references.ts';
import { tokensOf } from './source-tokens.ts';

const namesIn = (source: string): string[] => forwardReferencesIn(tokensOf(source)).map(({ name }) => name);

describe('a function that names a later constant', () => {
	test.each([
		['in an arrow function', 'function f() { const a = () => b.c; const b = g(); }', ['b']],
		['in a method', 'function f() { const a = g({ close() { b(); } }); const b = 1; }', ['b']],
		['of a pattern', 'function f() { const a = () => b; const { x: b, c = d(1, 2) } = g(); }', ['b']],
		['in a template', 'function f() { const a = () => `$' + '{b}`; const b = 1; }', ['b']],
		['spread into an object', 'function f() { const a = () => ({ ...b }); const b = {}; }', ['b']],
		['as a shorthand member', 'function f() { const a = () => ({ b }); const b = 1; }', ['b']],
		['in a function of the same block', 'function f() { function a() { return b; } const b = 1; }', ['b']],
		['declared with let', 'function f() { const a = () => b; let b = 1; }', ['b']],
	])('is found %s', (_place, source, names) => {
		expect(namesIn(source)).toEqual(names);
	});

	test.each([
		['a constant above it', 'function f() { const b = 1; const a = () => b; }'],
		['a property', 'function f() { const a = () => x.b; const b = 1; }'],
		['a key', 'function f() { const a = () => ({ b: 1 }); const b = 1; }'],
		['the name of a method', 'function f() { const a = { b() { return 1; } }; const b = 1; }'],
		['the name of a typed method', 'function f() { const a = { b(): number { return 1; } }; const b = 1; }'],
		['its own constant', 'function f() { const a = () => { const b = 2; return b; }; const b = 1; }'],
		['another loop’s variable', 'function f() { for (const b of x) g(b); for (const b of y) g(b); }'],
		['a constant of the file', 'function f() { return b; }\nconst b = 1;'],
		['a comment or text', "function f() { const a = 'b'; /* b */ const b = 1; }"],
	])('does not count %s', (_what, source) => {
		expect(namesIn(source)).toEqual([]);
	});
});

describe('the command', () => {
	let root = '';
	const plant = (path: string, text: string): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	const run = () =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-forward-references.ts'), root], {
			encoding: 'utf8',
		});

	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'carrywire-forward-'));
		for (const path of [
			'src/app/main.ts',
			'src/engine/orders/execution-service.ts',
			'src/engine/orders/running-engine.ts',
		])
			plant(path, 'const a = 1;\n');
	});
	afterEach(() => rmSync(root, { recursive: true, force: true }));

	test('names the place of a reference and of its declaration', () => {
		plant('src/app/compose.ts', 'function f() {\n\tconst a = () => b;\n\tconst b = 1;\n}\n');
		const { status, stdout } = run();
		expect(stdout).toContain('src/app/compose.ts:2 names b, which is declared in line 3');
		expect(status).toBe(1);
	});

	test('passes when there is none', () => {
		const { status, stdout } = run();
		expect(stdout).toBe('forward references: read 3 files and 3 constants, 0 problems\n');
		expect(status).toBe(0);
	});

	test('fails when a checked file is missing or declares nothing', () => {
		rmSync(join(root, 'src/engine/orders/execution-service.ts'));
		rmSync(join(root, 'src/app/main.ts'));
		plant('src/engine/orders/running-engine.ts', 'export {};\n');
		const { status, stdout } = run();
		expect(stdout).toBe(
			'src/app holds no TypeScript file to look at\nsrc/engine/orders/execution-service.ts is not there to be read\nnot one constant was found, so nothing was proven\nforward references: read 1 files and 0 constants, 3 problems\n',
		);
		expect(status).toBe(1);
	});
});
