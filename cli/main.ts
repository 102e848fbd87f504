/** Starts the process: passes the machine's clock, randomness, arguments and streams to the command line. */

import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { VERSION } from '../src/runtime/version.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { endProcess } from './process-end.ts';
import { processTerminal } from './process-terminal.ts';
import { runCommandLine } from './run.ts';
import { stopSignal } from './signals.ts';

/** The machine's clock, randomness and event loop, which all other code receives as parameters. */
const machine = { clock: systemClock, random: systemRandom, turnEnd: systemTurnEnd };

const output = {
	print: (line: string) => process.stdout.write(`${line}\n`),
	remark: (line: string) => process.stderr.write(`${line}\n`),
};

// New files are readable only by this user, because they contain accounts, logins and trades.
process.umask(0o077);

// It is not a failure if a reader closes the pipe early (`carrywire --help | head`).
process.stdout.on('error', () => process.exit(0));

/** Runs the command line. A service starts its replays with the first argument `replay-job`. */
async function run(): Promise<number> {
	if (process.argv[2] === 'replay-job') return (await import('./replay-job.ts')).runReplayJob(machine);
	return runCommandLine(process.argv.slice(2), {
		// Imported here so that only the commands that need these modules load them.
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
		// Only `serve` has a log. Other commands report a failure once, to the user who runs them.
		logger: SILENT_LOGGER,
		output,
		terminal: processTerminal(),
	});
}

try {
	const code = await run();
	// Everything has been stopped and written, so a library's open socket must not keep the process alive.
	await endProcess(code);
} catch (error) {
	output.remark(`carrywire: ${error instanceof Error ? error.stack : String(error)}`);
	await endProcess(EXIT_CODES.FAILURE);
}
