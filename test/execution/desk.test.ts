/** What the desk answers and refuses, and that a refusal has changed nothing: neither the journal nor a venue. */
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
} from '../../src/ports/desk.ts';
import { createTradingStage, type RiskChange, type TradingStage } from '../support/trading-stage.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

function stageWith(coins: readonly string[] = ['SOL'], risk: RiskChange = {}): TradingStage {
	const stage = createTradingStage(20_261_121, risk);
	for (const coin of coins) stage.feed(coin);
	return stage;
}

async function refusalOf(stage: TradingStage, promise: Promise<unknown>): Promise<CarrywireError> {
	try {
		await stage.settled(promise);
	} catch (error) {
		return error as CarrywireError;
	}
	throw new Error('The call was not refused.');
}

/** Opens and lets both legs fill. */
async function opened(
	stage: TradingStage,
	change: Partial<ExecuteRequest> = {},
): Promise<{ readonly id: string; readonly state: () => ExecutionState }> {
	const answer = (await stage.settled(stage.execute(change))) as ExecuteAnswer;
	const id = answer.executionId;
	const state = (): ExecutionState => {
		const known = stage.driver.state(id);
		if (known === undefined) throw new Error('The execution is in memory.');
		return known;
	};
	for (let waited = 0; state().phase !== 'running' && waited < 100; waited += 1) await stage.pass(50);
	expect(state().phase).toBe('running');
	return { id, state };
}

function closing(stage: TradingStage, id: string, share = '1', userId = 'user_a'): Promise<CloseAnswer> {
	return stage.desk.close({
		userId,
		agent: undefined,
		executionId: id,
		maxSlippageBps: undefined,
		share: parseDecimal(share),
	});
}

async function expectUntouched(stage: TradingStage): Promise<void> {
	expect(await stage.journal.openExecutions()).toEqual([]);
	expect(await stage.journal.countUserExecutions('user_a', true)).toBe(0);
	expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
}

const outcomes = (results: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
	results.map((result) =>
		result.status === 'fulfilled' ? 'opened' : String((result.reason as CarrywireError).code),
	);

describe('an open', () => {
	test('journals first, sends both legs, and runs with what was asked for', async () => {
		const stage = stageWith();
		const { state } = await opened(stage);
		// 1,000 USD over both legs at 100: 5 coins each.
		expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
		expect(stage.kucoin.positionOf('SOLUSDTM')).toBe(fromInteger(-5));
		expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
		expect(stage.desk.openExecutions('user_a', 'bybit-kucoin')).toHaveLength(1);
		expect(stage.desk.openExecutions('user_b', 'bybit-kucoin')).toEqual([]);
		expect(stage.desk.openExecutions('user_a', 'bybit-kucoin', 'SOL')).toHaveLength(1);
		expect(stage.desk.openExecutions('user_a', 'bybit-kucoin', 'BTC')).toEqual([]);
	});

	test.each([
		['of the moment is completed a moment later', 1, 'running', '5'],
		['of the order cuts the other leg', 0, 'closed', '0'],
	] as const)('with a refusal %s', async (_what, passing, phase, held) => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, rejected: 1, passing });
		const { executionId: id } = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		await stage.pass(200);
		stage.kucoin.setFaults(NO_FAULTS);
		await stage.pass(1_000);
		expect(stage.driver.state(id)?.phase).toBe(phase);
		expect(formatDecimal(stage.bybit.positionOf('SOLUSDT'))).toBe(held);
	});

	test('says in its warnings what it could not promise', async () => {
		const stage = stageWith();
		const answer = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		expect(answer).toMatchObject({ success: true, status: 'queued', mode: 'single-direct' });
		expect(answer.warnings.map(({ code }) => code)).toEqual(['VERDICT_UNKNOWN']);
	});
});

