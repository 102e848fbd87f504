/**
 * Guards a step for its runner: `node scripts/step-guard.ts ARGUMENT…` runs `node ARGUMENT…` and ends with its exit
 * code. Every process that the step started ends with the step. The guard also ends when its standard input closes,
 * which happens however the runner ends, even if it is killed or crashes.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endProcessesOf, MARK_VARIABLE } from './step-processes.ts';

/**
 * A terminal signals the whole process group, so the guard ignores signals: the runner ends it by closing the input.
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
