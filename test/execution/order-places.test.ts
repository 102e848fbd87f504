/** Tests an exchange's order rate limit: which orders wait for capacity, and which never wait. */

import { describe, expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { OrderUrgency } from '../../src/ports/venue.ts';
import { dialectOf } from '../../src/venues/modules.ts';
import { createPermits } from '../../src/venues/shared/permits.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { type EngineBench, engineBench } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const WAIT_MS = 700;

function started(waits: (urgency: OrderUrgency) => number): EngineBench {
	const plan = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
	const bench = engineBench(plan);
	bench.around.orderWaitMs = waits;
	bench.apply({ kind: 'start' });
	return bench;
}

const never = (): number => 0;
const always = (): number => WAIT_MS;

describe('while both legs are equal', () => {
	test('an opening sends both orders once both exchanges have capacity', () => {
		const bench = started(always);
		expect(bench.sent()).toEqual([]);
		expect(bench.wakeMs()).toBe(WAIT_MS);
		bench.around.orderWaitMs = never;
		bench.apply({ kind: 'tick' });
		expect(bench.sent().map(({ leg }) => leg)).toEqual(['long', 'short']);
	});

	test('a close sends both orders once both exchanges have capacity', () => {
		const bench = started(never);
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		bench.around.orderWaitMs = (urgency) => (urgency === 'closes' ? WAIT_MS : 0);
		const guard = { maxSlippageBps: fromInteger(50), firm: false };
		bench.apply({ kind: 'closeRequested', reason: 'asked', remaining: parseDecimal('0'), ...guard });
		expect(bench.sent()).toEqual([]);
		expect(bench.wakeMs()).toBe(WAIT_MS);
		bench.around.orderWaitMs = never;
		bench.apply({ kind: 'tick' });
		expect(bench.sent().map(({ leg }) => leg)).toEqual(['long', 'short']);
	});
});

test('an unhedged leg is completed, and then unwound, whatever the order capacity', () => {
	const bench = started(never);
	const [long, short] = bench.sent();
	if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
	bench.around.orderWaitMs = always;
	bench.refuse(short, true);
	bench.report(long, '12', 'filled');
	bench.now += 400;
	bench.apply({ kind: 'tick' });
	expect(bench.sent()).toMatchObject([{ leg: 'short', purpose: 'complete' }]);
	const [hedge] = bench.sent();
	if (hedge === undefined) throw new Error('A hedge order was expected.');
	bench.refuse(hedge, false);
	expect(bench.sent()).toMatchObject([{ leg: 'long', reduceOnly: true }]);
});

const COINS = ['SOL', 'ETH', 'XRP', 'ADA', 'DOT', 'LTC', 'AVAX', 'LINK', 'ATOM', 'NEAR', 'UNI', 'APT'];

/** Applies Bybit's limit to both accounts, so that at most six opening orders are sent at once. */
function limited(fixture: TradingFixture): void {
	for (const venue of [fixture.bybit, fixture.kucoin]) {
		const { clock } = fixture;
		const places = createPermits({
			dialect: dialectOf('bybit'),
			clock,
			sharedAddress: createSharedAddress(clock),
		});
		const kept = new Set<string>();
		const { placeOrder } = venue;
		Object.assign(venue, {
			orderInMs: places.orderInMs,
			keepOrderPlace(symbol: string, urgency: OrderUrgency, clientOrderId: string) {
				places.takeOrder(symbol, urgency);
				kept.add(clientOrderId);
			},
			placeOrder(...[order]: Parameters<typeof placeOrder>) {
				if (!kept.delete(order.clientOrderId)) places.takeOrder(order.symbol, 'repairs');
				return placeOrder(order);
			},
		});
	}
}

test('twelve executions open and close at once over a limit of six without a refused order or an unhedged leg', async () => {
	const fixture = createTradingFixture(5, { executionsOpenMax: 50, openAmountMaxUsd: '1000000' });
	limited(fixture);
	const calls = COINS.map((coin) => fixture.execute({ opportunityId: fixture.feed(coin) }));
	const answers = (await fixture.settled(Promise.all(calls))) as readonly ExecuteAnswer[];
	await fixture.pass(1_500);
	for (const coin of COINS) fixture.feed(coin);
	await fixture.pass(5_000);
	const states = () => answers.map(({ executionId: execution_id }) => fixture.driver.state(execution_id));
	expect(states().map((state) => state?.phase)).toEqual(COINS.map(() => 'running'));
	for (const coin of COINS) fixture.feed(coin);
	for (const { executionId: execution_id } of answers)
		fixture.driver.submit(execution_id, {
			kind: 'closeRequested',
			reason: 'asked',
			remaining: parseDecimal('0'),
			maxSlippageBps: fromInteger(50),
			firm: false,
		});
	await fixture.pass(10_000);
	expect(states().map((state) => state?.phase)).toEqual(COINS.map(() => 'closed'));
	const journals = answers.map(({ executionId }) => fixture.journal.readExecution(executionId));
	const events = (await Promise.all(journals)).flat().map(({ event }) => event.type);
	expect(events.filter((type) => type === 'OrderRejected' || type === 'UnwindStarted')).toEqual([]);
	expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
});
