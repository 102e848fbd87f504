/**
 * Runs one simulated exchange as a process, or several in one process: `node simulator/main.ts <exchange> --data-dir
 * DIR …`.
 */
import { readCommandLines, type SimulatorOptions, UsageError, usage } from './command-line.ts';
import { sharedWorlds } from './core/world.ts';
import { type Simulator, startSimulator } from './simulator.ts';

const EXIT_USAGE = 2;

async function main(): Promise<void> {
	const wished = readCommandLines(process.argv.slice(2));
	if (wished === undefined) {
		process.stdout.write(usage());
		return;
	}
	const simulators = await startAll(wished);
	let isClosing = false;
	const end = (): void => {
		if (isClosing) return;
		isClosing = true;
		closeAll(simulators).then(
			() => process.exit(0),
			(error: unknown) => {
				report(error);
				process.exit(1);
			},
		);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
	// A killed parent cannot send a signal, but its end of the pipe closes.
	process.stdout.on('error', end);
	if (wished.some(({ parentPipe }) => parentPipe)) {
		process.stdin.on('end', end);
		process.stdin.on('error', end);
		process.stdin.resume();
	}
	for (const { ready } of simulators) process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Starts all exchanges or none. @throws the error of the first exchange that did not start */
async function startAll(wished: readonly SimulatorOptions[]): Promise<readonly Simulator[]> {
	const worlds = sharedWorlds();
	const starts = await Promise.allSettled(wished.map((options) => startSimulator(options, report, worlds)));
	const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
	const failed = starts.find((start) => start.status === 'rejected');
	if (failed === undefined) return started;
	await closeAll(started);
	throw failed.reason;
}

async function closeAll(simulators: readonly Simulator[]): Promise<void> {
	const ends = await Promise.allSettled(simulators.map((simulator) => simulator.close()));
	const failed = ends.find((end) => end.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
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
