/**
 * Checks that a journal restored from a backup uses new order ids, so that it never reuses an id sent after the
 * backup.
 */
import { expect, test } from 'vitest';
import { parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { clientOrderId } from '../../src/domain/ids.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { createTradingFixture } from '../support/trading-fixture.ts';

const EXECUTION = 'exec_0123456789abcdef01234567';

test('an id under a restore mark has the same form, is deterministic, and differs from the ids of every other mark', () => {
	const ids = ['', 'a1b2c3d4e5f60718', '18070605e4d3c2b1'].flatMap((mark) =>
		(['long', 'short'] as const).flatMap((leg) =>
			[0, 1, 4_095].map((attempt) => clientOrderId(EXECUTION, leg, 7, attempt, mark)),
		),
	);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toMatch(/^[ab]0[0-9a-f]{30}$/);
	expect(clientOrderId(EXECUTION, 'long', 0, 1, 'a')).toBe(clientOrderId(EXECUTION, 'long', 0, 1, 'a'));
	expect(clientOrderId(EXECUTION, 'long', 0, 1)).toBe('a00000010123456789abcdef01234567');
});

test('the engine sends under the restore mark, recognizes its orders after a restart, and closes', async () => {
	const fixture = createTradingFixture(5, { limits: { restoreMark: 'a1b2c3d4e5f60718' } });
	fixture.feed('SOL');
	const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	await fixture.pass(1_000);
	fixture.restart();
	fixture.feed('SOL');
	await fixture.pass(1_000);
	const state = fixture.driver.state(id);
	expect([state?.phase, state?.held.long]).toEqual(['running', parseDecimal('5')]);
	for (const { clientOrderId: named, leg, child, attempt } of state?.orders ?? [])
		expect(named).toBe(clientOrderId(id, leg, child, attempt, 'a1b2c3d4e5f60718'));
	fixture.feed('SOL');
	const by = { userId: 'user_a', agent: undefined, executionId: id, maxSlippageBps: undefined };
	const closed = await fixture.settled(fixture.orderService.close({ ...by, share: parseDecimal('1') }));
	expect([closed.status, fixture.bybit.positionOf('SOLUSDT')]).toEqual(['closed', ZERO]);
});
