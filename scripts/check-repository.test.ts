import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	faultsOfDependencies,
	faultsOfFile,
	faultsOfNpmSettings,
	GENERATED_SOURCE,
	type Lockfile,
	type Manifest,
	SOURCE_LINES_MAX,
	switchedTestsIn,
	TEST_LINES_MAX,
} from './repository-rules.ts';
import { tokensOf } from './source-tokens.ts';

/**
 * These words are put together from parts, because the repository check also reads this file and would report them.
 */
const SLASH = '/';
const LATER = ['TO', 'DO'].join('');
const FIX = ['FIX', 'ME'].join('');

describe('files', () => {
	test.each([
		['a path of a working folder', 'docs/a.md', `See ${SLASH}work/main/a.ts.`],
		['a path of a home', 'src/a.ts', `const a = '${SLASH}home/ada/a';`],
		['a temporary path', 'src/a.ts', `const a = '${SLASH}tmp/a/b';`],
		['a note for later', 'src/a.ts', `// ${LATER}: write it`],
		['another note for later', 'README.md', `${FIX} soon`],
		['a vague name', 'src/rpc/utils.ts', ''],
		['a vague name in parts', 'src/rpc/order-helper.ts', ''],
		['a vague name of a test', 'src/rpc/session-manager.test.ts', ''],
		['a file that is too long', 'src/a.ts', 'a;\n'.repeat(SOURCE_LINES_MAX + 1)],
		['a test that is too long', 'src/a.test.ts', 'a;\n'.repeat(TEST_LINES_MAX + 1)],
		['a skipped test', 'src/a.test.ts', `test.${'skip'}('a', () => {});`],
		['a hook with its own time limit', 'test/e2e/a.test.ts', '}, 60_000);'],
		[
			'a test with its own time limit',
			'src/a.test.ts',
			`test('a', { ${'timeout'}: STEP_MS_MAX }, () => {});`,
		],
		['a time limit as last argument', 'src/a.test.ts', '\t2 * STEP_MS_MAX,'],
	])('rejects %s', (_name, path, text) => {
		expect(faultsOfFile(path, text)).toHaveLength(1);
	});

	test.each([
		['a relative path', 'docs/a.md', 'See ../work/a.ts and src/work/a.ts and https://example.org/work/.'],
		['the longest file', 'src/a.ts', 'a;\n'.repeat(SOURCE_LINES_MAX)],
		['the longest test', 'src/a.test.ts', 'a;\n'.repeat(TEST_LINES_MAX)],
		['long generated source', 'src/a.ts', `${GENERATED_SOURCE}\n${'a;\n'.repeat(SOURCE_LINES_MAX)}`],
		['a long test with a limit', 'test/long/a.test.ts', '}, 60_000);'],
		['a long document', 'docs/a.md', 'a\n'.repeat(2 * TEST_LINES_MAX)],
		['a name that only contains the letters', 'src/futility.ts', ''],
	])('accepts %s', (_name, path, text) => {
		expect(faultsOfFile(path, text)).toEqual([]);
	});

	test('finds every way to skip a test or run it alone', () => {
		const calls = [
			'test.only(a)',
			'it.skip(a)',
			'describe.todo(a)',
			'test.concurrent.skip(a)',
			'it.skip.each([])(a)',
		];
		for (const call of [...calls, 'test.skipIf(x)(a)', 'test.runIf(x)(a)', 'test.fails(a)']) {
			expect(switchedTestsIn(tokensOf(call)), call).toEqual([1]);
		}
		expect(switchedTestsIn(tokensOf("rows.skip(1); 'test.only(a)'; test(a); test.each([])(b);"))).toEqual([]);
	});
});

