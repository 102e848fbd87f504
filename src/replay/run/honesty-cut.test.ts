/** Honesty test 1: what a replay does until an instant does not depend on anything after it. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
	cutAt,
	DRAWN_DELISTED_AT,
	DRAWN_GAP,
	DRAWN_HOURLY,
	DRAWN_LISTED_AT,
	DRAWN_TRADED_FROM,
	DRAWN_UNTIL,
	drawRecording,
	type Recording,
	readRecording,
} from '../../../test/support/drawn-recording.ts';
import { type PlayedRow, playedRows, rowsBefore } from '../../../test/support/played-rows.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import type { Dataset } from '../data/dataset.ts';

const SEED = 7;
/** Instants drawn for each grade. */
const DRAWS = 10;
const POLICY = { from: DRAWN_TRADED_FROM, policy: 'top-headline', set: { holdHours: 4, count: 2 } };

const random = seededRandom(SEED);
const drawnInstants = () =>
	Array.from({ length: DRAWS }, () => DRAWN_TRADED_FROM + random.below(DRAWN_UNTIL - DRAWN_TRADED_FROM));

describe.each([
	['B', true],
	['C', false],
] as const)('a replay of grade %s', (grade, hasPrices) => {
	const instants = drawnInstants();
	let recording: Recording;
	let dataset: Dataset;
	let all: readonly PlayedRow[];

	beforeAll(async () => {
		recording = drawRecording(SEED, hasPrices);
		dataset = await readRecording(recording);
		const played = await playedRows({ ...POLICY, dataset, until: DRAWN_UNTIL });
		expect(played.errors).toEqual([]);
		all = played.rows;
	});

	test('trades on data with a gap, a delisting, a listing and changes of an interval', () => {
		expect(dataset.grade).toBe(grade);
		expect(dataset.gaps.map(({ venue, symbol, kind }) => [venue, symbol, kind])).toEqual(
			(hasPrices ? ['rates', 'prices'] : ['rates']).map((kind) => ['binance', 'BBBUSDT', kind]),
		);
		expect(dataset.intervalChanges).toContainEqual(
			expect.objectContaining({ venue: 'bybit', symbol: 'AAAUSDT', toMs: HOUR_MS }),
		);
		const within = [DRAWN_GAP.from, DRAWN_DELISTED_AT, DRAWN_LISTED_AT, DRAWN_HOURLY.from];
		expect(within.every((at) => at > DRAWN_TRADED_FROM && at < DRAWN_UNTIL)).toBe(true);
		expect(all.filter(({ text }) => text.includes('ExecutionOpened')).length).toBeGreaterThan(3);
		expect(all.filter(({ table }) => table === 'paper_payment').length).toBeGreaterThan(10);
	});

	test.each(instants)('has the same journals if the data end at instant %#', async (at) => {
		const cut = await readRecording(cutAt(recording, at));
		const played = await playedRows({ ...POLICY, dataset: cut, until: at });
		expect(rowsBefore(played.rows, at)).toEqual(rowsBefore(all, at));
	});

	test.each(instants)('has the same journals if only the replay ends at instant %#', async (at) => {
		const played = await playedRows({ ...POLICY, dataset, until: at });
		expect(rowsBefore(played.rows, at)).toEqual(rowsBefore(all, at));
	});

	test('has the same journals of positions that are held until a contract is delisted', async () => {
		const hold = {
			...{ from: DRAWN_TRADED_FROM, policy: 'hold', set: { count: 4 }, rulesOff: ['DIRECTION'] },
		};
		const full = await playedRows({ ...hold, dataset, until: DRAWN_UNTIL });
		expect(full.rows.filter(({ text }) => text.includes('delisting')).length).toBeGreaterThan(0);
		for (const hours of [20, 40, 58]) {
			const at = DRAWN_TRADED_FROM + hours * HOUR_MS;
			const cut = await readRecording(cutAt(recording, at));
			const played = await playedRows({ ...hold, dataset: cut, until: at });
			expect(rowsBefore(played.rows, at)).toEqual(rowsBefore(full.rows, at));
		}
	});

	test('has the same journals if the data end and the replay goes on', async () => {
		const at = DRAWN_TRADED_FROM + 1.2 * (DRAWN_HOURLY.from - DRAWN_TRADED_FROM);
		const cut = await readRecording(cutAt(recording, at));
		const played = await playedRows({ ...POLICY, dataset: cut, until: DRAWN_UNTIL });
		expect(rowsBefore(played.rows, at)).toEqual(rowsBefore(all, at));
	});
});
