/**
 * Lists the projects of the test suite as data, and runs a project and counts its results.
 *
 * vitest's exit code is not enough, because it also reports success when tests were skipped. This module reads
 * vitest's report, and fails a project that ran no test or skipped one.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PROJECT_MS_MAX, TEST_MS_MAX } from './hang-limits.ts';
import { runStep, type Step, type StepResult, stepLine } from './steps.ts';
import type { ServerName } from './test-servers.ts';

const ROOT = join(import.meta.dirname, '..');

export type ProjectName =
	| 'unit'
	| 'debian-postgres'
	| 'current-postgres'
	| 'simulation'
	| 'conformance'
	| 'rpc'
	| 'client'
	| 'packaging'
	| 'venue'
	| 'security'
	| 'e2e'
	| 'browser'
	| 'cluster'
	| 'real'
	| 'long';

export type TestProject = {
	readonly name: ProjectName;
	/**
	 * Folders of the project. Its tests are all `*.test.ts` files below them. A test file outside every project is a
	 * fault.
	 */
	readonly folders: readonly string[];
	/**
	 * Module of `test/support/`. A project with this module has no files of its own: it runs those of its folders that
	 * import the module once more, on its own server.
	 */
	readonly repeats?: string;
	/** The server that the project's setup starts. Without it on the machine, the project does not run. */
	readonly server?: ServerName;
	/**
	 * True if the project's files may run in parallel. False if they start complete processes, which would compete
	 * for the processor.
	 */
	readonly filesInParallel: boolean;
	/**
	 * True if each file runs in its own process. Otherwise all files run in one process, where code is loaded only
	 * once, so no file may leave state behind.
	 */
	readonly filesApart: boolean;
	/** A module to run once, before all of the project's files. */
	readonly setup?: string;
	/** Time after which a test is considered hung, milliseconds. */
	readonly testTimeoutMs: number;
	/** Time after which a run of the complete project is considered hung, milliseconds. */
	readonly durationMsMax: number;
};

function project(
	name: ProjectName,
	options: Pick<TestProject, 'filesInParallel'> & Partial<TestProject>,
): TestProject {
	return {
		...{ name, folders: [`test/${name}`], filesApart: true },
		...{ testTimeoutMs: TEST_MS_MAX, durationMsMax: PROJECT_MS_MAX },
		...options,
	};
}

/** Runs the tests of the stores once more, on a server of PostgreSQL. */
function storesOn(name: ProjectName & ServerName): TestProject {
	return project(name, {
		folders: ['src/store'],
		repeats: 'store-per-test.ts',
		server: name,
		setup: 'test/cluster/servers.ts',
		filesInParallel: true,
		filesApart: false,
	});
}

export const TEST_PROJECTS: readonly TestProject[] = [
	project('unit', {
		folders: [
			'src',
			'cli',
			'client',
			'research',
			'dashboard/src',
			'simulator',
			'scripts',
			'bench',
			'test/execution',
			'test/upgrade',
		],
		filesInParallel: true,
		filesApart: false,
	}),
	storesOn('debian-postgres'),
	storesOn('current-postgres'),
	project('simulation', { filesInParallel: true }),
	project('conformance', {
		filesInParallel: true,
		filesApart: false,
	}),
	project('rpc', { filesInParallel: true, filesApart: false }),
	project('client', { filesInParallel: false, setup: 'test/client/packed-package.ts' }),
	project('packaging', { filesInParallel: true }),
	project('venue', { filesInParallel: true }),
	project('security', { filesInParallel: true, filesApart: false }),
	project('e2e', { filesInParallel: true, filesApart: false }),
	project('browser', { filesInParallel: false }),
	project('cluster', {
		filesInParallel: true,
		filesApart: false,
		server: 'debian-postgres',
		setup: 'test/cluster/servers.ts',
	}),
	// Two replays of a year take most of the time, so they run beside each other.
	project('real', { filesInParallel: true, testTimeoutMs: 3_600_000 }),
	project('long', { filesInParallel: false, testTimeoutMs: 3_600_000, durationMsMax: 24 * 3_600_000 }),
];

