/** Compares the metrics with the events at the venues. */
import { expect, test } from 'vitest';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { unhedgedTime } from '../../src/domain/unhedged.ts';
import { meterExecutions } from '../../src/engine/drive/metering.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { newMetrics } from '../support/metrics.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

function measured(fixture: TradingFixture) {
	const metrics = newMetrics();
	metrics.readFrom({
		executions: meterExecutions({
			driver: fixture.driver,
			metrics: metrics.executions,
			clock: fixture.clock,
		}),
	});
	/** Returns the metric series by name and labels. */
	return async (): Promise<ReadonlyMap<string, number>> => {
		const text = await metrics.render();
		const isOwn = (line: string) => line.startsWith('carrywire_') && !line.startsWith('carrywire_build_info');
		const lines = text.split('\n').filter(isOwn);
		return new Map(
			lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
		);
	};
}

async function opened(fixture: TradingFixture): Promise<string> {
	fixture.feed('SOL');
	const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	return id;
}

const closed = (fixture: TradingFixture, executionId: string) =>
	fixture.settled(
		fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		}),
	);

test('every series starts at 0', async () => {
	const series = await measured(createTradingFixture(1))();
	expect(series.size).toBeGreaterThan(30);
	expect([...series.values()].every((value) => value === 0)).toBe(true);
});

test('observes an open and a close once each, with the duration of the unhedged leg', async () => {
	const fixture = createTradingFixture(20_261_123);
	const read = measured(fixture);
	const id = await opened(fixture);
	const state = fixture.driver.state(id);
	if (state === undefined) throw new Error('The execution is not in memory.');
	const openMs = unhedgedTime(state, fixture.clock.now()).totalMs;
	expect(openMs).toBeGreaterThan(0);
	const shown = await fixture.settled(
		fixture.portfolio.live({ userId: 'user_a', executionId: id, includeClosed: false, page: 1, limit: 1 }),
	);
	expect(shown.executions[0]?.risk.unhedgedMs).toBe(openMs);
	let series = await read();
	expect(series.get('carrywire_unhedged_seconds_count{phase="open"}')).toBe(1);
	expect(series.get('carrywire_unhedged_seconds_sum{phase="open"}')).toBeCloseTo(openMs / 1_000, 9);
	expect(series.get('carrywire_executions{status="running"}')).toBe(1);
	await fixture.pass(3_000);
	fixture.feed('SOL');
	await closed(fixture, id);
	series = await read();
	const wholeMs = unhedgedTime(fixture.driver.state(id) ?? state, fixture.clock.now()).totalMs;
	expect(series.get('carrywire_unhedged_seconds_count{phase="close"}')).toBe(1);
	expect(series.get('carrywire_unhedged_seconds_sum{phase="close"}')).toBeCloseTo(
		(wholeMs - openMs) / 1_000,
		9,
	);
	expect(series.get('carrywire_executions{status="running"}')).toBe(0);
	expect(series.get('carrywire_orders_total{venue="bybit",outcome="filled"}')).toBe(2);
	expect(series.get('carrywire_orders_total{venue="kucoin",outcome="filled"}')).toBe(2);
	expect(series.get('carrywire_executions_begun_total')).toBe(1);
	expect(series.get('carrywire_executions_ended_total{outcome="closed"}')).toBe(1);
	for (const venue of ['bybit', 'kucoin']) {
		expect(series.get(`carrywire_order_answer_seconds_count{venue="${venue}",answer="accepted"}`)).toBe(2);
		expect(
			series.get(`carrywire_order_answer_seconds_sum{venue="${venue}",answer="accepted"}`),
		).toBeGreaterThan(0);
		expect(series.get(`carrywire_order_proof_seconds_count{venue="${venue}"}`)).toBe(0);
	}
});

test('the gauge shows a leg while it is unhedged, and its unwind counts as part of an opening', async () => {
	const fixture = createTradingFixture(20_261_124);
	const read = measured(fixture);
	fixture.feed('SOL');
	fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
	await fixture.settled(fixture.execute({}));
	let peak = 0;
	for (let waited = 0; waited < 40; waited += 1) {
		await fixture.pass(10);
		peak = Math.max(peak, (await read()).get('carrywire_unhedged_notional_usd') ?? 0);
	}
	await fixture.pass(2_000);
	const series = await read();
	// The opening is 1,000 USD across both legs, so at most one leg of 500 USD is unhedged.
	expect(peak).toBeCloseTo(500, 0);
	expect(series.get('carrywire_unhedged_notional_usd')).toBe(0);
	expect(series.get('carrywire_orders_total{venue="kucoin",outcome="rejected"}')).toBe(1);
	expect(series.get('carrywire_unhedged_seconds_count{phase="open"}')).toBe(1);
	expect(series.get('carrywire_unhedged_seconds_sum{phase="open"}')).toBeGreaterThan(0);
	expect(series.get('carrywire_unhedged_seconds_count{phase="close"}')).toBe(0);
});

test('counts a request that never arrived once that is proven, and requests attention after a minute of doubt', async () => {
	const fixture = createTradingFixture(20_261_125);
	const read = measured(fixture);
	fixture.feed('SOL');
	fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
	await fixture.settled(fixture.execute({}));
	fixture.kucoin.refuseReads(true);
	await fixture.pass(70_000);
	const inDoubt = await read();
	expect(inDoubt.get('carrywire_needs_attention')).toBe(1);
	expect(inDoubt.get('carrywire_unknown_orders')).toBe(1);
	expect(inDoubt.get('carrywire_attention_raised_total{kind="unknown"}')).toBe(1);
	fixture.kucoin.setFaults(NO_FAULTS);
	fixture.kucoin.refuseReads(false);
	for (let waited = 0; waited < 10; waited += 1) {
		fixture.feed('SOL');
		await fixture.pass(2_000);
	}
	const series = await read();
	expect(series.get('carrywire_needs_attention')).toBe(0);
	expect(series.get('carrywire_orders_total{venue="kucoin",outcome="absent"}')).toBe(1);
	expect(series.get('carrywire_unknown_orders')).toBe(0);
	expect(series.get('carrywire_order_answer_seconds_count{venue="kucoin",answer="unknown"}')).toBe(1);
	expect(series.get('carrywire_order_proof_seconds_count{venue="kucoin"}')).toBe(1);
	// The order's outcome stayed unknown for more than a minute, as long as reads failed at KuCoin.
	expect(series.get('carrywire_order_proof_seconds_bucket{le="60",venue="kucoin"}')).toBe(0);
	expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
});
