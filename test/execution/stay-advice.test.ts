/**
 * Checks that the exit rule, the portfolio and check_pair_status agree on a running pair, with the real scanner and
 * its forecasts.
 */
import { expect, test } from 'vitest';
import { parseDecimal as d, toNumber } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { PortfolioExecution } from '../../src/ports/portfolio.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const FEED_MS = 4_000;

async function passFed(fixture: TradingFixture, ms: number): Promise<void> {
	for (let passed = 0; passed < ms; passed += FEED_MS) {
		fixture.feed('SOL');
		await fixture.pass(FEED_MS);
	}
	fixture.feed('SOL');
}

/** Opens a running pair, long on Bybit and short on KuCoin. */
async function opened(fixture: TradingFixture, closeOnReversal: boolean): Promise<string> {
	const answer = (await fixture.settled(
		fixture.execute({ opportunityId: fixture.feed('SOL'), exit: { closeOnReversal: closeOnReversal } }),
	)) as ExecuteAnswer;
	await fixture.pass(1_000);
	fixture.feed('SOL');
	return answer.executionId;
}

/** Records forty days of settlements every eight hours, with a separate rate for each leg. */
function settle(fixture: TradingFixture, rates: { readonly bybit: string; readonly kucoin: string }): void {
	const last = Math.floor(fixture.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS;
	for (const venue of ['bybit', 'kucoin'] as const)
		fixture.history.put(
			venue,
			fixture.instrument(venue, 'SOL').symbol,
			Array.from({ length: 120 }, (_, index) => ({
				settledAt: last - index * 8 * HOUR_MS,
				rate: d(rates[venue]),
			})),
		);
}

async function recordOf(fixture: TradingFixture, executionId: string): Promise<PortfolioExecution> {
	const query = { userId: 'user_a', executionId, includeClosed: true, page: 1, limit: 1 };
	const { executions } = await fixture.settled(fixture.portfolio.live(query));
	if (executions[0] === undefined) throw new Error('The execution is unknown.');
	return executions[0];
}

const adviceOf = (fixture: TradingFixture) => fixture.orderService.advice('user_a', 'bybit-kucoin', 'SOL');

test('gives no advice without data, and states the reason', async () => {
	const fixture = createTradingFixture(20_261_301);
	const id = await opened(fixture, true);
	const { advice } = await recordOf(fixture, id);
	expect(advice).toMatchObject({
		action: 'unknown',
		monthMeanApr: null,
		expectedCarry30d: null,
		closeBelow: null,
	});
	expect(adviceOf(fixture)).toEqual([{ executionId: id, action: 'unknown', reason: advice?.reason }]);
	await passFed(fixture, 25 * 60_000);
	expect(fixture.driver.state(id)?.phase).toBe('running');
});

test('advises to hold a profitable pair', async () => {
	const fixture = createTradingFixture(20_261_302);
	const id = await opened(fixture, true);
	settle(fixture, { bybit: '0.0001', kucoin: '0.0005' });
	await passFed(fixture, 25 * 60_000);
	const { advice, risk } = await recordOf(fixture, id);
	expect(advice?.action).toBe('hold');
	expect(advice?.monthMeanApr).toBe(d('0.438'));
	// Without max_hours, the advice and the portfolio both assume thirty days.
	expect(toNumber(advice?.expectedCarry30d ?? d('0'))).toBeCloseTo(
		toNumber(risk.expectedRemainingCarry ?? d('-1')),
		9,
	);
	expect(adviceOf(fixture)).toEqual([{ executionId: id, action: 'hold', reason: advice?.reason }]);
	expect(fixture.orderService.advice('user_b', 'bybit-kucoin')).toEqual([]);
	expect(fixture.orderService.advice('user_a', 'bybit-kucoin', 'BTC')).toEqual([]);
});

test('advises to close a pair whose mean has reversed, and closes it automatically only with permission', async () => {
	for (const closeOnReversal of [true, false]) {
		const fixture = createTradingFixture(20_261_303);
		const id = await opened(fixture, closeOnReversal);
		settle(fixture, { bybit: '0.0006', kucoin: '0.0001' });
		await fixture.pass(1_000);
		fixture.feed('SOL');
		const { advice } = await recordOf(fixture, id);
		expect(advice?.action).toBe('close');
		expect(toNumber(advice?.expectedCarry30d ?? d('0'))).toBeLessThan(toNumber(advice?.closeBelow ?? d('0')));
		expect(adviceOf(fixture)).toEqual([{ executionId: id, action: 'close', reason: advice?.reason }]);
		await passFed(fixture, 25 * 60_000);
		const after = await recordOf(fixture, id);
		expect(after.execution.status).toBe(closeOnReversal ? 'closed' : 'running');
		if (!closeOnReversal) continue;
		expect(after.execution.statusReason).toMatch(/^reversal: 30-day mean carry is negative/);
		expect(after.advice).toBeNull();
		expect(adviceOf(fixture)).toEqual([]);
	}
});
