/**
 * Tests kill switches: the openings that they block, and the positions that they close. Neither a restart nor a full
 * disk ends a halt.
 */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { HaltTarget } from '../../src/ports/halts.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const SERVICE: HaltTarget = { scope: 'service' };
const BYBIT: HaltTarget = { scope: 'exchange', venue: 'bybit' };
const ANN: HaltTarget = { scope: 'user', userId: 'user_a' };

function fixtureWith(coins: readonly string[] = ['SOL']): TradingFixture {
	const fixture = createTradingFixture(20_261_122);
	for (const coin of coins) fixture.feed(coin);
	return fixture;
}

const halt = (fixture: TradingFixture, target: HaltTarget, closeAll = false, reason: string | null = null) =>
	fixture.switches.halt({ target, reason, closeAll, by: target.scope === 'user' ? 'tok_1' : 'operator' });

async function refusalOf(fixture: TradingFixture, promise: Promise<unknown>): Promise<CarrywireError> {
	const error = await fixture.settled(promise.catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

async function opened(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const { executionId: id } = (await fixture.settled(fixture.execute(change))) as ExecuteAnswer;
	for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	expect(fixture.driver.state(id)?.phase).toBe('running');
	return id;
}

describe('an open', () => {
	test.each([
		['the service', SERVICE, 'on every exchange was halted by the operator'],
		['one of its exchanges', BYBIT, 'on Bybit was halted by the operator'],
		['its caller', ANN, 'was halted by your halt_trading (tok_1)'],
	])(
		'is refused while %s is halted, with the author, the reason and the time, and no order is sent',
		async (_what, target, who) => {
			const fixture = fixtureWith();
			await halt(fixture, target, false, 'prices look wrong');
			const refused = await refusalOf(fixture, fixture.execute({}));
			expect(refused.code).toBe('TRADING_HALTED');
			expect(refused.message).toContain(who);
			expect(refused.message).toContain('on 21 Nov, 08:30 UTC. Reason: prices look wrong.');
			expect(refused.facts).toMatchObject({ scope: target.scope, haltedAt: '2026-11-21T08:30:00.000Z' });
			expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
			expect(await fixture.journal.openExecutions()).toEqual([]);
			expect(await fixture.switches.resume(target)).toBe(true);
			expect(await fixture.switches.resume(target)).toBe(false);
			await opened(fixture);
		},
	);

	test('succeeds while another user or another exchange is halted', async () => {
		const fixture = fixtureWith();
		await halt(fixture, { scope: 'user', userId: 'user_b' });
		await halt(fixture, { scope: 'exchange', venue: 'okx' });
		await opened(fixture);
	});

	test('under way when the halt comes is refused before any order is sent', async () => {
		const fixture = fixtureWith();
		const call = fixture.execute({});
		await halt(fixture, BYBIT);
		expect((await refusalOf(fixture, call)).code).toBe('TRADING_HALTED');
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
	});

	test('with an answered key gets the same answer, halted or not', async () => {
		const fixture = fixtureWith();
		const first = await fixture.settled(fixture.execute({ idempotencyKey: 'k' }));
		await halt(fixture, SERVICE);
		expect(await fixture.settled(fixture.execute({ idempotencyKey: 'k' }))).toEqual(first);
	});
});

describe('a halt', () => {
	test('is shown with its reason to the users whom it covers', async () => {
		const fixture = fixtureWith();
		await halt(fixture, ANN, false, 'holiday.');
		const { trading, reason } = fixture.orderService.tradingState('user_a', 'bybit');
		expect(trading).toBe('halted');
		expect(reason && textOf(reason)).toMatch(/: holiday\.$/);
		expect(fixture.orderService.tradingState('user_b', 'bybit')).toEqual({
			trading: 'enabled',
			reason: null,
		});
	});

	test('reduces no position and blocks no close', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		expect(await halt(fixture, SERVICE)).toMatchObject({ closing: [], canceling: [] });
		await fixture.pass(1_000);
		expect(fixture.driver.state(id)?.phase).toBe('running');
		const closed = fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		expect((await fixture.settled(closed)).status).toBe('closed');
	});

	test('persists across a restart', async () => {
		const fixture = fixtureWith();
		await halt(fixture, BYBIT, false, 'maintenance');
		fixture.restart();
		expect((await refusalOf(fixture, fixture.execute({}))).message).toContain('maintenance');
	});

	test('that cannot be written applies until the process ends, and is not released while the release cannot be written', async () => {
		const fixture = fixtureWith();
		fixture.breakJournal(true);
		expect((await refusalOf(fixture, halt(fixture, ANN))).code).toBe('STORE_UNAVAILABLE');
		fixture.breakJournal(false);
		expect((await refusalOf(fixture, fixture.execute({}))).code).toBe('TRADING_HALTED');
		await halt(fixture, ANN);
		fixture.breakJournal(true);
		expect((await refusalOf(fixture, fixture.switches.resume(ANN))).code).toBe('STORE_UNAVAILABLE');
		fixture.breakJournal(false);
		expect((await refusalOf(fixture, fixture.execute({}))).code).toBe('TRADING_HALTED');
	});

	test('set again during its release remains set', async () => {
		const fixture = fixtureWith();
		await halt(fixture, ANN);
		const resumed = fixture.switches.resume(ANN);
		await halt(fixture, ANN);
		expect(await resumed).toBe(true);
		expect(fixture.switches.list()).toHaveLength(1);
	});
});

describe('closing all', () => {
	test('closes only the executions that it covers', async () => {
		const fixture = fixtureWith(['SOL', 'BTC']);
		const ann = await opened(fixture);
		const bob = await opened(fixture, { userId: 'user_b', opportunityId: fixture.feed('BTC') });
		fixture.feed('SOL');
		expect(await halt(fixture, ANN, true)).toMatchObject({ closing: [ann], canceling: [] });
		await fixture.pass(2_000);
		expect(fixture.driver.state(ann)).toMatchObject({ phase: 'closed', reason: 'closed by a kill switch' });
		expect(fixture.driver.state(bob)?.phase).toBe('running');
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('closes the rest of an execution under a partial close, and widens a close that waits inside its guard', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		void fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: parseDecimal('0.4'),
		});
		await halt(fixture, SERVICE, true);
		await fixture.pass(3_000);
		expect(fixture.driver.state(id)?.phase).toBe('closed');
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('continues after a crash without another call', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const switched = halt(fixture, BYBIT, true);
		fixture.restart();
		await switched;
		fixture.feed('SOL');
		await fixture.pass(3_000);
		expect(fixture.driver.state(id)?.phase).toBe('closed');
		expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
	});
});
