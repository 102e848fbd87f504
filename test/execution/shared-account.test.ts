/**
 * Tests several executions on one instrument, with manual trades and transfers on the same account. Every settlement
 * is split exactly, and no part of the account's equity stays unexplained.
 */
import { describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import { add, type Decimal, fromInteger, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { executionId, jobId } from '../../src/domain/ids.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { PortfolioAccount, PortfolioRecord } from '../../src/ports/portfolio.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { PRICE } from '../support/fixture-feed.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const d = parseDecimal;

async function check(fixture: TradingFixture): Promise<PortfolioRecord> {
	await fixture.pass(1_100);
	for (const coin of ['SOL', 'DOGE']) fixture.feed(coin);
	return fixture.settled(
		fixture.portfolio.live({
			userId: 'user_a',
			executionId: undefined,
			includeClosed: true,
			page: 1,
			limit: 100,
		}),
	);
}

function account(record: PortfolioRecord, venue: string): PortfolioAccount {
	const found = record.accounts.find(({ exchange }) => exchange === venue);
	if (found === undefined) throw new Error(`The record has no account at ${venue}.`);
	return found;
}

function expectExact(record: PortfolioRecord): void {
	expect(
		brokenIdentities(readExact(encodeExactJson(portfolioRecord(record, [], 'simulated'))) as Portfolio),
	).toEqual([]);
	expect(record.accounts.map(({ exchange, unexplained }) => [exchange, unexplained])).toEqual([
		['bybit', ZERO],
		['kucoin', ZERO],
	]);
	// The fixture's venues report no liquidation prices.
	expect(record.reasons.filter(({ code }) => code !== 'LIQUIDATION_UNKNOWN')).toEqual([]);
}

async function opened(fixture: TradingFixture): Promise<string> {
	const answer = (await fixture.settled(
		fixture.execute({ opportunityId: fixture.feed('SOL') }),
	)) as ExecuteAnswer;
	await fixture.pass(1_000);
	expect(fixture.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

/** Opens another execution on the same instruments, with a different quantity and price. */
async function beside(
	fixture: TradingFixture,
	first: string,
	hex: string,
	quantity: string,
	price: number,
): Promise<string> {
	const { plan } = present(fixture, first);
	const id = executionId(hex.repeat(24));
	fixture.feed('SOL');
	const coins = d(quantity);
	await fixture.settled(
		fixture.driver.admit(
			{
				...plan,
				executionId: id,
				jobId: jobId(hex.repeat(24)),
				quantity: coins,
				children: [{ quantity: coins, basisMin: null }],
				legs: {
					long: { ...plan.legs.long, limitPrice: d(String(price + 0.1)) },
					short: { ...plan.legs.short, limitPrice: d(String(price - 0.1)) },
				},
			},
			undefined,
		),
	);
	fixture.driver.start(id);
	await fixture.pass(1_000);
	expect(present(fixture, id).held).toEqual({ long: coins, short: coins });
	return id;
}

function present(fixture: TradingFixture, id: string): ExecutionState {
	const state = fixture.driver.state(id);
	if (state === undefined) throw new Error(`No execution ${id} in memory.`);
	return state;
}

async function closed(fixture: TradingFixture, id: string, share = '1'): Promise<void> {
	fixture.feed('SOL');
	await fixture.settled(
		fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId: id,
			maxSlippageBps: undefined,
			share: d(share),
		}),
	);
}

const paidOn = (state: ExecutionState, leg: 'long' | 'short', recordId: string): Decimal =>
	sum(
		state.funding
			.filter((record) => record.leg === leg && record.recordId === recordId)
			.map(({ amount }) => amount),
	);

describe('executions that share an instrument', () => {
	test('each gets its share of every settlement, the shares sum to the payment, and one read serves all', async () => {
		const fixture = createTradingFixture(21);
		await check(fixture);
		const first = await opened(fixture);
		const second = await beside(fixture, first, 'b', '1.7', PRICE);
		const third = await beside(fixture, first, 'c', '0.9', PRICE);
		expectExact(await check(fixture));
		const instant = Date.UTC(2026, 10, 21, 16);
		await fixture.passFed(instant - fixture.clock.now(), 'SOL');
		const reads = fixture.bybit.fundingReadCount();
		const perCoin = d('-0.01234567');
		fixture.bybit.settle('SOLUSDT', instant, perCoin);
		await fixture.pass(500);
		// At most one read follows, because a sweep in progress may already have found the settlement.
		expect(fixture.bybit.fundingReadCount() - reads).toBeLessThanOrEqual(1);
		const id = `bybit-SOLUSDT-${instant}`;
		const shares = [first, second, third].map((one) => paidOn(present(fixture, one), 'long', id));
		expect(shares.every((share) => share < 0n)).toBe(true);
		const [payment] = await fixture.settled(fixture.bybit.fundingPayments('SOLUSDT', instant, instant));
		expect(sum(shares)).toBe(payment?.amount);
		expectExact(await check(fixture));
	});

	test('closing one realises at the venue’s average price and leaves nothing unexplained, also after a restart', async () => {
		const fixture = createTradingFixture(22);
		await check(fixture);
		const first = await opened(fixture);
		const second = await beside(fixture, first, 'b', '3.3', PRICE + 5);
		expectExact(await check(fixture));
		await closed(fixture, first, '0.4');
		expectExact(await check(fixture));
		await closed(fixture, first);
		expectExact(await check(fixture));
		// The execution has left memory, but its fills are still part of the position's cost.
		await fixture.pass(1_200_000);
		fixture.restart();
		expect(fixture.driver.state(first)).toBeUndefined();
		expectExact(await check(fixture));
		await closed(fixture, second, '0.5');
		expectExact(await check(fixture));
		await closed(fixture, second);
		expectExact(await check(fixture));
	});

	test('an execution closed before the venue reported the settlement still gets its share', async () => {
		const fixture = createTradingFixture(23);
		await check(fixture);
		const first = await opened(fixture);
		const second = await beside(fixture, first, 'b', '2.5', PRICE);
		fixture.bybit.refuseFunding(true);
		const at = fixture.clock.now();
		fixture.bybit.settle('SOLUSDT', at, d('-0.1'));
		await fixture.pass(1_000);
		await closed(fixture, first);
		await fixture.pass(900_000);
		// An execution stays in memory until its venues have reported their payments.
		expect(fixture.driver.state(first)).toBeDefined();
		fixture.bybit.refuseFunding(false);
		await fixture.pass(65_000);
		expectExact(await check(fixture));
		const recordId = `bybit-SOLUSDT-${at}`;
		expect(paidOn(present(fixture, second), 'long', recordId)).toBe(d('-0.25'));
		fixture.restart();
		expect((await check(fixture)).executions.map(({ funding }) => funding.longFunding).sort()).toHaveLength(
			2,
		);
	});
});

describe('doubtful funding records', () => {
	const reasonsOf = (record: PortfolioRecord) =>
		(record.executions[0]?.reasons ?? [])
			.filter(({ code }) => code.startsWith('FUNDING'))
			.map(({ field, code }) => [field, code]);

	test('books a payment that differs from coins × mark × rate unchanged, and reports it', async () => {
		const fixture = createTradingFixture(31);
		await check(fixture);
		const id = await opened(fixture);
		const instant = Date.UTC(2026, 10, 21, 16);
		await fixture.passFed(instant - 2_000 - fixture.clock.now(), 'SOL');
		await fixture.passFed(2_000, 'SOL');
		// At the fixture's rate of 0.0001 and mark price of 100 USD, a coin pays 0.01 USD, so only the second amount
		// differs.
		fixture.bybit.settle('SOLUSDT', instant, d('-0.01'));
		fixture.kucoin.settle('SOLUSDTM', instant, d('-0.02'));
		await fixture.pass(3_000);
		const record = await check(fixture);
		expectExact(record);
		expect(
			[...present(fixture, id).funding]
				.sort((a, b) => (a.leg < b.leg ? -1 : 1))
				.map(({ leg, amount, expected }) => [leg, amount, expected]),
		).toEqual([
			['long', d('-0.05'), d('-0.05')],
			['short', d('0.1'), d('0.05')],
		]);
		expect(reasonsOf(record)).toEqual([['funding.short_funding', 'FUNDING_DIFFERS']]);
		// The journal records that the payment differs, so the reason survives a restart.
		fixture.restart();
		expect(reasonsOf(await check(fixture))).toEqual([['funding.short_funding', 'FUNDING_DIFFERS']]);
	});

	test('reports a published settlement without a record as missing after five minutes', async () => {
		const fixture = createTradingFixture(32);
		await check(fixture);
		await opened(fixture);
		await fixture.passFed(60_000, 'SOL');
		fixture.history.put('kucoin', 'SOLUSDTM', [{ settledAt: fixture.clock.now(), rate: d('0.0003') }]);
		await fixture.passFed(240_000, 'SOL');
		expect(reasonsOf(await check(fixture))).toEqual([]);
		await fixture.passFed(120_000, 'SOL');
		const record = await check(fixture);
		expect(reasonsOf(record)).toEqual([['funding.short_funding', 'FUNDING_MISSING']]);
		expect(record.executions[0]?.funding.netFunding).toBe(ZERO);
	});

	test('does not book a second record of one settlement, and requests attention', async () => {
		const fixture = createTradingFixture(33);
		await check(fixture);
		const id = await opened(fixture);
		const at = fixture.clock.now();
		fixture.bybit.settle('SOLUSDT', at, d('-0.01'));
		await fixture.passFed(65_000, 'SOL');
		expect(present(fixture, id).attention).toBeNull();
		fixture.bybit.settle('SOLUSDT', at, d('-0.01'), 'again');
		await fixture.passFed(65_000, 'SOL');
		expect(present(fixture, id).funding).toHaveLength(1);
		expect(present(fixture, id).attentionKind).toBe('funding');
		expect(reasonsOf(await check(fixture))).toContainEqual(['funding', 'FUNDING_REPEATED']);
	});
});

describe('others on the same account', () => {
	test('a deposit, a withdrawal, a manual trade and fees in a third coin leave nothing unexplained', async () => {
		const fixture = createTradingFixture(24);
		await check(fixture);
		const first = await opened(fixture);
		fixture.bybit.flow(fromInteger(250), true);
		fixture.kucoin.flow(fromInteger(-75), true);
		expectExact(await check(fixture));
		// A manual position on an instrument without executions is opened, detected, half closed and closed.
		fixture.bybit.tradeByHand('DOGEUSDT', fromInteger(30), d('99.5'));
		const open = await check(fixture);
		expectExact(open);
		// A gain of 30 coins × 0.5 USD, less 0.06 % of 2,985 USD.
		expect(account(open, 'bybit').unmanagedPnl).toBe(d('13.209'));
		fixture.bybit.tradeByHand('DOGEUSDT', fromInteger(-10), d('101.25'));
		expectExact(await check(fixture));
		fixture.bybit.tradeByHand('DOGEUSDT', fromInteger(-20), d('98.75'));
		const flat = await check(fixture);
		expectExact(flat);
		expect(account(flat, 'bybit').unmanagedPnl).toBe(d('-1.0835'));
		// From here on, KuCoin charges fees in its own coin, which is deposited and changes in price.
		fixture.kucoin.flow(fromInteger(3), true, 'KCS');
		fixture.kucoin.payFeesIn({ asset: 'KCS', quantity: fromInteger(3), usdPrice: d('11.5') });
		expectExact(await check(fixture));
		const second = await beside(fixture, first, 'b', '1.3', PRICE + 2);
		fixture.kucoin.setPrice('KCS', d('13.125'));
		const moved = await check(fixture);
		expectExact(moved);
		expect(account(moved, 'kucoin').revaluation).not.toBe(ZERO);
		await closed(fixture, first);
		await closed(fixture, second);
		fixture.kucoin.flow(fromInteger(-1), true, 'KCS');
		expectExact(await check(fixture));
		fixture.restart();
		expectExact(await check(fixture));
	});

	test('a manual trade beside an execution gets its share of the settlement', async () => {
		const fixture = createTradingFixture(25);
		await check(fixture);
		const first = await opened(fixture);
		fixture.kucoin.tradeByHand('SOLUSDTM', fromInteger(-5), d('100.5'));
		expectExact(await check(fixture));
		fixture.kucoin.settle('SOLUSDTM', fixture.clock.now(), d('-0.07'));
		await fixture.pass(90_000);
		expectExact(await check(fixture));
		expect(present(fixture, first).funding.map(({ amount }) => amount)).toEqual([d('0.35')]);
		fixture.kucoin.tradeByHand('SOLUSDTM', fromInteger(5), d('99.25'));
		const flat = await check(fixture);
		expectExact(flat);
		// A gain of 5 × 1.25, less a fee of 0.06 % on both trades, plus the other half of the settlement.
		const fees = add(d('0.3015'), d('0.29775'));
		expect(account(flat, 'kucoin').unmanagedPnl).toBe(add(d('6.6'), -fees as Decimal));
		await closed(fixture, first);
		expectExact(await check(fixture));
	});

	test('coins closed manually before a settlement, while positions were unreadable, get no share of the payment', async () => {
		const fixture = createTradingFixture(28);
		await check(fixture);
		const first = await opened(fixture);
		const { positions } = fixture.bybit;
		Object.assign(fixture.bybit, {
			positions: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
		});
		fixture.bybit.tradeByHand('SOLUSDT', fromInteger(-2), d('100'));
		fixture.bybit.settle('SOLUSDT', fixture.clock.now(), d('0.1'));
		await fixture.passFed(90_000, 'SOL');
		expect(present(fixture, first).funding).toEqual([]);
		Object.assign(fixture.bybit, { positions });
		await fixture.passFed(90_000, 'SOL');
		// The account held five coins and was paid on only three.
		expect(present(fixture, first).funding.map(({ amount }) => amount)).toEqual([d('0.3')]);
		expectExact(await check(fixture));
	});

	test('a manual sale beyond the position gets its share with the fill that it was netted with', async () => {
		const fixture = createTradingFixture(29);
		await check(fixture);
		const first = await opened(fixture);
		const { positions } = fixture.bybit;
		Object.assign(fixture.bybit, {
			positions: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
		});
		// The account holds five coins and sells eight, so the exchange settles funding on a short position of three
		// coins.
		fixture.bybit.tradeByHand('SOLUSDT', fromInteger(-8), d('100'));
		await fixture.pass(2_000);
		const settledAt = fixture.clock.now();
		fixture.bybit.settle('SOLUSDT', settledAt, d('0.1'), 'settled-on-three-short');
		await fixture.pass(1_000);
		const second = await beside(fixture, first, 'b', '5', 100);
		Object.assign(fixture.bybit, { positions });
		await fixture.passFed(90_000, 'SOL');
		const taken = [first, second].map((id) => present(fixture, id).reductions[0]?.fills[0]?.quantity);
		expect(taken).toEqual([d('5'), d('3')]);
		expect(paidOn(present(fixture, first), 'long', 'settled-on-three-short')).toBe(ZERO);
		expect(paidOn(present(fixture, second), 'long', 'settled-on-three-short')).toBe(d('-0.3'));
		expectExact(await check(fixture));
	});

	test('a settlement of a manual trade counts once when that trade is netted with a later fill', async () => {
		const fixture = createTradingFixture(30);
		await check(fixture);
		const first = await opened(fixture);
		fixture.bybit.tradeByHand('SOLUSDT', fromInteger(-8), d('100'));
		await fixture.pass(2_000);
		fixture.bybit.settle('SOLUSDT', fixture.clock.now(), d('0.1'), 'settled-on-three-short');
		await fixture.passFed(30_000, 'SOL');
		const before = await check(fixture);
		expectExact(before);
		expect(present(fixture, first)).toMatchObject({ held: { long: ZERO, short: ZERO }, funding: [] });
		const second = await beside(fixture, first, 'b', '5', 100);
		await fixture.passFed(90_000, 'SOL');
		expect(paidOn(present(fixture, second), 'long', 'settled-on-three-short')).toBe(d('-0.3'));
		expectExact(await check(fixture));
	});

	test('an unexplained coin counts at its price; a coin without a price leaves the other figures known', async () => {
		const fixture = createTradingFixture(26);
		await check(fixture);
		fixture.bybit.payFeesIn({ asset: 'MNT', quantity: fromInteger(10), usdPrice: d('0.5') });
		fixture.bybit.payFeesIn(undefined);
		expect(account(await check(fixture), 'bybit').unexplained).toBe(fromInteger(5));
	});

	test('the account’s holdings at connection are not a gain', async () => {
		const fixture = createTradingFixture(27);
		fixture.bybit.payFeesIn({ asset: 'MNT', quantity: fromInteger(10), usdPrice: d('0.5') });
		expectExact(await check(fixture));
		fixture.bybit.setPrice('MNT', d('0.75'));
		const record = await check(fixture);
		expectExact(record);
		expect(account(record, 'bybit')).toMatchObject({ revaluation: d('2.5'), equityChange: d('2.5') });
	});
});
