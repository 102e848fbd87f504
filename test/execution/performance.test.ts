/** Tests samples and histories of real executions, with real stores on the virtual clock. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { add, type Decimal, max, parseDecimal, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { capitalSteps, executionLedger } from '../../src/domain/ledger.ts';
import { profitSteps, realizedOf } from '../../src/domain/profit-steps.ts';
import { executionProfit } from '../../src/portfolio/execution-profit.ts';
import { createPerformanceReader } from '../../src/portfolio/performance.ts';
import { profitHistory } from '../../src/portfolio/profit-history.ts';
import { createSampler } from '../../src/portfolio/sampler.ts';
import type { PairForecast } from '../../src/ports/forecasts.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { MINUTE_MS } from '../../src/ports/money-samples.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { ProfitHistory } from '../../src/ports/performance.ts';
import { createForecastStore } from '../../src/store/forecasts.ts';
import { createSampleStore } from '../../src/store/money-samples.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { endedExecution } from '../support/ended-execution.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const USER = 'user_a';
const MIDNIGHT = Date.UTC(2026, 10, 22);
const BEFORE_MIDNIGHT = MIDNIGHT - 20 * MINUTE_MS;

/** Composes the sampler and the histories over the fixture, as `composeTrading` does. */
function sampled(fixture: TradingFixture) {
	const { clock, database, journal } = fixture;
	const samples = createSampleStore(createSqliteDatabase(database));
	const forecasts = createForecastStore(createSqliteDatabase(database));
	const warnings: string[] = [];
	const sampler = createSampler({
		users: () => [USER],
		figuresNow: (userId, ageMsMax) => fixture.portfolio.figuresNow(userId, ageMsMax),
		store: samples,
		periodMs: MINUTE_MS,
		clock,
		log: { ...SILENT_LOGGER, warn: (_facts, message) => void warnings.push(message) },
	});
	sampler.start();
	const reader = createPerformanceReader({
		samples,
		failingSince: sampler.failingSince,
		journal,
		ended: fixture.ended,
		forecasts,
		statesOf: (userId) => fixture.executions.statesOf(userId),
		clock,
	});
	const history = (range: '24h' | '30d' = '24h', userId = USER) =>
		fixture.settled(reader.portfolio({ userId, range }));
	return { sampler, reader, forecasts, history, warnings };
}

async function opened(fixture: TradingFixture, coin = 'SOL'): Promise<string> {
	const opportunityId = fixture.feed(coin);
	const answer = (await fixture.settled(fixture.execute({ opportunityId }))) as ExecuteAnswer;
	await fixture.pass(1_000);
	return answer.executionId;
}

async function closed(fixture: TradingFixture, executionId: string, coin = 'SOL'): Promise<void> {
	fixture.feed(coin);
	await fixture.settled(
		fixture.orderService.close({
			userId: USER,
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: parseDecimal('1'),
		}),
	);
}

async function settle(fixture: TradingFixture, at: number): Promise<void> {
	await fixture.passFed(at - fixture.clock.now(), 'SOL');
	fixture.bybit.settle('SOLUSDT', at, parseDecimal('-0.0123'));
	fixture.kucoin.settle('SOLUSDTM', at, parseDecimal('-0.0937'));
	await fixture.passFed(MINUTE_MS, 'SOL');
}

/** Reads the portfolio once its accounts are current. */
async function summary(fixture: TradingFixture) {
	await fixture.pass(1_100);
	const query = { userId: USER, executionId: undefined, includeClosed: false, page: 1, limit: 1 };
	return (await fixture.settled(fixture.portfolio.live(query))).summary;
}

/** Checks that days, coins and pairs sum to the total realized profit, to the last digit. */
function expectSums(profit: ProfitHistory, total: Decimal): void {
	for (const rows of [profit.days, profit.byCoin, profit.byPair]) {
		expect(add(profit.before, sum(rows.map(({ realized }) => realized)))).toBe(total);
		expect(sum(rows.map(realizedOf))).toBe(profit.realized);
	}
}

