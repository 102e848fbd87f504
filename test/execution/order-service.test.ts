/** Tests the responses and refusals of the order service. A refusal changes neither the journal nor a venue. */
import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	neg,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { snakeName } from '../../src/domain/snake-case.ts';
import type {
	CloseAnswer,
	ExecuteAnswer,
	ExecuteRequest,
	ExitRules,
	PreviewAnswer,
} from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

function fixtureWith(coins: readonly string[] = ['SOL'], risk: RiskChange = {}): TradingFixture {
	const fixture = createTradingFixture(20_261_121, risk);
	for (const coin of coins) fixture.feed(coin);
	return fixture;
}

async function refusalOf(fixture: TradingFixture, promise: Promise<unknown>): Promise<CarrywireError> {
	try {
		await fixture.settled(promise);
	} catch (error) {
		return error as CarrywireError;
	}
	throw new Error('The call was not refused.');
}

/** Opens an execution and lets both legs fill. */
async function opened(
	fixture: TradingFixture,
	change: Partial<ExecuteRequest> = {},
): Promise<{ readonly id: string; readonly state: () => ExecutionState }> {
	const { executionId: id } = (await fixture.settled(fixture.execute(change))) as ExecuteAnswer;
	const state = (): ExecutionState => {
		const known = fixture.driver.state(id);
		if (known === undefined) throw new Error('The execution is not in memory.');
		return known;
	};
	for (let waited = 0; state().phase !== 'running' && waited < 100; waited += 1) await fixture.pass(50);
	expect(state().phase).toBe('running');
	return { id, state };
}

function closing(fixture: TradingFixture, id: string, share = '1', userId = 'user_a'): Promise<CloseAnswer> {
	return fixture.orderService.close({
		userId,
		agent: undefined,
		executionId: id,
		maxSlippageBps: undefined,
		share: parseDecimal(share),
	});
}

async function expectUntouched(fixture: TradingFixture): Promise<void> {
	expect(await fixture.journal.openExecutions()).toEqual([]);
	expect(await fixture.journal.countUserExecutions('user_a', true)).toBe(0);
	expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
}

const outcomes = (results: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
	results.map((result) =>
		result.status === 'fulfilled' ? 'opened' : String((result.reason as CarrywireError).code),
	);

describe('an open', () => {
	test('journals before it sends both legs, and runs with the requested amount', async () => {
		const fixture = fixtureWith();
		const { state } = await opened(fixture);
		// 1,000 USD across both legs at a price of 100 buys 5 coins per leg.
		expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
		expect(fixture.kucoin.positionOf('SOLUSDTM')).toBe(fromInteger(-5));
		expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
		expect(fixture.orderService.openExecutions('user_a', 'bybit-kucoin')).toHaveLength(1);
		expect(fixture.orderService.openExecutions('user_b', 'bybit-kucoin')).toEqual([]);
		expect(fixture.orderService.openExecutions('user_a', 'bybit-kucoin', 'SOL')).toHaveLength(1);
		expect(fixture.orderService.openExecutions('user_a', 'bybit-kucoin', 'BTC')).toEqual([]);
	});

	test.each([
		['for a temporary cause retries and completes the leg', 1, 'running', '5'],
		['of the order itself unwinds the other leg', 0, 'closed', '0'],
	] as const)('after a refusal %s', async (_what, passing, phase, held) => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1, passing });
		const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		await fixture.pass(200);
		fixture.kucoin.setFaults(NO_FAULTS);
		await fixture.pass(1_000);
		expect(fixture.driver.state(id)?.phase).toBe(phase);
		expect(formatDecimal(fixture.bybit.positionOf('SOLUSDT'))).toBe(held);
	});

	test('lists in its warnings what it cannot guarantee', async () => {
		const fixture = fixtureWith();
		const answer = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		expect(answer).toMatchObject({ success: true, status: 'queued', mode: 'single-direct' });
		expect(answer.warnings.map(({ code }) => code)).toEqual(['VERDICT_UNKNOWN']);
	});
});

