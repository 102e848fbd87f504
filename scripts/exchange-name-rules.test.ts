import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsOfExchangeNames, NAMELESS_FOLDERS, type NamedFile, namesIn } from './exchange-name-rules.ts';
import { tokensOf } from './source-tokens.ts';

const NAMES = ['bybit', 'okx'];

describe('a name of an exchange', () => {
	test.each([
		"if (venue === 'bybit') return;",
		"switch (venue) { case 'okx': }",
		"const DEAR = new Set(['okx']);",
		'const FEES = { okx: 5 };',
		"import { okx } from '../venues/okx/facts.ts';",
		'return VENUE_FACTS.bybit;',
		"const { shownName } = VENUE_FACTS['bybit'];",
	])('is found: %s', (source) => {
		expect(namesIn(tokensOf(source), NAMES, false)).toEqual([1]);
	});

	test.each([
		'// As Bybit and okx do it.',
		"const help = 'carrywire doctor --venues bybit,okx';",
		'const url = `https://host/okx`;',
		"const ASKED = 'okx-like';",
	])('is not found: %s', (source) => {
		expect(namesIn(tokensOf(source), NAMES, false)).toEqual([]);
	});

	test('may be a value in an example, but not in a decision', () => {
		const example = "{ exchange: 'bybit', exchanges: ['okx', 'bybit'] }";
		expect(namesIn(tokensOf(example), NAMES, true)).toEqual([]);
		expect(namesIn(tokensOf("if (exchange === 'bybit') return;"), NAMES, true)).toEqual([1]);
	});
});

describe('the faults', () => {
	const fine: readonly NamedFile[] = [
		...NAMELESS_FOLDERS.map((folder) => ({ path: `${folder}/a.ts`, text: 'export const a = 1;' })),
		{ path: 'src/venues/facts.ts', text: "import { okx } from './okx/facts.ts';" },
		{ path: 'src/venues/okx/orders.ts', text: "export const venue = 'okx';" },
		{ path: 'src/api/rpc/example.ts', text: "export const EXAMPLE = { exchange: 'okx' };" },
		{ path: 'src/app/a.test.ts', text: "const venue = 'okx';" },
	];

	test('are empty when only registries, the exchange itself, examples and tests name it', () => {
		expect(faultsOfExchangeNames(fine, NAMES)).toEqual([]);
	});

	test('name file and line, also in the folder of another exchange', () => {
		const faults = faultsOfExchangeNames(
			[
				...fine,
				{ path: 'src/app/b.ts', text: "\nconst venue = 'okx';" },
				{ path: 'src/venues/gate/a.ts', text: "const like = 'okx';" },
			],
			NAMES,
		);
		expect(faults).toEqual([
			'src/app/b.ts:2 names an exchange: make it a fact of its module',
			'src/venues/gate/a.ts:1 names an exchange: make it a fact of its module',
		]);
	});

	test('report missing sources and registries without a name', () => {
		for (const folder of NAMELESS_FOLDERS) {
			const others = fine.filter(({ path }) => !path.startsWith(`${folder}/`));
			expect(faultsOfExchangeNames(others, NAMES).join(), folder).toContain(`${folder} holds no source`);
		}
		const withoutRegistry = fine.filter(({ path }) => path !== 'src/venues/facts.ts');
		expect(faultsOfExchangeNames(withoutRegistry, NAMES).join()).toContain('no registry was found');
	});
});

test('the command reads a checkout, and fails for one without sources', () => {
	const run = (root: string) =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-exchange-names.ts'), root], {
			encoding: 'utf8',
		});
	const here = run(join(import.meta.dirname, '..'));
	expect(here.stdout).toMatch(/^names of exchanges: read \d{4} files, 0 problems\n$/);
	expect(here.status).toBe(0);
	const root = mkdtempSync(join(tmpdir(), 'exchange-names-'));
	for (const folder of NAMELESS_FOLDERS) mkdirSync(join(root, folder), { recursive: true });
	expect(run(root)).toMatchObject({ status: 1 });
	rmSync(root, { recursive: true });
});
