/** Interrupts `carrywire replay` as Ctrl-C in a terminal does, in each of its phases. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeReplayData } from '../test/support/replay-data.ts';
import {
	policyProcesses,
	processorMs,
	replayFolder,
	type StartedReplay,
	startReplay,
} from '../test/support/replay-program.ts';

/** Every order, up to its policy. */
const ORDER = ['--data', 'rates', '--policy'];
/** A policy that computes without end. */
const STUCK = 'export async function policy() {\n\tfor (;;);\n}\n';
/** A policy that does nothing but wait for the next hour. */
const WAITING =
	'export async function policy(client, clock) {\n\tfor (;;) await clock.until(clock.now() + 3_600_000);\n}\n';

/** Returns the number of policies from a folder that have used the processor for longer than a start takes. */
function computing(folder: string): number {
	return policyProcesses(folder).filter((pid) => processorMs(pid) > 1_500).length;
}

describe('the process of a policy that computes without end ends', () => {
	async function startStuck(workers: number): Promise<StartedReplay & { readonly folder: string }> {
		const folder = replayFolder();
		writeReplayData(join(folder, 'rates'), 34);
		writeFileSync(join(folder, 'mine.mjs'), STUCK);
		const replay = startReplay(folder, [...ORDER, './mine.mjs', '--workers', String(workers)]);
		await expect.poll(() => computing(folder), { interval: 20 }).toBe(workers);
		return { ...replay, folder };
	}

	test('at the second Ctrl-C, also if threads play', async () => {
		const { folder, child, says, ended } = await startStuck(2);
		child.kill('SIGINT');
		await says('Ending the replay');
		// Signals within half a second are one Ctrl-C, because a terminal and npm both send it.
		const again = setInterval(() => child.kill('SIGINT'), 200);
		onTestFinished(() => clearInterval(again));
		expect(await ended).toMatchObject({ exit: 130, stdout: '' });
		await expect.poll(() => policyProcesses(folder), { interval: 20 }).toEqual([]);
	});

	test('when the replay is killed', async () => {
		const { folder, child, ended } = await startStuck(1);
		child.kill('SIGKILL');
		await ended;
		await expect.poll(() => policyProcesses(folder), { interval: 20 }).toEqual([]);
	});
});

describe('Ctrl-C', () => {
	const KEPT = ['--report', 'report.html', '--csv', 'rows', '--keep', 'kept'];

	test('while the data is read leaves a sentence and no files', async () => {
		const folder = replayFolder();
		const path = join(writeReplayData(join(folder, 'rates'), 30_000), 'settled.csv');
		const { child, interrupt, ended } = startReplay(folder, [...ORDER, 'month-mean', ...KEPT]);
		await expect.poll(() => isOpenIn(child, path), { interval: 1 }).toBe(true);
		interrupt();
		const { exit, stdout, stderr } = await ended;
		expect({ exit, stdout }).toEqual({ exit: 130, stdout: '' });
		expect(stderr).toMatch(
			/\ncarrywire: The replay was canceled before its first step, so there is no result\.\n$/,
		);
		expect(readdirSync(folder)).toEqual(['rates']);
	});

	test('while the replay plays leaves a partial report, rows and journal', async () => {
		const folder = replayFolder();
		writeReplayData(join(folder, 'rates'), 2_000);
		const { interrupt, says, ended } = startReplay(folder, [...ORDER, 'month-mean', ...KEPT]);
		await says('policy: ');
		interrupt();
		const { exit, stdout, stderr } = await ended;
		expect(exit).toBe(130);
		expect(stdout).toMatch(/^Partial: until /);
		expect(stderr).toContain('Ending the replay. Press Ctrl-C again');
		expect(stderr).toContain('carrywire: The replay was interrupted; the result covers the time until then.');
		expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Partial result.');
		expect(readdirSync(folder).sort()).toEqual(['kept', 'rates', 'report.html', 'rows']);
		expect(readdirSync(join(folder, 'kept'))).toEqual(['carrywire.db']);
	});

	test.each([1, 2])('leaves a partial result of a policy from a file, with %i workers', async (workers) => {
		const folder = replayFolder();
		writeReplayData(join(folder, 'rates'), 2_000);
		writeFileSync(join(folder, 'mine.mjs'), WAITING);
		const words = [...ORDER, './mine.mjs', '--workers', String(workers)];
		const { interrupt, says, ended } = startReplay(folder, words);
		await says('policy: ');
		interrupt();
		const { exit, stdout, stderr } = await ended;
		expect({ exit, stderr }).toEqual({
			exit: 130,
			stderr: expect.stringContaining('The replay was interrupted'),
		});
		expect(stdout).toMatch(/^Partial: until /);
		await expect.poll(() => policyProcesses(folder), { interval: 20 }).toEqual([]);
	});
});

/** True if a process has a file open (Linux). */
function isOpenIn({ pid }: ChildProcess, path: string): boolean {
	const folder = `/proc/${pid}/fd`;
	return readdirSync(folder).some((name) => targetOf(join(folder, name)) === path);
}

/** A file may be closed while its link is read. */
function targetOf(link: string): string | undefined {
	try {
		return readlinkSync(link);
	} catch {
		return undefined;
	}
}