/** Returns the projects that own this test file (a path from the root); there must be exactly one. */
export function projectsOf(path: string): ProjectName[] {
	const holds = (project: TestProject) => project.folders.some((folder) => path.startsWith(`${folder}/`));
	return TEST_PROJECTS.filter((project) => project.repeats === undefined && holds(project)).map(
		({ name }) => name,
	);
}

/**
 * Returns the patterns of a project's test files for vitest.
 * @throws Error if no file imports the module of a project that repeats tests
 */
export function filesOf({ name, folders, repeats }: TestProject): readonly string[] {
	if (repeats === undefined) return folders.map((folder) => `${folder}/**/*.test.ts`);
	const files = folders
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
				join(folder, path),
			),
		)
		.filter((path) => path.endsWith('.test.ts'))
		.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(`/test/support/${repeats}'`));
	if (files.length === 0) throw new Error(`No test of project ${name} imports ${repeats}.`);
	return files.toSorted();
}

export type Count = {
	readonly passed: number;
	readonly failed: number;
	/** Faults other than failed tests, as sentences. Each counts as a failure. */
	readonly faults: readonly string[];
	/** Project, file and name of each failed test, with the first line of its error. */
	readonly failedTests: readonly string[];
};

const NOTHING: Count = { passed: 0, failed: 0, faults: [], failedTests: [] };

/** The fields of vitest's JSON report that this module reads. */
export type VitestReport = {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly numTodoTests: number;
	readonly success: boolean;
	readonly testResults: readonly {
		readonly name: string;
		readonly status: string;
		readonly message?: string;
		readonly assertionResults: readonly {
			readonly status: string;
			readonly fullName: string;
			readonly ancestorTitles: readonly string[];
			readonly title: string;
			readonly failureMessages?: readonly string[];
		}[];
	}[];
};

/** Maximum length of a failure's line, characters. */
const WHY_CHARS_MAX = 400;

/** Matches lines about process kills and page performance. The suite prints them even when all tests pass. */
export const REPORTED_LINES = /^(?:kills?[: ]|list (?:under load|in memory): )/;

export type ProjectRun = Pick<Step, 'environment'> & {
	/** Matches output lines to print as they arrive. If the project fails, its complete output is printed as well. */
	readonly progress?: RegExp;
	/** Additional arguments for vitest. */
	readonly extra?: readonly string[];
	/** Checks the report of a complete run. Each returned sentence counts as one failure. */
	readonly judge?: (report: VitestReport) => readonly string[];
};

