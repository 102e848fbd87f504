/**
 * Implements `npm run mutants [-- --only NAME]`. The simulation must find every planted bug. The exit code is 1 if it
 * misses one.
 */
import { parseArgs } from 'node:util';
import { MUTANTS } from './mutants.ts';
import { copyTree, runMutant } from './run-mutants.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = MUTANTS.filter(({ name }) => values.only === undefined || name === values.only);
const { root, remove } = copyTree();
try {
	let survived = 0;
	for (const mutant of chosen) {
		const { caught, problem, seconds } = await runMutant(root, mutant);
		if (caught === undefined) survived += 1;
		const verdict = caught === undefined ? `NOT CAUGHT  ${problem}` : `caught  ${caught.slice(0, 140)}`;
		process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${mutant.name.padEnd(22)} ${verdict}\n`);
	}
	process.stdout.write(`${chosen.length - survived} of ${chosen.length} mutants caught\n`);
	if (survived > 0 || chosen.length === 0) process.exitCode = 1;
} finally {
	remove();
}
