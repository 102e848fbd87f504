/** Honesty test 6: the same order on the same data has the same result, byte by byte, on any machine. */
import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { DRAWN_TRADED_FROM, DRAWN_UNTIL, drawRecording } from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { reportJson } from '../report/report-json.ts';
import type { ReplayResult } from '../report/result.ts';

const ORDER = {
	policy: 'top-headline',
	set: { holdHours: 4, count: 2 },
	from: DRAWN_TRADED_FROM,
	until: DRAWN_UNTIL,
	compare: true,
};

let first: ReplayResult;

beforeAll(async () => {
	first = await runOnRecording(drawRecording(5, true), ORDER);
});

/** Writes a result as if the data had been in another folder. Each run of a test has a folder of its own. */
function json(result: ReplayResult): string {
	return reportJson(result).replaceAll(result.settings.data[0] ?? '', 'DATA');
}

/** Returns the positions without their ids, which the seed draws, in an order that does not depend on the ids. */
function positionsOf({ positions }: ReplayResult): readonly string[] {
	return positions
		.map(({ coin, parts, openedAt, closedAt }) => JSON.stringify({ coin, parts, openedAt, closedAt }))
		.sort();
}

test('has the same bytes when it is repeated', async () => {
	expect(first.outcome.trades).toBeGreaterThan(5);
	expect(json(await runOnRecording(drawRecording(5, true), ORDER))).toBe(json(first));
});

test('earns the same with another seed', async () => {
	const other = await runOnRecording(drawRecording(5, true), { ...ORDER, seed: 2 });
	expect(other.outcome.parts).toEqual(first.outcome.parts);
	expect(other.columns).toEqual(first.columns);
	expect(other.comparisons).toEqual(first.comparisons);
	expect(positionsOf(other)).toEqual(positionsOf(first));
	expect(new Set(other.positions.map(({ id }) => id))).not.toEqual(
		new Set(first.positions.map(({ id }) => id)),
	);
});

test('names no path and no time of the machine', () => {
	const text = json(first);
	for (const path of [tmpdir(), process.cwd(), process.env.HOME ?? process.cwd()])
		expect(text).not.toContain(path);
	const now = Date.now();
	const times = [...text.matchAll(/\d{13}/g)].map(([digits]) => Number(digits));
	expect(times.filter((at) => Math.abs(at - now) < DAY_MS)).toEqual([]);
	expect(text).not.toContain(new Date(now).toISOString().slice(0, 10));
});