describe('an idempotency key', () => {
	test('gives the same call the same answer: later, at the same instant, and after a restart', async () => {
		const fixture = fixtureWith();
		const both = await fixture.settled(
			Promise.all([fixture.execute({ idempotencyKey: 'k' }), fixture.execute({ idempotencyKey: 'k' })]),
		);
		expect(both[1]).toEqual(both[0]);
		await fixture.pass(1_000);
		expect(await fixture.settled(fixture.execute({ idempotencyKey: 'k' }))).toEqual(both[0]);
		fixture.restart();
		expect(await fixture.settled(fixture.execute({ idempotencyKey: 'k' }))).toEqual(both[0]);
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([1, 1]);
	});

	test('is refused with other params, during the call and afterwards, and belongs to its user', async () => {
		const fixture = fixtureWith(['SOL', 'BTC']);
		const first = fixture.execute({ idempotencyKey: 'k' });
		const conflict = await refusalOf(
			fixture,
			fixture.execute({ idempotencyKey: 'k', amount: fromInteger(2_000) }),
		);
		expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
		await fixture.settled(first);
		const late = await refusalOf(fixture, fixture.execute({ idempotencyKey: 'k', leverage: fromInteger(2) }));
		expect([late.code, late.field]).toEqual(['IDEMPOTENCY_CONFLICT', 'idempotency_key']);
		const other = await fixture.settled(
			fixture.execute({ idempotencyKey: 'k', userId: 'user_b', opportunityId: fixture.feed('BTC') }),
		);
		expect((other as ExecuteAnswer).executionId).not.toBe(((await first) as ExecuteAnswer).executionId);
	});

	test('can be reused after a refusal', async () => {
		const fixture = fixtureWith();
		fixture.bybit.setAvailable(ZERO);
		const refused = await refusalOf(fixture, fixture.execute({ idempotencyKey: 'k' }));
		expect(refused.code).toBe('INSUFFICIENT_MARGIN');
		fixture.bybit.setAvailable(fromInteger(10_000));
		await opened(fixture, { idempotencyKey: 'k' });
	});
});

describe('calls at the same instant', () => {
	const FIVE = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA'];
	test.each([
		['open amount', { openAmountMaxUsd: '2500' }, undefined, 'RISK_LIMIT', 2],
		['number of executions', { executionsOpenMax: 3 }, undefined, 'RISK_LIMIT', 3],
		// A 500 USD leg needs about 511 USD of margin, so 1,600 USD is enough for three.
		['margin', {}, '1600', 'INSUFFICIENT_MARGIN', 3],
	] as const)('together do not exceed the limit of %s', async (_limit, risk, available, code, passing) => {
		const fixture = fixtureWith(FIVE, risk);
		if (available !== undefined) fixture.kucoin.setAvailable(parseDecimal(available));
		const calls = FIVE.map((coin) => fixture.execute({ opportunityId: fixture.feed(coin) }));
		const results = outcomes(await fixture.settled(Promise.allSettled(calls)));
		expect(results.filter((result) => result === 'opened')).toHaveLength(passing);
		expect(results.filter((result) => result === code)).toHaveLength(5 - passing);
		expect(await fixture.journal.openExecutions()).toHaveLength(passing);
	});

	test('do not count against each other when two users make them', async () => {
		const fixture = fixtureWith(['SOL', 'BTC'], { executionsOpenMax: 1 });
		const results = await fixture.settled(
			Promise.allSettled([
				fixture.execute({}),
				fixture.execute({ userId: 'user_b', opportunityId: fixture.feed('BTC') }),
			]),
		);
		expect(outcomes(results)).toEqual(['opened', 'opened']);
	});
});

