/** Honesty test 2: nonsense after an instant changes nothing before it. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
	DRAWN_TRADED_FROM,
	DRAWN_UNTIL,
	drawRecording,
	poisonAfter,
	type Recording,
	readRecording,
} from '../../../test/support/drawn-recording.ts';
import { type PlayedRow, playedRows, rowsBefore } from '../../../test/support/played-rows.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';

const SEED = 11;
const POLICY = { from: DRAWN_TRADED_FROM, policy: 'top-headline', set: { holdHours: 4, count: 2 } };
/** Time that each replay goes on with the nonsense. */
const BEYOND_MS = 6 * HOUR_MS;

describe.each([
	['B', true],
	['C', false],
] as const)('a replay of grade %s', (_grade, hasPrices) => {
	const random = seededRandom(SEED);
	const instants = Array.from(
		{ length: 4 },
		() => DRAWN_TRADED_FROM + random.below(DRAWN_UNTIL - BEYOND_MS - DRAWN_TRADED_FROM),
	);
	// A settlement at the very instant is the last one that counts.
	const all = [...instants, DRAWN_TRADED_FROM + 16 * HOUR_MS];
	let recording: Recording;
	let sound: readonly PlayedRow[];

	beforeAll(async () => {
		recording = drawRecording(SEED, hasPrices);
		const dataset = await readRecording(recording);
		sound = (await playedRows({ ...POLICY, dataset, until: DRAWN_UNTIL })).rows;
	});

	test.each(all)('has the same journals before nonsense from instant %# on', async (at) => {
		const dataset = await readRecording(poisonAfter(recording, at));
		const { rows } = await playedRows({ ...POLICY, dataset, until: at + BEYOND_MS });
		expect(rowsBefore(rows, at)).toEqual(rowsBefore(sound, at));
	});

	test('reads the nonsense as soon as it is known', async () => {
		const at = DRAWN_TRADED_FROM + BEYOND_MS;
		const dataset = await readRecording(poisonAfter(recording, at));
		const { rows } = await playedRows({ ...POLICY, dataset, until: DRAWN_UNTIL });
		expect(rowsBefore(rows, at)).toEqual(rowsBefore(sound, at));
		expect(rows).not.toEqual(sound);
	});
});
