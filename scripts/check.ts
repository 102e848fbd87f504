/** Runs the fast checks, `npm run check`: everything static and the unit tests. Exit code 1 when anything failed. */
import { requireNode } from './node-version.ts';
import { STATIC_STEPS } from './static-steps.ts';
import { runSteps } from './steps.ts';
import { closing, countSteps, failures, runProject } from './test-projects.ts';

requireNode();
const STEPS_AT_ONCE = 2;
const say = (line: string): void => console.log(line);
const steps = await runSteps(STATIC_STEPS, STEPS_AT_ONCE, say);
const unit = await runProject('unit', say);
const counts = [countSteps(steps), unit];
console.log(closing(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
