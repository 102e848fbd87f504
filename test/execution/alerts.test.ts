/**
 * Tests alerts from real executions that the order service opened, with all layers below it. A restart sends no alert
 * twice.
 */
import { expect, test } from 'vitest';
import { parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import { type AlertFixture, createAlertFixture, USER } from '../support/alert-fixture.ts';

import { NO_FAULTS } from '../support/venue-faults.ts';

const of = (fixture: AlertFixture, kind: Alert['kind']): readonly Alert[] =>
	fixture.told.filter((alert) => alert.kind === kind);
const statesOf = (alerts: readonly Alert[]): readonly unknown[] => alerts.map(({ facts }) => facts.state);
const idsAreUnique = (fixture: AlertFixture): boolean =>
	new Set(fixture.told.map(({ alertId }) => alertId)).size === fixture.told.length;

async function close(fixture: AlertFixture, executionId: string) {
	fixture.trading.feed('SOL');
	return fixture.trading.settled(
		fixture.trading.orderService.close({
			userId: USER,
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		}),
	);
}

test('alerts when an execution starts, runs and closes, with figures; a restart in between repeats none', async () => {
	const fixture = createAlertFixture(20_261_201);
	const id = await fixture.open();
	await fixture.trading.pass(200);
	expect(
		fixture.told.map(({ executionId, severity, facts }) => [executionId, severity, facts.state]),
	).toEqual([
		[id, 'info', 'began'],
		[id, 'info', 'running'],
	]);
	expect(fixture.told[0]?.message).toBe(
		'SOLUSDT (long Bybit, short KuCoin) started: 1,000.00 USD across both legs.',
	);
	await fixture.restart();
	await fixture.trading.passFed(3_000, 'SOL');
	const closed = await close(fixture, id);
	await fixture.trading.pass(1_200);
	await fixture.restart();
	await fixture.trading.pass(3_000);
	expect(statesOf(fixture.told)).toEqual(['began', 'running', 'closed']);
	expect(idsAreUnique(fixture)).toBe(true);
	const last = fixture.told[2];
	if (last === undefined) throw new Error('Three alerts were expected.');
	const { facts, message } = last;
	expect(facts).toMatchObject({ fundingReceived: 0, fundingPaid: 0 });
	expect(facts.totalPnl).toBe(Number(closed.finalPnl) / 1e18);
	expect(message).toMatch(
		/ closed after \d+ s: profit -[\d.]+ USD, including funding 0\.00 USD and fees [\d.]+ USD\. Reason: .*\.$/,
	);
	expect((await fixture.service().recent(USER, 10)).map(({ alertId }) => alertId)).toEqual(
		fixture.told.map(({ alertId }) => alertId).toReversed(),
	);
});

test('sends alerts for events from before the alert service started', async () => {
	const fixture = createAlertFixture(20_261_202);
	await fixture.stop();
	const id = await fixture.open();
	expect(fixture.told).toEqual([]);
	await fixture.start();
	expect(statesOf(fixture.told)).toEqual(['began', 'running']);
	expect(fixture.told.every(({ executionId }) => executionId === id)).toBe(true);
});

test('sends an alert once it can be stored, and trading does not wait for it', async () => {
	const fixture = createAlertFixture(20_261_203);
	fixture.trading.database.exec(
		"CREATE TEMP TRIGGER full_alert BEFORE INSERT ON main.alert BEGIN SELECT RAISE(ABORT, 'disk full'); END",
	);
	const id = await fixture.open();
	expect(fixture.trading.driver.state(id)?.phase).toBe('running');
	await fixture.trading.pass(2_000);
	expect(fixture.told).toEqual([]);
	expect(fixture.service().figures().failures).toBeGreaterThan(0);
	fixture.trading.database.exec('DROP TRIGGER full_alert');
	await fixture.trading.pass(200);
	expect(statesOf(fixture.told)).toEqual(['began', 'running']);
});

test('an order in doubt needs attention until its outcome is proven', async () => {
	const fixture = createAlertFixture(20_261_204);
	fixture.trading.feed('SOL');
	fixture.trading.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
	await fixture.trading.settled(fixture.trading.execute({}));
	fixture.trading.kucoin.refuseReads(true);
	await fixture.trading.pass(70_000);
	const [attention] = of(fixture, 'execution_state').filter(({ severity }) => severity === 'critical');
	expect(attention).toMatchObject({ facts: { state: 'needs_attention', attention: 'unknown' } });
	fixture.trading.kucoin.setFaults(NO_FAULTS);
	fixture.trading.kucoin.refuseReads(false);
	for (let waited = 0; waited < 10; waited += 1) {
		fixture.trading.feed('SOL');
		await fixture.trading.pass(2_000);
	}
	expect(statesOf(of(fixture, 'execution_state'))).toContain('attention_cleared');
	expect(idsAreUnique(fixture)).toBe(true);
});

test('alerts once when one leg is ahead for longer than the setting, and again when that ends', async () => {
	const fixture = createAlertFixture(20_261_205);
	fixture.trading.feed('SOL');
	fixture.trading.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
	await fixture.trading.settled(fixture.trading.execute({}));
	fixture.trading.kucoin.refuseReads(true);
	await fixture.trading.pass(8_000);
	expect(of(fixture, 'unhedged')).toEqual([]);
	await fixture.trading.pass(5_000);
	expect(of(fixture, 'unhedged')).toMatchObject([
		{
			severity: 'critical',
			facts: { state: 'began', leg: 'long', unhedgedNotional: 500, limitUsd: 10_000, limitMs: 10_000 },
		},
	]);
	expect(of(fixture, 'unhedged')[0]?.message).toMatch(
		/^SOLUSDT \(long Bybit, short KuCoin\) is unhedged: the long leg has been ahead by 500\.00 USD for 10 s \(limits: 10,000\.00 USD, 10 s\)\./,
	);
	await fixture.restart();
	await fixture.trading.pass(3_000);
	expect(of(fixture, 'unhedged')).toHaveLength(1);
	fixture.trading.kucoin.setFaults(NO_FAULTS);
	fixture.trading.kucoin.refuseReads(false);
	for (let waited = 0; waited < 30 && of(fixture, 'unhedged').length < 2; waited += 1) {
		fixture.trading.feed('SOL');
		await fixture.trading.pass(2_000);
	}
	expect(of(fixture, 'unhedged').map(({ severity, facts }) => [severity, facts.state])).toEqual([
		['critical', 'began'],
		['info', 'over'],
	]);
	expect(idsAreUnique(fixture)).toBe(true);
});

test('alerts at the next check when one leg is ahead by more than the setting', async () => {
	const fixture = createAlertFixture(20_261_206, { settings: { unhedgedMaxUsd: d('499') } });
	fixture.trading.feed('SOL');
	fixture.trading.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
	await fixture.trading.settled(fixture.trading.execute({}));
	fixture.trading.kucoin.refuseReads(true);
	await fixture.trading.pass(1_500);
	expect(of(fixture, 'unhedged')).toMatchObject([{ facts: { state: 'began', limitUsd: 499 } }]);
});

test('alerts with the margin when a leg nears liquidation, and again only after it has moved away', async () => {
	const fixture = createAlertFixture(20_261_207);
	const id = await fixture.open();
	const check = async (longMark: number): Promise<void> => {
		const position = {
			symbol: 'SOLUSDT',
			quantity: d('5'),
			entryPrice: d('100'),
			markPrice: null,
			liquidationPrice: d('80'),
			leverage: fromInteger(1),
			marginMode: 'isolated' as const,
			margin: null,
			unrealizedPnl: null,
			adlRank: null,
		};
		fixture.memory().note(USER, 'bybit', {
			takenAt: 0,
			balance: { available: d('50'), equity: d('500') },
			positions: [position],
		});
		fixture.memory().note(USER, 'kucoin', {
			takenAt: 0,
			balance: { available: d('5000'), equity: d('5000') },
			positions: [],
		});
		fixture.trading.feed('SOL', { mids: [longMark, 100] });
		await fixture.trading.pass(1_000);
	};
	const near = () => of(fixture, 'liquidation_distance');
	await check(100);
	expect(near()).toEqual([]);
	await check(86);
	expect(near()).toMatchObject([
		{
			severity: 'critical',
			executionId: id,
			exchange: 'bybit',
			facts: { leg: 'long', symbol: 'SOLUSDT', limitPct: 8 },
		},
	]);
	expect(near()[0]?.facts.liquidationDistancePct).toBeCloseTo(6.98, 2);
	expect(near()[0]?.message).toMatch(
		/: the long leg on Bybit is 6\.98 % from its liquidation price, limit 8 %\. Its margin lasts \d+ h at 2 sigma; (?:move|add) \d+ /,
	);
	for (const mark of [87.3, 86, 88]) await check(mark);
	expect(near()).toHaveLength(1);
	await fixture.restart();
	await check(86);
	expect(near()).toHaveLength(1);
	await check(90);
	expect(near()).toMatchObject([{}, { severity: 'info', facts: { state: 'over' } }]);
	await check(85);
	expect(statesOf(near())).toEqual(['began', 'over', 'began']);
	expect(idsAreUnique(fixture)).toBe(true);
});

test('alerts when an exchange with open executions is unreadable for longer than the setting, and when it recovers', async () => {
	const fixture = createAlertFixture(20_261_208);
	const down = () => of(fixture, 'venue_down');
	fixture.trading.market.setStatus('kucoin', { state: 'down', reason: 'kucoin does not answer.' });
	await fixture.trading.pass(120_000);
	expect(down()).toEqual([]);
	fixture.trading.market.setStatus('kucoin', { state: 'fresh', reason: null });
	await fixture.open();
	fixture.trading.market.setStatus('kucoin', { state: 'stale', reason: 'The prices of kucoin are old.' });
	await fixture.trading.pass(59_000);
	expect(down()).toEqual([]);
	await fixture.trading.pass(3_000);
	expect(down()).toMatchObject([
		{ severity: 'critical', exchange: 'kucoin', facts: { state: 'began', marketData: 'stale' } },
	]);
	expect(down()[0]?.message).toMatch(
		/^KuCoin has sent no current data for 6\d s, limit 60 s\. .*Reason: The prices of kucoin are old\.$/,
	);
	await fixture.restart();
	await fixture.trading.pass(120_000);
	expect(down()).toHaveLength(1);
	fixture.trading.market.setStatus('kucoin', { state: 'fresh', reason: null });
	await fixture.trading.pass(1_100);
	expect(down()).toMatchObject([{}, { severity: 'info', message: 'KuCoin is sending current data again.' }]);
	expect(idsAreUnique(fixture)).toBe(true);
});

test('alerts when each kill switch is set and released, also across a restart', async () => {
	const fixture = createAlertFixture(20_261_209);
	const halts = () => of(fixture, 'trading_halted');
	const { trading } = fixture;
	const halt = (target: Parameters<typeof trading.switches.halt>[0]['target'], by: string) =>
		trading.settled(trading.switches.halt({ target, reason: 'A test.', by, closeAll: false }));
	await halt({ scope: 'user', userId: USER }, 'tok_1');
	await halt({ scope: 'exchange', venue: 'bybit' }, 'operator');
	await halt({ scope: 'service' }, 'operator');
	await halt({ scope: 'user', userId: 'user_b' }, 'tok_2');
	await trading.pass(1_100);
	expect(
		halts()
			.filter(({ userId }) => userId === USER)
			.map(({ exchange, facts }) => [exchange, facts.scope]),
	).toEqual([
		[null, 'user'],
		['bybit', 'exchange'],
		[null, 'service'],
	]);
	expect(halts()[0]?.message).toMatch(
		/^Trading was halted by halt_trading \(tok_1\) on 21 Nov, 08:30 UTC\. Reason: A test\. Running executions continue\.$/,
	);
	expect(halts().filter(({ userId }) => userId === 'user_b')).toHaveLength(1);
	await fixture.restart();
	await trading.pass(1_100);
	expect(halts()).toHaveLength(4);
	// The kill switch was released while no alert service ran.
	await fixture.stop();
	await trading.settled(trading.switches.resume({ scope: 'exchange', venue: 'bybit' }));
	await fixture.start();
	await trading.pass(1_100);
	expect(halts().slice(4)).toMatchObject([{ severity: 'info', message: 'Trading on Bybit has resumed.' }]);
	await trading.settled(trading.switches.resume({ scope: 'user', userId: USER }));
	await trading.pass(1_100);
	await halt({ scope: 'user', userId: USER }, 'tok_1');
	await trading.pass(1_100);
	expect(statesOf(halts().slice(5))).toEqual(['over', 'began']);
	expect(idsAreUnique(fixture)).toBe(true);
});

test('alerts on a funding reversal when the exit rule would close, and on its end when either figure is positive again', async () => {
	const fixture = createAlertFixture(20_261_210);
	fixture.expect(0.1, 0.002);
	await fixture.open();
	const reversals = () => of(fixture, 'funding_reversal');
	const check = async (monthMean?: number, expectedMonth?: number): Promise<void> => {
		fixture.expect(monthMean, expectedMonth);
		await fixture.trading.passFed(10 * 60_000, 'SOL');
	};
	await check(0.1, 0.002);
	await check(0.1, -0.01);
	await check(-0.1, -0.001);
	await check();
	expect(reversals()).toEqual([]);
	await check(-0.1, -0.00213);
	expect(reversals()).toMatchObject([
		{
			severity: 'warning',
			facts: {
				state: 'began',
				monthMeanApr: -0.1,
				expectedCarry30d: -0.00213,
				closeBelow: -0.001,
				closeOnReversal: true,
			},
		},
	]);
	expect(reversals()[0]?.message).toMatch(
		/ has turned against you\. Mean carry over the last 30 days has turned negative: -10 % a year\. .* 0\.21 % of a leg’s notional, .* \(0\.1 %\)\. The service closes the execution /,
	);
	await check(-0.1, -0.0009);
	await check(-0.05, -0.01);
	await fixture.restart();
	await check(-0.05, -0.01);
	expect(reversals()).toHaveLength(1);
	await check(-0.05, 0);
	expect(statesOf(reversals())).toEqual(['began', 'over']);
	expect(reversals()[1]?.message).toMatch(
		/ is worth holding again\. Mean carry over the last 30 days is -5 % a year/,
	);
	await check(-0.05, -0.01);
	await check(0, -0.01);
	expect(statesOf(reversals())).toEqual(['began', 'over', 'began', 'over']);
});

test('sends a summary of earnings once a day, if the day had any activity', async () => {
	const fixture = createAlertFixture(20_261_211, { risk: { startAt: Date.UTC(2026, 10, 21, 7, 50) } });
	const summaries = () => of(fixture, 'daily_summary');
	const id = await fixture.open();
	await fixture.trading.passFed(9 * 60_000, 'SOL');
	expect(summaries()).toEqual([]);
	await fixture.trading.passFed(2 * 60_000, 'SOL');
	expect(summaries()).toMatchObject([
		{
			facts: {
				from: '2026-11-20T08:00:00.000Z',
				until: '2026-11-21T08:00:00.000Z',
				openExecutions: 1,
				openExecutionIds: [id],
			},
		},
	]);
	await fixture.restart();
	await fixture.trading.passFed(5 * 60_000, 'SOL');
	await close(fixture, id);
	await fixture.trading.pass(5_000);
	fixture.trading.clock.leap(Date.UTC(2026, 10, 22, 7, 59, 50));
	await fixture.trading.pass(5_000);
	expect(summaries()).toHaveLength(1);
	await fixture.trading.pass(10_000);
	expect(summaries()).toMatchObject([
		{},
		{ facts: { openExecutions: 0, until: '2026-11-22T08:00:00.000Z' } },
	]);
	fixture.trading.clock.leap(Date.UTC(2026, 10, 23, 8, 1));
	await fixture.trading.pass(5_000);
	expect(summaries()).toHaveLength(2);
	expect(idsAreUnique(fixture)).toBe(true);
});