describe('realized profit', () => {
	test('days, coins and pairs sum to the total of the portfolio over two days and two executions', async () => {
		const fixture = createTradingFixture(3, { startAt: BEFORE_MIDNIGHT });
		const { history } = sampled(fixture);
		const sol = await opened(fixture);
		fixture.feed('SOL');
		const btc = await opened(fixture, 'BTC');
		expectSums((await history()).profit, (await summary(fixture)).totalRealizedPnl);
		await settle(fixture, MIDNIGHT);
		await closed(fixture, sol);
		await closed(fixture, btc, 'BTC');
		const { profit } = await history('30d');
		expect(profit.days.map(({ day }) => day)).toEqual([MIDNIGHT - DAY_MS, MIDNIGHT]);
		expect(profit.byCoin.map(({ coin }) => coin).sort()).toEqual(['BTC', 'SOL']);
		expect(profit.byPair).toMatchObject([{ exchangepair: 'bybit-kucoin', executions: 2 }]);
		expectSums(profit, (await summary(fixture)).totalRealizedPnl);
	});

	test('before the range is one sum, and the drawdown counts from it', () => {
		const executions = [executionProfit(endedExecution())];
		const total = parseDecimal('7');
		expectSums(profitHistory(executions, 0), total);
		const later = profitHistory(executions, DAY_MS);
		expect([later.before, later.realized, later.days, later.byCoin]).toEqual([total, ZERO, [], []]);
		expect(later.drawdown).toEqual({ max: ZERO, current: ZERO });
	});

	test('steps sum to the ledger, and capital to its peak, for every stored journal', () => {
		const lines = readFileSync(new URL('golden-journals.jsonl', import.meta.url), 'utf8')
			.trimEnd()
			.split('\n');
		const rows = lines.map((line) => decodePayload(line) as GoldenLine);
		const names = [...new Set(rows.map(({ journal }) => journal))];
		let moved = 0;
		for (const name of names) {
			const state = foldExecution(
				rows.flatMap(({ journal, type, version, payload, recordedAt }) =>
					journal === name && type !== undefined
						? [{ event: upcastExecutionEvent(type, version, payload), recordedAt }]
						: [],
				),
			);
			const { long, short, deployedPeak } = executionLedger(state, { long: null, short: null });
			const realized = add(long.realized, short.realized);
			expect([name, sum(profitSteps(state).map(realizedOf))]).toEqual([name, realized]);
			expect(realizedOf(executionProfit(state).total)).toBe(realized);
			expect(capitalSteps(state).reduce((peak, { deployed }) => max(peak, deployed), ZERO)).toBe(
				deployedPeak,
			);
			if (realized !== 0n) moved += 1;
		}
		expect(moved).toBeGreaterThan(5);
	});
});

type GoldenLine = {
	readonly journal: string;
	readonly type?: string;
	readonly version: number;
	readonly recordedAt: number;
	readonly payload: unknown;
};

describe('samples', () => {
	test('have equity a minute; a deposit is a flow; a down exchange is unknown and the total with it', async () => {
		const fixture = createTradingFixture(4);
		const { history } = sampled(fixture);
		await fixture.passFed(3 * MINUTE_MS, 'SOL');
		fixture.bybit.flow(parseDecimal('250'), true);
		await fixture.passFed(6 * MINUTE_MS, 'SOL');
		const before = (await history()).equity;
		expect(before.total.length).toBe(9);
		const [first, last] = [before.total[0], before.total.at(-1)];
		expect(last?.netFlows).toBe(parseDecimal('250'));
		expect(sub(last?.equity ?? ZERO, first?.equity ?? ZERO)).toBe(parseDecimal('250'));
		expect([last?.profit, before.drawdown?.max]).toEqual([ZERO, ZERO]);
		fixture.bybit.refuseReads(true);
		await fixture.passFed(12 * MINUTE_MS, 'SOL');
		const down = (await history()).equity;
		expect(down.total.at(-1)).toMatchObject({ equity: null, netFlows: null, profit: null });
		const kucoin = down.exchanges.find(({ exchange }) => exchange === 'kucoin');
		expect(kucoin?.points.at(-1)?.equity).not.toBeNull();
	});

	test('follow profit, delta and basis of an open execution, and end with it', async () => {
		const fixture = createTradingFixture(5, { startAt: BEFORE_MIDNIGHT });
		const { reader } = sampled(fixture);
		const executionId = await opened(fixture);
		await settle(fixture, MIDNIGHT);
		await fixture.passFed(2 * MINUTE_MS, 'SOL');
		await closed(fixture, executionId);
		await fixture.pass(10 * MINUTE_MS);
		const found = await fixture.settled(reader.execution({ userId: USER, executionId, range: '24h' }));
		expect(found.points.length).toBe(23);
		expect(found.points.at(-1)?.at).toBeLessThanOrEqual(found.until);
		for (const { pricePnl, fundingPnl, feeCost, slippageCost, totalPnl, delta, deltaUsd } of found.points) {
			expect([delta, deltaUsd]).toEqual([ZERO, ZERO]);
			if (pricePnl !== null)
				expect(totalPnl).toBe(sub(add(pricePnl, fundingPnl), add(feeCost, slippageCost)));
		}
		expect(found.points.at(-1)?.fundingPnl).toBe(parseDecimal('0.407'));
		expect(found.funding.rows.at(-1)?.cumulative).toBe(parseDecimal('0.407'));
		const state = fixture.told.get(executionId);
		const { long, short } = executionLedger(state as NonNullable<typeof state>, { long: null, short: null });
		expect(found.fills.rows.at(-1)?.cumulativeFees).toBe(add(long.fees, short.fees));
		expect(found.orders.count).toBe(state?.orders.length);
	});

	test('continue after a restart, and the time between is a gap', async () => {
		const fixture = createTradingFixture(6);
		const first = sampled(fixture);
		await fixture.passFed(3 * MINUTE_MS, 'SOL');
		await fixture.settled(first.sampler.close());
		await fixture.pass(10 * MINUTE_MS);
		fixture.restart();
		const { history } = sampled(fixture);
		await fixture.passFed(2 * MINUTE_MS, 'SOL');
		const { equity } = await history();
		const minutes = equity.total.map(({ at }) => (at - (equity.total[0]?.at ?? 0)) / MINUTE_MS);
		expect(minutes).toEqual([0, 1, 2, 13, 14]);
		expect(equity.samplesSince).toBe(equity.total[0]?.at);
	});

	test('are shown to their own user only', async () => {
		const fixture = createTradingFixture(7);
		const { history, reader } = sampled(fixture);
		const executionId = await opened(fixture);
		await fixture.passFed(3 * MINUTE_MS, 'SOL');
		const other = await history('24h', 'user_b');
		expect([other.equity.total, other.profit.days, other.yields.count]).toEqual([[], [], 0]);
		expect(other.reasons.map(({ code }) => code)).toEqual(['NO_SAMPLES_YET']);
		await expect(reader.execution({ userId: 'user_b', executionId, range: '24h' })).rejects.toMatchObject({
			code: 'UNKNOWN_EXECUTION',
		});
	});

	test('that cannot be stored are reported once, disturb no trade, and leave a gap', async () => {
		const fixture = createTradingFixture(8);
		const { history, warnings, sampler } = sampled(fixture);
		await fixture.passFed(2 * MINUTE_MS, 'SOL');
		fixture.database.exec(
			"CREATE TEMP TRIGGER full BEFORE INSERT ON main.account_sample BEGIN SELECT RAISE(ABORT, 'disk full'); END",
		);
		await fixture.passFed(3 * MINUTE_MS, 'SOL');
		const failing = await history();
		expect(failing.equity.failingSince).toBe(sampler.failingSince());
		expect(failing.reasons).toMatchObject([{ code: 'SAMPLES_NOT_STORED' }]);
		expect(warnings).toHaveLength(1);
		const executionId = await opened(fixture);
		expect(fixture.driver.state(executionId)?.phase).toBe('running');
		fixture.database.exec('DROP TRIGGER full');
		await fixture.passFed(2 * MINUTE_MS, 'SOL');
		const { equity, reasons } = await history();
		expect([equity.failingSince, reasons]).toEqual([null, []]);
		expect(equity.total.length).toBe(4);
	});
});

