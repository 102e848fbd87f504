import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runStep } from './steps.ts';
import {
	closingLine,
	countReport,
	failedTests,
	failures,
	projectsOf,
	TEST_PROJECTS,
	type VitestReport,
} from './test-projects.ts';

/** What vitest itself reports about one test file. */
async function reportOf(text: string): Promise<{ report: VitestReport; exitedClean: boolean }> {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-report-'));
	try {
		symlinkSync(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'));
		writeFileSync(join(root, 'a.test.ts'), `import { expect, test } from 'vitest';\n${text}`);
		const file = join(root, 'report.json');
		const result = await runStep({
			name: 'vitest',
			nodeArguments: [
				join(import.meta.dirname, '../node_modules/vitest/vitest.mjs'),
				...['run', `--root=${root}`, '--reporter=json', `--outputFile.json=${file}`],
			],
			environment: { CI: 'true' },
			durationMsMax: 60_000,
		});
		return { report: JSON.parse(readFileSync(file, 'utf8')), exitedClean: result.passed };
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

async function countOf(text: string) {
	const { report, exitedClean } = await reportOf(text);
	return countReport('unit', report, exitedClean);
}

const GOOD = "test('good', () => expect(1).toBe(1));\n";

describe('counting what vitest reports', () => {
	test('passed and failed tests', async () => {
		expect(await countOf(GOOD)).toEqual({ passed: 1, failed: 0, faults: [] });
		expect(await countOf(`${GOOD}test('bad', () => expect(1).toBe(2));`)).toEqual({
			passed: 1,
			failed: 1,
			faults: [],
		});
	});

	test('each failed test is told in one line, with the first line of why', async () => {
		const { report } = await reportOf(`${GOOD}test('bad', () => { throw new Error('first\\nsecond'); });`);
		expect(failedTests(report)).toEqual([
			expect.stringMatching(/^failed: .*a\.test\.ts, bad: Error: first$/),
		]);
	});

	test.each([
		['skipped', `test.${'skip'}('left out', () => {});`],
		['planned only', `test.${'todo'}('left out');`],
		['skipped from inside', "test('left out', (context) => context.skip());"],
		['skipped by an option', "test('left out', { skip: true }, () => {});"],
	])('a test that was %s is a failure although vitest is content', async (_name, text) => {
		const count = await countOf(GOOD + text);
		expect(count).toMatchObject({ passed: 1, failed: 0 });
		expect(count.faults).toEqual([expect.stringContaining('left out')]);
	});

	test('a file that cannot be loaded is a failure', async () => {
		const count = await countOf("throw new Error('broken while loading');");
		expect(count.passed).toBe(0);
		expect(count.faults.join()).toContain('broken while loading');
	});

	test('an error outside of every test is a failure', async () => {
		const count = await countOf(`${GOOD}queueMicrotask(() => { throw new Error('stray'); });`);
		expect(failures([count])).toBeGreaterThan(0);
	});
});

test('no report and no test are failures', () => {
	expect(countReport('rpc', undefined, true).faults).toEqual(['Project rpc wrote no report.']);
	const empty = {
		numPassedTests: 0,
		numFailedTests: 0,
		numPendingTests: 0,
		numTodoTests: 0,
		success: true,
		testResults: [],
	};
	expect(countReport('rpc', empty, true).faults).toEqual(['Project rpc ran no test.']);
});

test('the closing line counts a fault as a failure', () => {
	const counts = [
		{ passed: 3, failed: 0, faults: [] },
		{ passed: 4, failed: 1, faults: ['one', 'two'] },
	];
	expect(closingLine(counts)).toBe('7 passed, 3 failed');
});

test('a test file belongs to the project of its folder', () => {
	expect(projectsOf('src/domain/decimal.test.ts')).toEqual(['unit']);
	expect(projectsOf('test/rpc/golden.test.ts')).toEqual(['rpc']);
	expect(projectsOf('test/real/deep/funding.test.ts')).toEqual(['real']);
	expect(projectsOf('test/realistic/funding.test.ts')).toEqual([]);
	expect(projectsOf('other/a.test.ts')).toEqual([]);
});

test('no project lies within another, so no test runs twice', () => {
	for (const folder of TEST_PROJECTS.flatMap((project) => project.folders)) {
		expect(projectsOf(`${folder}/a.test.ts`), folder).toHaveLength(1);
	}
});
