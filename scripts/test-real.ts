/**
 * Runs the tests on recorded data from real exchanges: `npm run test:real -- --data DIR`. The data is not part of the
 * repository.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.ts';
import { closing, failures, runProject } from './test-projects.ts';

requireNode();
const { values } = parseArgs({ options: { data: { type: 'string' } } });
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
	});
	console.log(closing([count]));
	process.exitCode = failures([count]) > 0 ? 1 : 0;
}
