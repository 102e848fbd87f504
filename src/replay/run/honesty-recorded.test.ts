/** Honesty tests 1 and 2 at grade A: what a replay does until an instant does not depend on anything after it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { type RunDone, recordPaperRun, replayRun } from '../../../test/support/recorded-paper-run.ts';
import { turningPolicy } from '../../../test/support/turning-policy.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 21, 8, 40);
const UNTIL = FROM + 40 * MINUTE;
const POISONED_FROM = FROM + 23 * MINUTE;
const random = seededRandom(7);
const INSTANTS = Array.from({ length: 4 }, () => FROM + 6 * MINUTE + random.below(32 * MINUTE));
const MARKETS = {
	...{ from: FROM, until: UNTIL, depositUsd: 10_000, bookMs: 1_000 },
	...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX'], policy: async () => {} },
};

let folder: DataFolder;
let all: RunDone;
const replay = (directory: string, until = UNTIL, dataUntil?: number): Promise<RunDone> =>
	replayRun({
		...{ directory, from: FROM, until, depositUsd: 10_000, policy: turningPolicy(5, UNTIL) },
		...(dataUntil === undefined ? {} : { dataUntil }),
	});
const ordersBefore = ({ orders }: RunDone, at: number) => orders.filter((order) => order.at < at);

beforeAll(async () => {
	folder = dataFolder();
	await recordPaperRun({ ...MARKETS, directory: folder.path });
	all = await replay(folder.path);
	expect(all.errors).toEqual([]);
	expect(all.orders.length).toBeGreaterThan(20);
});
afterAll(() => folder[Symbol.dispose]());

describe('a replay of grade A', () => {
	test('is the same in every run', async () => {
		expect(await replay(folder.path)).toEqual(all);
	});

	test.each(INSTANTS)('has the same orders if it and its data end at instant %#', async (at) => {
		const cut = await replay(folder.path, at, at);
		expect(ordersBefore(cut, at)).toEqual(ordersBefore(all, at));
	});

	test('has the same orders until an instant after which all data are nonsense', async () => {
		using poisoned = dataFolder();
		await recordPaperRun({ ...MARKETS, directory: poisoned.path, poisonedFrom: POISONED_FROM });
		const other = await replay(poisoned.path);
		expect(ordersBefore(other, POISONED_FROM)).toEqual(ordersBefore(all, POISONED_FROM));
		expect(other.orders).not.toEqual(all.orders);
	});
});
