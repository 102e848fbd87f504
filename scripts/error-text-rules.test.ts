import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	DECIDING_FOLDERS,
	faultsOfErrorTexts,
	functionTypesIn,
	mapsByFunctionIn,
	type SourceFile,
	textMatchesIn,
} from './error-text-rules.ts';
import { tokensOf } from './source-tokens.ts';

describe('a decision by the text of an error', () => {
	test.each([
		"if (error.message.includes('110043')) return;",
		"if (error.message?.startsWith('Order')) return;",
		'if (error?.message.match(/x/)) return;',
		'if (/not exist/i.test(error.message)) return undefined;',
		'const end = ban.said.exec(error.message);',
		'if (refusedBy?.test(error.message) === true) return;',
		'if (SPEAKS.test(outcome.message)) forget();',
		'if (PATTERN.test(message)) return;',
		'if (PATTERN.test(shortMessage(error))) return;',
		"if (shortMessage(error, secretsOf(keys)).includes('x')) return;",
		'if (PATTERN.test(String(error))) return;',
		"if (String(error).includes('x')) return;",
		'if (KNOWN.includes(error.message)) return;',
		"if (error.message === 'busy') return;",
		"if (error.message !== 'busy') return;",
		"if ('busy' === told.error.message) return;",
		'switch (error.message) { }',
		"return words.startsWith('Order');",
	])('is found: %s', (source) => {
		expect(textMatchesIn(tokensOf(source))).toEqual([1]);
	});

	test.each([
		'log.warn({ error: error.message }, "lost");',
		"return message.endsWith('.') ? message : `It was ` + message;",
		"switch (text(message, 'e')) { }",
		"const said = error.message.replace(/\\.$/, '').slice(0, 200);",
		'if (codes.includes(error.code)) return;',
		"if (error.code === '-2013') return undefined;",
		'// error.message.includes("x")',
		"const text = 'error.message.includes(x)';",
		'if (accountStream.isEnd?.(message) === true) close();',
		"if (message.kind === 'trade') return;",
		"if (text(message, 'topic') === 'wallet') return;",
		'if (error.message === undefined) return;',
		'find(list.includes({ message: 1 }));',
	])('is not found: %s', (source) => {
		expect(textMatchesIn(tokensOf(source))).toEqual([]);
	});
});

test('finds types that are functions, and no others', () => {
	const source = `
		export type Call = (kind: string, params?: Map<string, () => void>) => Promise<unknown>;
		type Verified<T extends object> = <R>(value: T) => R;
		type Row = { readonly read: () => void };
		type Pair = (string | number)[];
		type Name = string;
	`;
	expect(functionTypesIn(tokensOf(source))).toEqual(['Call', 'Verified']);
});

test('finds weak maps and sets keyed by a function, and no others', () => {
	const lines = (source: string) => mapsByFunctionIn(tokensOf(source), new Set(['Call']));
	for (const key of ['Call', 'Function', '(value: number) => void', '<T>(value: T) => T']) {
		expect(lines(`const kept = new WeakMap<${key}, number>();`), key).toEqual([1]);
		expect(lines(`const kept: WeakSet<${key}> = new WeakSet();`), key).toEqual([1]);
	}
	for (const key of ['Error', 'object', '{ readonly call: Call }'])
		expect(lines(`const kept = new WeakMap<${key}, Call>();`), key).toEqual([]);
});

describe('the sources', () => {
	const fine: readonly SourceFile[] = [
		...DECIDING_FOLDERS.map((folder) => ({ path: `${folder}/a.ts`, text: 'type Call = () => void;' })),
		{ path: 'src/venues/okx/errors.ts', text: 'const isBusy = /^busy/.test(words);' },
	];
	const withFile = (path: string, text: string) => faultsOfErrorTexts([...fine, { path, text }]);

	test('pass when only errors files match text', () => {
		expect(faultsOfErrorTexts(fine)).toEqual([]);
		expect(withFile('src/venues/okx/errors.ts', 'x.test(error.message);')).toEqual([]);
		expect(withFile('src/venues/b.test.ts', 'x.test(error.message);')).toEqual([]);
	});

	test('fail when another file matches text or keys state by a function', () => {
		expect(withFile('src/engine/b.ts', 'x.test(error.message);')).toEqual([
			'src/engine/b.ts:1 decides by the text of an error: let an errors file give it a code',
		]);
		expect(withFile('src/venues/terrors.ts', 'x.test(error.message);')).toHaveLength(1);
		expect(withFile('src/venues/b.ts', 'const kept = new WeakMap<Call, number>();')).toEqual([
			'src/venues/b.ts:1 keys a map by a function: let its owner hold the state',
		]);
	});

	test('are a fault when they are missing', () => {
		expect(faultsOfErrorTexts([])).toHaveLength(DECIDING_FOLDERS.length + 2);
		for (const folder of DECIDING_FOLDERS) {
			const others = fine.filter(({ path }) => !path.startsWith(folder));
			expect(faultsOfErrorTexts(others).join(), folder).toContain(`${folder} holds no source`);
		}
		const withoutErrors = fine.filter(({ path }) => !path.endsWith('errors.ts'));
		expect(faultsOfErrorTexts(withoutErrors)).toHaveLength(1);
	});
});

test('the command reads a checkout, and fails for one without sources', () => {
	const run = (root: string) =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-error-texts.ts'), root], {
			encoding: 'utf8',
		});
	const here = run(join(import.meta.dirname, '..'));
	expect(here.stdout).toMatch(/^texts of errors: read \d{3} files, 0 problems\n$/);
	expect(here.status).toBe(0);
	const root = mkdtempSync(join(tmpdir(), 'error-texts-'));
	for (const folder of DECIDING_FOLDERS) mkdirSync(join(root, folder), { recursive: true });
	expect(run(root)).toMatchObject({ status: 1 });
	rmSync(root, { recursive: true });
});
