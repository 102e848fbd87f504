/**
 * `carrywire --help` in a clone beside an empty program of the same Node: processor time of the whole process, system time
 * included. With the cache of compiled code, as a person has it from the second command on, and with the cache turned off.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';

const ROUNDS = 15;
const EMPTY = 'an empty Node program';
const PROGRAM = join(import.meta.dirname, '../bin/carrywire.js');

let spentNs = 0n;

/** Runs Node with these words and adds what bash says of its processor time, to a millisecond. */
function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): void {
	const script = 'TIMEFORMAT="%3U %3S"; { time "$@" > /dev/null; } 2>&1';
	const said = execFileSync('bash', ['-c', script, 'bash', process.execPath, ...words], {
		encoding: 'utf8',
		env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
	});
	const seconds = said.trim().split(' ').map(Number);
	spentNs += BigInt(Math.round(seconds.reduce((sum, part) => sum + part, 0) * 1e9));
}

const samples = await interleave(
	ROUNDS,
	{
		[EMPTY]: () => run(['-e', '0']),
		'carrywire --help': () => run([PROGRAM, '--help']),
		'carrywire --help, nothing compiled before': () =>
			run([PROGRAM, '--help'], { NODE_DISABLE_COMPILE_CACHE: '1' }),
	},
	{ nowNs: () => spentNs },
);
deliver(
	summarize('The start of a command', 'Processor time of one process from start to end.', samples, EMPTY),
);
