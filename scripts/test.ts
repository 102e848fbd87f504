/**
 * The whole suite of the clone, `npm test`: static checks and every test project that needs nothing from outside but a
 * Chromium. Each static check counts as one. Nothing may be skipped. The end names each failure; the last line is
 * `N passed, N failed`.
 *
 * Three lanes run side by side, each as long as the others: what computes or waits for budgets, and two of what starts whole processes
 * and mostly waits for them.
 */
import { requireNode } from './node-version.ts';
import { CHROMIUM_STEP, STATIC_STEPS } from './static-steps.ts';
import { runSteps } from './steps.ts';
import {
	type Count,
	closing,
	countSteps,
	failures,
	type ProjectName,
	REPORTED_LINES,
	runProject,
} from './test-projects.ts';
import { judgeVenueRun } from './venue-table.ts';

requireNode();
const STEPS_AT_ONCE = 2;
/**
 * A project with the number of its files that run at once here. The lanes share two cores, and each file of the second and third
 * runs up to six processes: with one file more at a time these wait longer for a processor than calls and reads may take.
 */
type Turn = readonly [name: ProjectName, workers: number];
const GROUPS: readonly (readonly Turn[])[] = [
	[
		['unit', 1],
		['simulation', 1],
		['conformance', 1],
		['rpc', 1],
		// Nearly all of it is waiting, within the budgets of requests.
		['venue', 2],
	],
	// The client's tests pack the package, which builds the dashboard anew: not beside the tests of pages.
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
	for (const [name, workers] of group)
		counts.push(
			await runProject(name, say, {
				progress: REPORTED_LINES,
				extra: [`--maxWorkers=${workers}`],
				...(name === 'venue' ? { judge: (report) => judgeVenueRun(report, 'docs') } : {}),
			}),
		);
	return counts;
}

const steps = await runSteps([CHROMIUM_STEP, ...STATIC_STEPS], STEPS_AT_ONCE, say);
const counts = [countSteps(steps), ...(await Promise.all(GROUPS.map(runGroup))).flat()];
console.log(closing(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