describe('dependencies', () => {
	const manifest: Manifest = {
		dependencies: { a: '1.2.3' },
		devDependencies: { '@b/c': '0.1.0' },
		allowScripts: { s: false },
	};
	const lockfile: Lockfile = {
		packages: {
			'': { optionalDependencies: {} },
			'node_modules/a': { version: '1.2.3', license: 'MIT', optionalDependencies: { o: '1.0.0' } },
			'node_modules/a/node_modules/o': { version: '1.0.0' },
			'node_modules/@b/c': { version: '0.1.0', license: 'ISC', optionalDependencies: { s: '1.0.0' } },
			'node_modules/s': { version: '1.0.0', hasInstallScript: true },
		},
	};
	const document = '| package | licence |\n|---|---|\n| `a` | MIT | why |\n| `@b/c` | ISC | why |\n';
	const locked = (path: string, entry: Lockfile['packages'][string]): Lockfile => ({
		packages: { ...lockfile.packages, [path]: { ...lockfile.packages[path], ...entry } },
	});
	const without = (path: string): Lockfile => ({
		packages: Object.fromEntries(Object.entries(lockfile.packages).filter(([key]) => key !== path)),
	});

	test('accepts a dependency that is pinned, locked and explained', () => {
		expect(faultsOfDependencies(manifest, lockfile, document)).toEqual([]);
	});

	test.each<[string, Manifest, Lockfile, string]>([
		[
			'a range',
			{ ...manifest, dependencies: { a: '^1.2.3' } },
			locked('node_modules/a', { version: '^1.2.3' }),
			document,
		],
		['another version in the lockfile', manifest, locked('node_modules/a', { version: '1.2.4' }), document],
		['a dependency without a row', manifest, lockfile, document.replace('| `a` | MIT | why |\n', '')],
		['a row without a dependency', manifest, lockfile, `${document}| \`d\` | MIT | why |\n`],
		['a wrong licence', manifest, lockfile, document.replace('MIT', 'ISC')],
		['an install script without an answer', { ...manifest, allowScripts: {} }, lockfile, document],
		[
			'a nested optional part missing from the lockfile',
			manifest,
			without('node_modules/a/node_modules/o'),
			document,
		],
		['an optional part missing from the lockfile', manifest, without('node_modules/s'), document],
	])('rejects %s', (_name, changedManifest, changedLockfile, changedDocument) => {
		expect(faultsOfDependencies(changedManifest, changedLockfile, changedDocument)).toHaveLength(1);
	});

	test('checks a workspace’s dependencies in the folder where they are installed', () => {
		const inWorkspace: Lockfile = {
			packages: { ...lockfile.packages, 'dashboard/node_modules/d': { version: '6.0.0', license: 'MIT' } },
		};
		const explained = `${document}| \`d\` | MIT | why |\n`;
		const wanting = (version: string) => ({ dashboard: { dependencies: { d: version } } });
		expect(faultsOfDependencies(manifest, inWorkspace, explained, wanting('6.0.0'))).toEqual([]);
		expect(faultsOfDependencies(manifest, inWorkspace, explained, wanting('6.0.1'))).toHaveLength(1);
		expect(faultsOfDependencies(manifest, inWorkspace, explained, wanting('^6.0.0'))).toHaveLength(2);
		expect(faultsOfDependencies(manifest, inWorkspace, document, wanting('6.0.0'))).toHaveLength(1);
	});

	test('reports a fault when it finds no dependency', () => {
		expect(faultsOfDependencies({}, { packages: {} }, '')).toEqual(['no dependency was found to look at']);
	});
});

describe('the command', () => {
	test('checks the files that git would commit, and fails for one fault', () => {
		const root = mkdtempSync(join(tmpdir(), 'carrywire-repository-'));
		try {
			const plant = (path: string, text: string): void => {
				mkdirSync(dirname(join(root, path)), { recursive: true });
				writeFileSync(join(root, path), text);
			};
			const run = () =>
				spawnSync(process.execPath, [join(import.meta.dirname, 'check-repository.ts'), root], {
					encoding: 'utf8',
				});
			plant('.npmrc', 'loglevel=error\n');
			plant('package.json', '{"dependencies":{"a":"1.0.0"}}');
			plant('package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0","license":"MIT"}}}');
			plant('docs/dependencies.md', '| `a` | MIT | why |\n');
			plant('docs/a.md', 'The test is `src/a.test.ts`; see [dependencies](dependencies.md).\n');
			plant('src/a.test.ts', "test('a', () => {});\n");
			plant('ignored/notes.md', LATER);
			plant('.gitignore', 'ignored/\n');
			execFileSync('git', ['init', '--quiet'], { cwd: root });
			expect(run().stdout).toBe('repository: read 6 files, 1 names and 1 links in documents, 0 problems\n');
			plant('docs/b.md', 'The engine is `engine/step.ts`.\n');
			expect(run()).toMatchObject({
				status: 1,
				stdout: expect.stringContaining('docs/b.md:1 names engine/step.ts, which does not exist'),
			});
			plant('test/nowhere/b.test.ts', "test('b', () => {});\n");
			expect(run()).toMatchObject({
				status: 1,
				stdout: expect.stringContaining('belongs to 0 test projects'),
			});
			plant('src/b.ts', `// ${FIX}\n`);
			expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('src/b.ts:1 leaves a note') });
		} finally {
			rmSync(root, { recursive: true, force: true });
		}
	});
});

test('reports npm settings without the quiet log level', () => {
	expect(faultsOfNpmSettings('save-exact=true\nloglevel=error\n')).toEqual([]);
	expect(faultsOfNpmSettings('save-exact=true\n#loglevel=error\n')).toHaveLength(1);
});
