/** The process: hands the machine's clock, randomness, arguments and streams to the command line. */
import { EXIT_CODES } from './cli/exit-codes.ts';
import { processTerminal } from './cli/process-terminal.ts';
import { runCommandLine } from './cli/run.ts';
import { stopSignal } from './cli/signals.ts';
import { SILENT_LOGGER } from './ports/logger.ts';
import { systemClock } from './runtime/clock.ts';
import { systemRandom } from './runtime/random.ts';
import { VERSION } from './version.ts';

const output = {
	print: (line: string) => process.stdout.write(`${line}\n`),
	remark: (line: string) => process.stderr.write(`${line}\n`),
};

/** Commands other than `serve` have no log: what goes wrong is said once, to the person who asked. */
// Files are readable by the user who runs it alone: accounts, logins and trades are in them.
process.umask(0o077);

// A reader that went away (`carrywire --help | head`) is no failure.
process.stdout.on('error', () => process.exit(0));

try {
	const code = await runCommandLine(process.argv.slice(2), {
		// Loaded when they are needed, so that --help does not wait for the exchanges' libraries.
		startService: async (config, parts) => (await import('./app.ts')).startService(config, parts),
		runDoctor: async (question, parts) => (await import('./cli/doctor/doctor.ts')).runDoctor(question, parts),
		startRecorder: async (config, to) => (await import('./cli/record.ts')).startRecorder(config, to),
		exportHistory: async (request, to) =>
			(await import('./cli/export-history.ts')).exportHistory(request, to),
		openTokenStore: async (dataDir) => (await import('./cli/open-token-store.ts')).openTokenStore(dataDir),
		openKillSwitches: async (dataDir) =>
			(await import('./cli/open-kill-switches.ts')).openKillSwitches(dataDir),
		connectAuthorization: async (url, clock) =>
			(await import('./cli/authorization-client.ts')).connectAuthorization(url, clock),
		readPromises: async (dataDir) => (await import('./cli/read-promises.ts')).readPromises(dataDir),
		vaultTools: async () => (await import('./cli/vault-tools.ts')).vaultTools,
		findVenueAccount: async (config, venue, userName) =>
			(await import('./cli/venue-account.ts')).findVenueAccount(config, venue, userName),
		runVenueCommand: async (question) => (await import('./cli/venue.ts')).runVenueCommand(question),
		stopSignal: () => stopSignal(systemClock),
		version: VERSION,
		env: process.env,
		cwd: process.cwd(),
		clock: systemClock,
		random: systemRandom,
		logger: SILENT_LOGGER,
		output,
		terminal: processTerminal(),
	});
	// Everything is stopped and written: a socket that a library still holds must not keep the process.
	process.exit(code);
} catch (error) {
	output.remark(`carrywire: ${error instanceof Error ? error.stack : String(error)}`);
	process.exit(EXIT_CODES.FAILURE);
}
