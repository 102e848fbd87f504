/**
 * Runs the steps of a check as child processes, a limited number at a time. Prints one line per finished step, and
 * the complete output of failed steps. No process of a step outlives the step or its runner (`step-guard.ts`).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type Step = {
	readonly name: string;
	/** Arguments for Node: the path of a script and the script's own arguments. */
	readonly nodeArguments: readonly string[];
	readonly environment?: Readonly<Record<string, string>>;
	/** Maximum duration, milliseconds. A longer step is stopped and counts as failed. */
	readonly durationMsMax: number;
	/** Receives the step's output as it arrives, so that a long step can show its progress. */
	readonly onOutput?: (text: string) => void;
};

export type StepResult = {
	readonly name: string;
	readonly passed: boolean;
	readonly durationMs: number;
	/** The step's standard output and standard error, in order of arrival. */
	readonly output: string;
};

const GUARD = join(import.meta.dirname, 'step-guard.ts');

/** Folder for Node's cache of compiled code. Hundreds of processes share it, because they load the same libraries. */
export const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');

/** Maximum number of characters of a step's output to keep. A note replaces the rest. */
const OUTPUT_CHARS_MAX = 200_000;

/**
 * Runs all `steps`, at most `concurrency` at once, and reports each result when it is known. A failure does not stop
 * the others. The results are in the order of `steps`.
 */
export async function runSteps(
	steps: readonly Step[],
	concurrency: number,
	report: (line: string) => void,
): Promise<StepResult[]> {
	const results: StepResult[] = [];
	const waiting = steps.map((step, index) => ({ step, index }));
	const work = async (): Promise<void> => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const result = await runStep(next.step);
			results[next.index] = result;
			report(stepLine(result));
			if (!result.passed) report(indent(result.output));
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
	return results;
}

/** Runs one step to its end. The promise never rejects; a program that cannot be started is a failed step. */
export function runStep(step: Step): Promise<StepResult> {
	const startedAt = performance.now();
	return new Promise((resolve) => {
		let output = '';
		// The guard gets its own process group, so that signals from the terminal to our group do not reach the step.
		// To stop the step, we close the guard's standard input.
		const child = spawn(process.execPath, [GUARD, ...step.nodeArguments], {
			env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, NO_COLOR: '1', ...step.environment },
			stdio: ['pipe', 'pipe', 'pipe'],
			detached: true,
		});
		const keep = (chunk: string): void => {
			step.onOutput?.(chunk);
			if (output.length > OUTPUT_CHARS_MAX) return;
			output += chunk;
			if (output.length > OUTPUT_CHARS_MAX) output += '\n… the rest of the output was cut.\n';
		};
		child.stdout.setEncoding('utf8').on('data', keep);
		child.stderr.setEncoding('utf8').on('data', keep);
		const deadline = setTimeout(() => {
			keep(`\nEnded: ran longer than ${step.durationMsMax} ms.\n`);
			child.stdin.end();
		}, step.durationMsMax);
		const end = (passed: boolean): void => {
			clearTimeout(deadline);
			resolve({ name: step.name, passed, durationMs: performance.now() - startedAt, output });
		};
		child.on('error', (error) => {
			keep(error.message);
			end(false);
		});
		child.on('close', (code) => end(code === 0));
	});
}

/** Returns one line about a finished step: verdict, seconds, name. */
export function stepLine(result: StepResult): string {
	const seconds = (result.durationMs / 1000).toFixed(1).padStart(6);
	return `${result.passed ? 'ok    ' : 'FAILED'} ${seconds} s  ${result.name}`;
}

function indent(text: string): string {
	return text
		.trimEnd()
		.split('\n')
		.map((line) => `       ${line}`)
		.join('\n');
}
