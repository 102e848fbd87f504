/**
 * Finds or installs the servers that tests start, and prints one line about each. A missing server is a failure only if
 * `CARRYWIRE_REQUIRE_PG` is 1; otherwise the tests that need it do not run.
 */
import { areServersRequired, provideServers, thisServerMachine } from './test-servers.ts';

const machine = thisServerMachine();
for (const { title, place, problem, isNew } of provideServers(machine)) {
	console.log(problem ?? `${title}: ${place}${isNew ? ', just installed' : ''}`);
	if (problem !== undefined && areServersRequired(machine.env)) process.exitCode = 1;
}
