/**
 * Measures how fast recordings of grade A are replayed: an hour of 45 pairs at two exchanges, with 20 levels of every
 * book each 10 s, with a policy that trades every ten minutes. The baseline reads the same observations and does
 * nothing with them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../src/replay/data/open-recording.ts';
import { recordPaperRun, replayRun } from '../test/support/recorded-paper-run.ts';
import { turningPolicy } from '../test/support/turning-policy.ts';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';

const ROUNDS = 3;
const PAIRS = 45;
const SPAN_MS = 3_600_000;
const FROM = Date.UTC(2026, 10, 21, 8, 20);
const UNTIL = FROM + SPAN_MS;
const READ = 'its observations read alone';
const REPLAYED = 'an hour replayed';
const LETTERS = 26;

const directory = mkdtempSync(join(tmpdir(), 'carrywire-replayed-'));
const coins = Array.from(
	{ length: PAIRS },
	(_, index) => `C${String.fromCharCode(65 + Math.floor(index / LETTERS), 65 + (index % LETTERS))}`,
);
const run = {
	...{ directory, from: FROM, until: UNTIL, depositUsd: 100_000, bookMs: 1_000 },
	...{ venues: ['bybit', 'okx'], coins, policy: turningPolicy(10, UNTIL) },
};
let observations = 0;
let orders = 0;

async function read(): Promise<void> {
	const recording = await openRecording({ directory, from: undefined, until: undefined });
	observations = 0;
	for await (const _ of recording.events) observations += 1;
}

async function replay(): Promise<void> {
	({
		orders: { length: orders },
	} = await replayRun(run));
}

function processorNs(): bigint {
	const { user, system } = process.cpuUsage();
	return BigInt(user + system) * 1_000n;
}

try {
	await recordPaperRun(run);
	const samples = await interleave<string>(
		ROUNDS,
		{ [READ]: read, [REPLAYED]: replay },
		{ nowNs: processorNs },
	);
	const summary = summarize(
		'Replay of own recordings (grade A)',
		`Processor time to replay an hour of ${PAIRS} pairs: ${observations.toLocaleString('en-US')} observations and ${orders} orders, from reading and checking the files to the end.`,
		samples,
		READ,
	);
	const spentNs = summary.rows.find(({ name }) => name === REPLAYED)?.p50Ns ?? Number.NaN;
	deliver({
		...summary,
		figures: [{ name: 'virtual time per processor time', value: (SPAN_MS * 1e6) / spentNs, unit: '×' }],
	});
} finally {
	rmSync(directory, { recursive: true });
}
