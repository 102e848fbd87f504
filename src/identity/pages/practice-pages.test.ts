/** Tests extra settlements at simulated exchanges: requests and refusals. */

import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createAuditNotes } from './audit-notes.ts';
import type { LoggedIn, Page } from './page.ts';
import { practicePages } from './practice-pages.ts';

const databases = databasePerTest();
let clock: VirtualClock;
let audit: AuditTrail;
let settled: string[];
let fault: Error | undefined;
let page: Page;

beforeEach(() => {
	clock = createVirtualClock(1_795_161_600_000);
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
	[settled, fault] = [[], undefined];
	const [only] = practicePages({
		settle: async (venue, symbol) => {
			if (fault !== undefined) throw fault;
			settled.push(`${venue} ${symbol}`);
		},
		isSimulated: (venue) => venue === 'bybit' || venue === 'kucoin',
		notes: createAuditNotes({ audit, clock, logger: SILENT_LOGGER }),
		clock,
	});
	if (only === undefined) throw new Error('There is no page.');
	page = only;
});

async function ask(legs: readonly string[], userId = 'user_ann'): Promise<unknown> {
	const form = new URLSearchParams(legs.map((leg): [string, string] => ['leg', leg]));
	const visitor = { userId, userName: 'ann', address: '127.0.0.1', form } as unknown as LoggedIn;
	return page.access === 'user' ? page.answer(visitor) : undefined;
}

const LEGS = ['bybit FILUSDT', 'kucoin FILUSDTM'];

describe('an extra settlement', () => {
	test('needs a login, reaches both exchanges, and is noted', async () => {
		expect([page.access, page.method]).toEqual(['user', 'POST']);
		expect(await ask(LEGS)).toEqual({ kind: 'json', content: { settled: 2 } });
		expect(settled.sort()).toEqual(LEGS);
		const [entry] = (await audit.list({ userId: 'user_ann', limit: 10 })) ?? [];
		expect([entry?.action, entry?.outcome, entry?.details]).toEqual([
			'simulated.settle',
			'ok',
			{ legs: LEGS },
		]);
	});

	test.each([
		[[], 'leg must appear once or twice; it appeared 0 times.'],
		[[...LEGS, ...LEGS], 'leg must appear once or twice; it appeared 4 times.'],
		[['binance FILUSDT'], 'was "binance FILUSDT".'],
		[['bybit'], 'was "bybit".'],
		[['bybit ../accounts'], 'was "bybit ../accounts".'],
	])('for %j is refused and settles nothing', async (legs, sentence) => {
		await expect(ask(legs)).rejects.toThrow(sentence);
		expect(settled).toEqual([]);
	});

	test('is limited to four at once per user, then one per 15 seconds', async () => {
		for (let count = 0; count < 4; count += 1) await ask(LEGS);
		await expect(ask(LEGS)).rejects.toThrow('Too many extra settlements');
		await ask(LEGS, 'user_bob');
		await passTime(clock, 15_000);
		await ask(LEGS);
		expect(settled).toHaveLength(12);
	});

	test('refused by an exchange shows its sentence', async () => {
		fault = new Error('The simulated bybit refused a settlement of FILUSDT: HTTP 400');
		await expect(ask(LEGS)).rejects.toMatchObject({ code: 'VENUE_UNAVAILABLE', message: fault.message });
	});
});
