import { expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { fromInteger, parseDecimal, ZERO } from '../domain/decimal.ts';
import type { ProbeOrder, SelfCheckReport } from '../ports/self-check.ts';
import { createSelfCheckStore } from './self-checks.ts';

const database = storePerTest();

const probe = (change: Partial<ProbeOrder> = {}): ProbeOrder => ({
	clientOrderId: 'c0aa',
	accountId: 'acct_1',
	userId: 'user_1',
	venue: 'bybit',
	symbol: 'BTCUSDT',
	quantity: parseDecimal('0.001'),
	limitPrice: parseDecimal('61234.5'),
	begunAt: 1_000,
	...change,
});

test('an order stays until its end is proven, also after a restart, and never twice', async () => {
	const store = createSelfCheckStore(database.now());
	await store.beginProbe(probe({ clientOrderId: 'c0bb', begunAt: 2_000 }));
	await store.beginProbe(probe());
	await expect(store.beginProbe(probe())).rejects.toThrow(/unique/i);
	const again = createSelfCheckStore(database.reopen());
	expect(await again.openProbes()).toEqual([probe(), probe({ clientOrderId: 'c0bb', begunAt: 2_000 })]);
	await again.endProbe('c0aa', { endedAt: 3_000, filled: ZERO });
	expect((await again.openProbes()).map(({ clientOrderId }) => clientOrderId)).toEqual(['c0bb']);
	await again.endProbe('c0bb', { endedAt: 4_000, filled: fromInteger(1) });
	expect(await again.openProbes()).toEqual([]);
});

test('keeps the last report of each account', async () => {
	const store = createSelfCheckStore(database.now());
	const report: SelfCheckReport = {
		verdict: 'failed',
		checkedAt: 1_000,
		steps: [{ name: 'clock', verdict: 'failed', said: 'Our clock is 9 s off.' }],
	};
	await store.keep('acct_1', report);
	await store.keep('acct_2', report);
	const passed: SelfCheckReport = { verdict: 'passed', checkedAt: 2_000, steps: [] };
	await store.keep('acct_1', passed);
	expect([...(await createSelfCheckStore(database.reopen()).reports())]).toEqual([
		['acct_1', passed],
		['acct_2', report],
	]);
});
