/**
 * Stands between whoever runs a step and the step: `node scripts/step-guard.ts ARGUMENT…` runs `node ARGUMENT…` and ends with
 * its exit code. All that the step has started ends with it. It ends too when the standard input is closed, as it is when
 * the runner ends in whatever way, killed or crashed.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endProcessesOf, MARK_VARIABLE } from './step-processes.ts';

/** A terminal sends its signals to all of a group: whoever is asked to end says so by closing the input. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const mark = randomUUID();
const step = spawn(process.execPath, process.argv.slice(2), {
	detached: true,
	env: { ...process.env, [MARK_VARIABLE]: mark },
	stdio: ['ignore', 'inherit', 'inherit'],
});
const { pid } = step;
if (pid === undefined) throw new Error(`${process.execPath} could not be started.`);
const end = (): Promise<void> => endProcessesOf({ pid, mark });

process.stdin.on('end', () => void end());
process.stdin.on('error', () => void end());
process.stdin.resume();
step.on('exit', (code, signal) => {
	if (signal !== null) process.stderr.write(`\nThe step was ended by ${signal}.\n`);
	void end().then(() => process.exit(code ?? 1));
});
