/** `node simulator/main.ts <exchange> --data-dir DIR …`: one simulated exchange as a process of its own. */
import { readCommandLine, UsageError, usage } from './command-line.ts';
import { startSimulator } from './simulator.ts';

const EXIT_USAGE = 2;

async function main(): Promise<void> {
	const options = readCommandLine(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(usage());
		return;
	}
	const simulator = await startSimulator(options, report);
	let isClosing = false;
	const end = (): void => {
		if (isClosing) return;
		isClosing = true;
		simulator.close().then(
			() => process.exit(0),
			(error: unknown) => {
				report(error);
				process.exit(1);
			},
		);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
	// A parent that is killed can tell nobody; its end of the pipe closes all the same.
	process.stdout.on('error', end);
	if (options.parentPipe) {
		process.stdin.on('end', end);
		process.stdin.on('error', end);
		process.stdin.resume();
	}
	process.stdout.write(`${JSON.stringify(simulator.ready)}\n`);
}

function report(error: unknown): void {
	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	process.stderr.write(`${text}\n`);
}

main().catch((error: unknown) => {
	const isUsage = error instanceof UsageError;
	const sentence = error instanceof Error ? error.message : String(error);
	process.stderr.write(isUsage ? `${sentence}\n\n${usage()}` : `${sentence}\n`);
	process.exitCode = isUsage ? EXIT_USAGE : 1;
});