describe('an idempotency key', () => {
	test('answers the same call alike: later, at the same instant, and after a restart', async () => {
		const stage = stageWith();
		const both = await stage.settled(
			Promise.all([stage.execute({ idempotencyKey: 'k' }), stage.execute({ idempotencyKey: 'k' })]),
		);
		expect(both[1]).toEqual(both[0]);
		await stage.pass(1_000);
		expect(await stage.settled(stage.execute({ idempotencyKey: 'k' }))).toEqual(both[0]);
		stage.restart();
		expect(await stage.settled(stage.execute({ idempotencyKey: 'k' }))).toEqual(both[0]);
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([1, 1]);
	});

	test('is refused with other params, under way and afterwards, and is its user’s own', async () => {
		const stage = stageWith(['SOL', 'BTC']);
		const first = stage.execute({ idempotencyKey: 'k' });
		const conflict = await refusalOf(
			stage,
			stage.execute({ idempotencyKey: 'k', amount: fromInteger(2_000) }),
		);
		expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
		await stage.settled(first);
		const late = await refusalOf(stage, stage.execute({ idempotencyKey: 'k', leverage: fromInteger(2) }));
		expect([late.code, late.field]).toEqual(['IDEMPOTENCY_CONFLICT', 'idempotency_key']);
		const other = await stage.settled(
			stage.execute({ idempotencyKey: 'k', userId: 'user_b', opportunityId: stage.feed('BTC') }),
		);
		expect((other as ExecuteAnswer).executionId).not.toBe(((await first) as ExecuteAnswer).executionId);
	});

	test('is free again after a refusal', async () => {
		const stage = stageWith();
		stage.bybit.setAvailable(ZERO);
		const refused = await refusalOf(stage, stage.execute({ idempotencyKey: 'k' }));
		expect(refused.code).toBe('INSUFFICIENT_MARGIN');
		stage.bybit.setAvailable(fromInteger(10_000));
		await opened(stage, { idempotencyKey: 'k' });
	});
});

describe('calls at the same instant', () => {
	const FIVE = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA'];
	test.each([
		['open amount', { openAmountMaxUsd: '2500' }, undefined, 'RISK_LIMIT', 2],
		['number of executions', { executionsOpenMax: 3 }, undefined, 'RISK_LIMIT', 3],
		// A leg of 500 USD needs about 511 USD of margin.
		['margin', {}, '1600', 'INSUFFICIENT_MARGIN', 3],
	] as const)('do not pass the limit of %s together', async (_limit, risk, available, code, passing) => {
		const stage = stageWith(FIVE, risk);
		if (available !== undefined) stage.kucoin.setAvailable(parseDecimal(available));
		const calls = FIVE.map((coin) => stage.execute({ opportunityId: stage.feed(coin) }));
		const results = outcomes(await stage.settled(Promise.allSettled(calls)));
		expect(results.filter((result) => result === 'opened')).toHaveLength(passing);
		expect(results.filter((result) => result === code)).toHaveLength(5 - passing);
		expect(await stage.journal.openExecutions()).toHaveLength(passing);
	});

	test('of two users do not count against each other', async () => {
		const stage = stageWith(['SOL', 'BTC'], { executionsOpenMax: 1 });
		const results = await stage.settled(
			Promise.allSettled([
				stage.execute({}),
				stage.execute({ userId: 'user_b', opportunityId: stage.feed('BTC') }),
			]),
		);
		expect(outcomes(results)).toEqual(['opened', 'opened']);
	});
});