describe('a refusal carries its code and changes nothing', () => {
	const cases: readonly (readonly [
		string,
		string,
		Partial<ExecuteRequest>,
		(fixture: TradingFixture) => void | Promise<void>,
	])[] = [
		['an amount above the limit', 'RISK_LIMIT', { amount: fromInteger(60_000) }, () => {}],
		['a leverage above the limit', 'RISK_LIMIT', { leverage: fromInteger(6) }, () => {}],
		[
			'a quantity above the venue’s maximum',
			'RISK_LIMIT',
			{},
			(fixture) => {
				const leg = { ...fixture.instrument('bybit', 'SOL'), quantityMax: fromInteger(4) };
				const { ticker, book } = fixture.market.get('bybit', 'SOLUSDT') ?? {};
				const at = fixture.clock.now();
				fixture.market.list(leg);
				fixture.market.put(leg, { ticker, book, tickerReceivedAt: at, bookReceivedAt: at });
			},
		],
		[
			'a position that is not ours',
			'POSITION_CONFLICT',
			{},
			(fixture) => fixture.bybit.placeByHand('SOLUSDT', parseDecimal('0.1')),
		],
		[
			'an account that is not connected',
			'EXCHANGE_NOT_CONNECTED',
			{},
			(fixture) => fixture.connected.delete('kucoin'),
		],
		[
			'a venue without fresh data',
			'PAIR_INACTIVE',
			{},
			(fixture) => fixture.market.setStatus('kucoin', { state: 'stale', reason: 'no answer' }),
		],
		[
			'a leverage that the venue refuses',
			'LEVERAGE_REFUSED',
			{},
			(fixture) => fixture.kucoin.refuseLeverage('risk tier'),
		],
		[
			'prices of two different coins',
			'OPPORTUNITY_GUARDED',
			{},
			(fixture) => {
				const leg = fixture.instrument('kucoin', 'SOL');
				const ticker = fixture.market.get('kucoin', leg.symbol)?.ticker;
				if (ticker !== undefined)
					fixture.market.put(leg, { ticker: { ...ticker, index: fromInteger(130), mark: fromInteger(130) } });
			},
		],
		['an opportunity that never existed', 'UNKNOWN_OPPORTUNITY', { opportunityId: 'opp_0' }, () => {}],
		[
			'an opportunity that has disappeared',
			'OPPORTUNITY_EXPIRED',
			{},
			(fixture) => {
				expect(fixture.scanner.pairs()).toMatchObject([{ opportunities: 1 }]);
				fixture.market.delist(fixture.instrument('kucoin', 'SOL'));
			},
		],
		[
			'a grid whose children would be too small',
			'MODE_NOT_AVAILABLE',
			{ mode: 'grid', amount: fromInteger(60) },
			(fixture) => void fixture.feed('SOL', { size: '0.3' }),
		],
		['a verdict that is not trade', 'NO_TRADE', { onlyIfTrade: true }, () => {}],
		['an unknown net APR', 'EDGE_GONE', { minNetApr: ZERO }, () => {}],
		['a halt', 'TRADING_HALTED', {}, (fixture) => fixture.orderService.halt('The service is going down.')],
		[
			'a journal that cannot be written',
			'STORE_UNAVAILABLE',
			{},
			async (fixture) => {
				// The accounts' baselines are journaled before the first opening.
				await fixture.settled(fixture.execute({ preview: true }));
				fixture.breakJournal(true);
			},
		],
		['an unknown preview', 'UNKNOWN_PREVIEW', { previewId: 'preview_0' }, () => {}],
	];

	test.each(cases)('%s: %s', async (_what, code, change, arrange) => {
		const fixture = fixtureWith();
		await arrange(fixture);
		const refused = await refusalOf(fixture, fixture.execute(change));
		expect([refused.code, refused.message.length > 20]).toEqual([code, true]);
		await expectUntouched(fixture);
	});

	test.each([
		// A round trip costs 0.13 % (four 6 bp fees on half of the capital, and the spread): 0.1 % closes at once.
		['stopLossPct', '0.1', '0.2'],
		// At leverage 5 the liquidation price is about 17 % away, so a minimum distance of 18 % would close at once.
		['minLiquidationDistancePct', '18', '15'],
	] as const)('refuses exit.%s that would close at once: EXIT_RULE_CONFLICT', async (rule, wrong, right) => {
		const fixture = fixtureWith();
		const leverage = fromInteger(rule === 'stopLossPct' ? 1 : 5);
		const withRule = (value: string) => ({ leverage, exit: { [rule]: parseDecimal(value) } as ExitRules });
		const refused = await refusalOf(fixture, fixture.execute(withRule(wrong)));
		expect([refused.code, refused.field]).toEqual(['EXIT_RULE_CONFLICT', `exit.${snakeName(rule)}`]);
		await expectUntouched(fixture);
		await opened(fixture, withRule(right));
	});

	test('refuses exit.max_hours that ends before the first settlement of max_epochs: EXIT_RULE_CONFLICT', async () => {
		const fixture = fixtureWith();
		const exit = { maxHours: fromInteger(7), maxEpochs: 2 };
		const refused = await refusalOf(fixture, fixture.execute({ exit }));
		expect([refused.code, refused.field]).toEqual(['EXIT_RULE_CONFLICT', 'exit.max_hours']);
		await expectUntouched(fixture);
	});

	test.each(['1', '3', '4.7'])(
		'refusing an amount below the minimums names the smallest amount at leverage %s, which then opens',
		async (times) => {
			const fixture = fixtureWith();
			const leverage = parseDecimal(times);
			const refused = await refusalOf(fixture, fixture.execute({ amount: fromInteger(1), leverage }));
			expect(refused.code).toBe('BELOW_MIN_NOTIONAL');
			await expectUntouched(fixture);
			const least = refused.facts.minAmount as Decimal;
			const cent = parseDecimal('0.01');
			expect((await refusalOf(fixture, fixture.execute({ amount: sub(least, cent), leverage }))).code).toBe(
				'BELOW_MIN_NOTIONAL',
			);
			await opened(fixture, { amount: least, leverage });
		},
	);

	test('refusing an amount above the depth names the largest amount, which then opens; a cent more does not', async () => {
		const fixture = fixtureWith();
		fixture.feed('SOL', { size: '40' });
		const mode = 'single-direct';
		const refused = await refusalOf(fixture, fixture.execute({ amount: fromInteger(10_000), mode }));
		expect(refused.code).toBe('INSUFFICIENT_DEPTH');
		await expectUntouched(fixture);
		const most = refused.facts.maxAmount as Decimal;
		const lotMore = add(most, fromInteger(20));
		expect((await refusalOf(fixture, fixture.execute({ amount: lotMore, mode }))).code).toBe(
			'INSUFFICIENT_DEPTH',
		);
		await opened(fixture, { amount: most, mode });
	});

	test('refusing for lack of margin names the missing margin, and after that deposit the open passes', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setAvailable(fromInteger(500));
		const refused = await refusalOf(fixture, fixture.execute({}));
		expect([refused.code, refused.facts.exchange]).toEqual(['INSUFFICIENT_MARGIN', 'kucoin']);
		await expectUntouched(fixture);
		fixture.kucoin.setAvailable(add(fromInteger(500), refused.facts.missing as Decimal));
		await opened(fixture);
	});
});

