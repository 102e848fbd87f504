/**
 * Tests a cancel that keeps the filled part: the opening ends, the filled part is balanced and runs, and a repeated
 * call gets the same response.
 */
import { describe, expect, test } from 'vitest';
import { parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { CloseAnswer } from '../../src/ports/order-service.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import {
	ANN,
	BELOW_LEVELS,
	BOB,
	begun,
	expectFlat,
	expectNoViolations,
	fixtureWith,
	gridBetweenSlices,
	opened,
	passFed,
	refusalOf,
	restingPartly,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;

function keep(fixture: TradingFixture, id: string, by = ANN): Promise<CloseAnswer> {
	return fixture.controls.cancel(by, id, true);
}

test('a grid between two slices runs with its filled part, and opens no more', async () => {
	const fixture = fixtureWith();
	const id = await gridBetweenSlices(fixture);
	const { held, plan } = stateOf(fixture, id);
	const answer = await settledFed(fixture, keep(fixture, id), BELOW_LEVELS);
	expect(answer).toMatchObject({
		success: true,
		executionId: id,
		status: 'running',
		message: {
			text: expect.stringMatching(/^The opening was stopped\. [\d.]+ of [\d.]+ SOL on each leg stay open/),
		},
		finalPnl: null,
		totalFunding: ZERO,
	});
	// The price basis returns to every level, and no slice follows.
	await passFed(fixture, 60_000);
	expect(stateOf(fixture, id)).toMatchObject({ phase: 'running', held, plan });
	const again = await fixture.settled(keep(fixture, id));
	expect([again.success, again.status, textOf(again.message)]).toEqual([
		true,
		'running',
		textOf(answer.message),
	]);
	fixture.restart();
	expect(textOf((await fixture.settled(keep(fixture, id))).message)).toBe(textOf(answer.message));
	expectNoViolations(fixture);
});

test('a resting first leg is canceled; its fills are hedged, run, and can be closed', async () => {
	const fixture = fixtureWith();
	const id = await restingPartly(fixture);
	const answer = await settledFed(fixture, keep(fixture, id));
	expect([answer.success, answer.status]).toEqual([true, 'running']);
	expect([fixture.bybit.restingCount(), fixture.kucoin.restingCount()]).toEqual([0, 0]);
	expect(stateOf(fixture, id).held).toEqual({ long: d('2'), short: d('2') });
	const terms = { executionId: id, share: d('1'), maxSlippageBps: undefined };
	expect((await settledFed(fixture, fixture.orderService.close({ ...ANN, ...terms }))).status).toBe('closed');
	expectFlat(fixture);
});

test('a leg ahead is balanced first, and the call reports no success until then', async () => {
	const fixture = fixtureWith();
	fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
	const id = await begun(fixture);
	fixture.kucoin.refuseReads(true);
	await fixture.pass(100);
	const answer = await settledFed(fixture, keep(fixture, id));
	expect([answer.success, textOf(answer.message)]).toEqual([
		false,
		expect.stringContaining('is balancing its filled part'),
	]);
	fixture.kucoin.refuseReads(false);
	fixture.kucoin.setFaults(NO_FAULTS);
	await passFed(fixture, 60_000);
	const { phase, held } = stateOf(fixture, id);
	expect([phase === 'running' || phase === 'closed', sub(held.long, held.short)]).toEqual([true, ZERO]);
	expect((await settledFed(fixture, keep(fixture, id))).success).toBe(true);
});

describe('without a filled part', () => {
	test('a queued execution fails with CANCELED, and a repeated call gets the same answer', async () => {
		const fixture = fixtureWith();
		fixture.clock.leap(Math.ceil(fixture.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
		fixture.feed('SOL');
		const id = await begun(fixture);
		await fixture.pass(100);
		const answer = await fixture.settled(keep(fixture, id));
		expect(answer).toMatchObject({ success: true, status: 'failed', finalPnl: ZERO });
		expect(textOf(answer.message)).toMatch(/^CANCELED: /);
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await fixture.settled(keep(fixture, id))).toEqual(answer);
	});

	test('an execution without fills fails with CANCELED too', async () => {
		const fixture = fixtureWith();
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const id = await begun(fixture, { mode: 'grid' });
		await passFed(fixture, 3_000);
		const answer = await settledFed(fixture, keep(fixture, id));
		expect([answer.success, answer.status, textOf(answer.message).slice(0, 9)]).toEqual([
			true,
			'failed',
			'CANCELED:',
		]);
		expect(await fixture.settled(keep(fixture, id))).toEqual(answer);
	});
});

describe('a filled part below the smallest order of an exchange', () => {
	function dust(): EngineBench {
		const plan = testPlan({ seedHex: 'ef'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
		const { long, short } = plan.legs;
		const coarse = { ...short, instrument: { ...short.instrument, quantityMin: d('1') } };
		const bench = engineBench({ ...plan, mode: 'grid', legs: { long, short: coarse } });
		bench.apply({ kind: 'start' });
		// The allowance for an unhedged leg permits no further slice.
		bench.around.unhedgedAllowance = () => ZERO;
		for (const order of bench.sent()) bench.report(order, '0.5', 'canceled');
		expect(bench.state()).toMatchObject({ phase: 'opening', held: { long: d('0.5'), short: d('0.5') } });
		return bench;
	}

	test('is not kept: it is closed again, and the execution ends as canceled with that reason', () => {
		const bench = dust();
		bench.apply({ kind: 'endOpening', reason: 'CANCELED: by a test' });
		expect(bench.state().phase).toBe('unwinding');
		expect(bench.sent().map(({ leg, reduceOnly }) => [leg, reduceOnly])).toEqual([
			['long', true],
			['short', true],
		]);
		for (const order of bench.sent()) bench.report(order, '0.5', 'filled');
		bench.apply({
			kind: 'flatRead',
			long: ZERO,
			short: ZERO,
			wasAlone: { long: true, short: true },
			reads: 1,
			differing: 0,
		});
		expect(bench.state()).toMatchObject({
			phase: 'closed',
			reason: expect.stringMatching(/^CANCELED: .*below the smallest order/),
		});
	});

	test('is not left running either when an opening ends by itself', () => {
		const bench = dust();
		bench.around.openingHalted = () => 'halted by the operator';
		bench.now += 60_000;
		bench.apply({ kind: 'tick' });
		bench.apply({ kind: 'tick' });
		expect(bench.state()).toMatchObject({ phase: 'unwinding', openingEnded: 'halted by the operator' });
	});
});

test('succeeds for a running execution, and is refused for a closed or closing one, or another user’s', async () => {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	expect((await fixture.settled(keep(fixture, id))).success).toBe(true);
	expect((await refusalOf(fixture, keep(fixture, id, BOB))).code).toBe('UNKNOWN_EXECUTION');
	fixture.feed('SOL');
	const terms = { executionId: id, share: d('1'), maxSlippageBps: undefined };
	const closing = fixture.orderService.close({ ...ANN, ...terms });
	await fixture.pass(5);
	const late = await refusalOf(fixture, keep(fixture, id));
	expect([late.code, late.message]).toEqual([
		'ALREADY_CLOSING',
		expect.stringContaining('its filled part cannot be kept'),
	]);
	await fixture.settled(closing);
	expect((await refusalOf(fixture, keep(fixture, id))).code).toBe('NOT_CANCELABLE');
	expectFlat(fixture);
});

test('reports when it cannot be journaled, and is carried out once it can be', async () => {
	const fixture = fixtureWith();
	const id = await gridBetweenSlices(fixture);
	fixture.breakJournal(true);
	expect((await refusalOf(fixture, keep(fixture, id))).message).toContain('It runs once it is saved');
	fixture.breakJournal(false);
	await passFed(fixture, 10_000, BELOW_LEVELS);
	expect(stateOf(fixture, id).phase).toBe('running');
});

describe('at any instant, with faults and a crash', () => {
	test.each(Array.from({ length: 40 }, (_, seed) => seed))('leaves the legs equal, seed %i', async (seed) => {
		const fixture = fixtureWith(seed);
		const random = seededRandom(seed + 9_000);
		const faults = {
			...NO_FAULTS,
			lostRequest: 0.15,
			lateRequest: 0.15,
			lostAnswer: 0.15,
			unfilled: 0.15,
			partial: 0.5,
		};
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(faults);
		const mode = (['single-direct', 'single-delay', 'grid'] as const)[seed % 3] ?? 'grid';
		const id = await begun(fixture, { mode });
		await fixture.pass(1 + random.below(3_000));
		const outcome = keep(fixture, id).catch((error: unknown) => error);
		await fixture.pass(random.below(400));
		if (random.chance(0.4)) fixture.restart();
		await passFed(fixture, 40_000);
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(NO_FAULTS);
		await passFed(fixture, 120_000);
		await outcome;
		const state = stateOf(fixture, id);
		expectNoViolations(fixture);
		expect([isEnded(state) || state.phase === 'running', sub(state.held.long, state.held.short)]).toEqual([
			true,
			ZERO,
		]);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(state.held.long);
	});
});
