/** Tests the opening modes from the call to the running position, and the terms that a preview binds. */
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
import type { ExecuteAnswer, ExecuteRequest, PreviewAnswer } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import type { FeedChange } from '../support/fixture-feed.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from '../support/trading-fixture.ts';

const SEED = 20_261_122;

function fixtureWith(feed: FeedChange = {}, risk: RiskChange = {}): TradingFixture {
	const fixture = createTradingFixture(SEED, risk);
	fixture.feed('SOL', feed);
	return fixture;
}

async function answered(fixture: TradingFixture, change: Partial<ExecuteRequest>): Promise<ExecuteAnswer> {
	return (await fixture.settled(fixture.execute(change))) as ExecuteAnswer;
}

async function previewed(fixture: TradingFixture, change: Partial<ExecuteRequest>): Promise<PreviewAnswer> {
	return (await fixture.settled(fixture.execute({ ...change, preview: true }))) as PreviewAnswer;
}

async function refusalOf(fixture: TradingFixture, change: Partial<ExecuteRequest>): Promise<CarrywireError> {
	const [result] = await fixture.settled(Promise.allSettled([fixture.execute(change)]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Advances time with current books until the execution runs. */
async function untilRunning(fixture: TradingFixture, id: string, feed: FeedChange): Promise<ExecutionState> {
	for (let second = 0; second < 120; second += 1) {
		const state = fixture.driver.state(id);
		if (state?.phase === 'running') return state;
		fixture.feed('SOL', feed);
		await fixture.pass(1_000);
	}
	throw new Error(`It does not run: ${fixture.driver.state(id)?.phase}`);
}

const usd = fromInteger;

describe('auto states its choice and the reason, and opens the whole amount', () => {
	test.each([
		['small against the books', usd(1_000), { size: '1000' }, 'single-direct', /below the unhedged cap/],
		[
			'more than a quarter of a book',
			usd(2_000),
			{ size: '20' },
			'single-delay',
			/more than 25 % of the thinner/,
		],
		[
			'more than a book',
			usd(6_000),
			{ size: '20' },
			'grid',
			/thinnest side of the order books holds only 20 coins/,
		],
		[
			'above the unhedged cap',
			usd(12_000),
			{ size: '1000' },
			'grid',
			/exceeds the unhedged cap of 5,000.00 USD/,
		],
	] as const)('%s', async (_what, amount, feed, mode, why) => {
		const unhedgedMaxUsd = usd(5_000);
		const fixture = fixtureWith(feed, { limits: { unhedgedMaxUsd } });
		const answer = await answered(fixture, { amount });
		expect([answer.mode, answer.status]).toEqual([mode, 'queued']);
		expect(textOf(answer.message)).toMatch(why);
		const { held, plan, orders } = await untilRunning(fixture, answer.executionId, feed);
		expect(plan.mode).toBe(mode);
		expect(held).toEqual({ long: plan.quantity, short: plan.quantity });
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(plan.quantity);
		for (const { quantity, decisionMid } of orders)
			expect(mulUp(quantity, decisionMid) <= unhedgedMaxUsd).toBe(true);
		expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
	});
});

describe('a grid', () => {
	test('opens its slices one after the other', async () => {
		const feed = { size: '20' };
		const fixture = fixtureWith(feed);
		const { executionId: id } = await answered(fixture, { mode: 'grid', amount: usd(2_000) });
		const { plan, orders } = await untilRunning(fixture, id, feed);
		const quantities = plan.children.map(({ quantity }) => formatDecimal(quantity));
		expect(quantities).toEqual([...Array(4).fill('1.3'), ...Array(4).fill('1.2')]);
		const longs = orders.filter(({ leg }) => leg === 'long');
		expect(longs.map(({ quantity }) => quantity)).toEqual(plan.children.map(({ quantity }) => quantity));
	});

	test('waits for its levels of the price basis', async () => {
		const fixture = fixtureWith();
		// The price basis alternates between -10 bp and 10 bp, which is a standard deviation of about 10 bp.
		for (let second = 0; second < 60; second += 1) {
			fixture.feed('SOL', { mids: [100, second % 2 === 0 ? 99.9 : 100.1] });
			await fixture.pass(1_000);
		}
		fixture.feed('SOL');
		const terms = { mode: 'grid', amount: usd(2_000), maxSlippageBps: parseDecimal('20') } as const;
		const { plan } = await previewed(fixture, terms);
		expect([plan.children, plan.levels.length]).toEqual([8, 8]);
		const bases = plan.levels.map((level) => Number(formatDecimal(level.minBasis ?? ZERO)));
		expect(bases[0]).toBe(-0.002);
		for (const [level, basis] of bases.entries()) if (level > 0) expect(basis / level).toBeCloseTo(0.0005, 4);
		const { executionId: id } = await answered(fixture, terms);
		const held = (): Decimal | undefined => fixture.driver.state(id)?.held.long;
		for (let second = 0; second < 10; second += 1) {
			fixture.feed('SOL');
			await fixture.pass(1_000);
		}
		// The current basis has reached only level 0.
		expect(held()).toEqual(plan.levels[0]?.quantity);
		await untilRunning(fixture, id, { mids: [100, 100.5] });
		expect(held()).toEqual(plan.quantity);
	});
});

test('uses the basis in its own direction for its levels, unknown until there are enough observations', async () => {
	const fixture = fixtureWith();
	const [bybit, kucoin] = [fixture.instrument('bybit', 'SOL'), fixture.instrument('kucoin', 'SOL')];
	expect(fixture.scanner.observedBasis(bybit, kucoin)).toBeUndefined();
	for (let second = 0; second < 20; second += 1) {
		fixture.feed('SOL', { mids: [100, second % 2 === 0 ? 101 : 102] });
		await fixture.pass(1_000);
	}
	const along = fixture.scanner.observedBasis(bybit, kucoin);
	const against = fixture.scanner.observedBasis(kucoin, bybit);
	expect(Number(formatDecimal(along?.mean ?? ZERO))).toBeCloseTo(0.015, 2);
	expect(Number(formatDecimal(against?.mean ?? ZERO))).toBeCloseTo(-0.0148, 2);
	expect(Number(formatDecimal(along?.sd ?? ZERO))).toBeCloseTo(0.005, 3);
});

describe('a preview binds the opening mode', () => {
	test('auto keeps its choice, although the book would now lead to another', async () => {
		const fixture = fixtureWith({ size: '20' });
		const terms = { amount: usd(2_000) };
		const { previewId, bounds, plan } = await previewed(fixture, terms);
		expect([bounds.mode, bounds.children, plan.firstLeg]).toEqual(['single-delay', 1, 'long']);
		fixture.feed('SOL', { size: '1000' });
		const answer = await answered(fixture, { ...terms, previewId });
		expect(answer.mode).toBe('single-delay');
		expect(textOf(answer.message)).toMatch(/as previewed/);
	});

	test('a grid keeps its number of slices, or is refused once the books no longer allow it', async () => {
		const fixture = fixtureWith({ size: '1000' });
		const terms = { mode: 'grid', amount: usd(2_000) } as const;
		const shown = await previewed(fixture, terms);
		expect(shown.bounds).toMatchObject({ mode: 'grid', children: 8 });
		expect(shown.plan.levels.reduce((count, { children }) => count + children, 0)).toBe(8);
		fixture.feed('SOL', { size: '4' });
		const refused = await refusalOf(fixture, { ...terms, previewId: shown.previewId });
		expect([refused.code, refused.field]).toEqual(['PREVIEW_EXCEEDED', 'preview_id']);
		expect(refused.message).toMatch(/grid in 10 slices; the preview showed grid in 8/);
		expect(fixture.bybit.sentCount()).toBe(0);
		fixture.feed('SOL', { size: '900' });
		expect((await answered(fixture, { ...terms, previewId: shown.previewId })).mode).toBe('grid');
	});
});

test('the estimated entry is not before the end of the guard around a settlement', async () => {
	const settlement = Date.UTC(2026, 10, 21, 16);
	const fixture = fixtureWith();
	const { estimatedEntryTime: far } = await answered(fixture, {});
	expect(Date.parse(far) - fixture.clock.now()).toBeLessThan(1_000);
	await fixture.passFed(settlement - 10_000 - fixture.clock.now(), 'SOL');
	fixture.feed('SOL');
	const { estimatedEntryTime: near } = await answered(fixture, {});
	expect(Date.parse(near)).toBe(settlement + 20_000 + 500);
});
