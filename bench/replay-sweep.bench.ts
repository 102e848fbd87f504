/**
 * Measures how long a sweep takes: ten settings of the 30-day rule over hourly data of three exchanges with twenty
 * coins, on two workers. The baseline is one replay of the same data with one setting, as a process of its own like
 * the sweep. The data is decoded once in each.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMarks, writeSettled } from '../test/support/generated-dataset.ts';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';

const ROUNDS = 3;
const SETTINGS = 10;
const WORKERS = 2;
const DAYS = 61;
const PROGRAM = join(import.meta.dirname, '../bin/carrywire.js');
const SINGLE = 'one replay';
const SWEEP = `a sweep of ${SETTINGS} settings on ${WORKERS} workers`;

const folder = mkdtempSync(join(tmpdir(), 'carrywire-sweep-'));
const values = Array.from({ length: SETTINGS }, (_, index) => (0.02 + 0.005 * index).toFixed(3));

function replay(...flags: readonly string[]): string {
	const words = ['--data', folder, '--policy', 'month-mean', '--capital', '100000', '--json', ...flags];
	return execFileSync(process.execPath, [PROGRAM, 'replay', ...words], {
		encoding: 'utf8',
		maxBuffer: 2 ** 30,
	});
}

function sweep(): void {
	const windows = ['--walk-forward', '20d/10d', '--workers', String(WORKERS)];
	const result = JSON.parse(replay('--sweep', `enter=${values.join(',')}`, ...windows));
	if (result.trials.length !== SETTINGS) throw new Error('The sweep did not play every setting.');
}

try {
	const size = { exchanges: 3, coins: 20, hours: DAYS * 24, from: Date.UTC(2025, 0, 1) };
	writeSettled(join(folder, 'settled.csv'), 'csv', size);
	writeMarks(join(folder, 'marks.csv'), 'csv', size);
	const samples = await interleave<string>(
		ROUNDS,
		{ [SINGLE]: () => replay('--no-compare'), [SWEEP]: sweep },
		{ warmupRounds: 0 },
	);
	const summary = summarize(
		'Sweep of a replay',
		`Time from the start to the end of the process, for ${DAYS} days of hourly data.`,
		samples,
		SINGLE,
	);
	const times = summary.ratios.find(({ slower }) => slower === SWEEP)?.median ?? Number.NaN;
	deliver({
		...summary,
		figures: [
			{
				name: `a sweep over ${SETTINGS / WORKERS} single replays`,
				value: (times * WORKERS) / SETTINGS,
				unit: '×',
			},
		],
	});
} finally {
	rmSync(folder, { recursive: true });
}