describe('a refusal has its code and changes nothing', () => {
	const cases: readonly (readonly [
		string,
		string,
		Partial<ExecuteRequest>,
		(stage: TradingStage) => void | Promise<void>,
	])[] = [
		['an amount above the limit', 'RISK_LIMIT', { amount: fromInteger(60_000) }, () => {}],
		['a leverage above the limit', 'RISK_LIMIT', { leverage: fromInteger(6) }, () => {}],
		[
			'a quantity above the venue’s maximum',
			'RISK_LIMIT',
			{},
			(stage) => {
				const leg = { ...stage.instrument('bybit', 'SOL'), quantityMax: fromInteger(4) };
				const { ticker, book } = stage.market.get('bybit', 'SOLUSDT') ?? {};
				const at = stage.clock.now();
				stage.market.list(leg);
				stage.market.put(leg, { ticker, book, tickerReceivedAt: at, bookReceivedAt: at });
			},
		],
		[
			'a position that is not ours',
			'POSITION_CONFLICT',
			{},
			(stage) => stage.bybit.placeByHand('SOLUSDT', parseDecimal('0.1')),
		],
		[
			'an account that is not connected',
			'EXCHANGE_NOT_CONNECTED',
			{},
			(stage) => stage.connected.delete('kucoin'),
		],
		[
			'a venue without fresh data',
			'PAIR_INACTIVE',
			{},
			(stage) => stage.market.setStatus('kucoin', { state: 'stale', reason: 'no answer' }),
		],
		[
			'a leverage that the venue refuses',
			'LEVERAGE_REFUSED',
			{},
			(stage) => stage.kucoin.refuseLeverage('risk tier'),
		],
		[
			'prices of two different coins',
			'OPPORTUNITY_GUARDED',
			{},
			(stage) => {
				const leg = stage.instrument('kucoin', 'SOL');
				const ticker = stage.market.get('kucoin', leg.symbol)?.ticker;
				if (ticker !== undefined)
					stage.market.put(leg, { ticker: { ...ticker, index: fromInteger(130), mark: fromInteger(130) } });
			},
		],
		['an opportunity that never was', 'UNKNOWN_OPPORTUNITY', { opportunityId: 'opp_0' }, () => {}],
		[
			'an opportunity that is gone',
			'OPPORTUNITY_EXPIRED',
			{},
			(stage) => {
				expect(stage.scanner.pairs()).toMatchObject([{ opportunities: 1 }]);
				stage.market.delist(stage.instrument('kucoin', 'SOL'));
			},
		],
		[
			'a grid whose children would be too small',
			'MODE_NOT_AVAILABLE',
			{ mode: 'grid', amount: fromInteger(60) },
			(stage) => void stage.feed('SOL', { size: '0.3' }),
		],
		['a verdict that is not trade', 'NO_TRADE', { onlyIfTrade: true }, () => {}],
		['a net APR that is not known', 'EDGE_GONE', { minNetApr: ZERO }, () => {}],
		['a halt', 'TRADING_HALTED', {}, (stage) => stage.desk.halt('The service is going down.')],
		[
			'a journal that cannot be written',
			'STORE_UNAVAILABLE',
			{},
			async (stage) => {
				// The accounts' baselines are journaled before the first open.
				await stage.settled(stage.execute({ preview: true }));
				stage.breakJournal(true);
			},
		],
		['an unknown preview', 'UNKNOWN_PREVIEW', { previewId: 'preview_0' }, () => {}],
	];

	test.each(cases)('%s: %s', async (_what, code, change, arrange) => {
		const stage = stageWith();
		await arrange(stage);
		const refused = await refusalOf(stage, stage.execute(change));
		expect([refused.code, refused.message.length > 20]).toEqual([code, true]);
		await expectUntouched(stage);
	});

	test.each([
		// Four fees of 6 bp and the spread are 0.13 % of the capital.
		['stopLossPct', '0.1', '0.2'],
		// At leverage 5 the liquidation is some 17 % away.
		['minLiquidationDistancePct', '18', '15'],
	] as const)('exit.%s that would close at once: EXIT_RULE_CONFLICT', async (rule, wrong, right) => {
		const stage = stageWith();
		const leverage = fromInteger(rule === 'stopLossPct' ? 1 : 5);
		const withRule = (value: string) => ({ leverage, exit: { [rule]: parseDecimal(value) } as ExitRules });
		const refused = await refusalOf(stage, stage.execute(withRule(wrong)));
		expect([refused.code, refused.field]).toEqual(['EXIT_RULE_CONFLICT', `exit.${snakeName(rule)}`]);
		await expectUntouched(stage);
		await opened(stage, withRule(right));
	});

	test('exit.max_hours that ends before the first epoch of max_epochs can: EXIT_RULE_CONFLICT', async () => {
		const stage = stageWith();
		const exit = { maxHours: fromInteger(7), maxEpochs: 2 };
		const refused = await refusalOf(stage, stage.execute({ exit }));
		expect([refused.code, refused.field]).toEqual(['EXIT_RULE_CONFLICT', 'exit.max_hours']);
		await expectUntouched(stage);
	});

	test.each(['1', '3', '4.7'])(
		'an amount below the minimums names the smallest at leverage %s, which is taken',
		async (times) => {
			const stage = stageWith();
			const leverage = parseDecimal(times);
			const refused = await refusalOf(stage, stage.execute({ amount: fromInteger(1), leverage }));
			expect(refused.code).toBe('BELOW_MIN_NOTIONAL');
			await expectUntouched(stage);
			const least = refused.facts.minAmount as Decimal;
			const cent = parseDecimal('0.01');
			expect((await refusalOf(stage, stage.execute({ amount: sub(least, cent), leverage }))).code).toBe(
				'BELOW_MIN_NOTIONAL',
			);
			await opened(stage, { amount: least, leverage });
		},
	);

	test('an amount above the depth names the largest, which is taken, and a cent more is not', async () => {
		const stage = stageWith();
		stage.feed('SOL', { size: '40' });
		const mode = 'single-direct';
		const refused = await refusalOf(stage, stage.execute({ amount: fromInteger(10_000), mode }));
		expect(refused.code).toBe('INSUFFICIENT_DEPTH');
		await expectUntouched(stage);
		const most = refused.facts.maxAmount as Decimal;
		const lotMore = add(most, fromInteger(20));
		expect((await refusalOf(stage, stage.execute({ amount: lotMore, mode }))).code).toBe(
			'INSUFFICIENT_DEPTH',
		);
		await opened(stage, { amount: most, mode });
	});

	test('a margin that is too small names what is missing, and with it the open passes', async () => {
		const stage = stageWith();
		stage.kucoin.setAvailable(fromInteger(500));
		const refused = await refusalOf(stage, stage.execute({}));
		expect([refused.code, refused.facts.exchange]).toEqual(['INSUFFICIENT_MARGIN', 'kucoin']);
		await expectUntouched(stage);
		stage.kucoin.setAvailable(add(fromInteger(500), refused.facts.missing as Decimal));
		await opened(stage);
	});
});