test('compares the yield of an ended execution with its forecast on the invested capital', async () => {
	const fixture = createTradingFixture(9, { startAt: MIDNIGHT - 2 * HOUR_MS });
	const { history, forecasts } = sampled(fixture);
	const executionId = await opened(fixture);
	await settle(fixture, MIDNIGHT);
	await closed(fixture, executionId);
	await fixture.pass(MINUTE_MS);
	expect((await history()).yields.compared).toBeNull();
	await forecasts.add([forecastFor(executionId)]);
	const { yields } = await history();
	expect(yields.count).toBe(1);
	const [row] = yields.executions;
	// 0.0024 of one leg's notional in 24 h, at leverage 1: half of it on the capital of both legs, 365 times a year.
	expect(row?.forecast).toEqual({ netApr: parseDecimal('0.438'), horizonHours: 24 });
	expect(yields.compared?.count).toBe(1);
	expect(Number(yields.compared?.forecastApr) / 1e18).toBeCloseTo(0.438, 12);
	expect(yields.realizedApr).toBe(row?.realizedApr);
	expect(row?.realized).toBe((await summary(fixture)).totalRealizedPnl);
	const hours = ((row?.closedAt ?? 0) - (row?.openedAt ?? 0)) / 3_600_000;
	const expected = (Number(row?.realized) / Number(row?.invested)) * (8_760 / hours);
	expect(Number(row?.realizedApr) / 1e18 / expected).toBeCloseTo(1, 2);
});

test('a position that was held for less than an hour has no yearly yield', async () => {
	const fixture = createTradingFixture(10, { startAt: BEFORE_MIDNIGHT });
	const { history } = sampled(fixture);
	await closed(fixture, await opened(fixture));
	const { yields } = await history();
	expect(yields.executions.map(({ realizedApr }) => realizedApr)).toEqual([null]);
	expect([yields.count, yields.realizedApr, yields.compared]).toEqual([1, null, null]);
});

function forecastFor(executionId: string): PairForecast {
	return {
		pairKey: 'bybit:SOLUSDT kucoin:SOLUSDTM',
		longVenue: 'bybit',
		longSymbol: 'SOLUSDT',
		shortVenue: 'kucoin',
		shortSymbol: 'SOLUSDTM',
		forecastAt: Date.UTC(2026, 10, 21, 9),
		entryAt: Date.UTC(2026, 10, 21, 9),
		horizonHours: 24,
		expectedCarry: parseDecimal('0.003'),
		carrySd: parseDecimal('0.001'),
		reversalProbability: parseDecimal('0.1'),
		totalCost: parseDecimal('0.0006'),
		expectedNet: parseDecimal('0.0024'),
		probabilityPositive: parseDecimal('0.9'),
		verdict: 'trade',
		modelBasis: 'own_history',
		headlineScales: null,
		isSameClock: true,
		kind: 'executed',
		executionId,
	};
}
