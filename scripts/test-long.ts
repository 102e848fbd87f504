/**
 * Runs the long tests: `npm run test:long [-- --filter TEXT]`. They kill processes, run many seeds and test
 * endurance, and follow the server guide. The results are reported, but the tests are not part of CI. Tests whose
 * program of Debian is absent are left out, with a line for each. `--filter` runs only the files whose path contains
 * the text.
 */
import { parseArgs } from 'node:util';
import { thisMachine } from './debian-packages.ts';
import { excludedTests, LONG_PROGRAMS } from './debian-programs.ts';
import { requireNode } from './node-version.ts';
import { programsStep } from './static-steps.ts';
import { runSteps } from './steps.ts';
import { closing, countSteps, failures, REPORTED_LINES, runProject } from './test-projects.ts';

requireNode();
const { values } = parseArgs({ options: { filter: { type: 'string' } } });
const say = (line: string): void => console.log(line);
const steps = await runSteps([programsStep('long')], 1, say);
const { tests, lines } = excludedTests(LONG_PROGRAMS, thisMachine());
for (const line of lines) say(line);
const filter = values.filter === undefined ? [] : [values.filter];
const count = await runProject('long', say, {
	progress: REPORTED_LINES,
	extra: [...filter, ...tests.map((path) => `--exclude=${path}`)],
});
const counts = [countSteps(steps), count];
console.log(closing(counts));
process.exitCode = failures(counts) > 0 ? 1 : 0;
