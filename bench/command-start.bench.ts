/**
 * Measures the processor time of `carrywire --help` in a clone: user and system time, summed over all its processes.
 * The baseline is an empty program on the same Node. One case has a cache of compiled code, as users have from the
 * second command on; another has none. Further cases run it through `npx`, and under an older Node on this machine,
 * which hands over to the Node in the package.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';

const ROUNDS = 15;
const EMPTY = 'an empty Node program';
const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'bin/carrywire.js');
/**
 * The program runs on this major version of Node or later. On an older Node, it hands over to the Node in the
 * package.
 */
const NODE_MAJOR_MIN = 24;

let spentNs = 0n;

type Environment = Readonly<Record<string, string>>;

/**
 * Runs a program, Node by default, with these arguments. Adds its processor time to `spentNs`, as bash reports it to
 * the millisecond.
 */
function run(words: readonly string[], env: Environment = {}, program: string = process.execPath): void {
	const script = 'TIMEFORMAT="%3U %3S"; { time "$@" > /dev/null; } 2>&1';
	const said = execFileSync('bash', ['-c', script, 'bash', program, ...words], {
		cwd: ROOT,
		encoding: 'utf8',
		env: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C', ...env },
	});
	const seconds = said.trim().split(' ').map(Number);
	spentNs += BigInt(Math.round(seconds.reduce((sum, part) => sum + part, 0) * 1e9));
}

/** Finds the first Node on the search path that is too old for the program, with its version. */
function olderNode(): { readonly path: string; readonly version: string } | undefined {
	for (const folder of (process.env.PATH ?? '').split(delimiter)) {
		const path = join(folder, 'node');
		if (!existsSync(path)) continue;
		const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
		if (Number(version.split('.')[0]) < NODE_MAJOR_MIN) return { path, version };
	}
	return undefined;
}

const older = olderNode();
const samples = await interleave<string>(
	ROUNDS,
	{
		[EMPTY]: () => run(['-e', '0']),
		'carrywire --help': () => run([PROGRAM, '--help']),
		'carrywire --help, nothing compiled before': () =>
			run([PROGRAM, '--help'], { NODE_DISABLE_COMPILE_CACHE: '1' }),
		'npx carrywire --help': () => run(['carrywire', '--help'], {}, 'npx'),
		...(older === undefined
			? {}
			: {
					[`carrywire --help under Node ${older.version.split('.')[0]}, which hands over`]: () =>
						run([PROGRAM, '--help'], {}, older.path),
					[`an empty program of Node ${older.version.split('.')[0]}`]: () => run(['-e', '0'], {}, older.path),
				}),
	},
	{ nowNs: () => spentNs },
);
deliver(
	summarize(
		'The start of a command',
		'Processor time from start to end, of every process that takes part.',
		samples,
		EMPTY,
	),
);