/** Runs one project, prints its output if it failed, and returns the counts of its results. */
export async function runProject(
	name: ProjectName,
	say: (line: string) => void,
	options: ProjectRun = {},
): Promise<Count> {
	const { durationMsMax } = testProject(name);
	const folder = mkdtempSync(join(tmpdir(), `carrywire-${name}-`));
	const file = join(folder, 'report.json');
	try {
		const result = await runStep({
			name: `tests: ${name}`,
			nodeArguments: [
				'node_modules/vitest/vitest.mjs',
				'run',
				`--project=${name}`,
				'--reporter=default',
				'--reporter=json',
				`--outputFile.json=${file}`,
				...(options.extra ?? []),
			],
			environment: { CI: 'true', ...options.environment },
			durationMsMax,
			onOutput: progressReader(options.progress, say),
		});
		const report = readReport(file);
		const counted = countReport(name, report, result);
		const judged = report === undefined ? [] : (options.judge?.(report) ?? []);
		const count = { ...counted, faults: [...counted.faults, ...judged] };
		const failed = count.failed + count.faults.length;
		say(`${stepLine({ ...result, passed: failed === 0 })}: ${count.passed} passed, ${failed} failed`);
		// The short list of failures comes before the output, because readers often see only the beginning.
		for (const line of failureLines(count)) say(`       ${line}`);
		if (failed > 0) say(result.output.trimEnd());
		return count;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns a function that takes output in chunks and reports each progress line when it is complete. */
function progressReader(
	progress: RegExp | undefined,
	report: (line: string) => void,
): (text: string) => void {
	let begun = '';
	return (text) => {
		const lines = (begun + text).split('\n');
		begun = lines.pop() ?? '';
		for (const line of lines) if (progress?.test(line) === true) report(`       ${line}`);
	};
}

/**
 * Counts the results in one project's report. An undefined report means that vitest did not write one. A skipped
 * test, a file that could not be loaded and an error outside the tests are faults, because the run is then
 * incomplete.
 */
export function countReport(
	name: string,
	report: VitestReport | undefined,
	{ passed: exitedClean, output }: Pick<StepResult, 'passed' | 'output'>,
): Count {
	if (report === undefined)
		return {
			...NOTHING,
			faults: [`Project ${name} wrote no report. Its last line was: ${lastLine(output)}`],
		};
	const faults: string[] = [];
	for (const file of report.testResults) {
		for (const test of file.assertionResults) {
			if (test.status !== 'passed' && test.status !== 'failed') {
				faults.push(`Test "${test.fullName}" of ${file.name} did not run: it is ${test.status}.`);
			}
		}
		const failedInside = file.assertionResults.some((test) => test.status === 'failed');
		if (file.status === 'failed' && !failedInside) {
			faults.push(`File ${file.name} failed outside of its tests: ${file.message ?? 'no message'}`);
		}
	}
	const unlisted = report.numPendingTests + report.numTodoTests;
	if (unlisted > 0 && faults.length === 0) faults.push(`${unlisted} tests of project ${name} did not run.`);
	if (report.numPassedTests + report.numFailedTests === 0) faults.push(`Project ${name} ran no test.`);
	const failedClean = report.numFailedTests === 0 && faults.length === 0;
	if (failedClean && (!report.success || !exitedClean)) {
		faults.push(`Project ${name} failed outside of its tests: ${errorLine(output)}`);
	}
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		faults,
		failedTests: failedTests(name, report),
	};
}

function failedTests(project: string, { testResults }: VitestReport): readonly string[] {
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults
			.filter(({ status }) => status === 'failed')
			.map(({ fullName, failureMessages }) => {
				const why = failureMessages?.[0]?.split('\n')[0] ?? 'no message';
				return `${project}, ${relative(process.cwd(), name)}, ${fullName}: ${why.slice(0, WHY_CHARS_MAX)}`;
			}),
	);
}

/** Counts the results of steps. Each failed step is listed with the first line of its output. */
export function countSteps(results: readonly StepResult[]): Count {
	const failed = results.filter(({ passed }) => !passed);
	return {
		passed: results.length - failed.length,
		failed: failed.length,
		faults: [],
		failedTests: failed.map(({ name, output }) => `${name}: ${firstLine(output)}`),
	};
}

/** Returns one line per failure. */
export function failureLines({ faults, failedTests }: Count): readonly string[] {
	return [...failedTests, ...faults].map((line) => `failed: ${firstLine(line)}`);
}

/** Returns the last lines of a run: each failure by name, then the counts. Faults count as failures. */
export function closing(counts: readonly Count[]): string {
	const passed = counts.reduce((sum, count) => sum + count.passed, 0);
	return [...counts.flatMap(failureLines), `${passed} passed, ${failures(counts)} failed`].join('\n');
}

/** Returns the number of failed tests and faults in total. */
export function failures(counts: readonly Count[]): number {
	return counts.reduce((sum, count) => sum + count.failed + count.faults.length, 0);
}

function writtenLines(output: string): readonly string[] {
	return output.split('\n').filter((line) => line.trim() !== '');
}

function firstLine(output: string): string {
	return (writtenLines(output)[0] ?? 'it wrote nothing').slice(0, WHY_CHARS_MAX);
}

/** Returns the first line of the output that contains an error's name and message. */
function errorLine(output: string): string {
	return firstLine(writtenLines(output).find((line) => /\b\w*Error: /.test(line)) ?? 'see its output');
}

function lastLine(output: string): string {
	return (writtenLines(output).at(-1) ?? 'none').slice(0, WHY_CHARS_MAX);
}

/** Returns a project by its name. @throws Error for an unknown name */
export function testProject(name: string): TestProject {
	const found = TEST_PROJECTS.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`Unknown test project: was ${name}.`);
	return found;
}

function readReport(file: string): VitestReport | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}