describe('a preview', () => {
	/** Previews an opening. The total cost is known only after enough observations of the basis. */
	async function previewOf(fixture: TradingFixture): Promise<PreviewAnswer> {
		for (let second = 0; second < 8; second += 1) {
			await fixture.pass(1_000);
			fixture.feed('SOL');
		}
		return (await fixture.settled(fixture.execute({ preview: true }))) as PreviewAnswer;
	}

	test('uses the account’s own fees, which it fetches once from its exchanges', async () => {
		const fixture = fixtureWith();
		const asked: string[] = [];
		Object.assign(fixture.bybit, {
			fees: async (symbol: string) => {
				asked.push(symbol);
				return { taker: parseDecimal('0.0001'), maker: parseDecimal('0') };
			},
		});
		const { costs } = await previewOf(fixture);
		expect(formatDecimal(costs.cost.entryFees ?? fromInteger(0))).toBe('0.0007');
		await previewOf(fixture);
		expect(asked).toHaveLength(1);
	});

	test('sends no order, shows every check, and binds the call that names it', async () => {
		const fixture = fixtureWith();
		const preview = await previewOf(fixture);
		await expectUntouched(fixture);
		expect(preview.checks.every(({ passed }) => passed)).toBe(true);
		expect(preview.plan.legs.map(({ exchange, side, quantity }) => [exchange, side, quantity])).toEqual([
			['bybit', 'buy', fromInteger(5)],
			['kucoin', 'sell', fromInteger(5)],
		]);
		await opened(fixture, { previewId: preview.previewId });
		const again = await refusalOf(fixture, fixture.execute({ previewId: preview.previewId }));
		expect(again.code).toBe('UNKNOWN_PREVIEW');
	});

	test('shows the caller’s own guards among the checks, and survives a refusal', async () => {
		const fixture = fixtureWith();
		const terms = { onlyIfTrade: true, minNetApr: fromInteger(5) };
		const answer = await fixture.settled(fixture.execute({ ...terms, preview: true }));
		const { previewId, checks } = answer as PreviewAnswer;
		expect(checks.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual(['verdict', 'net_apr']);
		for (let attempt = 0; attempt < 2; attempt += 1)
			expect((await refusalOf(fixture, fixture.execute({ ...terms, previewId }))).code).toBe('NO_TRADE');
	});

	test('keeps a hundred previews per user and drops the oldest when another is added', async () => {
		const fixture = fixtureWith();
		const ids: string[] = [];
		for (let count = 0; count < 101; count += 1)
			ids.push(((await fixture.settled(fixture.execute({ preview: true }))) as PreviewAnswer).previewId);
		fixture.feed('SOL');
		const [first, second] = ids;
		expect((await refusalOf(fixture, fixture.execute({ previewId: first }))).code).toBe('UNKNOWN_PREVIEW');
		await opened(fixture, { previewId: second });
	});

	test('shows a failed check instead of refusing', async () => {
		const fixture = fixtureWith();
		fixture.bybit.setAvailable(fromInteger(1));
		const preview = await previewOf(fixture);
		expect(preview.checks.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual(['margin_long']);
	});

	test.each([
		['a change of params', 'PREVIEW_MISMATCH', { amount: fromInteger(2_000) }, async () => undefined],
		['a call by another user', 'UNKNOWN_PREVIEW', { userId: 'user_b' }, async () => undefined],
		[
			'its expiry',
			'PREVIEW_EXCEEDED',
			{},
			async (fixture: TradingFixture): Promise<void> => {
				await fixture.pass(30_000);
				fixture.feed('SOL');
			},
		],
		[
			'a move of the cost outside its bounds',
			'PREVIEW_EXCEEDED',
			{},
			async (fixture: TradingFixture): Promise<void> => void fixture.feed('SOL', { halfSpread: 0.06 }),
		],
	] as const)('does not bind after %s: %s', async (_what, code, change, arrange) => {
		const fixture = fixtureWith();
		const { previewId } = await previewOf(fixture);
		await arrange(fixture);
		expect((await refusalOf(fixture, fixture.execute({ ...change, previewId }))).code).toBe(code);
		await expectUntouched(fixture);
	});

	test('binds while its figures stay inside its bounds', async () => {
		const fixture = fixtureWith();
		const { previewId } = await previewOf(fixture);
		fixture.feed('SOL', { halfSpread: 0.012 });
		await opened(fixture, { previewId });
	});
});

describe('a close', () => {
	test('leaves both venues flat and returns the ledger’s figures, also on a repeated call', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		fixture.feed('SOL');
		const answer = await fixture.settled(closing(fixture, id));
		const ledger = executionLedger(state(), { long: null, short: null });
		expect(answer).toMatchObject({
			success: true,
			status: 'closed',
			finalPnl: add(ledger.long.realized, ledger.short.realized),
			totalFunding: ZERO,
		});
		expect(fixture.bybit.positionOf('SOLUSDT')).toEqual(ZERO);
		expect(fixture.kucoin.positionOf('SOLUSDTM')).toEqual(ZERO);
		expect(await fixture.settled(closing(fixture, id))).toEqual(answer);
		fixture.restart();
		expect(await fixture.settled(closing(fixture, id))).toEqual(answer);
	});

	test('happens once when two calls close the same share at the same instant', async () => {
		const fixture = fixtureWith();
		const { id } = await opened(fixture);
		fixture.feed('SOL');
		const results = await fixture.settled(
			Promise.allSettled([closing(fixture, id, '0.5'), closing(fixture, id, '0.5')]),
		);
		expect(outcomes(results)).toEqual(['opened', 'ALREADY_CLOSING']);
		expect(
			[fixture.bybit.positionOf('SOLUSDT'), fixture.kucoin.positionOf('SOLUSDTM')].map(formatDecimal),
		).toEqual(['2.5', '-2.5']);
	});

	test('waits hedged while nothing fills inside its guard, and is replaced by a close with a wider guard or none', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		const closeInside = (bps: string | undefined) =>
			fixture.orderService.close({
				userId: 'user_a',
				agent: undefined,
				executionId: id,
				maxSlippageBps: bps === undefined ? undefined : parseDecimal(bps),
				share: fromInteger(1),
			});
		fixture.feed('SOL', { halfSpread: 0.05 });
		fixture.bybit.setFaults({ ...NO_FAULTS, unfilled: 1 });
		fixture.kucoin.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await fixture.settled(closeInside('1'));
		expect(first.status).toBe('closing');
		expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
		for (let minute = 0; minute < 30 && state().attention === null; minute += 1) {
			fixture.feed('SOL', { halfSpread: 0.05 });
			await fixture.pass(4_000);
		}
		expect(textOf(state().attention ?? '')).toMatch(/failed to reduce/);
		const narrower = await refusalOf(fixture, closeInside('0.5'));
		expect([narrower.code, narrower.message]).toEqual([
			'ALREADY_CLOSING',
			expect.stringMatching(/within 1 bp.*larger max_slippage_bps/),
		]);
		fixture.bybit.setFaults(NO_FAULTS);
		fixture.kucoin.setFaults(NO_FAULTS);
		fixture.feed('SOL', { halfSpread: 0.05 });
		const wider = await fixture.settled(closeInside('10'));
		expect([wider.status, state().attention]).toEqual(['closed', null]);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test.each([
		['0.3', '3.5'],
		['0.339', '3.4'],
		['0.5', '2.5'],
		['0.94', '0.3'],
	])('a share of %s never closes more than requested: %s stay', async (share, stays) => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		fixture.feed('SOL');
		const { status, message } = await fixture.settled(closing(fixture, id, share));
		expect([formatDecimal(state().held.long), status]).toEqual([stays, 'running']);
		expect(textOf(message)).toContain(`of 5 coins per leg are closed; ${stays} stay open`);
	});

	test('leaves the rest running and closable when it closes a share', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		fixture.feed('SOL');
		const part = await fixture.settled(closing(fixture, id, '0.3'));
		expect([part.status, part.finalPnl]).toEqual(['running', null]);
		expect(state().held).toEqual({ long: parseDecimal('3.5'), short: parseDecimal('3.5') });
		expect(fixture.kucoin.positionOf('SOLUSDTM')).toBe(neg(parseDecimal('3.5')));
		expect((await fixture.settled(closing(fixture, id))).status).toBe('closed');
	});

	test('rejects a share too small for the venues to trade', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		// With lots of 0.1, each of these shares closes less than one lot.
		for (const share of ['0.000000000000000001', '0.0199']) {
			const refused = await refusalOf(fixture, closing(fixture, id, share));
			expect([refused.code, refused.field]).toEqual(['BELOW_MIN_NOTIONAL', 'share']);
		}
		expect([state().phase, fixture.bybit.sentCount()]).toEqual(['running', 1]);
	});

	test('is refused for another user’s execution and for an unknown one', async () => {
		const fixture = fixtureWith();
		const { executionId: id } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		expect((await refusalOf(fixture, closing(fixture, id, '1', 'user_b'))).code).toBe('UNKNOWN_EXECUTION');
		expect((await refusalOf(fixture, closing(fixture, 'exec_0'))).code).toBe('UNKNOWN_EXECUTION');
	});

	test('waits hedged while a venue has no order book, requests attention, and continues by itself', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		fixture.feed('SOL');
		fixture.market.put(fixture.instrument('kucoin', 'SOL'), { bookReceivedAt: fixture.clock.now() - 10_000 });
		const unfinished = await fixture.settled(closing(fixture, id));
		expect([unfinished.status, unfinished.finalPnl]).toEqual(['closing', null]);
		for (let minute = 0; minute < 3; minute += 1) {
			fixture.feed('SOL');
			const late = { bookReceivedAt: fixture.clock.now() - 10_000 };
			fixture.market.put(fixture.instrument('kucoin', 'SOL'), late);
			await fixture.pass(60_000);
		}
		expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([1, 1]);
		expect(textOf(state().attention ?? '')).toMatch(/KuCoin/);
		fixture.feed('SOL');
		await fixture.pass(2_000);
		expect(state()).toMatchObject({ phase: 'closed', attention: null });
	});
});

