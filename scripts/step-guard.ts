/**
 * Guards a step for its runner: `node scripts/step-guard.ts ARGUMENT…` runs `node ARGUMENT…` and exits with that
 * process's exit code. When the step ends, the guard ends every process that the step left running. It also ends the
 * step when the guard's standard input closes, which happens however the runner ends, even if it crashes or is
 * killed.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endProcessesOf, MARK_VARIABLE } from './step-processes.ts';

/**
 * A terminal sends its signals to the complete process group. The guard ignores them, because the runner stops it by
 * closing its input.
 */
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