describe('a preview', () => {
	/** After enough observations of the basis, so that the total cost is known. */
	async function previewOf(stage: TradingStage): Promise<PreviewAnswer> {
		for (let second = 0; second < 8; second += 1) {
			await stage.pass(1_000);
			stage.feed('SOL');
		}
		return (await stage.settled(stage.execute({ preview: true }))) as PreviewAnswer;
	}

	test('costs what the account itself pays, which its exchanges are asked for once', async () => {
		const stage = stageWith();
		const asked: string[] = [];
		Object.assign(stage.bybit, {
			fees: async (symbol: string) => {
				asked.push(symbol);
				return { taker: parseDecimal('0.0001'), maker: parseDecimal('0') };
			},
		});
		const { costs } = await previewOf(stage);
		expect(formatDecimal(costs.cost.entryFees ?? fromInteger(0))).toBe('0.0007');
		await previewOf(stage);
		expect(asked).toHaveLength(1);
	});

	test('sends nothing, shows every check, and binds the call that names it', async () => {
		const stage = stageWith();
		const preview = await previewOf(stage);
		await expectUntouched(stage);
		expect(preview.checks.every(({ passed }) => passed)).toBe(true);
		expect(preview.plan.legs.map(({ exchange, side, quantity }) => [exchange, side, quantity])).toEqual([
			['bybit', 'buy', fromInteger(5)],
			['kucoin', 'sell', fromInteger(5)],
		]);
		await opened(stage, { previewId: preview.previewId });
		const again = await refusalOf(stage, stage.execute({ previewId: preview.previewId }));
		expect(again.code).toBe('UNKNOWN_PREVIEW');
	});

	test('shows the caller’s own guards among the checks, and is not used up by a refusal', async () => {
		const stage = stageWith();
		const terms = { onlyIfTrade: true, minNetApr: fromInteger(5) };
		const answer = await stage.settled(stage.execute({ ...terms, preview: true }));
		const { previewId, checks } = answer as PreviewAnswer;
		expect(checks.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual(['verdict', 'net_apr']);
		for (let attempt = 0; attempt < 2; attempt += 1)
			expect((await refusalOf(stage, stage.execute({ ...terms, previewId }))).code).toBe('NO_TRADE');
	});

	test('a user’s hundred previews bind, and the oldest gives way to a further one', async () => {
		const stage = stageWith();
		const ids: string[] = [];
		for (let count = 0; count < 101; count += 1)
			ids.push(((await stage.settled(stage.execute({ preview: true }))) as PreviewAnswer).previewId);
		stage.feed('SOL');
		const [first, second] = ids;
		expect((await refusalOf(stage, stage.execute({ previewId: first }))).code).toBe('UNKNOWN_PREVIEW');
		await opened(stage, { previewId: second });
	});

	test('shows a check that fails instead of refusing', async () => {
		const stage = stageWith();
		stage.bybit.setAvailable(fromInteger(1));
		const preview = await previewOf(stage);
		expect(preview.checks.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual(['margin_long']);
	});

	test.each([
		['other params', 'PREVIEW_MISMATCH', { amount: fromInteger(2_000) }, async () => undefined],
		['another user', 'UNKNOWN_PREVIEW', { userId: 'user_b' }, async () => undefined],
		[
			'its expiry',
			'PREVIEW_EXCEEDED',
			{},
			async (stage: TradingStage): Promise<void> => {
				await stage.pass(30_000);
				stage.feed('SOL');
			},
		],
		[
			'a cost that left its bounds',
			'PREVIEW_EXCEEDED',
			{},
			async (stage: TradingStage): Promise<void> => void stage.feed('SOL', { halfSpread: 0.06 }),
		],
	] as const)('does not bind after %s: %s', async (_what, code, change, arrange) => {
		const stage = stageWith();
		const { previewId } = await previewOf(stage);
		await arrange(stage);
		expect((await refusalOf(stage, stage.execute({ ...change, previewId }))).code).toBe(code);
		await expectUntouched(stage);
	});

	test('holds inside its bounds', async () => {
		const stage = stageWith();
		const { previewId } = await previewOf(stage);
		stage.feed('SOL', { halfSpread: 0.012 });
		await opened(stage, { previewId });
	});
});

describe('a close', () => {
	test('leaves both venues flat, answers the ledger’s figures, and answers them again', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		stage.feed('SOL');
		const answer = await stage.settled(closing(stage, id));
		const ledger = executionLedger(state(), { long: null, short: null });
		expect(answer).toMatchObject({
			success: true,
			status: 'closed',
			finalPnl: add(ledger.long.realized, ledger.short.realized),
			totalFunding: ZERO,
		});
		expect([stage.bybit.positionOf('SOLUSDT'), stage.kucoin.positionOf('SOLUSDTM')]).toEqual([ZERO, ZERO]);
		expect(await stage.settled(closing(stage, id))).toEqual(answer);
		stage.restart();
		expect(await stage.settled(closing(stage, id))).toEqual(answer);
	});

	test('of a share asked twice at the same instant is done once', async () => {
		const stage = stageWith();
		const { id } = await opened(stage);
		stage.feed('SOL');
		const results = await stage.settled(
			Promise.allSettled([closing(stage, id, '0.5'), closing(stage, id, '0.5')]),
		);
		expect(outcomes(results)).toEqual(['opened', 'ALREADY_CLOSING']);
		expect(
			[stage.bybit.positionOf('SOLUSDT'), stage.kucoin.positionOf('SOLUSDTM')].map(formatDecimal),
		).toEqual(['2.5', '-2.5']);
	});

	test('inside a guard that nothing fills waits hedged, and a wider one, or none, replaces it', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		const closeInside = (bps: string | undefined) =>
			stage.desk.close({
				userId: 'user_a',
				agent: undefined,
				executionId: id,
				maxSlippageBps: bps === undefined ? undefined : parseDecimal(bps),
				share: fromInteger(1),
			});
		stage.feed('SOL', { halfSpread: 0.05 });
		stage.bybit.setFaults({ ...NO_FAULTS, unfilled: 1 });
		stage.kucoin.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await stage.settled(closeInside('1'));
		expect([first.status, state().held]).toEqual([
			'closing',
			{ long: fromInteger(5), short: fromInteger(5) },
		]);
		for (let minute = 0; minute < 30 && state().attention === null; minute += 1) {
			stage.feed('SOL', { halfSpread: 0.05 });
			await stage.pass(4_000);
		}
		expect(state().attention).toMatch(/could not be reduced/);
		const narrower = await refusalOf(stage, closeInside('0.5'));
		expect([narrower.code, narrower.message]).toEqual([
			'ALREADY_CLOSING',
			expect.stringMatching(/inside 1 bp.*larger max_slippage_bps/),
		]);
		stage.bybit.setFaults(NO_FAULTS);
		stage.kucoin.setFaults(NO_FAULTS);
		stage.feed('SOL', { halfSpread: 0.05 });
		const wider = await stage.settled(closeInside('10'));
		expect([wider.status, state().attention]).toEqual(['closed', null]);
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(ZERO);
	});

	test.each([
		['0.3', '3.5'],
		['0.339', '3.4'],
		['0.5', '2.5'],
		['0.94', '0.3'],
	])('of a share of %s never closes more than was asked: %s stay', async (share, stays) => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		stage.feed('SOL');
		const answer = await stage.settled(closing(stage, id, share));
		expect([formatDecimal(state().held.long), answer.status]).toEqual([stays, 'running']);
		expect(answer.message).toContain(`of 5 coins of each leg are closed; ${stays} run on`);
	});

	test('of a share leaves the rest running, and the rest can be closed', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		stage.feed('SOL');
		const part = await stage.settled(closing(stage, id, '0.3'));
		expect([part.status, part.finalPnl]).toEqual(['running', null]);
		expect(state().held).toEqual({ long: parseDecimal('3.5'), short: parseDecimal('3.5') });
		expect(stage.kucoin.positionOf('SOLUSDTM')).toBe(neg(parseDecimal('3.5')));
		expect((await stage.settled(closing(stage, id))).status).toBe('closed');
	});

	test('of a share that no venue could trade is refused', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		// Lots of 0.1: less than one is closed.
		for (const share of ['0.000000000000000001', '0.0199']) {
			const refused = await refusalOf(stage, closing(stage, id, share));
			expect([refused.code, refused.field]).toEqual(['BELOW_MIN_NOTIONAL', 'share']);
		}
		expect([state().phase, stage.bybit.sentCount()]).toEqual(['running', 1]);
	});

	test('is refused of another user’s execution, and of one that is not there', async () => {
		const stage = stageWith();
		const { executionId: id } = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		expect((await refusalOf(stage, closing(stage, id, '1', 'user_b'))).code).toBe('UNKNOWN_EXECUTION');
		expect((await refusalOf(stage, closing(stage, 'exec_0'))).code).toBe('UNKNOWN_EXECUTION');
	});

	test('waits while a venue gives no book: hedged, with a call for a person, and goes on by itself', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		stage.feed('SOL');
		stage.market.put(stage.instrument('kucoin', 'SOL'), { bookReceivedAt: stage.clock.now() - 10_000 });
		const unfinished = await stage.settled(closing(stage, id));
		expect([unfinished.status, unfinished.finalPnl]).toEqual(['closing', null]);
		for (let minute = 0; minute < 3; minute += 1) {
			stage.feed('SOL');
			stage.market.put(stage.instrument('kucoin', 'SOL'), { bookReceivedAt: stage.clock.now() - 10_000 });
			await stage.pass(60_000);
		}
		expect(state().held).toEqual({ long: fromInteger(5), short: fromInteger(5) });
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([1, 1]);
		expect(state().attention).toMatch(/kucoin/);
		stage.feed('SOL');
		await stage.pass(2_000);
		expect(state()).toMatchObject({ phase: 'closed', attention: null });
	});
});