describe('a journal that cannot be written', () => {
	test('blocks opens and closes with a clear error, and recovers without a restart', async () => {
		const fixture = fixtureWith(['SOL', 'BTC']);
		const { id } = await opened(fixture);
		const sent = fixture.bybit.sentCount();
		fixture.breakJournal(true);
		const btc = fixture.feed('BTC');
		const refusal = await refusalOf(fixture, fixture.execute({ opportunityId: btc }));
		expect(refusal.code).toBe('STORE_UNAVAILABLE');
		expect(fixture.orderService.tradingState('user_a', 'bybit')).toMatchObject({ trading: 'halted' });
		expect((await refusalOf(fixture, closing(fixture, id))).code).toBe('STORE_UNAVAILABLE');
		expect(fixture.bybit.sentCount()).toBe(sent);
		await fixture.pass(2_000);
		expect(fixture.orderService.tradingState('user_a', 'bybit')).toMatchObject({ trading: 'halted' });
		fixture.breakJournal(false);
		await fixture.pass(2_000);
		const enabled = { trading: 'enabled', reason: null };
		expect(fixture.orderService.tradingState('user_a', 'bybit')).toEqual(enabled);
		await opened(fixture, { opportunityId: fixture.feed('BTC') });
		fixture.feed('SOL');
		expect((await fixture.settled(closing(fixture, id))).status).toBe('closed');
	});

	test('loses no answer to orders in flight: the answers are journaled once writing works again', async () => {
		const fixture = fixtureWith();
		const answer = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		fixture.breakJournal(true);
		await fixture.pass(5_000);
		expect(fixture.driver.state(answer.executionId)?.phase).toBe('opening');
		fixture.breakJournal(false);
		await fixture.pass(2_000);
		expect(fixture.driver.state(answer.executionId)).toMatchObject({
			phase: 'running',
			held: { long: fromInteger(5), short: fromInteger(5) },
		});
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([1, 1]);
	});
});

