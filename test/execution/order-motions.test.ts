/** Tests when the recorder learns that orders of an execution are in motion. */
import { expect, test } from 'vitest';
import { orderMotionsOf } from '../../src/app/order-motions.ts';
import { fromInteger } from '../../src/domain/decimal.ts';
import { isInFlight } from '../../src/domain/execution.ts';
import type { OrderMotion } from '../../src/ports/order-motions.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

/** Follows the motions, and checks at each change that an execution with an order in flight is in motion. */
function followed(fixture: TradingFixture) {
	const motions: OrderMotion[] = [];
	orderMotionsOf(fixture.executions).onMotion((motion) => motions.push(motion));
	const isMoving = () => motions.at(-1)?.isMoving;
	let inFlight = 0;
	fixture.executions.onChange((state) => {
		const moves = state.orders.some(isInFlight);
		inFlight += moves ? 1 : 0;
		if (moves) expect(isMoving()).toBe(true);
	});
	return { motions, isMoving, inFlight: () => inFlight };
}

async function opened(fixture: TradingFixture): Promise<string> {
	fixture.feed('SOL');
	const { executionId } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
	for (let waited = 0; fixture.driver.state(executionId)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	return executionId;
}

test('both legs are in motion from before the first order until the last is final, and again while closing', async () => {
	const fixture = createTradingFixture(20_261_128);
	const { motions, isMoving, inFlight } = followed(fixture);
	const executionId = await opened(fixture);
	const instruments = [fixture.instrument('bybit', 'SOL'), fixture.instrument('kucoin', 'SOL')].map(
		({ venue, symbol }) => ({ venue, symbol }),
	);
	expect(motions[0]).toEqual({ executionId, instruments, isMoving: true });
	expect(isMoving()).toBe(false);
	expect(inFlight()).toBeGreaterThan(0);
	const before = motions.length;
	await fixture.settled(
		fixture.orderService.close({
			...{ userId: 'user_a', agent: undefined, executionId },
			...{ maxSlippageBps: undefined, share: fromInteger(1) },
		}),
	);
	await fixture.pass(5_000);
	expect(fixture.told.get(executionId)?.phase).toBe('closed');
	expect(motions.slice(before).map((motion) => motion.isMoving)).toEqual([true, false]);
});

test('stops reporting on request', async () => {
	const fixture = createTradingFixture(1);
	const motions: OrderMotion[] = [];
	orderMotionsOf(fixture.executions).onMotion((motion) => motions.push(motion))();
	fixture.feed('SOL');
	await fixture.settled(fixture.execute({}));
	expect(motions).toEqual([]);
});
