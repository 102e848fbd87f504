/** Tests that a replay does not trade while nothing was recorded. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { type RunDone, recordPaperRun, replayRun } from '../../../test/support/recorded-paper-run.ts';
import { turningPolicy } from '../../../test/support/turning-policy.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 21, 8, 20);
/** The first recorder ends here, and the second one starts half an hour later. */
const STOPPED_AT = FROM + 15 * MINUTE;
const RESTARTED_AT = FROM + 45 * MINUTE;
const UNTIL = FROM + 90 * MINUTE;
/** Time from which data are stale after the recorder has stopped: 30 s of silence, and a minute for what runs. */
const STALE_MS = 90_000;

describe('a replay over a gap in the recording', () => {
	let replayed: RunDone;

	beforeAll(async () => {
		using folder: DataFolder = dataFolder();
		const run = {
			...{ directory: folder.path, depositUsd: 10_000, bookMs: 1_000 },
			...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX'], policy: async () => {} },
		};
		await recordPaperRun({ ...run, from: FROM, until: STOPPED_AT });
		await recordPaperRun({ ...run, from: RESTARTED_AT + 10 * MINUTE, until: UNTIL });
		replayed = await replayRun({ ...run, from: FROM, until: UNTIL, policy: turningPolicy(5, UNTIL) });
		const [waiting, ...others] = replayed.errors;
		expect(waiting).toContain('The close is waiting for a current order book from Bybit and OKX.');
		expect(others).toEqual([]);
	});

	test('trades before and after it', () => {
		const before = replayed.orders.filter(({ at }) => at < STOPPED_AT);
		const after = replayed.orders.filter(({ at }) => at > RESTARTED_AT + 10 * MINUTE);
		expect([before.length > 0, after.length > 0]).toEqual([true, true]);
	});

	test('sends no order within it, although the policy tries', () => {
		const within = replayed.orders.filter(({ at }) => at > STOPPED_AT + STALE_MS && at < RESTARTED_AT);
		expect(within).toEqual([]);
		expect(replayed.refused).toBeGreaterThan(0);
	});
});
