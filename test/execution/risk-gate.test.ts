/**
 * Tests every check of the risk gate: its limit, the error code of an opening that breaks it, and that no order was
 * sent.
 */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { GATE } from '../../src/engine/risk/gate.ts';
import type { ExecuteAnswer, ExecuteRequest, PreviewAnswer } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { agentWith } from '../support/agents.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from '../support/trading-fixture.ts';

const SEED = 20_261_121;
/** Half an hour before the end of a UTC day. */
const LATE = Date.UTC(2026, 10, 21, 23, 30);
const usd = (text: string): Decimal => parseDecimal(text);

function fixtureWith(risk: RiskChange = {}, coins: readonly string[] = ['SOL']): TradingFixture {
	const fixture = createTradingFixture(SEED, risk);
	for (const coin of coins) fixture.feed(coin);
	return fixture;
}

async function refusalOf(fixture: TradingFixture, change: Partial<ExecuteRequest>): Promise<CarrywireError> {
	const [result] = await fixture.settled(Promise.allSettled([fixture.execute(change)]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

async function opened(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const { executionId: id } = (await fixture.settled(fixture.execute(change))) as ExecuteAnswer;
	for (let waited = 0; fixture.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
		await fixture.pass(50);
	expect(fixture.driver.state(id)?.phase).toBe('running');
	return id;
}

async function previewOf(
	fixture: TradingFixture,
	change: Partial<ExecuteRequest> = {},
): Promise<PreviewAnswer> {
	return (await fixture.settled(fixture.execute({ ...change, preview: true }))) as PreviewAnswer;
}

describe('an open of 1,000 USD that breaks', () => {
	const limits = (change: RiskChange['limits']): RiskChange => ({ limits: change ?? {} });
	const cases: readonly (readonly [
		check: string,
		code: string,
		risk: RiskChange,
		change: Partial<ExecuteRequest>,
		arrange: (fixture: TradingFixture) => void | Promise<void>,
	])[] = [
		['leverage', 'RISK_LIMIT', limits({ leverageMax: usd('1.9') }), { leverage: usd('2') }, () => {}],
		['open_amount', 'RISK_LIMIT', limits({ openAmountMaxUsd: usd('999') }), {}, () => {}],
		['open_notional', 'RISK_LIMIT', limits({ openNotionalMaxUsd: usd('999') }), {}, () => {}],
		['open_notional_coin', 'RISK_LIMIT', limits({ coinNotionalMaxUsd: usd('999') }), {}, () => {}],
		['open_notional_long', 'RISK_LIMIT', limits({ venueNotionalMaxUsd: usd('499') }), {}, () => {}],
		['open_executions', 'RISK_LIMIT', limits({ executionsOpenMax: 0 }), {}, () => {}],
		[
			'unhedged_execution',
			'RISK_LIMIT',
			limits({ unhedgedMaxUsd: usd('499') }),
			{ mode: 'single-direct' },
			() => {},
		],
		['unhedged_user', 'RISK_LIMIT', limits({ unhedgedUserMaxUsd: usd('499') }), {}, () => {}],
		['unhedged_service', 'RISK_LIMIT', limits({ unhedgedServiceMaxUsd: usd('499') }), {}, () => {}],
		[
			'liquidation_long',
			'RISK_LIMIT',
			limits({ liquidationDistanceMinPct: usd('20') }),
			{ leverage: usd('5') },
			() => {},
		],
		[
			'stress_margin_long',
			'RISK_LIMIT',
			limits({ stressMovePct: usd('19') }),
			{ leverage: usd('5') },
			() => {},
		],
		[
			'ticker_age_short',
			'QUOTE_STALE',
			limits({ tickerStaleMs: 3_999 }),
			{},
			(fixture) =>
				fixture.market.put(fixture.instrument('kucoin', 'SOL'), {
					tickerReceivedAt: fixture.clock.now() - 4_000,
				}),
		],
		[
			'collar_long',
			'PRICE_COLLAR',
			{},
			{},
			// Bybit's order book was swept up by 3 %, while its mark and index prices did not move.
			(fixture) => sweep(fixture, 'bybit', '103'),
		],
		[
			'collar_short',
			'PRICE_COLLAR',
			{},
			{},
			(fixture) => {
				const leg = fixture.instrument('kucoin', 'SOL');
				const ticker = fixture.market.get('kucoin', leg.symbol)?.ticker;
				if (ticker !== undefined) fixture.market.put(leg, { ticker: { ...ticker, index: null } });
			},
		],
		['cap_amount', 'RISK_LIMIT', {}, { agent: agentWith({ amountMax: usd('999') }) }, () => {}],
		['cap_open_amount', 'RISK_LIMIT', {}, { agent: agentWith({ openAmountMax: usd('999') }) }, () => {}],
		['cap_pairs', 'RISK_LIMIT', {}, { agent: agentWith({ pairs: ['binance-okx'] }) }, () => {}],
		['cap_executions_per_day', 'RISK_LIMIT', {}, { agent: agentWith({ executionsPerDay: 0 }) }, () => {}],
		['verdict', 'NO_TRADE', {}, { agent: agentWith({ mustBeTrade: true }) }, () => {}],
	];

	test.each(cases)('%s is refused: %s', async (check, code, risk, change, arrange) => {
		const fixture = fixtureWith(risk);
		await arrange(fixture);
		const preview = await previewOf(fixture, change);
		expect(preview.checks.filter(({ passed }) => !passed).map((row) => row.check)).toContain(check);
		const refused = await refusalOf(fixture, change);
		expect([refused.code, refused.facts.check]).toEqual([code, check]);
		expect(refused.message.length).toBeGreaterThan(20);
		expect(await fixture.journal.openExecutions()).toEqual([]);
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
	});
});

describe('a preview without a plan is refused like an open, and binds nothing', () => {
	test('rejects an amount above the service’s limit before fetching a deep book from an exchange', async () => {
		const fixture = fixtureWith({ limits: { amountMaxUsd: usd('999.99') } });
		for (const change of [{}, { preview: true }, { amount: usd('1000000000'), preview: true }]) {
			const refused = await refusalOf(fixture, change);
			expect([refused.code, refused.field, refused.facts.check]).toEqual(['RISK_LIMIT', 'amount', 'amount']);
			expect(refused.message).toContain('999.99');
		}
	});

	test('rejects an amount below one lot and names the smallest amount', async () => {
		const fixture = fixtureWith();
		for (const change of [{ amount: usd('1') }, { amount: usd('1'), preview: true }]) {
			const refused = await refusalOf(fixture, change);
			expect([refused.code, refused.field, refused.facts]).toEqual([
				'BELOW_MIN_NOTIONAL',
				'amount',
				{ check: 'minimum', minAmount: usd('20') },
			]);
			expect(refused.message).toBe('Amount too small: 1.00 USD, minimum 20.00 USD. Raise the amount.');
		}
		const { checks, plan } = await previewOf(fixture, { amount: usd('20') });
		expect(checks.filter(({ passed }) => !passed).map(({ check }) => check)).not.toContain('minimum');
		expect(plan.quantity).toBe(usd('0.1'));
	});
});

function sweep(fixture: TradingFixture, venue: 'bybit' | 'kucoin', price: string): void {
	const size = fromInteger(1_000);
	const mid = parseDecimal(price);
	const half = parseDecimal('0.01');
	const book = {
		bids: [[(mid - half) as Decimal, size]] as const,
		asks: [[(mid + half) as Decimal, size]] as const,
	};
	fixture.market.put(fixture.instrument(venue, 'SOL'), { book, bookReceivedAt: fixture.clock.now() });
}

describe('open executions count', () => {
	const btc = (fixture: TradingFixture): string =>
		opportunityId(fixture.instrument('bybit', 'BTC'), fixture.instrument('kucoin', 'BTC'));

	test.each([
		['open_notional', { openNotionalMaxUsd: usd('2000') }],
		['open_notional_long', { venueNotionalMaxUsd: usd('1000') }],
	] as const)('%s: counts all coins', async (check, change) => {
		const fixture = fixtureWith({ limits: change }, ['SOL', 'BTC']);
		await opened(fixture);
		fixture.feed('BTC');
		const refused = await refusalOf(fixture, { opportunityId: btc(fixture), amount: usd('1020') });
		expect([refused.code, refused.facts.check]).toEqual(['RISK_LIMIT', check]);
		await opened(fixture, { opportunityId: btc(fixture) });
	});

	test('open_notional_coin: counts its own coin alone', async () => {
		const fixture = fixtureWith({ limits: { coinNotionalMaxUsd: usd('1500') } }, ['SOL', 'BTC']);
		await opened(fixture);
		fixture.feed('SOL');
		const refused = await refusalOf(fixture, {});
		expect(refused.facts.check).toBe('open_notional_coin');
		fixture.feed('BTC');
		await opened(fixture, { opportunityId: btc(fixture) });
	});

	test('cap_executions_per_day: counts executions ended today, and none from yesterday', async () => {
		const fixture = fixtureWith({ startAt: LATE });
		const agent = agentWith({ executionsPerDay: 1 });
		const id = await opened(fixture, { agent });
		fixture.feed('SOL');
		const closing = fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		expect((await fixture.settled(closing)).status).toBe('closed');
		fixture.feed('SOL');
		expect((await refusalOf(fixture, { agent })).facts.check).toBe('cap_executions_per_day');
		await fixture.pass(Date.UTC(2026, 10, 22, 0, 5) - fixture.clock.now());
		fixture.feed('SOL');
		await opened(fixture, { agent });
	});
});

describe('a halt of all opening', () => {
	const trading = async (fixture: TradingFixture) =>
		(await previewOf(fixture)).checks.find(({ check }) => check === 'trading');

	test('appears in a preview with the sentence of a refused open, until it ends', async () => {
		const fixture = fixtureWith();
		expect(await trading(fixture)).toMatchObject({ passed: true, value: 'allowed', limit: 'allowed' });
		const target = { scope: 'exchange', venue: 'kucoin' } as const;
		await fixture.switches.halt({ target, reason: 'its prices look wrong', by: 'operator', closeAll: false });
		const refused = await refusalOf(fixture, {});
		expect(refused.code).toBe('TRADING_HALTED');
		expect(refused.message).toContain('its prices look wrong');
		expect(await trading(fixture)).toMatchObject({
			passed: false,
			value: 'refused',
			limit: 'allowed',
			message: { text: refused.message },
		});
		await fixture.switches.resume(target);
		expect(await trading(fixture)).toMatchObject({ passed: true });
	});
});

describe('a loss of the day', () => {
	test('halts opens once it reaches the limit, until 00:00 UTC', async () => {
		const fixture = fixtureWith({ startAt: LATE, limits: { dailyLossMaxUsd: usd('5') } }, ['SOL', 'BTC']);
		await opened(fixture);
		const another = () => ({ opportunityId: fixture.feed('BTC') });
		fixture.feed('SOL');
		expect(
			(await previewOf(fixture, another())).checks.find(({ check }) => check === 'daily_loss'),
		).toMatchObject({
			passed: true,
			limit: '5',
		});
		// The marks diverge by 1 USD, so 5 coins lose 5 USD in addition to the fees.
		fixture.feed('SOL', { mids: [100, 101] });
		const refused = await refusalOf(fixture, another());
		expect([refused.code, refused.facts.check]).toEqual(['RISK_LIMIT', 'daily_loss']);
		await fixture.pass(Date.UTC(2026, 10, 21, 23, 59) - fixture.clock.now());
		fixture.feed('SOL', { mids: [100, 101] });
		await fixture.settled(fixture.portfolio.sample());
		await fixture.pass(120_000);
		fixture.feed('SOL', { mids: [100, 101] });
		await opened(fixture, another());
	});

	test('halts opens too when a missing mark makes it unknown', async () => {
		const fixture = fixtureWith({}, ['SOL']);
		await opened(fixture);
		await fixture.pass(10_000);
		const refused = await refusalOf(fixture, { opportunityId: fixture.feed('BTC') });
		expect([refused.code, refused.facts.check]).toEqual(['RISK_LIMIT', 'daily_loss']);
		expect(refused.message).toMatch(/unknown, because the mark price of an open leg/);
	});
});

describe('an exchange that does not answer requests', () => {
	test('accepts no opens until it has answered again for a while', async () => {
		const fixture = fixtureWith({ limits: { venueErrorsMin: 5 } });
		/** These failed reads outnumber the successful reads for the account's baseline. */
		const FAILED = 12;
		const trading = fixture.session('bybit');
		fixture.bybit.refuseReads(true);
		await fixture.settled(Promise.allSettled(Array.from({ length: FAILED }, () => trading.balance())));
		fixture.bybit.refuseReads(false);
		fixture.feed('SOL');
		const refused = await refusalOf(fixture, {});
		expect(refused).toMatchObject({
			code: 'TRADING_HALTED',
			facts: { check: 'stability_long', exchange: 'bybit', failed: FAILED },
		});
		expect(fixture.orderService.tradingState('user_a', 'bybit')).toMatchObject({
			trading: 'halted',
			reason: expect.objectContaining({
				text: expect.stringMatching(`Bybit left ${FAILED} of \\d+ recent requests without an answer`),
			}),
		});
		expect(fixture.orderService.tradingState('user_a', 'kucoin').trading).toBe('enabled');
		await fixture.pass(66_000);
		fixture.feed('SOL');
		expect(fixture.orderService.tradingState('user_a', 'bybit')).toEqual({
			trading: 'enabled',
			reason: null,
		});
		await opened(fixture);
	});
});

test('a close passes with no available margin on either exchange, after an open was refused for it', async () => {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	for (const exchange of [fixture.bybit, fixture.kucoin]) exchange.setAvailable(usd('0'));
	fixture.feed('SOL');
	expect((await refusalOf(fixture, {})).code).toBe('INSUFFICIENT_MARGIN');
	const answer = await fixture.settled(
		fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: usd('1'),
		}),
	);
	expect(answer).toMatchObject({ success: true, status: 'closed' });
	expect([fixture.bybit.positionOf('SOLUSDT'), fixture.kucoin.positionOf('SOLUSDTM')]).toEqual([
		usd('0'),
		usd('0'),
	]);
});

describe('the table', () => {
	test('lists every check that a preview shows', async () => {
		const fixture = fixtureWith();
		const agent = agentWith({
			amountMax: usd('1000'),
			openAmountMax: usd('1000'),
			pairs: [],
			executionsPerDay: 1,
		});
		const exit = { minLiquidationDistancePct: usd('10'), stopLossPct: usd('10') };
		const { checks } = await previewOf(fixture, { agent, exit, onlyIfTrade: true, minNetApr: usd('0') });
		const named = GATE.flatMap(({ lines }) =>
			lines.flatMap((line) =>
				line.includes('{leg}') ? [line.replace('{leg}', 'long'), line.replace('{leg}', 'short')] : [line],
			),
		);
		expect([...checks.map(({ check }) => check)].sort()).toEqual([...named].sort());
		for (const { value, limit, message } of checks) {
			expect(value).not.toBe('');
			expect(limit).not.toBe('');
			expect(textOf(message)).toMatch(/\.$/);
		}
	});

	test('names only existing settings', () => {
		const read = readConfig({});
		if ('faults' in read) throw new Error('The default settings are invalid.');
		const config = read.config as unknown as Record<string, Record<string, unknown>>;
		const named = GATE.flatMap(({ settings }) => settings);
		expect(named.length).toBeGreaterThan(10);
		for (const setting of named) {
			const [section = '', key = ''] = setting.split('.');
			expect(config[section]?.[key], setting).toBeDefined();
		}
	});
});
