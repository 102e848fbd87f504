import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokensOf } from './source-tokens.ts';
import { clockUsesIn, impureWordsIn, machineImportsIn } from './wall-clock.ts';

const usesIn = (source: string): string[] => clockUsesIn(tokensOf(source)).map((use) => use.name);

describe('uses of the machine', () => {
	test.each([
		['const a = Date.now();', 'Date.now'],
		['const a = Date?.now();', 'Date.now'],
		['const a = new Date();', 'new Date()'],
		['const a = new Date;', 'new Date()'],
		['const a = Date();', 'Date()'],
		['const { now } = Date;', 'Date as a value'],
		['start(Date);', 'Date as a value'],
		['const a = performance.now();', 'performance'],
		['const a = globalThis.performance;', 'performance'],
		['setTimeout(run, 5);', 'setTimeout'],
		['globalThis.setTimeout(run, 5);', 'setTimeout'],
		['globalThis?.setInterval(run, 5);', 'setInterval'],
		['const later = setImmediate;', 'setImmediate'],
		["import { setTimeout as wait } from 'node:timers/promises';", 'node:timers/promises'],
		["const timers = await import('timers');", 'timers'],
		['const a = Math.random();', 'Math.random'],
		['const a = crypto.randomUUID();', 'randomUUID'],
		["import { randomBytes } from 'node:crypto';", 'randomBytes'],
		['crypto.getRandomValues(buffer);', 'getRandomValues'],
		['const a = process.hrtime.bigint();', 'process.hrtime'],
		['const signal = AbortSignal.timeout(5);', 'AbortSignal.timeout'],
		['const text = `at $' + '{Date.now()}`;', 'Date.now'],
	])('%s', (source, name) => {
		expect(usesIn(source)).toContain(name);
	});

	test.each([
		'const a = new Date(ms).toISOString();',
		'const a = Date.UTC(2026, 0, 1);',
		'const a = Date.parse(text);',
		'function at(when: Date): Date | undefined { return when instanceof Date ? when : undefined; }',
		'const a = clock.now();',
		'clock.setTimeout(run, 5);',
		'const a = { setTimeout: 5 };',
		"const a = 'Date.now()'; // Date.now()",
		'const a = Math.max(1, 2);',
		"import { createHash } from 'node:crypto';",
	])('%s is none', (source) => {
		expect(usesIn(source)).toEqual([]);
	});
});

describe('pure code', () => {
	test.each([
		['export const step = async () => 1;', 'async'],
		['export const step = () => Promise.resolve(1);', 'Promise'],
		['export const step = async () => { await 1; };', 'await'],
		['export type A = Date;', 'Date'],
		['export const a = Math.random();', 'Math.random'],
		['export const a = process.pid;', 'process'],
	])('%s is caught', (source, name) => {
		expect(impureWordsIn(tokensOf(source)).map((word) => word.name)).toContain(name);
	});

	test.each([
		"/** Date, await */\nexport const a = (x: { done: 'Promise' }) => [x.done, 'Math.random', Math.max(1)];",
		'export const a = (job: Record<string, number>) => job.process;',
	])('%s is none', (source) => {
		expect(impureWordsIn(tokensOf(source))).toEqual([]);
	});
});

describe('the command', () => {
	const FIRST_FILES = [
		'src/app/app.ts',
		'cli/main.ts',
		'client/client.ts',
		'research/scores.ts',
		'simulator/core/world.ts',
		'dashboard/src/main.ts',
	];
	let root = '';
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'carrywire-clock-'));
		for (const path of FIRST_FILES) plant(path, 'export const a = 1;');
		plant(
			'cli/main.ts',
			"import { systemClock } from '../src/runtime/clock.ts';\nexport const a = systemClock;",
		);
	});
	afterEach(() => rmSync(root, { recursive: true, force: true }));

	const plant = (path: string, text = '\nexport const a = Date.now();\n'): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	const run = () =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-clock.ts'), root], { encoding: 'utf8' });

	test.each(['src/opportunities/scan.ts', 'cli/main.ts', 'simulator/core/world.ts'])(
		'a use in %s is caught and named with its line',
		(path) => {
			plant(path);
			const { status, stdout } = run();
			expect(stdout).toContain(`${path}:2 uses Date.now; outside src/runtime use Clock.now`);
			expect(status).toBe(1);
		},
	);

	test('catches a function that waits in the engine’s decisions', () => {
		plant('src/engine/decide/engine.ts', '\nexport const step = async () => 1;\n');
		const { status, stdout } = run();
		expect(stdout).toContain('src/engine/decide/engine.ts:2 uses async; pure code neither waits');
		expect(status).toBe(1);
	});

	test.each([
		['app/compose-market.ts', "import { systemClock as clock } from '../runtime/clock.ts';"],
		['operations/record.ts', "const { systemRandom } = await import('../runtime/random.ts');"],
	])('catches an import of the machine in src/%s, except in tests', (path, source) => {
		plant(`src/${path}`, `${source}\n`);
		plant('src/app/compose-market.test.ts', `${source}\n`);
		const { status, stdout } = run();
		expect(stdout).toContain(`src/${path}:1 imports ../runtime/`);
		expect(stdout).toContain('outside cli/main.ts take a Clock and a Random as arguments');
		expect(stdout).toContain('read 7 files, 1 problems');
		expect(status).toBe(1);
	});

	test('fails for an entry that imports no clock, because the rule would guard nothing', () => {
		plant('cli/main.ts', 'export const a = 1;');
		const { status, stdout } = run();
		expect(stdout).toContain('cli/main.ts imports no clock of the machine');
		expect(status).toBe(1);
	});

	test('allows type imports from the machine’s modules', () => {
		const tokens = tokensOf(
			"import type { Machine } from '../runtime/clock.ts';\nimport { a } from './clock.ts';",
		);
		expect(machineImportsIn(tokens)).toEqual([]);
	});

	test.each([
		['its script', '<script lang="ts">\n\tconst at = Date.now();\n</script>\n'],
		['its markup', '<script lang="ts"></script>\n<p>{Date.now()}</p>\n'],
	])('catches a use in %s of a component', (_place, text) => {
		plant('dashboard/src/parts/Age.svelte', text);
		const { status, stdout } = run();
		expect(stdout).toContain('dashboard/src/parts/Age.svelte:2 uses Date.now;');
		expect(status).toBe(1);
	});

	test('allows the machine in the runtime, in tests and in the simulators’ shells', () => {
		plant('src/runtime/clock.ts');
		plant('dashboard/src/live/clock.svelte.ts');
		plant('src/market/scan.test.ts');
		plant('simulator/main.ts');
		plant('simulator/bybit/server.ts');
		const { status, stdout } = run();
		expect(stdout).toContain('read 6 files, 0 problems');
		expect(status).toBe(0);
	});

	test.each(['src', 'cli', 'client', 'research', 'simulator/core', 'dashboard/src'])(
		'having read nothing in %s is a failure',
		(folder) => {
			rmSync(join(root, folder), { recursive: true });
			mkdirSync(join(root, folder));
			const { status, stdout } = run();
			const entry =
				'cli/main.ts imports no clock of the machine: the rule on imports is about another file now\n';
			expect(stdout).toBe(
				folder === 'cli'
					? `${folder} holds no TypeScript file to look at\n${entry}clock: read 5 files, 2 problems\n`
					: `${folder} holds no TypeScript file to look at\nclock: read 5 files, 1 problems\n`,
			);
			expect(status).toBe(1);
		},
	);
});
