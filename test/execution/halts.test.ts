/** Kill switches: who may open nothing while which stands, what they close, and that neither a restart nor a full disk ends one. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../src/ports/desk.ts';
import type { HaltTarget } from '../../src/ports/halts.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

const SERVICE: HaltTarget = { scope: 'service' };
const BYBIT: HaltTarget = { scope: 'exchange', venue: 'bybit' };
const ANN: HaltTarget = { scope: 'user', userId: 'user_a' };

function stageWith(coins: readonly string[] = ['SOL']): TradingStage {
	const stage = createTradingStage(20_261_122);
	for (const coin of coins) stage.feed(coin);
	return stage;
}

const halt = (stage: TradingStage, target: HaltTarget, closeAll = false, reason: string | null = null) =>
	stage.switches.halt({ target, reason, closeAll, by: target.scope === 'user' ? 'tok_1' : 'operator' });

async function refusalOf(stage: TradingStage, promise: Promise<unknown>): Promise<CarrywireError> {
	const error = await stage.settled(promise.catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

async function opened(stage: TradingStage, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const { executionId: id } = (await stage.settled(stage.execute(change))) as ExecuteAnswer;
	for (let waited = 0; stage.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await stage.pass(50);
	expect(stage.driver.state(id)?.phase).toBe('running');
	return id;
}

describe('an open', () => {
	test.each([
		['the service', SERVICE, 'on every exchange is halted by the operator'],
		['an exchange of it', BYBIT, 'on bybit is halted by the operator'],
		['its caller', ANN, 'is halted by your halt_trading (tok_1)'],
	])(
		'is refused while %s is halted, with who, why and since when, and nothing is sent',
		async (_what, target, who) => {
			const stage = stageWith();
			await halt(stage, target, false, 'prices look wrong');
			const refused = await refusalOf(stage, stage.execute({}));
			expect(refused.code).toBe('TRADING_HALTED');
			expect(refused.message).toContain(who);
			expect(refused.message).toContain('since 2026-11-21T08:30:00.000Z: prices look wrong.');
			expect(refused.facts).toMatchObject({ scope: target.scope, haltedAt: '2026-11-21T08:30:00.000Z' });
			expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
			expect(await stage.journal.openExecutions()).toEqual([]);
			expect(await stage.switches.resume(target)).toBe(true);
			expect(await stage.switches.resume(target)).toBe(false);
			await opened(stage);
		},
	);

	test('goes through while somebody else, or another exchange, is halted', async () => {
		const stage = stageWith();
		await halt(stage, { scope: 'user', userId: 'user_b' });
		await halt(stage, { scope: 'exchange', venue: 'okx' });
		await opened(stage);
	});

	test('that was under way when the halt came is refused before anything is sent', async () => {
		const stage = stageWith();
		const call = stage.execute({});
		await halt(stage, BYBIT);
		expect((await refusalOf(stage, call)).code).toBe('TRADING_HALTED');
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
	});

	test('of a key that was answered before is answered the same, halted or not', async () => {
		const stage = stageWith();
		const first = await stage.settled(stage.execute({ idempotencyKey: 'k' }));
		await halt(stage, SERVICE);
		expect(await stage.settled(stage.execute({ idempotencyKey: 'k' }))).toEqual(first);
	});
});

describe('a halt', () => {
	test('is shown with its reason, to those whom it covers', async () => {
		const stage = stageWith();
		await halt(stage, ANN, false, 'holiday.');
		const { trading, reason } = stage.desk.tradingState('user_a', 'bybit');
		expect(trading).toBe('halted');
		expect(reason).toMatch(/: holiday\.$/);
		expect(stage.desk.tradingState('user_b', 'bybit')).toEqual({ trading: 'enabled', reason: null });
	});

	test('reduces nothing and keeps nobody from closing', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		expect(await halt(stage, SERVICE)).toMatchObject({ closing: [], canceling: [] });
		await stage.pass(1_000);
		expect(stage.driver.state(id)?.phase).toBe('running');
		const closed = stage.desk.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		expect((await stage.settled(closed)).status).toBe('closed');
	});

	test('stands after a restart', async () => {
		const stage = stageWith();
		await halt(stage, BYBIT, false, 'maintenance');
		stage.restart();
		expect((await refusalOf(stage, stage.execute({}))).message).toContain('maintenance');
	});

	test('that cannot be written stands until the process ends, and is not resumed while that cannot be written', async () => {
		const stage = stageWith();
		stage.breakJournal(true);
		expect((await refusalOf(stage, halt(stage, ANN))).code).toBe('STORE_UNAVAILABLE');
		stage.breakJournal(false);
		expect((await refusalOf(stage, stage.execute({}))).code).toBe('TRADING_HALTED');
		await halt(stage, ANN);
		stage.breakJournal(true);
		expect((await refusalOf(stage, stage.switches.resume(ANN))).code).toBe('STORE_UNAVAILABLE');
		stage.breakJournal(false);
		expect((await refusalOf(stage, stage.execute({}))).code).toBe('TRADING_HALTED');
	});

	test('resumed while it is set again stands', async () => {
		const stage = stageWith();
		await halt(stage, ANN);
		const resumed = stage.switches.resume(ANN);
		await halt(stage, ANN);
		expect(await resumed).toBe(true);
		expect(stage.switches.list()).toHaveLength(1);
	});
});

describe('closing all', () => {
	test('closes what it covers and nothing else', async () => {
		const stage = stageWith(['SOL', 'BTC']);
		const ann = await opened(stage);
		const bob = await opened(stage, { userId: 'user_b', opportunityId: stage.feed('BTC') });
		stage.feed('SOL');
		expect(await halt(stage, ANN, true)).toMatchObject({ closing: [ann], canceling: [] });
		await stage.pass(2_000);
		expect(stage.driver.state(ann)).toMatchObject({ phase: 'closed', reason: 'closed by a kill switch' });
		expect(stage.driver.state(bob)?.phase).toBe('running');
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('takes the rest of an execution that was closing in part, and widens a close that waits inside its guard', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		void stage.desk.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: parseDecimal('0.4'),
		});
		await halt(stage, SERVICE, true);
		await stage.pass(3_000);
		expect(stage.driver.state(id)?.phase).toBe('closed');
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('goes on after a crash, although nobody asks again', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const switched = halt(stage, BYBIT, true);
		stage.restart();
		await switched;
		stage.feed('SOL');
		await stage.pass(3_000);
		expect(stage.driver.state(id)?.phase).toBe('closed');
		expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
	});
});
