/** One position per account and instrument: who may share it, and what is in the way. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../src/ports/desk.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

function stageWith(): TradingStage {
	const stage = createTradingStage(20_261_123);
	stage.feed('SOL');
	return stage;
}

async function refusalOf(stage: TradingStage, promise: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await stage.settled(Promise.allSettled([promise]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Opens and lets both legs fill. */
async function opened(
	stage: TradingStage,
	change: Partial<ExecuteRequest> = {},
): Promise<{ readonly id: string }> {
	const { executionId: id } = (await stage.settled(stage.execute(change))) as ExecuteAnswer;
	for (let waited = 0; stage.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await stage.pass(50);
	expect(stage.driver.state(id)?.phase).toBe('running');
	return { id };
}

const outcomes = (results: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
	results.map((result) =>
		result.status === 'fulfilled' ? 'opened' : String((result.reason as CarrywireError).code),
	);

describe('one position per account and instrument', () => {
	test('is shared by executions on the same side: each opens and closes its own', async () => {
		const stage = stageWith();
		const first = await opened(stage);
		const second = await opened(stage, { amount: fromInteger(2_000) });
		const held = () => [
			formatDecimal(stage.bybit.positionOf('SOLUSDT')),
			formatDecimal(stage.kucoin.positionOf('SOLUSDTM')),
		];
		expect(held()).toEqual(['15', '-15']);
		for (const [{ id }, left] of [
			[first, ['10', '-10']],
			[second, ['0', '0']],
		] as const) {
			stage.feed('SOL');
			const closing = stage.desk.close({
				userId: 'user_a',
				agent: undefined,
				executionId: id,
				maxSlippageBps: undefined,
				share: fromInteger(1),
			});
			expect((await stage.settled(closing)).status).toBe('closed');
			expect(held()).toEqual(left);
		}
	});

	test('is not taken with another leverage: the execution is named', async () => {
		const stage = stageWith();
		const { id } = await opened(stage);
		const refused = await refusalOf(stage, stage.execute({ leverage: fromInteger(2) }));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: { check: 'position_long', executionId: id, leverage: fromInteger(1), exchange: 'bybit' },
		});
		expect(refused.message).toMatch(/held at leverage 1 by execution .*; leverage was 2/);
		expect(stage.bybit.sentCount()).toBe(1);
	});

	test('is not taken on the other side: the execution is named', async () => {
		const stage = stageWith();
		const { id } = await opened(stage);
		// The pair turns: what was long would now be short.
		stage.feed('SOL', { rates: ['0.0009', '0.0001'] });
		const turned = opportunityId(stage.instrument('kucoin', 'SOL'), stage.instrument('bybit', 'SOL'));
		const refused = await refusalOf(stage, stage.execute({ opportunityId: turned }));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: { executionId: id, side: 'short', exchange: 'kucoin', symbol: 'SOLUSDTM' },
		});
	});

	test.each([
		['more than the executions explain', '5.1', '0.1'],
		['less', '4', '-1'],
		['nothing at all', '0', '-5'],
		['the other side', '-5', '-10'],
	])('is not taken while the account holds %s', async (_what, held, unmanaged) => {
		const stage = stageWith();
		await opened(stage);
		stage.bybit.placeByHand('SOLUSDT', parseDecimal(held));
		const refused = await refusalOf(stage, stage.execute({}));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: {
				held: parseDecimal(held),
				managed: fromInteger(5),
				unmanaged: parseDecimal(unmanaged),
				symbol: 'SOLUSDT',
			},
		});
		expect(stage.bybit.sentCount()).toBe(1);
	});

	test('is taken while an order of ours is on its way, whether the venue counts it already or not', async () => {
		const stage = stageWith();
		const first = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		expect(stage.driver.state(first.executionId)?.phase).not.toBe('running');
		await stage.settled(stage.execute({}));
		await stage.pass(1_000);
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(fromInteger(10));
	});

	test.each([
		['is shared by two calls at the same instant', '1', ['opened', 'opened'], '10'],
		['is not shared by two calls at different leverages', '2', ['POSITION_CONFLICT', 'opened'], undefined],
	] as const)('%s', async (_what, leverage, expected, held) => {
		const stage = stageWith();
		const calls = [stage.execute({}), stage.execute({ leverage: parseDecimal(leverage) })];
		const results = outcomes(await stage.settled(Promise.allSettled(calls)));
		expect([...results].sort()).toEqual(expected);
		await stage.pass(1_000);
		const won = results[0] === 'opened' ? '5' : '10';
		expect(formatDecimal(stage.bybit.positionOf('SOLUSDT'))).toBe(held ?? won);
	});
});
