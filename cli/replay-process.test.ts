/** Runs `carrywire replay` as a process of its own, on a few settled rates. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readResult } from '../src/replay/report/report-json.ts';
import { writeReplayData } from '../test/support/replay-data.ts';

const PROGRAM = join(import.meta.dirname, '../bin/carrywire.js');

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-replay-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

type Started = {
	readonly child: ChildProcess;
	/** Resolves when standard error contains the text. */
	readonly says: (text: string) => Promise<void>;
	readonly ended: Promise<{ readonly exit: number | null; readonly stdout: string; readonly stderr: string }>;
};

function start(cwd: string, words: readonly string[]): Started {
	const child = spawn(process.execPath, [PROGRAM, 'replay', ...words], {
		cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const texts = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text;
		});
	return {
		child,
		says: (text) => expect.poll(() => texts.stderr, { interval: 20 }).toContain(text),
		ended: once(child, 'close').then(([exit]) => ({ exit: exit as number | null, ...texts })),
	};
}

const ended = (cwd: string, words: readonly string[]) => start(cwd, words).ended;

test('prints nothing but the result for programs, and writes the report and the rows', async () => {
	const folder = newFolder();
	writeReplayData(join(folder, 'rates'), 34);
	const flags = ['--no-compare', '--json', '--report', 'report.html', '--csv', 'rows'];
	const { exit, stdout, stderr } = await ended(folder, [
		'--data',
		'rates',
		'--policy',
		'month-mean',
		...flags,
	]);
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	const result = readResult(stdout);
	expect(result).toMatchObject({ status: 'complete', settings: { data: ['rates'], policy: 'month-mean' } });
	expect(result.positions.length).toBeGreaterThan(0);
	expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('– Carrywire</title>');
	expect(readFileSync(join(folder, 'rows', 'positions.csv'), 'utf8').split('\r\n').length).toBe(
		result.positions.length + 2,
	);
});

test('ends at Ctrl-C with a partial report and the exit code of an interruption', async () => {
	const folder = newFolder();
	writeReplayData(join(folder, 'rates'), 2_000);
	const words = ['--data', 'rates', '--policy', 'month-mean', '--no-compare', '--report', 'report.html'];
	const { child, says, ended: end } = start(folder, words);
	await says('policy: ');
	child.kill('SIGINT');
	const { exit, stdout, stderr } = await end;
	expect(exit).toBe(130);
	expect(stdout).toMatch(/^Partial: until /);
	expect(stderr).toContain('Ending the replay. Press Ctrl-C again');
	expect(stderr).toContain('carrywire: The replay was interrupted; the result covers the time until then.');
	expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Partial result.');
});

test('ends at once at the second Ctrl-C, without a result', async () => {
	const folder = newFolder();
	writeReplayData(join(folder, 'rates'), 34);
	// The replay waits for this policy, so it does not hear the first Ctrl-C.
	writeFileSync(
		join(folder, 'stuck.ts'),
		'export async function policy() {\n\tconsole.log("stuck");\n\tfor (;;);\n}\n',
	);
	const { child, says, ended: end } = start(folder, ['--data', 'rates', '--policy', './stuck.ts']);
	await says('policy: ');
	child.kill('SIGINT');
	await says('Ending the replay');
	// Signals within half a second are one Ctrl-C, because a terminal and npm both send it.
	const again = setInterval(() => child.kill('SIGINT'), 200);
	onTestFinished(() => clearInterval(again));
	const { exit, stdout } = await end;
	expect({ exit, stdout }).toEqual({ exit: 130, stdout: '' });
});

test('plays a policy from a file with the settings that it exports', async () => {
	const folder = newFolder();
	writeReplayData(join(folder, 'rates'), 34);
	const program = [
		'export const settings = { days: 1 };',
		'export async function policy(client, clock, { days }) {',
		"\tawait client.call('funding_map', {});",
		'\tfor (;;) await clock.until(clock.now() + days * 86_400_000);',
		'}',
	];
	writeFileSync(join(folder, 'waits.mjs'), program.join('\n'));
	const words = ['--data', 'rates', '--policy', './waits.mjs', '--set', 'days=2', '--no-compare', '--json'];
	const { exit, stdout } = await ended(folder, words);
	expect(exit).toBe(0);
	expect(readResult(stdout)).toMatchObject({
		settings: { set: { days: 2 } },
		outcome: { trades: 0 },
		honesty: { verdict: 'none' },
	});
});

test('a sweep that was interrupted goes on where it stopped', async () => {
	const folder = newFolder();
	writeReplayData(join(folder, 'rates'), 55);
	const words = ['--data', 'rates', '--policy', 'month-mean', '--walk-forward', '10d/5d', '--keep', 'trials'];
	const sweep = ['--sweep', 'enter=0.05,0.06,0.07,0.08', ...words];
	const { child, says, ended: end } = start(folder, sweep);
	await says('trial 2: ');
	child.kill('SIGINT');
	const first = await end;
	expect(first.exit).toBe(130);
	expect(first.stdout).toMatch(/^Partial: the sweep ended after [1-3] trials?\./);
	const kept = readFileSync(join(folder, 'trials', 'trials.jsonl'), 'utf8');
	const second = await ended(folder, sweep);
	expect(second.exit).toBe(0);
	expect(second.stdout).toContain('Tried: 4 settings.');
	expect(readFileSync(join(folder, 'trials', 'trials.jsonl'), 'utf8').startsWith(kept)).toBe(true);
});

test.each([
	[['--data', 'none', '--policy', 'hold'], 1, 'none'],
	[['--data', 'bad', '--policy', 'hold'], 1, 'has the columns when, what'],
	[['--data', 'bad', '--policy', 'moon'], 2, 'There is no policy moon. Built in are verdict'],
	[['--data', 'bad', '--policy', 'hold', '--set', 'moon=1'], 2, 'The policy hold has no setting moon.'],
	[['--data', 'bad', '--policy', 'hold', '--without', 'moon'], 2, '--without must be one of DATA_ONLY'],
	[['--data', 'bad', '--policy', 'hold', '--report', 'bad/settled.csv'], 2, 'is not a report of a replay'],
	[['--data', 'bad', '--policy', 'hold', '--keep', 'bad'], 2, 'is not empty'],
])('refuses %j with one sentence and no stack', async (words, code, message) => {
	const folder = newFolder();
	writeReplayData(join(folder, 'bad'), 31);
	writeFileSync(join(folder, 'bad', 'settled.csv'), 'when,what\n1,2\n');
	const { exit, stdout, stderr } = await ended(folder, words);
	expect({ exit, stdout }).toEqual({ exit: code, stdout: '' });
	expect(stderr).toContain(message);
	expect(stderr).toMatch(/^carrywire: /);
	expect(stderr).not.toContain('    at ');
	expect(existsSync(join(folder, 'bad', 'settled.csv'))).toBe(true);
});

test('the process of a replay refuses to be started by a person', async () => {
	const child = spawn(process.execPath, [PROGRAM, 'replay-job'], { stdio: ['ignore', 'ignore', 'pipe'] });
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	expect(await once(child, 'close')).toEqual([2, null]);
	expect(stderr).toBe('carrywire: Only a service starts this command. See carrywire replay --help.\n');
});