describe('a journal that cannot be written', () => {
	test('opens and closes nothing, says so, and is found again without a restart', async () => {
		const stage = stageWith(['SOL', 'BTC']);
		const { id } = await opened(stage);
		const sent = stage.bybit.sentCount();
		stage.breakJournal(true);
		const btc = stage.feed('BTC');
		expect((await refusalOf(stage, stage.execute({ opportunityId: btc }))).code).toBe('STORE_UNAVAILABLE');
		expect(stage.desk.tradingState('user_a', 'bybit')).toMatchObject({ trading: 'halted' });
		expect((await refusalOf(stage, closing(stage, id))).code).toBe('STORE_UNAVAILABLE');
		expect(stage.bybit.sentCount()).toBe(sent);
		await stage.pass(2_000);
		expect(stage.desk.tradingState('user_a', 'bybit')).toMatchObject({ trading: 'halted' });
		stage.breakJournal(false);
		await stage.pass(2_000);
		expect(stage.desk.tradingState('user_a', 'bybit')).toEqual({ trading: 'enabled', reason: null });
		await opened(stage, { opportunityId: stage.feed('BTC') });
		stage.feed('SOL');
		expect((await stage.settled(closing(stage, id))).status).toBe('closed');
	});

	test('while both orders are on their way loses nothing: what came back is journaled when it works again', async () => {
		const stage = stageWith();
		const answer = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		stage.breakJournal(true);
		await stage.pass(5_000);
		expect(stage.driver.state(answer.executionId)?.phase).toBe('opening');
		stage.breakJournal(false);
		await stage.pass(2_000);
		expect(stage.driver.state(answer.executionId)).toMatchObject({
			phase: 'running',
			held: { long: fromInteger(5), short: fromInteger(5) },
		});
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([1, 1]);
	});
});

