/**
 * Runs the full test suite, `npm test`: the static checks, and every test project that needs nothing from outside the
 * repository except browsers, servers and programs of Debian. Each static check counts as one test. No test may be
 * skipped. A project whose server the machine lacks, and a file of packaging whose program it lacks, is left out with a
 * line that says why; `CARRYWIRE_REQUIRE_PG=1` makes a missing server a failure. The last lines of the output name each
 * failure and end with `N passed, N failed`.
 *
 * Three queues of about equal duration run in parallel. The first has the projects that either compute or wait for
 * request budgets. The other two have the projects that start complete processes and mostly wait for them.
 */
import { thisMachine } from './debian-packages.ts';
import { excludedTests, SHORT_PROGRAMS } from './debian-programs.ts';
import { requireNode } from './node-version.ts';
import { BROWSERS_STEP, programsStep, SERVERS_STEP, STATIC_STEPS } from './static-steps.ts';
import { runSteps } from './steps.ts';
import {
	type Count,
	closing,
	countSteps,
	failures,
	type ProjectName,
	REPORTED_LINES,
	runProject,
	testProject,
} from './test-projects.ts';
import { findServer, thisServerMachine } from './test-servers.ts';
import { judgeVenueRun } from './venue-table.ts';

requireNode();
const STEPS_AT_ONCE = 2;
/**
 * A project, and how many of its files run at once. The queues share two cores, and each file in the second and third
 * queue runs up to six processes. With one more file at a time, those processes would wait too long for a core, and
 * calls and reads would time out.
 */
type Turn = readonly [name: ProjectName, workers: number];
const GROUPS: readonly (readonly Turn[])[] = [
	[
		['unit', 1],
		['debian-postgres', 1],
		['current-postgres', 1],
		['cluster', 1],
		['simulation', 1],
		['conformance', 1],
		['rpc', 1],
		// Two files at once use little processor time here, because they mostly wait for request budgets.
		['venue', 2],
	],
	// The client's tests pack the package, which rebuilds the dashboard. They are therefore in one queue with the
	// browser tests, so that the two never run at the same time.
	[
		['browser', 1],
		['client', 1],
		['security', 1],
		['packaging', 1],
	],
	[['e2e', 1]],
];
const say = (line: string): void => console.log(line);

async function runGroup(group: readonly Turn[]): Promise<readonly Count[]> {
	const counts: Count[] = [];
	for (const [name, workers] of group) {
		const problem = problemOf(name);
		if (problem !== undefined) say(`not run          tests: ${name}: ${problem}`);
		else
			counts.push(
				await runProject(name, say, {
					progress: REPORTED_LINES,
					extra: [`--maxWorkers=${workers}`, ...excluded],
					...(name === 'venue' ? { judge: (report) => judgeVenueRun(report, 'docs') } : {}),
				}),
			);
	}
	return counts;
}

/** Returns why this machine cannot run a project; undefined if it can. */
function problemOf(name: ProjectName): string | undefined {
	const { server } = testProject(name);
	return server === undefined ? undefined : findServer(server, thisServerMachine()).problem;
}

// One after another, because they share the lock of the package manager.
const provided = await runSteps([SERVERS_STEP, BROWSERS_STEP, programsStep('short')], 1, say);
const steps = await runSteps(STATIC_STEPS, STEPS_AT_ONCE, say);
const { tests, lines } = excludedTests(SHORT_PROGRAMS, thisMachine());
for (const line of lines) say(line);
const excluded = tests.map((path) => `--exclude=${path}`);
const counts = [countSteps([...provided, ...steps]), ...(await Promise.all(GROUPS.map(runGroup))).flat()];
console.log(closing(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
