/**
 * Tests what happens when a user manually closes a pair at both exchanges, fully or in part. The engine must not
 * reduce the legs again because of that trade.
 */

import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, neg, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const PRICE = fromInteger(100);
const PART = parseDecimal('2');

/** Opens a pair, long on Bybit, and lets it run for ten seconds. */
async function opened(
	seed: number,
): Promise<{ readonly fixture: TradingFixture; readonly state: () => ExecutionState }> {
	const fixture = createTradingFixture(seed);
	fixture.feed('SOL');
	const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	await fixture.passFed(10_000, 'SOL');
	const state = (): ExecutionState => {
		const found = fixture.driver.state(id);
		if (found === undefined) throw new Error('The execution is unknown.');
		return found;
	};
	expect(state()).toMatchObject({ phase: 'running', plan: { legs: { long: { venue: 'bybit' } } } });
	return { fixture, state };
}

function closeByHand(fixture: TradingFixture, quantity: Decimal): void {
	fixture.bybit.tradeByHand('SOLUSDT', neg(quantity), PRICE);
	fixture.kucoin.tradeByHand('SOLUSDTM', quantity, PRICE);
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('on both exchanges at once, seed %s', (seed) => {
	test('a part: both legs hold the rest, and we send no order', async () => {
		const { fixture, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(fixture, PART);
		await fixture.passFed(20_000, 'SOL');
		const left = (held.long - PART) as Decimal;
		expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
		expect(state().orders).toHaveLength(orders.length);
		expect(
			state()
				.reductions.map(({ leg, cause }) => `${leg} ${cause}`)
				.toSorted(),
		).toEqual(['long hand', 'short hand']);
	});

	test('the whole pair: the execution ends, and we send no order', async () => {
		const { fixture, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(fixture, held.long);
		await fixture.passFed(20_000, 'SOL');
		expect(state()).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(state().orders).toHaveLength(orders.length);
	});

	test('while the service is down: the result after its restart is the same', async () => {
		const { fixture, state } = await opened(seed);
		const { held, orders } = state();
		closeByHand(fixture, PART);
		fixture.restart();
		await fixture.passFed(20_000, 'SOL');
		const left = (held.long - PART) as Decimal;
		expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
		expect(state().orders).toHaveLength(orders.length);
	});
});

test('on one exchange only: the other leg is reduced within a second of the detection', async () => {
	const { fixture, state } = await opened(9);
	const { held, orders } = state();
	fixture.bybit.tradeByHand('SOLUSDT', neg(PART), PRICE);
	await fixture.passFed(20_000, 'SOL');
	const left = (held.long - PART) as Decimal;
	expect(state()).toMatchObject({ phase: 'running', held: { long: left, short: left } });
	const [cut, ...more] = state().orders.slice(orders.length);
	expect([cut?.leg, cut?.reduceOnly, cut?.filledQuantity, more.length]).toEqual(['short', true, PART, 0]);
	const events = await fixture.journal.readExecution(state().plan.executionId);
	const found = events.find(({ event }) => event.type === 'LegReduced');
	expect((cut?.intendedAt ?? 0) - (found?.recordedAt ?? 0)).toBeLessThan(1_000);
});