describe('exit rules', () => {
	test('max_hours closes at its hour and not before', async () => {
		const stage = stageWith();
		const { state } = await opened(stage, { exit: { maxHours: fromInteger(2) } });
		const openedAt = state().openedAt ?? 0;
		await stage.passFed(openedAt + 7_200_000 - stage.clock.now() - 1, 'SOL');
		expect(state().phase).toBe('running');
		stage.feed('SOL');
		await stage.pass(3_000);
		expect(state()).toMatchObject({ phase: 'closed', reason: 'max_hours reached' });
	});

	test('max_epochs closes when as many settlements are booked', async () => {
		const stage = stageWith();
		const hourly = { intervalHours: 1, rates: ['0.0001', '0.0003'] } as const;
		stage.feed('SOL', hourly);
		const { state } = await opened(stage, { exit: { maxEpochs: 2 } });
		for (const [hour, phase] of [
			[9, 'running'],
			[10, 'closed'],
		] as const) {
			const instant = Date.UTC(2026, 10, 21, hour);
			await stage.passFed(instant - stage.clock.now(), 'SOL', hourly);
			stage.bybit.settle('SOLUSDT', instant, parseDecimal('-0.01'));
			stage.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.09'));
			// A close that may wait keeps clear of the settlement.
			await stage.passFed(40_000, 'SOL', hourly);
			expect(state().phase).toBe(phase);
		}
	});
});

