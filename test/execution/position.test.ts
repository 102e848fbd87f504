/** Tests that each account has one position per instrument: which executions may share it, and what prevents that. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { ExecuteAnswer, ExecuteRequest } from '../../src/ports/order-service.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

function fixtureWith(): TradingFixture {
	const fixture = createTradingFixture(20_261_123);
	fixture.feed('SOL');
	return fixture;
}

async function refusalOf(fixture: TradingFixture, promise: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await fixture.settled(Promise.allSettled([promise]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Opens an execution and lets both legs fill. */
async function opened(
	fixture: TradingFixture,
	change: Partial<ExecuteRequest> = {},
): Promise<{ readonly id: string }> {
	const { executionId: id } = (await fixture.settled(fixture.execute(change))) as ExecuteAnswer;
	for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	expect(fixture.driver.state(id)?.phase).toBe('running');
	return { id };
}

const outcomes = (results: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
	results.map((result) =>
		result.status === 'fulfilled' ? 'opened' : String((result.reason as CarrywireError).code),
	);

describe('one position per account and instrument', () => {
	test('is shared by executions on the same side: each opens and closes its own part', async () => {
		const fixture = fixtureWith();
		const first = await opened(fixture);
		const second = await opened(fixture, { amount: fromInteger(2_000) });
		const held = () => [
			formatDecimal(fixture.bybit.positionOf('SOLUSDT')),
			formatDecimal(fixture.kucoin.positionOf('SOLUSDTM')),
		];
		expect(held()).toEqual(['15', '-15']);
		for (const [{ id }, left] of [
			[first, ['10', '-10']],
			[second, ['0', '0']],
		] as const) {
			fixture.feed('SOL');
			const closing = fixture.orderService.close({
				userId: 'user_a',
				agent: undefined,
				executionId: id,
				maxSlippageBps: undefined,
				share: fromInteger(1),
			});
			expect((await fixture.settled(closing)).status).toBe('closed');
			expect(held()).toEqual(left);
		}
	});

	test('cannot be shared at another leverage: the refusal names the execution', async () => {
		const fixture = fixtureWith();
		const { id } = await opened(fixture);
		const refused = await refusalOf(fixture, fixture.execute({ leverage: fromInteger(2) }));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: { check: 'position_long', executionId: id, leverage: fromInteger(1), exchange: 'bybit' },
		});
		expect(refused.message).toMatch(/held at leverage 1 by execution .*; you requested 2/);
		expect(fixture.bybit.sentCount()).toBe(1);
	});

	test('cannot be used for the other side: the refusal names the execution', async () => {
		const fixture = fixtureWith();
		const { id } = await opened(fixture);
		// The pair reverses, so the long leg would now be the short one.
		fixture.feed('SOL', { rates: ['0.0009', '0.0001'] });
		const turned = opportunityId(fixture.instrument('kucoin', 'SOL'), fixture.instrument('bybit', 'SOL'));
		const refused = await refusalOf(fixture, fixture.execute({ opportunityId: turned }));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: { executionId: id, side: 'short', exchange: 'kucoin', symbol: 'SOLUSDTM' },
		});
	});

	test.each([
		['more than the executions explain', '5.1', '0.1'],
		['less', '4', '-1'],
		['no position at all', '0', '-5'],
		['a position on the other side', '-5', '-10'],
	])('cannot be used while the account holds %s', async (_what, held, unmanaged) => {
		const fixture = fixtureWith();
		await opened(fixture);
		fixture.bybit.placeByHand('SOLUSDT', parseDecimal(held));
		const refused = await refusalOf(fixture, fixture.execute({}));
		expect(refused).toMatchObject({
			code: 'POSITION_CONFLICT',
			facts: {
				held: parseDecimal(held),
				managed: fromInteger(5),
				unmanaged: parseDecimal(unmanaged),
				symbol: 'SOLUSDT',
			},
		});
		expect(fixture.bybit.sentCount()).toBe(1);
	});

	test('can be used while our order is in flight, whether the venue counts it already or not', async () => {
		const fixture = fixtureWith();
		const first = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		expect(fixture.driver.state(first.executionId)?.phase).not.toBe('running');
		await fixture.settled(fixture.execute({}));
		await fixture.pass(1_000);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(fromInteger(10));
	});

	test.each([
		['is shared by two calls at the same instant', '1', ['opened', 'opened'], '10'],
		['cannot be shared by two calls at different leverages', '2', ['POSITION_CONFLICT', 'opened'], undefined],
	] as const)('%s', async (_what, leverage, expected, held) => {
		const fixture = fixtureWith();
		const calls = [fixture.execute({}), fixture.execute({ leverage: parseDecimal(leverage) })];
		const results = outcomes(await fixture.settled(Promise.allSettled(calls)));
		expect([...results].sort()).toEqual(expected);
		await fixture.pass(1_000);
		const won = results[0] === 'opened' ? '5' : '10';
		expect(formatDecimal(fixture.bybit.positionOf('SOLUSDT'))).toBe(held ?? won);
	});
});
