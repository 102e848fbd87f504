/**
 * Runs the tests on recorded data from real exchanges: `npm run test:real -- --data DIR [--filter TEXT]`. The data is
 * not part of the repository. `--filter` runs only the files whose path contains the text. The nets of replays that the
 * tests compare with the scorer are printed.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.ts';
import { closing, failures, runProject } from './test-projects.ts';

/** Matches lines with the net and the trades of a replay of the recorded year. */
const NETS = /^(?:month-mean[a-z-]*: |\d+ round trips)/;

requireNode();
const { values } = parseArgs({ options: { data: { type: 'string' }, filter: { type: 'string' } } });
const folder = values.data === undefined ? undefined : resolve(values.data);

if (folder === undefined) {
	console.error(
		'No data was named. Usage: npm run test:real -- --data DIR, where DIR holds recorded market data.',
	);
	process.exitCode = 1;
} else if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
	console.error(`There is no folder ${folder}. Usage: npm run test:real -- --data DIR`);
	process.exitCode = 1;
} else {
	const count = await runProject('real', (line) => console.log(line), {
		environment: { CARRYWIRE_TEST_DATA: folder },
		progress: NETS,
		extra: values.filter === undefined ? [] : [values.filter],
	});
	console.log(closing([count]));
	process.exitCode = failures([count]) > 0 ? 1 : 0;
}
