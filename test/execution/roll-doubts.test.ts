/** Tests rolls while something about an exchange is unknown or has changed: its data, its contract, its account. */

import { describe, expect, test } from 'vitest';
import { add, type Decimal, parseDecimal as d, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { profitSteps } from '../../src/domain/profit-steps.ts';
import { mayOpenMore } from '../../src/domain/status.ts';
import { createPerformanceReader } from '../../src/portfolio/performance.ts';
import type { SelfCheckRefusal } from '../../src/ports/self-check.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { createForecastStore } from '../../src/store/forecasts.ts';
import { createSampleStore } from '../../src/store/money-samples.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { fixtureInstrument } from '../support/fixture-feed.ts';
import { fundingOf, tickerOf } from '../support/hand-driven-market.ts';
import { ROLL_VENUES, type RolledPair, type RollSetUp, rolledPair } from '../support/rolls.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const HOUR_MS = 3_600_000;
const WITHOUT_BYBIT = ['kucoin', 'okx'] as const;
const WITHOUT_KUCOIN = ['bybit', 'okx'] as const;

type Rolling = RolledPair & { readonly rolled: string };

/** Rolls one leg. The outcome of the slice at the new exchange stays unknown until the test lets queries through. */
async function unproven(unhedgedMax?: string, setUp?: RollSetUp): Promise<Rolling> {
	const pair = await rolledPair(unhedgedMax, {}, setUp);
	pair.fixture.okx.setFaults({ ...NO_FAULTS, lostAnswer: 1, readFails: 1 });
	const rolled = await pair.roll();
	await pair.pass(1_000);
	expect(pair.state(rolled).orders.map(({ status }) => status)).toEqual(['unknown']);
	return { ...pair, rolled };
}

/** KuCoin reports that the contract does not trade. */
function pauseKucoin({ fixture: { market, clock } }: RolledPair): void {
	const contract = fixtureInstrument('kucoin', 'SOL');
	const funding = fundingOf('0.0009', 8, Math.ceil((clock.now() + 1) / (8 * HOUR_MS)) * 8 * HOUR_MS);
	market.put(contract, {
		ticker: tickerOf(contract.symbol, '100', funding, { tradable: false }),
		tickerReceivedAt: clock.now(),
	});
}

const heldBy = ({ held }: ExecutionState): readonly Decimal[] => [held.long, held.short];
const both = (quantity: string): readonly Decimal[] => [d(quantity), d(quantity)];

describe('a slice whose outcome is proven late', () => {
	test('is reduced if the exchange that is left no longer trades, and the pair before stays whole', async () => {
		const pair = await unproven();
		const { fixture, id, rolled, state, pass } = pair;
		pauseKucoin(pair);
		fixture.okx.setFaults(NO_FAULTS);
		for (let left = 60; left > 0; left -= 1) {
			await pass(1_000, WITHOUT_KUCOIN);
			pauseKucoin(pair);
		}
		expect(heldBy(state(id))).toEqual(both('10'));
		expect(state(id).phase).toBe('running');
		expect(state(rolled)).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO }, taken: [] });
		expect(fixture.okx.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('takes nothing over while the staying leg has no book, and everything once it has one', async () => {
		const { fixture, id, rolled, state, pass } = await unproven();
		await pass(6_000, WITHOUT_BYBIT);
		fixture.okx.setFaults(NO_FAULTS);
		for (let steps = 0; state(rolled).held.short === ZERO && steps < 100; steps += 1)
			await pass(250, WITHOUT_BYBIT);
		await pass(2_000, WITHOUT_BYBIT);
		expect([heldBy(state(id)), heldBy(state(rolled))]).toEqual([both('10'), [ZERO, d('10')]]);
		await pass(10_000);
		expect(state(id).phase).toBe('closed');
		expect(heldBy(state(rolled))).toEqual(both('10'));
	});

	test('takes over at the price of its own fill, if the book of the staying leg stays away', async () => {
		const { fixture, id, rolled, state, pass } = await unproven();
		await pass(6_000, WITHOUT_BYBIT);
		fixture.okx.setFaults(NO_FAULTS);
		await pass(30_000, WITHOUT_BYBIT);
		const fills = state(rolled).orders.flatMap((order) => order.fills);
		expect(state(rolled).taken.map(({ fill }) => fill.price)).toEqual([fills.at(-1)?.price]);
		expect(state(id).held.long).toBe(ZERO);
		expect(heldBy(state(rolled))).toEqual(both('10'));
	});

	test('does not delay a close of the pair after, while it waits for data', async () => {
		const { fixture, id, rolled, state, pass } = await unproven();
		await pass(6_000, WITHOUT_BYBIT);
		fixture.okx.setFaults(NO_FAULTS);
		for (let steps = 0; state(rolled).held.short === ZERO && steps < 100; steps += 1)
			await pass(250, WITHOUT_BYBIT);
		fixture.driver.submit(rolled, {
			kind: 'closeRequested',
			reason: 'closed',
			remaining: ZERO,
			maxSlippageBps: d('10'),
			firm: false,
		});
		await pass(250, WITHOUT_BYBIT);
		expect(state(rolled)).toMatchObject({ phase: 'closed', taken: [] });
		await pass(30_000);
		expect(state(id)).toMatchObject({ phase: 'running' });
		expect(heldBy(state(id))).toEqual(both('10'));
	});

	test('keeps a second roll from starting, even if the first was cancelled', async () => {
		const { fixture, id, rolled, state, pass, roll } = await unproven();
		const canceling = fixture.controls.cancel({ userId: 'user_a', agent: undefined }, rolled, false);
		await pass(2_000);
		expect(mayOpenMore(state(rolled))).toBe(false);
		await expect(roll({ share: d('0.5') })).rejects.toMatchObject({ code: 'NOT_ROLLABLE' });
		fixture.okx.setFaults(NO_FAULTS);
		await pass(60_000);
		await fixture.settled(canceling);
		expect([state(id).phase, state(rolled).phase]).toEqual(['closed', 'running']);
	});
});

describe('a share of a payment', () => {
	test('is dropped by the pair before, if a part of the leg moved before the share arrived', async () => {
		const { fixture, id, state, pass, roll } = await rolledPair();
		const rolled = await roll({ share: d('0.5') });
		let isSent = false;
		fixture.executions.onChange(({ plan }, events) => {
			if (isSent || plan.executionId !== rolled || !events.some(({ type }) => type === 'OrderEnded')) return;
			isSent = true;
			const settledAt = fixture.clock.now() - 60_000;
			const share = { recordId: 'late', symbol: 'SOLUSDT', settledAt, rate: null, quantity: d('10') };
			const payments = [{ ...share, amount: d('1'), asOfMoves: 0 }];
			fixture.driver.submit(id, { kind: 'funding', leg: 'long', payments });
		});
		await pass(10_000);
		expect(isSent).toBe(true);
		expect(state(id).reductions).toHaveLength(1);
		expect(state(id).funding).toEqual([]);
	});
});

describe('the account at the exchange that is left', () => {
	const refused = new Map<string, SelfCheckRefusal>();
	const selfChecks = { refusal: (_user: string, venue: string) => refused.get(venue), hearStream() {} };

	/** Rolls in three slices, and returns once the first one is open at the new exchange. */
	async function rolling(): Promise<Rolling> {
		refused.clear();
		const pair = await rolledPair('400', {}, { risk: { selfChecks } });
		const rolled = await pair.roll();
		for (let steps = 0; steps < 500 && pair.fixture.okx.positionOf('SOLUSDT') === ZERO; steps += 1) {
			pair.fixture.feed('SOL', { venues: ROLL_VENUES });
			await pair.fixture.pass(5);
		}
		return { ...pair, rolled };
	}

	test('keeps the next slice waiting while its self-check is under way', async () => {
		const { rolled, state, pass } = await rolling();
		refused.set('kucoin', { said: 'The self-check at kucoin is under way.', isFinal: false });
		await pass(20_000);
		expect(state(rolled)).toMatchObject({ phase: 'opening', openingEnded: null });
		expect(heldBy(state(rolled))).toEqual(both('3.4'));
		refused.clear();
		await pass(20_000);
		expect(heldBy(state(rolled))).toEqual(both('10'));
	});

	test('ends the roll if the user must act there, and both pairs stay whole', async () => {
		const { id, rolled, state, pass } = await rolling();
		refused.set('kucoin', { said: 'The key at kucoin has expired.', isFinal: true });
		await pass(20_000);
		expect(textOf(state(rolled).openingEnded ?? '')).toBe('The key at kucoin has expired.');
		expect([heldBy(state(id)), heldBy(state(rolled))]).toEqual([both('6.6'), both('3.4')]);
		expect([state(id).phase, state(rolled).phase]).toEqual(['running', 'running']);
	});
});

describe('a contract whose smallest order is larger than its lot', () => {
	const list: RollSetUp['list'] = (market) =>
		market.list({ ...fixtureInstrument('bybit', 'SOL'), quantityMin: fromInteger(2) });

	test('is never shared: a slice that fills in part is reduced again', async () => {
		const pair = await rolledPair('2000', {}, { list });
		const { fixture, id, state, pass, roll } = pair;
		fixture.okx.setFaults({ ...NO_FAULTS, partial: 1 });
		const rolled = await roll();
		await pass(1_000);
		fixture.okx.setFaults(NO_FAULTS);
		await pass(30_000);
		expect(state(rolled).taken).toEqual([]);
		expect(state(rolled).held).toEqual({ long: ZERO, short: ZERO });
		expect(heldBy(state(id))).toEqual(both('10'));
		expect(fixture.okx.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('refuses a roll of a share, with the reason', async () => {
		const { roll } = await rolledPair('2000', {}, { list });
		await expect(roll({ share: d('0.5') })).rejects.toMatchObject({ code: 'POSITION_CONFLICT' });
	});
});

describe('the cap on open amounts', () => {
	test('counts a position that was rolled in parts once', async () => {
		const { id, state, pass, roll } = await rolledPair('2000', {}, { risk: { openAmountMaxUsd: '2010' } });
		for (const [share, rest] of [
			['0.5', '5'],
			['0.5', '2.5'],
		] as const) {
			await roll({ share: d(share) });
			await pass(5_000);
			expect(heldBy(state(id))).toEqual(both(rest));
		}
		const last = await roll();
		await pass(5_000);
		expect(state(id).phase).toBe('closed');
		expect(heldBy(state(last))).toEqual(both('2.5'));
	});
});

describe('the smallest order at the exchange that is left', () => {
	test('belongs to the slices, at the current price', async () => {
		const list: RollSetUp['list'] = (market) =>
			market.list({ ...fixtureInstrument('kucoin', 'SOL'), notionalMin: fromInteger(350) });
		const { fixture, preview } = await rolledPair('600', {}, { list });
		const shown = await preview();
		expect(shown.plan.children).toBe(2);
		expect(shown.checks.filter(({ passed }) => !passed)).toEqual([]);
		// At 60, KuCoin accepts no order below 5.9 coins, and a slice may take 5 from books this thin.
		fixture.feed('SOL', { venues: ROLL_VENUES, mids: [60, 60], size: '20' });
		const fallen = await preview();
		const failed = fallen.checks.filter(({ passed }) => !passed);
		expect(failed.map(({ message }) => textOf(message))).toEqual([
			expect.stringMatching(
				/^A grid is not possible: a slice needs at least 5\.9 coins per leg, but may have at most 5\./,
			),
		]);
	});
});

describe('the reports', () => {
	test('show a handover at the time of its commit, and book its profit then in both executions', async () => {
		const { fixture, id, state, pass, roll } = await rolledPair();
		const rolled = await roll({ share: d('0.5') });
		await pass(5_000);
		const reader = createPerformanceReader({
			samples: createSampleStore(createSqliteDatabase(fixture.database)),
			failingSince: () => undefined,
			journal: fixture.journal,
			ended: fixture.ended,
			forecasts: createForecastStore(createSqliteDatabase(fixture.database)),
			statesOf: (userId) => fixture.executions.statesOf(userId),
			clock: fixture.clock,
		});
		const handedAt = state(rolled).taken[0]?.fill.handedAt;
		expect(handedAt).toBeGreaterThanOrEqual(state(rolled).createdAt);
		for (const executionId of [id, rolled]) {
			const { fills } = await fixture.settled(
				reader.execution({ userId: 'user_a', executionId, range: '24h' }),
			);
			const handed = fills.rows.filter(({ cause }) => cause === 'handover');
			expect(handed.map(({ at, quantity }) => [at, quantity])).toEqual([[handedAt, d('5')]]);
		}
		expect(add(state(id).held.long, state(rolled).held.long)).toBe(d('10'));
		for (const executionId of [id, rolled]) {
			const steps = profitSteps(state(executionId)).filter(({ at }) => at === handedAt);
			expect(steps.map(({ leg }) => leg)).toEqual(['long']);
		}
	});
});
