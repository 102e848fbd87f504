/** The process: hands the machine's clock, randomness, arguments and streams to the command line. */

import type { Logger } from '../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { VERSION } from '../src/runtime/version.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { processTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';
import { stopSignal } from './signals.ts';

/** Everything else is handed these. */
const machine = { clock: systemClock, random: systemRandom, turnEnd: systemTurnEnd };

const output = {
	print: (line: string) => process.stdout.write(`${line}\n`),
	remark: (line: string) => process.stderr.write(`${line}\n`),
};

/** Commands other than `serve` have no log: what goes wrong is said once, to the person who asked. */
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

// Files are readable by the user who runs it alone: accounts, logins and trades are in them.
process.umask(0o077);

// A reader that went away (`carrywire --help | head`) is no failure.
process.stdout.on('error', () => process.exit(0));

try {
	const code = await runCommandLine(process.argv.slice(2), {
		// Loaded when they are needed, so that --help does not wait for the exchanges' libraries.
		startService: async (config, parts) =>
			(await import('../src/app/start-service.ts')).startService(config, { ...parts, ...machine }),
		runDoctor: async (question, parts) =>
			(await import('../src/operations/doctor/doctor.ts')).runDoctor(question, parts),
		startRecorder: async (config, to) =>
			(await import('../src/operations/record.ts')).startRecorder(config, to, machine),
		exportHistory: async (request, to) =>
			(await import('../src/operations/export-history.ts')).exportHistory(request, to),
		openTokenStore: async (dataDir) =>
			(await import('../src/operations/open-token-store.ts')).tokenStoreOpener(systemTurnEnd)(dataDir),
		openKillSwitches: async (dataDir) =>
			(await import('../src/operations/open-kill-switches.ts')).killSwitchesOpener(systemClock)(dataDir),
		connectAuthorization: async (url, clock) =>
			(await import('./authorization-client.ts')).connectAuthorization(url, clock),
		readPromises: async (dataDir) =>
			(await import('../src/operations/read-promises.ts')).readPromises(dataDir),
		vaultTools: async () => (await import('../src/operations/vault-tools.ts')).createVaultTools(machine),
		findVenueAccount: async (config, venue, userName) =>
			(await import('../src/operations/venue-account.ts')).findVenueAccount(
				config,
				venue,
				userName,
				systemRandom,
			),
		runVenueCommand: async (question) => (await import('./venue.ts')).runVenueCommand(question),
		stopSignal: () => stopSignal(systemClock),
		version: VERSION,
		env: process.env,
		cwd: process.cwd(),
		...machine,
		logger: quiet,
		output,
		terminal: processTerminal(),
	});
	// Everything is stopped and written: a socket that a library still holds must not keep the process.
	process.exit(code);
} catch (error) {
	output.remark(`carrywire: ${error instanceof Error ? error.stack : String(error)}`);
	process.exit(EXIT_CODES.FAILURE);
}
