/** Honesty test 6 over a day: a day of mode paper, recorded and replayed with the same policy, comes to the same net. */
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/domain/funding.ts';
import { dataFolder } from '../support/data-folder.ts';
import { recordPaperRun, replayRun } from '../support/recorded-paper-run.ts';
import { turningPolicy } from '../support/turning-policy.ts';

const FROM = Date.UTC(2026, 10, 21, 0, 10);
const UNTIL = FROM + DAY_MS;
const BP = 10_000;
/** Time between two decisions of the policy, minutes, so that positions are held over settlements. */
const STEP_MINUTES = 97;

test('a day of mode paper and its replay agree within 1 bp of the notional', async () => {
	using folder = dataFolder();
	const run = {
		...{ directory: folder.path, from: FROM, until: UNTIL, depositUsd: 10_000 },
		...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX', 'DOGE'], bookMs: 1_000 },
		policy: turningPolicy(STEP_MINUTES, UNTIL),
	};
	const live = await recordPaperRun(run);
	const replayed = await replayRun(run);
	expect([...live.errors, ...replayed.errors]).toEqual([]);
	expect(live.fills).toBeGreaterThan(40);
	const untimed = (orders: typeof live.orders) => orders.map(({ at: _at, ...order }) => order);
	expect(untimed(replayed.orders)).toEqual(untimed(live.orders));
	expect(replayed.fills).toBe(live.fills);
	expect(replayed.events.filter((type) => type === 'FundingBooked').length).toBeGreaterThan(20);
	const bps = (Math.abs(replayed.netUsd - live.netUsd) / live.turnoverUsd) * BP;
	expect(bps).toBeLessThan(1);
});
