/** Runs `carrywire replay` as a process of its own, on a few settled rates. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResult } from '../src/replay/report/report-json.ts';
import { writeReplayData } from '../test/support/replay-data.ts';
import { REPLAY_PROGRAM, replayFolder, startReplay } from '../test/support/replay-program.ts';

const ended = (cwd: string, words: readonly string[]) => startReplay(cwd, words).ended;

test('prints nothing but the result for programs, and writes the report and the rows', async () => {
	const folder = replayFolder();
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

test('plays a policy from a file with the settings that it exports', async () => {
	const folder = replayFolder();
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
	const folder = replayFolder();
	writeReplayData(join(folder, 'rates'), 55);
	const words = ['--data', 'rates', '--policy', 'month-mean', '--walk-forward', '10d/5d', '--keep', 'trials'];
	const sweep = ['--sweep', 'enter=0.05,0.06,0.07,0.08', ...words];
	const { child, says, ended: end } = startReplay(folder, sweep);
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
	const folder = replayFolder();
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
	const child = spawn(process.execPath, [REPLAY_PROGRAM, 'replay-job'], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	expect(await once(child, 'close')).toEqual([2, null]);
	expect(stderr).toBe('carrywire: Only a service starts this command. See carrywire replay --help.\n');
});
