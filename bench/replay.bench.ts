/**
 * Measures how much processor time a replay takes: the 30-day rule over hourly data of five exchanges with 150 coins
 * each, and over settled rates of three exchanges with 21 coins, each pair in a paper user of its own. The baseline
 * passes over the same decoded columns. The figures extrapolate to a year of 8,760 hours.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '../src/domain/funding.ts';
import { writeMarks, writeSettled } from '../test/support/generated-dataset.ts';
import { interleave } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';

const ROUNDS = 3;
/** Hours before the played ones. The rule needs the means of 30 days. */
const PAST_HOURS = 31 * 24;
const PLAYED_HOURS = 10 * 24;
const YEAR_HOURS = 8_760;
const FROM = Date.UTC(2025, 0, 1);
const CASES = [
	{
		name: 'grade B, 5 exchanges and 150 coins, one user',
		exchanges: 5,
		coins: 150,
		users: 'one',
		hasMarks: true,
	},
	{
		name: 'grade C, 3 exchanges and 21 coins, one user per pair',
		exchanges: 3,
		coins: 21,
		users: 'pairs',
		hasMarks: false,
	},
] as const;
const BARE = 'pass over the decoded columns of grade B';

type Playing = { readonly cpuMs: number; readonly trades: number; readonly peakMb: number };

const root = mkdtempSync(join(tmpdir(), 'carrywire-replay-'));
const peaks = new Map<string, number>();
let spentNs = 0n;

/** Plays in a process of its own. */
function play(folder: string, mode: 'whole' | 'bare', users: string): Playing {
	const program = join(import.meta.dirname, 'replay-player.ts');
	const span = [String(FROM + PAST_HOURS * HOUR_MS), String(PLAYED_HOURS)];
	const output = execFileSync(process.execPath, [program, join(root, folder), mode, ...span, users], {
		encoding: 'utf8',
	});
	const playing: Playing = JSON.parse(output);
	spentNs += BigInt(Math.round(playing.cpuMs * 1e6));
	return playing;
}

function playWhole({ name, users }: (typeof CASES)[number]): void {
	const { trades, peakMb } = play(name, 'whole', users);
	if (trades === 0) throw new Error(`${name}: the rule made no trade, so the replay had nothing to do.`);
	peaks.set(name, Math.max(peaks.get(name) ?? 0, peakMb));
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

try {
	for (const { name, exchanges, coins, hasMarks } of CASES) {
		const size = { exchanges, coins, hours: PAST_HOURS + PLAYED_HOURS, from: FROM };
		mkdirSync(join(root, name));
		writeSettled(join(root, name, 'settled.csv'), 'csv', size);
		if (hasMarks) writeMarks(join(root, name, 'marks.csv'), 'csv', size);
	}
	const samples = await interleave<string>(
		ROUNDS,
		{
			[BARE]: () => play(CASES[0].name, 'bare', 'one'),
			...Object.fromEntries(CASES.map((one) => [one.name, () => playWhole(one)])),
		},
		{ nowNs: () => spentNs, warmupRounds: 0 },
	);
	deliver({
		...summarize(
			'Replay',
			`Processor time of a replay of ${PLAYED_HOURS} hours with the 30-day rule. Reading the data is not included.`,
			samples,
			BARE,
		),
		figures: CASES.flatMap(({ name }): readonly Figure[] => [
			{
				name: `a year, ${name}`,
				value: Math.round((median(samples[name] ?? []) / 1e9 / PLAYED_HOURS) * YEAR_HOURS),
				unit: 's',
			},
			{ name: `peak memory, ${name}`, value: peaks.get(name) ?? 0, unit: 'MB' },
		]),
	});
} finally {
	rmSync(root, { recursive: true });
}
