import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireNode } from './node-version.ts';
import { runStep, runSteps, type Step } from './steps.ts';

/** Far longer than any step here takes (less than a second), so it only stops a test that hangs. */
const DURATION_MS_MAX = 600_000;
const step = (name: string, code: string): Step => ({
	name,
	nodeArguments: ['-e', code],
	durationMsMax: DURATION_MS_MAX,
});

test('passes a step by its exit code and keeps both of its outputs', async () => {
	const good = await runStep(step('good', "console.log('out'); console.error('err')"));
	expect(good).toMatchObject({ name: 'good', passed: true });
	expect(good.output).toContain('out\n');
	expect(good.output).toContain('err\n');
	const bad = await runStep(step('bad', 'process.exitCode = 3'));
	expect(bad.passed).toBe(false);
});

test('runs a step under the Node of the check, with the step’s environment', async () => {
	const { output } = await runStep({
		...step('node', 'console.log(process.execPath, process.env.CARRYWIRE_X)'),
		environment: { CARRYWIRE_X: 'y' },
	});
	expect(output).toBe(`${process.execPath} y\n`);
});

test('ends a step that exceeds its time limit, and counts it as failed', async () => {
	const result = await runStep({ ...step('endless', 'setInterval(() => {}, 1000)'), durationMsMax: 300 });
	expect(result.passed).toBe(false);
	expect(result.output).toContain('Ended: ran longer than 300 ms.');
});

test('runs every step after a failure, keeps the order of results, and shows output of failures only', async () => {
	const lines: string[] = [];
	const steps = [
		step('first', "console.log('quiet')"),
		step('second', "console.log('loud'); process.exitCode = 1"),
		step('third', ''),
	];
	const results = await runSteps(steps, 2, (line) => lines.push(line));
	expect(results.map(({ name, passed }) => [name, passed])).toEqual([
		['first', true],
		['second', false],
		['third', true],
	]);
	expect(lines.join('\n')).toContain('loud');
	expect(lines.join('\n')).not.toContain('quiet');
	expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(2);
});

test('never runs more steps at once than allowed', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-steps-'));
	try {
		const lock = JSON.stringify(join(folder, 'lock'));
		const alone = `const fs = require('node:fs'); fs.mkdirSync(${lock}); setTimeout(() => fs.rmdirSync(${lock}), 30)`;
		const results = await runSteps([step('a', alone), step('b', alone), step('c', alone)], 1, () => {});
		expect(results.map((result) => result.passed)).toEqual([true, true, true]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

/**
 * Returns code for a step that starts further processes. Every process writes its id to a file, ignores the signal to
 * exit, and keeps running. One has its own session, and one loses its parent.
 */
function stayingCode(file: string): string {
	const stay = `require('node:fs').appendFileSync(${JSON.stringify(file)}, process.pid + ' '); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
	const orphan = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { detached: true, stdio: 'inherit' }).unref()`;
	return `
		const { spawn } = require('node:child_process');
		spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { stdio: 'inherit', env: {} });
		spawn(process.execPath, ['-e', ${JSON.stringify(stay)}], { stdio: 'ignore', detached: true });
		spawn(process.execPath, ['-e', ${JSON.stringify(orphan)}], { stdio: 'inherit' });
		${stay};`;
}
const STAYING = 4;

function readIds(file: string): readonly number[] {
	if (!existsSync(file)) return [];
	return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

async function allIds(file: string): Promise<readonly number[]> {
	while (readIds(file).length < STAYING) await pause(20);
	return readIds(file);
}

async function untilGone(ids: readonly number[]): Promise<void> {
	while (ids.some(isRunning)) await pause(20);
}

/**
 * True if the process is running. A process that has exited does not count, even while its exit status has not been
 * collected.
 */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		if (!existsSync('/proc/self/stat')) return true;
		return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
	} catch {
		// The process is gone: it may have exited between the two checks.
		return false;
	}
}

describe('every process that a step started', () => {
	let folder: string;
	let file: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'carrywire-steps-'));
		file = join(folder, 'ids');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	test.each([
		['is asked to end', (runner: ChildProcess) => runner.kill('SIGTERM')],
		['is interrupted', (runner: ChildProcess) => runner.kill('SIGINT')],
		['is killed', (runner: ChildProcess) => runner.kill('SIGKILL')],
		['breaks', (runner: ChildProcess) => runner.stdin?.write('break')],
	])('ends when its runner %s', async (_how, stop) => {
		const steps = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'steps.ts')).href);
		const code = `
			import { runSteps } from ${steps};
			process.stdin.on('data', () => { throw new Error('broken'); });
			await runSteps([{ name: 'staying', nodeArguments: ['-e', ${JSON.stringify(stayingCode(file))}], durationMsMax: ${DURATION_MS_MAX} }], 1, () => {});`;
		const runner = spawn(process.execPath, ['--input-type=module', '-e', code], {
			stdio: ['pipe', 'ignore', 'ignore'],
		});
		const ids = await allIds(file);
		expect(ids.every(isRunning)).toBe(true);
		stop(runner);
		await untilGone([...ids, runner.pid ?? 0]);
	});

	test('ends when the step takes too long', async () => {
		const result = await runStep({ ...step('staying', stayingCode(file)), durationMsMax: 1_000 });
		expect(result.output).toContain('Ended: ran longer than 1000 ms.');
		await untilGone(readIds(file));
	});

	test('ends with the step and does not delay its result', async () => {
		const code = `${stayingCode(file)}
			const look = setInterval(() => {
				const ids = require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8').trim().split(' ');
				if (ids.length === ${STAYING}) process.exit(0);
			}, 20);`;
		expect(await runStep(step('leaving', code))).toMatchObject({ passed: true });
		expect(readIds(file).filter(isRunning)).toEqual([]);
	});
});

test('rejects an older Node and explains the fix', () => {
	expect(() => requireNode('22.18.0')).toThrow('was 22.18.0, at least 24 is needed');
	expect(() => requireNode('24.0.0')).not.toThrow();
	expect(() => requireNode('26.1.0')).not.toThrow();
	expect(() => requireNode()).not.toThrow();
});