describe('exit rules', () => {
	test('max_hours closes after exactly that many hours', async () => {
		const fixture = fixtureWith();
		const { state } = await opened(fixture, { exit: { maxHours: fromInteger(2) } });
		const openedAt = state().openedAt ?? 0;
		await fixture.passFed(openedAt + 7_200_000 - fixture.clock.now() - 1, 'SOL');
		expect(state().phase).toBe('running');
		fixture.feed('SOL');
		await fixture.pass(3_000);
		expect(state()).toMatchObject({ phase: 'closed', reason: { text: 'max_hours reached' } });
	});

	test('max_epochs closes once that many settlements are booked', async () => {
		const fixture = fixtureWith();
		const hourly = { intervalHours: 1, rates: ['0.0001', '0.0003'] } as const;
		fixture.feed('SOL', hourly);
		const { state } = await opened(fixture, { exit: { maxEpochs: 2 } });
		for (const [hour, phase] of [
			[9, 'running'],
			[10, 'closed'],
		] as const) {
			const instant = Date.UTC(2026, 10, 21, hour);
			await fixture.passFed(instant - fixture.clock.now(), 'SOL', hourly);
			fixture.bybit.settle('SOLUSDT', instant, parseDecimal('-0.01'));
			fixture.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.09'));
			// A voluntary close waits until the seconds around the settlement have passed.
			await fixture.passFed(40_000, 'SOL', hourly);
			expect(state().phase).toBe(phase);
		}
	});
});

