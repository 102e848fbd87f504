/**
 * The whole suite of the clone, `npm test`: static checks and every test project that needs nothing from outside but a
 * Chromium. Each static check counts as one. Nothing may be skipped. The last line is `N passed, N failed`.
 */
import { requireNode } from './node-version.ts';
import { CHROMIUM_STEP, STATIC_STEPS } from './static-steps.ts';
import { runSteps } from './steps.ts';
import {
	type Count,
	closingLine,
	failures,
	KILL_LINES,
	type ProjectName,
	runProject,
} from './test-projects.ts';
import { judgeVenueRun } from './venue-table.ts';

requireNode();
const STEPS_AT_ONCE = 2;
const PROJECTS: readonly ProjectName[] = [
	'unit',
	'simulation',
	'conformance',
	'rpc',
	'venue',
	'security',
	'e2e',
	'browser',
];
const say = (line: string): void => console.log(line);
const steps = await runSteps([CHROMIUM_STEP, ...STATIC_STEPS], STEPS_AT_ONCE, say);
const stepsFailed = steps.filter((step) => !step.passed).length;
const counts: Count[] = [{ passed: steps.length - stepsFailed, failed: stepsFailed, faults: [] }];
for (const name of PROJECTS)
	counts.push(
		await runProject(name, say, {
			progress: KILL_LINES,
			...(name === 'venue' ? { judge: (report) => judgeVenueRun(report, 'docs') } : {}),
		}),
	);
console.log(closingLine(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
