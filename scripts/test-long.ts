/**
 * Runs the long tests: `npm run test:long [-- --filter TEXT]`. They kill processes, run many seeds and test
 * endurance. The results are reported, but the tests are not part of CI. `--filter` runs only the files whose path
 * contains the text.
 */
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.ts';
import { closing, failures, REPORTED_LINES, runProject } from './test-projects.ts';

requireNode();
const { values } = parseArgs({ options: { filter: { type: 'string' } } });
const count = await runProject('long', (line) => console.log(line), {
	progress: REPORTED_LINES,
	extra: values.filter === undefined ? [] : [values.filter],
});
console.log(closing([count]));
process.exitCode = failures([count]) > 0 ? 1 : 0;
