/** The process: hands the machine's clock, randomness, arguments and streams to the command line. */

import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { VERSION } from '../src/runtime/version.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { endProcess } from './process-end.ts';
import { processTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';
import { stopSignal } from './signals.ts';

/** Everything else is handed these. */
const machine = { clock: systemClock, random: systemRandom, turnEnd: systemTurnEnd };

const output = {
	print: (line: string) => process.stdout.write(`${line}\n`),
	remark: (line: string) => process.stderr.write(`${line}\n`),
};

// Files are readable by the user who runs it alone: accounts, logins and trades are in them.
process.umask(0o077);

// A reader that went away (`carrywire --help | head`) is no failure.
process.stdout.on('error', () => process.exit(0));

try {
	const code = await runCommandLine(process.argv.slice(2), {
		// Loaded by the commands that need them alone.
		startService: async (config, parts) =>
			(await import('../src/app/start-service.ts')).startService(config, { ...parts, ...machine }),
		openTokenStore: async (dataDir) =>
			(await import('../src/operations/open-token-store.ts')).tokenStoreOpener(systemTurnEnd)(dataDir),
		runVenueCommand: async (question) => (await import('./venue.ts')).runVenueCommand(question),
		stopSignal: () => stopSignal(systemClock),
		version: VERSION,
		env: process.env,
		cwd: process.cwd(),
		...machine,
		// Commands other than `serve` have no log: what goes wrong is said once, to the person who asked.
		logger: SILENT_LOGGER,
		output,
		terminal: processTerminal(),
	});
	// Everything is stopped and written: a socket that a library still holds must not keep the process.
	await endProcess(code);
} catch (error) {
	output.remark(`carrywire: ${error instanceof Error ? error.stack : String(error)}`);
	await endProcess(EXIT_CODES.FAILURE);
}
