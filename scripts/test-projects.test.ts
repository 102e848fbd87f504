import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TEST_MS_MAX } from './hang-limits.ts';
import { runStep, type StepResult } from './steps.ts';
import {
	closing,
	countReport,
	countSteps,
	failures,
	filesOf,
	projectsOf,
	TEST_PROJECTS,
	testProject,
	type VitestReport,
} from './test-projects.ts';
import { SERVER_NAMES } from './test-servers.ts';

/** Runs vitest on a file with this text and returns vitest's report. */
async function reportOf(text: string): Promise<{ report: VitestReport; result: StepResult }> {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-report-'));
	try {
		symlinkSync(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'));
		writeFileSync(join(root, 'a.test.ts'), `import { expect, test } from 'vitest';\n${text}`);
		const file = join(root, 'report.json');
		const result = await runStep({
			name: 'vitest',
			nodeArguments: [
				join(import.meta.dirname, '../node_modules/vitest/vitest.mjs'),
				...['run', `--root=${root}`, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
			],
			environment: { CI: 'true' },
			durationMsMax: TEST_MS_MAX,
		});
		return { report: JSON.parse(readFileSync(file, 'utf8')), result };
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

async function countOf(text: string) {
	const { report, result } = await reportOf(text);
	return countReport('unit', report, result);
}

const GOOD = "test('good', () => expect(1).toBe(1));\n";

describe('counting what vitest reports', () => {
	test('passed and failed tests', async () => {
		expect(await countOf(GOOD)).toEqual({ passed: 1, failed: 0, faults: [], failedTests: [] });
		expect(await countOf(`${GOOD}test('bad', () => expect(1).toBe(2));`)).toMatchObject({
			passed: 1,
			failed: 1,
			faults: [],
		});
	});

	test('reports each failed test in one line, with the first line of its error', async () => {
		const { failedTests } = await countOf(
			`${GOOD}test('bad', () => { throw new Error('first\\nsecond'); });`,
		);
		expect(failedTests).toEqual([expect.stringMatching(/^unit, .*a\.test\.ts, bad: Error: first$/)]);
	});

	test.each([
		['skipped', `test.${'skip'}('left out', () => {});`],
		['planned only', `test.${'todo'}('left out');`],
		['skipped from inside', "test('left out', (context) => context.skip());"],
		['skipped by an option', "test('left out', { skip: true }, () => {});"],
	])('counts a test that was %s as a failure although vitest passes', async (_name, text) => {
		const count = await countOf(GOOD + text);
		expect(count).toMatchObject({ passed: 1, failed: 0 });
		expect(count.faults).toEqual([expect.stringContaining('left out')]);
	});

	test('counts a file that cannot be loaded as a failure', async () => {
		const count = await countOf("throw new Error('broken while loading');");
		expect(count.passed).toBe(0);
		expect(count.faults.join()).toContain('broken while loading');
	});

	test('counts an error outside every test as a failure', async () => {
		const count = await countOf(`${GOOD}queueMicrotask(() => { throw new Error('stray'); });`);
		expect(failures([count])).toBeGreaterThan(0);
		expect(count.faults.join()).toContain('Error: stray');
	});
});

test('counts a missing report and a run without tests as failures', () => {
	const crashed = { passed: false, output: 'begun\nout of memory\n\n' };
	expect(countReport('rpc', undefined, crashed).faults).toEqual([
		'Project rpc wrote no report. Its last line was: out of memory',
	]);
	const empty = {
		numPassedTests: 0,
		numFailedTests: 0,
		numPendingTests: 0,
		numTodoTests: 0,
		success: true,
		testResults: [],
	};
	expect(countReport('rpc', empty, { passed: true, output: '' }).faults).toEqual([
		'Project rpc ran no test.',
	]);
});

test('names every failed test, crashed project and static check at the end, and counts faults as failures', () => {
	const steps = [
		{ name: 'layers', passed: true, durationMs: 1, output: 'fine' },
		{ name: 'types (tsc)', passed: false, durationMs: 1, output: '\nsrc/a.ts(1,1): error TS1\nmore' },
	];
	const counts = [
		countSteps(steps),
		{ passed: 3, failed: 0, faults: [], failedTests: [] },
		{ passed: 4, failed: 1, faults: ['one', 'two'], failedTests: ['rpc, a.test.ts, bad: Error: first'] },
	];
	expect(closing(counts).split('\n')).toEqual([
		'failed: types (tsc): src/a.ts(1,1): error TS1',
		'failed: rpc, a.test.ts, bad: Error: first',
		'failed: one',
		'failed: two',
		'8 passed, 4 failed',
	]);
});

test('assigns a test file to the project of its folder', () => {
	expect(projectsOf('src/domain/decimal.test.ts')).toEqual(['unit']);
	expect(projectsOf('test/rpc/golden.test.ts')).toEqual(['rpc']);
	expect(projectsOf('test/real/deep/funding.test.ts')).toEqual(['real']);
	expect(projectsOf('test/realistic/funding.test.ts')).toEqual([]);
	expect(projectsOf('other/a.test.ts')).toEqual([]);
});

test('nests no project within another, so each file has one owner', () => {
	for (const folder of TEST_PROJECTS.flatMap((project) => project.folders)) {
		expect(projectsOf(`${folder}/a.test.ts`), folder).toHaveLength(1);
	}
});

describe('a project that repeats tests', () => {
	const repeating = TEST_PROJECTS.filter(({ repeats }) => repeats !== undefined);

	test('takes exactly the files that import its module', () => {
		expect(repeating.map(({ name }) => name)).toEqual(['debian-postgres', 'current-postgres']);
		for (const project of repeating) {
			const files = filesOf(project);
			expect(files).toContain('src/store/agents.test.ts');
			expect(files).not.toContain('src/store/recordings.test.ts');
			expect(files.filter((path) => path.startsWith('src/store/sqlite/'))).toEqual([]);
			for (const path of files) expect(projectsOf(path), path).toEqual(['unit']);
		}
	});

	test('has a server, and a module that starts it', () => {
		for (const { server, setup } of repeating) {
			expect(SERVER_NAMES).toContain(server);
			expect(setup).toBeDefined();
		}
	});

	test('fails if no file imports its module', () => {
		const empty = { ...testProject('debian-postgres'), repeats: 'no-such-module.ts' };
		expect(() => filesOf(empty)).toThrow('No test of project debian-postgres imports no-such-module.ts.');
	});
});

test('the other projects take every test file of their folders', () => {
	expect(filesOf(testProject('rpc'))).toEqual(['test/rpc/**/*.test.ts']);
});