describe('settlements', () => {
	test('are booked once each, from the venues’ own records, and one that comes after the close changes the finals', async () => {
		const stage = stageWith();
		const { id, state } = await opened(stage);
		const instant = Date.UTC(2026, 10, 21, 16);
		await stage.passFed(instant - stage.clock.now(), 'SOL');
		stage.bybit.settle('SOLUSDT', instant, parseDecimal('-0.01'));
		stage.kucoin.settle('SOLUSDTM', instant, parseDecimal('-0.09'));
		await stage.pass(180_000);
		// Long pays 0.01 per coin, the short receives 0.09 per coin: 5 coins each.
		expect(state().funding.map(({ leg, amount }) => [leg, formatDecimal(amount)])).toEqual(
			expect.arrayContaining([
				['long', '-0.05'],
				['short', '0.45'],
			]),
		);
		expect(state().funding).toHaveLength(2);
		stage.feed('SOL');
		const first = await stage.settled(closing(stage, id));
		expect(formatDecimal(first.totalFunding ?? ZERO)).toBe('0.4');
		// A record of an instant while the position was held, written late.
		stage.kucoin.placeByHand('SOLUSDTM', fromInteger(-5));
		stage.kucoin.settle('SOLUSDTM', instant + 60_000, parseDecimal('-0.02'));
		stage.kucoin.placeByHand('SOLUSDTM', ZERO);
		await stage.pass(120_000);
		const later = await stage.settled(closing(stage, id));
		expect(formatDecimal(later.totalFunding ?? ZERO)).toBe('0.5');
	});

	test('of instants at which the leg was not held are not ours', async () => {
		const stage = stageWith();
		stage.bybit.placeByHand('SOLUSDT', fromInteger(5));
		stage.bybit.settle('SOLUSDT', Date.UTC(2026, 10, 21, 8), parseDecimal('-0.01'));
		stage.bybit.placeByHand('SOLUSDT', ZERO);
		const { state } = await opened(stage);
		await stage.pass(180_000);
		expect(state().funding).toEqual([]);
	});
});

test('a drain resolves when nothing is on its way to a venue', async () => {
	const stage = stageWith();
	await stage.settled(stage.execute({}));
	stage.desk.halt('The service is going down.');
	await stage.settled(stage.desk.drain());
	expect(stage.driver.states().map(({ phase }) => phase)).toEqual(['running']);
});