describe('settlements', () => {
	test('are booked once each from the venues’ records, and one that arrives after the close changes the final figures', async () => {
		const fixture = fixtureWith();
		const { id, state } = await opened(fixture);
		const instant = Date.UTC(2026, 10, 21, 16);
		await fixture.passFed(instant - fixture.clock.now(), 'SOL');
		fixture.bybit.settle('SOLUSDT', instant, parseDecimal('-0.01'));
		fixture.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.09'));
		await fixture.pass(180_000);
		// The long leg pays 0.01 per coin and the short leg receives 0.09 per coin, on 5 coins each.
		expect(state().funding.map(({ leg, amount }) => [leg, formatDecimal(amount)])).toEqual(
			expect.arrayContaining([
				['long', '-0.05'],
				['short', '0.45'],
			]),
		);
		expect(state().funding).toHaveLength(2);
		fixture.feed('SOL');
		const first = await fixture.settled(closing(fixture, id));
		expect(formatDecimal(first.totalFunding ?? ZERO)).toBe('0.4');
		// The exchange later adds a record of a settlement at which the position was held.
		fixture.kucoin.placeByHand('SOLUSDTM', fromInteger(-5));
		fixture.kucoin.settle('SOLUSDTM', instant + 60_000, parseDecimal('-0.02'));
		fixture.kucoin.placeByHand('SOLUSDTM', ZERO);
		await fixture.pass(120_000);
		const later = await fixture.settled(closing(fixture, id));
		expect(formatDecimal(later.totalFunding ?? ZERO)).toBe('0.5');
	});

	test('are not booked for instants when the leg was not held', async () => {
		const fixture = fixtureWith();
		fixture.bybit.placeByHand('SOLUSDT', fromInteger(5));
		fixture.bybit.settle('SOLUSDT', Date.UTC(2026, 10, 21, 8), parseDecimal('-0.01'));
		fixture.bybit.placeByHand('SOLUSDT', ZERO);
		const { state } = await opened(fixture);
		await fixture.pass(180_000);
		expect(state().funding).toEqual([]);
	});
});

test('a drain resolves once no request to a venue is in flight', async () => {
	const fixture = fixtureWith();
	await fixture.settled(fixture.execute({}));
	fixture.orderService.halt('The service is going down.');
	await fixture.settled(fixture.orderService.drain());
	expect(fixture.driver.states().map(({ phase }) => phase)).toEqual(['running']);
});
