/** Exit rule, portfolio and check_pair_status say the same of a running pair, over the real scanner and its forecasts. */
import { expect, test } from 'vitest';
import { parseDecimal as d, toNumber } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import type { PortfolioExecution } from '../../src/ports/portfolio.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

const FEED_MS = 4_000;

async function passFed(stage: TradingStage, ms: number): Promise<void> {
	for (let passed = 0; passed < ms; passed += FEED_MS) {
		stage.feed('SOL');
		await stage.pass(FEED_MS);
	}
	stage.feed('SOL');
}

/** Long bybit, short kucoin, running. */
async function opened(stage: TradingStage, closeOnReversal: boolean): Promise<string> {
	const answer = (await stage.settled(
		stage.execute({ opportunityId: stage.feed('SOL'), exit: { closeOnReversal: closeOnReversal } }),
	)) as ExecuteAnswer;
	await stage.pass(1_000);
	stage.feed('SOL');
	return answer.executionId;
}

/** Forty days in which each leg settled every eight hours at a rate of its own. */
function settle(stage: TradingStage, rates: { readonly bybit: string; readonly kucoin: string }): void {
	const last = Math.floor(stage.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS;
	for (const venue of ['bybit', 'kucoin'] as const)
		stage.history.put(
			venue,
			stage.instrument(venue, 'SOL').symbol,
			Array.from({ length: 120 }, (_, index) => ({
				settledAt: last - index * 8 * HOUR_MS,
				rate: d(rates[venue]),
			})),
		);
}

async function recordOf(stage: TradingStage, executionId: string): Promise<PortfolioExecution> {
	const query = { userId: 'user_a', executionId, includeClosed: true, page: 1, limit: 1 };
	const { executions } = await stage.settled(stage.portfolio.live(query));
	if (executions[0] === undefined) throw new Error('The execution is known.');
	return executions[0];
}

const adviceOf = (stage: TradingStage) => stage.desk.advice('user_a', 'bybit-kucoin', 'SOL');

test('nothing is advised while nothing is known, and the reason says so', async () => {
	const stage = createTradingStage(20_261_301);
	const id = await opened(stage, true);
	const { advice } = await recordOf(stage, id);
	expect(advice).toMatchObject({
		action: 'unknown',
		monthMeanApr: null,
		expectedCarry30d: null,
		closeBelow: null,
	});
	expect(adviceOf(stage)).toEqual([{ executionId: id, action: 'unknown', reason: advice?.reason }]);
	await passFed(stage, 25 * 60_000);
	expect(stage.driver.state(id)?.phase).toBe('running');
});

test('a pair that pays is held', async () => {
	const stage = createTradingStage(20_261_302);
	const id = await opened(stage, true);
	settle(stage, { bybit: '0.0001', kucoin: '0.0005' });
	await passFed(stage, 25 * 60_000);
	const { advice, risk } = await recordOf(stage, id);
	expect(advice?.action).toBe('hold');
	expect(advice?.monthMeanApr).toBe(d('0.438'));
	// Without max_hours both count thirty days.
	expect(toNumber(advice?.expectedCarry30d ?? d('0'))).toBeCloseTo(
		toNumber(risk.expectedRemainingCarry ?? d('-1')),
		9,
	);
	expect(adviceOf(stage)).toEqual([{ executionId: id, action: 'hold', reason: advice?.reason }]);
	expect(stage.desk.advice('user_b', 'bybit-kucoin')).toEqual([]);
	expect(stage.desk.advice('user_a', 'bybit-kucoin', 'BTC')).toEqual([]);
});

test('a pair whose mean has turned is advised to be closed, and closes by itself only where it may', async () => {
	for (const closeOnReversal of [true, false]) {
		const stage = createTradingStage(20_261_303);
		const id = await opened(stage, closeOnReversal);
		settle(stage, { bybit: '0.0006', kucoin: '0.0001' });
		await stage.pass(1_000);
		stage.feed('SOL');
		const { advice } = await recordOf(stage, id);
		expect(advice?.action).toBe('close');
		expect(toNumber(advice?.expectedCarry30d ?? d('0'))).toBeLessThan(toNumber(advice?.closeBelow ?? d('0')));
		expect(adviceOf(stage)).toEqual([{ executionId: id, action: 'close', reason: advice?.reason }]);
		await passFed(stage, 25 * 60_000);
		const after = await recordOf(stage, id);
		expect(after.execution.status).toBe(closeOnReversal ? 'closed' : 'running');
		if (!closeOnReversal) continue;
		expect(after.execution.statusReason).toMatch(/^reversal: the mean of the last 30 days has turned/);
		expect(after.advice).toBeNull();
		expect(adviceOf(stage)).toEqual([]);
	}
});
