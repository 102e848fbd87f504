/**
 * Finds or installs programs of Debian before the tests that need them: `node scripts/provide-programs.ts
 * short|long`. It exits with code 1 only if an installation fails for root. Another user gets a line for each absent
 * program, and the tests run without the files that need it.
 */
import { thisMachine } from './debian-packages.ts';
import { findProgram, LONG_PROGRAMS, provideProgram, SHORT_PROGRAMS } from './debian-programs.ts';

const LISTS = { short: SHORT_PROGRAMS, long: LONG_PROGRAMS };

const [which] = process.argv.slice(2);
if (which !== 'short' && which !== 'long')
	throw new Error('Usage: node scripts/provide-programs.ts short|long');
const machine = thisMachine();
for (const program of LISTS[which]) {
	const fault = provideProgram(program, machine);
	if (fault === undefined) {
		console.log(`${program.name}: ${findProgram(program, machine)}`);
		continue;
	}
	console.error(fault);
	if (machine.isRoot) process.exitCode = 1;
}
