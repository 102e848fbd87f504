/** The opening modes from the call to the running position, and what a preview of them binds. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import {
	type Decimal,
	formatDecimal,
	fromInteger,
	mulUp,
	parseDecimal,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { ExecuteAnswer, ExecuteRequest, PreviewAnswer } from '../../src/ports/desk.ts';
import type { FeedChange } from '../support/stage-feed.ts';
import { createTradingStage, type RiskChange, type TradingStage } from '../support/trading-stage.ts';

const SEED = 20_261_122;

function stageWith(feed: FeedChange = {}, risk: RiskChange = {}): TradingStage {
	const stage = createTradingStage(SEED, risk);
	stage.feed('SOL', feed);
	return stage;
}

async function answered(stage: TradingStage, change: Partial<ExecuteRequest>): Promise<ExecuteAnswer> {
	return (await stage.settled(stage.execute(change))) as ExecuteAnswer;
}

async function previewed(stage: TradingStage, change: Partial<ExecuteRequest>): Promise<PreviewAnswer> {
	return (await stage.settled(stage.execute({ ...change, preview: true }))) as PreviewAnswer;
}

async function refusalOf(stage: TradingStage, change: Partial<ExecuteRequest>): Promise<CarrywireError> {
	const [result] = await stage.settled(Promise.allSettled([stage.execute(change)]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Lets time pass with current books until the execution runs. */
async function untilRunning(stage: TradingStage, id: string, feed: FeedChange): Promise<ExecutionState> {
	for (let second = 0; second < 120; second += 1) {
		const state = stage.driver.state(id);
		if (state?.phase === 'running') return state;
		stage.feed('SOL', feed);
		await stage.pass(1_000);
	}
	throw new Error(`It does not run: ${stage.driver.state(id)?.phase}`);
}

const usd = fromInteger;

describe('auto says what it chose and why, and opens all of it', () => {
	test.each([
		['small against the books', usd(1_000), { size: '1000' }, 'single-direct', /under the unhedged cap/],
		[
			'more than a quarter of a book',
			usd(2_000),
			{ size: '20' },
			'single-delay',
			/more than 25 % of the thinner/,
		],
		['more than a book', usd(6_000), { size: '20' }, 'grid', /thinnest side of the books holds 20 coins/],
		['above the unhedged cap', usd(12_000), { size: '1000' }, 'grid', /above the unhedged cap of 5000 USD/],
	] as const)('%s', async (_what, amount, feed, mode, why) => {
		const unhedgedMaxUsd = usd(5_000);
		const stage = stageWith(feed, { limits: { unhedgedMaxUsd } });
		const answer = await answered(stage, { amount });
		expect([answer.mode, answer.status]).toEqual([mode, 'queued']);
		expect(answer.message).toMatch(why);
		const { held, plan, orders } = await untilRunning(stage, answer.executionId, feed);
		expect(plan.mode).toBe(mode);
		expect(held).toEqual({ long: plan.quantity, short: plan.quantity });
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(plan.quantity);
		for (const { quantity, decisionMid } of orders)
			expect(mulUp(quantity, decisionMid) <= unhedgedMaxUsd).toBe(true);
		expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
	});
});

describe('a grid', () => {
	test('opens its children one after the other', async () => {
		const feed = { size: '20' };
		const stage = stageWith(feed);
		const { executionId: id } = await answered(stage, { mode: 'grid', amount: usd(2_000) });
		const { plan, orders } = await untilRunning(stage, id, feed);
		const quantities = plan.children.map(({ quantity }) => formatDecimal(quantity));
		expect(quantities).toEqual([...Array(4).fill('1.3'), ...Array(4).fill('1.2')]);
		const longs = orders.filter(({ leg }) => leg === 'long');
		expect(longs.map(({ quantity }) => quantity)).toEqual(plan.children.map(({ quantity }) => quantity));
	});

	test('waits for its levels of the price basis', async () => {
		const stage = stageWith();
		// The basis swings between -10 bp and 10 bp: a deviation of about 10 bp.
		for (let second = 0; second < 60; second += 1) {
			stage.feed('SOL', { mids: [100, second % 2 === 0 ? 99.9 : 100.1] });
			await stage.pass(1_000);
		}
		stage.feed('SOL');
		const terms = { mode: 'grid', amount: usd(2_000), maxSlippageBps: parseDecimal('20') } as const;
		const { plan } = await previewed(stage, terms);
		expect([plan.children, plan.levels.length]).toEqual([8, 8]);
		const bases = plan.levels.map((level) => Number(formatDecimal(level.minBasis ?? ZERO)));
		expect(bases[0]).toBe(-0.002);
		for (const [level, basis] of bases.entries()) if (level > 0) expect(basis / level).toBeCloseTo(0.0005, 4);
		const { executionId: id } = await answered(stage, terms);
		const held = (): Decimal | undefined => stage.driver.state(id)?.held.long;
		for (let second = 0; second < 10; second += 1) {
			stage.feed('SOL');
			await stage.pass(1_000);
		}
		// Level 0 alone begins below the present basis.
		expect(held()).toEqual(plan.levels[0]?.quantity);
		await untilRunning(stage, id, { mids: [100, 100.5] });
		expect(held()).toEqual(plan.quantity);
	});
});

