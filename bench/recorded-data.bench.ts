/**
 * Measures how long a year of recorded data takes to read: hourly marks and settled rates of five exchanges with 150
 * coins each, as CSV, as gzipped CSV and as Parquet. The baseline reads the bytes of the CSV and counts its lines.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WrittenAs, writeMarks, writeSettled } from '../test/support/generated-dataset.ts';
import { interleave } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';

const ROUNDS = 3;
const SIZE = { exchanges: 5, coins: 150, hours: 8_760, from: Date.UTC(2025, 0, 1) };
const FORMATS: readonly WrittenAs[] = ['csv', 'csv.gz', 'parquet'];
const BARE = 'bytes of the CSV read, lines counted';

type Reading = { readonly cpuMs: number; readonly rows: number; readonly peakMb: number };

const folder = mkdtempSync(join(tmpdir(), 'carrywire-recorded-'));
const peaks = new Map<string, number>();
let spentNs = 0n;
let rows = 0;

/** Reads the files of a format in a process of its own, with the memory settings of the service. */
function read(format: WrittenAs, mode: 'whole' | 'bare'): void {
	const output = execFileSync(
		process.execPath,
		[
			...['--max-semi-space-size=4', '--heap-growing-percent=30'],
			...[join(import.meta.dirname, 'recorded-reader.ts'), join(folder, format), mode],
		],
		{ encoding: 'utf8' },
	);
	const reading: Reading = JSON.parse(output);
	spentNs += BigInt(Math.round(reading.cpuMs * 1e6));
	if (mode === 'bare') return;
	if (reading.rows !== rows) throw new Error(`${format}: ${reading.rows} of ${rows} rows were read.`);
	peaks.set(format, Math.max(peaks.get(format) ?? 0, reading.peakMb));
}

try {
	for (const format of FORMATS) {
		mkdirSync(join(folder, format));
		rows =
			writeMarks(join(folder, format, `marks.${format}`), format, SIZE) +
			writeSettled(join(folder, format, `settled.${format}`), format, SIZE);
	}
	const samples = await interleave<string>(
		ROUNDS,
		{
			[BARE]: () => read('csv', 'bare'),
			...Object.fromEntries(FORMATS.map((format) => [format, () => read(format, 'whole')])),
		},
		{ nowNs: () => spentNs, warmupRounds: 0 },
	);
	deliver({
		...summarize(
			'A year of recorded data',
			`Processor time to read ${rows.toLocaleString('en-US')} rows of 5 exchanges and 150 coins into columns.`,
			samples,
			BARE,
		),
		figures: FORMATS.map(
			(format): Figure => ({
				name: `peak memory, ${format}`,
				value: peaks.get(format) ?? 0,
				unit: 'MB',
			}),
		),
	});
} finally {
	rmSync(folder, { recursive: true });
}
