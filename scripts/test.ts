/**
 * Runs the full test suite, `npm test`: the static checks, and every test project that needs nothing from outside the
 * repository except browsers and servers. Each static check counts as one test. No test may be skipped; a project whose
 * server the machine lacks does not run, and its line says why. `CARRYWIRE_REQUIRE_PG=1` makes that a failure. The last lines of the
 * output name each failure and end with `N passed, N failed`.
 *
 * Three queues of about equal duration run in parallel. The first has the projects that either compute or wait for
 * request budgets. The other two have the projects that start complete processes and mostly wait for them.
 */
import { requireNode } from './node-version.ts';
import { BROWSERS_STEP, SERVERS_STEP, STATIC_STEPS } from './static-steps.ts';
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
					extra: [`--maxWorkers=${workers}`],
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

const served = await runSteps([SERVERS_STEP], 1, say);
const steps = await runSteps([BROWSERS_STEP, ...STATIC_STEPS], STEPS_AT_ONCE, say);
const counts = [countSteps([...served, ...steps]), ...(await Promise.all(GROUPS.map(runGroup))).flat()];
console.log(closing(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