test('the basis that levels hang on is of its direction, and unknown until enough was seen', async () => {
	const stage = stageWith();
	const [bybit, kucoin] = [stage.instrument('bybit', 'SOL'), stage.instrument('kucoin', 'SOL')];
	expect(stage.scanner.observedBasis(bybit, kucoin)).toBeUndefined();
	for (let second = 0; second < 20; second += 1) {
		stage.feed('SOL', { mids: [100, second % 2 === 0 ? 101 : 102] });
		await stage.pass(1_000);
	}
	const along = stage.scanner.observedBasis(bybit, kucoin);
	const against = stage.scanner.observedBasis(kucoin, bybit);
	expect(Number(formatDecimal(along?.mean ?? ZERO))).toBeCloseTo(0.015, 2);
	expect(Number(formatDecimal(against?.mean ?? ZERO))).toBeCloseTo(-0.0148, 2);
	expect(Number(formatDecimal(along?.sd ?? ZERO))).toBeCloseTo(0.005, 3);
});

describe('a preview binds how it is opened', () => {
	test('auto stays what it was, though the book would now choose otherwise', async () => {
		const stage = stageWith({ size: '20' });
		const terms = { amount: usd(2_000) };
		const { previewId, bounds, plan } = await previewed(stage, terms);
		expect([bounds.mode, bounds.children, plan.firstLeg]).toEqual(['single-delay', 1, 'long']);
		stage.feed('SOL', { size: '1000' });
		const answer = await answered(stage, { ...terms, previewId });
		expect(answer.mode).toBe('single-delay');
		expect(answer.message).toMatch(/as previewed/);
	});

	test('a grid keeps its number of children, or is refused once the books no longer allow it', async () => {
		const stage = stageWith({ size: '1000' });
		const terms = { mode: 'grid', amount: usd(2_000) } as const;
		const shown = await previewed(stage, terms);
		expect(shown.bounds).toMatchObject({ mode: 'grid', children: 8 });
		expect(shown.plan.levels.reduce((count, { children }) => count + children, 0)).toBe(8);
		stage.feed('SOL', { size: '4' });
		const refused = await refusalOf(stage, { ...terms, previewId: shown.previewId });
		expect([refused.code, refused.field]).toEqual(['PREVIEW_EXCEEDED', 'preview_id']);
		expect(refused.message).toMatch(/grid in 10 slices, the preview showed grid in 8/);
		expect(stage.bybit.sentCount()).toBe(0);
		stage.feed('SOL', { size: '900' });
		expect((await answered(stage, { ...terms, previewId: shown.previewId })).mode).toBe('grid');
	});
});

test('the estimated entry is not before the guard around a settlement is over', async () => {
	const settlement = Date.UTC(2026, 10, 21, 16);
	const stage = stageWith();
	const { estimatedEntryTime: far } = await answered(stage, {});
	expect(Date.parse(far) - stage.clock.now()).toBeLessThan(1_000);
	await stage.passFed(settlement - 10_000 - stage.clock.now(), 'SOL');
	stage.feed('SOL');
	const { estimatedEntryTime: near } = await answered(stage, {});
	expect(Date.parse(near)).toBe(settlement + 20_000 + 500);
});
