/** Somebody closes a pair, or a part of it, at both exchanges by hand: nothing is cut for what is closed there already. */

import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

const PRICE = fromInteger(100);
const PART = parseDecimal('2');

/** A pair that runs, for ten seconds; long on Bybit. */
async function opened(
	seed: number,
): Promise<{ readonly stage: TradingStage; readonly state: () => ExecutionState }> {
	const stage = createTradingStage(seed);
	stage.feed('SOL');
	const { executionId: id } = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
	await stage.passFed(10_000, 'SOL');
	const state = (): ExecutionState => {
		const found = stage.driver.state(id);
		if (found === undefined) throw new Error('The execution is known.');
		return found;
	};
	expect(state()).toMatchObject({ phase: 'running', plan: { legs: { long: { venue: 'bybit' } } } });
	return { stage, state };
}

function closeByHand(stage: TradingStage, quantity: Decimal): void {
	stage.bybit.tradeByHand('SOLUSDT', neg(quantity), PRICE);
	stage.kucoin.tradeByHand('SOLUSDTM', quantity, PRICE);
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('on both exchanges at once, seed %s', (seed) => {
	test('a part: both legs hold what is left, and no order of ours is sent', async () => {
		const { stage, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(stage, PART);
		await stage.passFed(20_000, 'SOL');
		const left = (held.long - PART) as Decimal;
		expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
		expect(state().orders).toHaveLength(orders.length);
		expect(
			state()
				.reductions.map(({ leg, cause }) => `${leg} by ${cause}`)
				.toSorted(),
		).toEqual(['long by hand', 'short by hand']);
	});

	test('all of it: the execution ends, and no order of ours is sent', async () => {
		const { stage, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(stage, held.long);
		await stage.passFed(20_000, 'SOL');
		expect(state()).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(state().orders).toHaveLength(orders.length);
	});

	test('while no service runs: the same when it is back', async () => {
		const { stage, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(stage, PART);
		stage.restart();
		await stage.passFed(20_000, 'SOL');
		const left = (held.long - PART) as Decimal;
		expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
		expect(state().orders).toHaveLength(orders.length);
	});
});

test('on one exchange alone: the other leg is cut within a second of its being found', async () => {
	const { stage, state } = await opened(9);
	const { held, orders } = state();
	stage.bybit.tradeByHand('SOLUSDT', neg(PART), PRICE);
	await stage.passFed(20_000, 'SOL');
	const left = (held.long - PART) as Decimal;
	expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
	const [cut, ...more] = state().orders.slice(orders.length);
	expect([cut?.leg, cut?.reduceOnly, cut?.filledQuantity, more.length]).toEqual(['short', true, PART, 0]);
	const events = await stage.journal.readExecution(state().plan.executionId);
	const found = events.find(({ event }) => event.type === 'LegReduced');
	expect((cut?.intendedAt ?? 0) - (found?.recordedAt ?? 0)).toBeLessThan(1_000);
});
