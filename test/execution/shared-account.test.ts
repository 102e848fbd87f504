/**
 * Several executions on one instrument, and others who trade and move money on the same account: every settlement is shared
 * to the digit, and nothing of the account's equity stays unexplained.
 */
import { describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import { add, type Decimal, fromInteger, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { executionId, jobId } from '../../src/domain/ids.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import type { PortfolioAccount, PortfolioRecord } from '../../src/ports/portfolio.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { PRICE } from '../support/stage-feed.ts';
import { createTradingStage, type TradingStage } from '../support/trading-stage.ts';

const d = parseDecimal;

async function look(stage: TradingStage): Promise<PortfolioRecord> {
	await stage.pass(1_100);
	for (const coin of ['SOL', 'DOGE']) stage.feed(coin);
	return stage.settled(
		stage.portfolio.live({
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
	// The stage's venues state no liquidation prices.
	expect(record.reasons.filter(({ code }) => code !== 'LIQUIDATION_UNKNOWN')).toEqual([]);
}

async function opened(stage: TradingStage): Promise<string> {
	const answer = (await stage.settled(stage.execute({ opportunityId: stage.feed('SOL') }))) as ExecuteAnswer;
	await stage.pass(1_000);
	expect(stage.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

/** One more on the same instruments, of another quantity, at another price. */
async function beside(
	stage: TradingStage,
	first: string,
	hex: string,
	quantity: string,
	price: number,
): Promise<string> {
	const { plan } = present(stage, first);
	const id = executionId(hex.repeat(24));
	stage.feed('SOL');
	const coins = d(quantity);
	await stage.settled(
		stage.driver.admit(
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
	stage.driver.start(id);
	await stage.pass(1_000);
	expect(present(stage, id).held).toEqual({ long: coins, short: coins });
	return id;
}

function present(stage: TradingStage, id: string): ExecutionState {
	const state = stage.driver.state(id);
	if (state === undefined) throw new Error(`No execution ${id} in memory.`);
	return state;
}

async function closed(stage: TradingStage, id: string, share = '1'): Promise<void> {
	stage.feed('SOL');
	await stage.settled(
		stage.desk.close({
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
	test('each has its share of every settlement, the sum is the payment, and one read serves all', async () => {
		const stage = createTradingStage(21);
		await look(stage);
		const first = await opened(stage);
		const second = await beside(stage, first, 'b', '1.7', PRICE);
		const third = await beside(stage, first, 'c', '0.9', PRICE);
		expectExact(await look(stage));
		const instant = Date.UTC(2026, 10, 21, 16);
		await stage.passFed(instant - stage.clock.now(), 'SOL');
		const reads = stage.bybit.fundingReadCount();
		const perCoin = d('-0.01234567');
		stage.bybit.settle('SOLUSDT', instant, perCoin);
		await stage.pass(500);
		// One read at the most: a sweep that was under way may have found it.
		expect(stage.bybit.fundingReadCount() - reads).toBeLessThanOrEqual(1);
		const id = `bybit-SOLUSDT-${instant}`;
		const shares = [first, second, third].map((one) => paidOn(present(stage, one), 'long', id));
		expect(shares.every((share) => share < 0n)).toBe(true);
		const [payment] = await stage.settled(stage.bybit.fundingPayments('SOLUSDT', instant, instant));
		expect(sum(shares)).toBe(payment?.amount);
		expectExact(await look(stage));
	});

	test('a close of one realises at the venue’s average, and nothing stays unexplained, also after a restart', async () => {
		const stage = createTradingStage(22);
		await look(stage);
		const first = await opened(stage);
		const second = await beside(stage, first, 'b', '3.3', PRICE + 5);
		expectExact(await look(stage));
		await closed(stage, first, '0.4');
		expectExact(await look(stage));
		await closed(stage, first);
		expectExact(await look(stage));
		// Forgotten by now, and yet its fills are in what the position cost.
		await stage.pass(1_200_000);
		stage.restart();
		expect(stage.driver.state(first)).toBeUndefined();
		expectExact(await look(stage));
		await closed(stage, second, '0.5');
		expectExact(await look(stage));
		await closed(stage, second);
		expectExact(await look(stage));
	});

	test('one that closed before the venue told of the settlement has its share all the same', async () => {
		const stage = createTradingStage(23);
		await look(stage);
		const first = await opened(stage);
		const second = await beside(stage, first, 'b', '2.5', PRICE);
		stage.bybit.refuseFunding(true);
		const at = stage.clock.now();
		stage.bybit.settle('SOLUSDT', at, d('-0.1'));
		await stage.pass(1_000);
		await closed(stage, first);
		await stage.pass(900_000);
		// Nothing is forgotten while a venue does not say what it paid.
		expect(stage.driver.state(first)).toBeDefined();
		stage.bybit.refuseFunding(false);
		await stage.pass(65_000);
		expectExact(await look(stage));
		const recordId = `bybit-SOLUSDT-${at}`;
		expect(paidOn(present(stage, second), 'long', recordId)).toBe(d('-0.25'));
		stage.restart();
		expect((await look(stage)).executions.map(({ funding }) => funding.longFunding).sort()).toHaveLength(2);
	});
});

describe('what is doubtful of the funding', () => {
	const reasonsOf = (record: PortfolioRecord) =>
		(record.executions[0]?.reasons ?? [])
			.filter(({ code }) => code.startsWith('FUNDING'))
			.map(({ field, code }) => [field, code]);

	test('a payment that is not what coins × mark × rate make is booked as it is, and named', async () => {
		const stage = createTradingStage(31);
		await look(stage);
		const id = await opened(stage);
		const instant = Date.UTC(2026, 10, 21, 16);
		await stage.passFed(instant - 2_000 - stage.clock.now(), 'SOL');
		await stage.passFed(2_000, 'SOL');
		// The stage's venues settle at a rate of 0.0001 and marks are 100 USD.
		stage.bybit.settle('SOLUSDT', instant, d('-0.01'));
		stage.kucoin.settle('SOLUSDTM', instant, d('-0.02'));
		await stage.pass(3_000);
		const record = await look(stage);
		expectExact(record);
		expect(
			[...present(stage, id).funding]
				.sort((a, b) => (a.leg < b.leg ? -1 : 1))
				.map(({ leg, amount, expected }) => [leg, amount, expected]),
		).toEqual([
			['long', d('-0.05'), d('-0.05')],
			['short', d('0.1'), d('0.05')],
		]);
		expect(reasonsOf(record)).toEqual([['funding.short_funding', 'FUNDING_DIFFERS']]);
		// It is in the journal: a restart does not forget it.
		stage.restart();
		expect(reasonsOf(await look(stage))).toEqual([['funding.short_funding', 'FUNDING_DIFFERS']]);
	});

	test('a settlement that the venue has published and not recorded is missing after five minutes', async () => {
		const stage = createTradingStage(32);
		await look(stage);
		await opened(stage);
		await stage.passFed(60_000, 'SOL');
		stage.history.put('kucoin', 'SOLUSDTM', [{ settledAt: stage.clock.now(), rate: d('0.0003') }]);
		await stage.passFed(240_000, 'SOL');
		expect(reasonsOf(await look(stage))).toEqual([]);
		await stage.passFed(120_000, 'SOL');
		const record = await look(stage);
		expect(reasonsOf(record)).toEqual([['funding.short_funding', 'FUNDING_MISSING']]);
		expect(record.executions[0]?.funding.netFunding).toBe(ZERO);
	});

	test('a second record of one settlement is not booked, and a person is called', async () => {
		const stage = createTradingStage(33);
		await look(stage);
		const id = await opened(stage);
		const at = stage.clock.now();
		stage.bybit.settle('SOLUSDT', at, d('-0.01'));
		await stage.passFed(65_000, 'SOL');
		expect(present(stage, id).attention).toBeNull();
		stage.bybit.settle('SOLUSDT', at, d('-0.01'), 'again');
		await stage.passFed(65_000, 'SOL');
		expect(present(stage, id).funding).toHaveLength(1);
		expect(present(stage, id).attentionKind).toBe('funding');
		expect(reasonsOf(await look(stage))).toContainEqual(['funding', 'FUNDING_REPEATED']);
	});
});

describe('others on the same account', () => {
	test('deposit, withdrawal, a trade by hand and fees in a third coin in the middle leave nothing unexplained', async () => {
		const stage = createTradingStage(24);
		await look(stage);
		const first = await opened(stage);
		stage.bybit.flow(fromInteger(250), true);
		stage.kucoin.flow(fromInteger(-75), true);
		expectExact(await look(stage));
		// By hand, on an instrument of no execution: opened, seen, half closed, closed.
		stage.bybit.tradeByHand('DOGEUSDT', fromInteger(30), d('99.5'));
		const open = await look(stage);
		expectExact(open);
		// 30 coins × 0.5 USD less 0.06 % of 2,985 USD.
		expect(account(open, 'bybit').unmanagedPnl).toBe(d('13.209'));
		stage.bybit.tradeByHand('DOGEUSDT', fromInteger(-10), d('101.25'));
		expectExact(await look(stage));
		stage.bybit.tradeByHand('DOGEUSDT', fromInteger(-20), d('98.75'));
		const flat = await look(stage);
		expectExact(flat);
		expect(account(flat, 'bybit').unmanagedPnl).toBe(d('-1.0835'));
		// From here on kucoin takes fees in a coin of its own, which comes in and moves in price.
		stage.kucoin.flow(fromInteger(3), true, 'KCS');
		stage.kucoin.payFeesIn({ asset: 'KCS', quantity: fromInteger(3), usdPrice: d('11.5') });
		expectExact(await look(stage));
		const second = await beside(stage, first, 'b', '1.3', PRICE + 2);
		stage.kucoin.setPrice('KCS', d('13.125'));
		const moved = await look(stage);
		expectExact(moved);
		expect(account(moved, 'kucoin').revaluation).not.toBe(ZERO);
		await closed(stage, first);
		await closed(stage, second);
		stage.kucoin.flow(fromInteger(-1), true, 'KCS');
		expectExact(await look(stage));
		stage.restart();
		expectExact(await look(stage));
	});

	test('a trade by hand beside an execution: the settlement is shared with it', async () => {
		const stage = createTradingStage(25);
		await look(stage);
		const first = await opened(stage);
		stage.kucoin.tradeByHand('SOLUSDTM', fromInteger(-5), d('100.5'));
		expectExact(await look(stage));
		stage.kucoin.settle('SOLUSDTM', stage.clock.now(), d('-0.07'));
		await stage.pass(90_000);
		expectExact(await look(stage));
		expect(present(stage, first).funding.map(({ amount }) => amount)).toEqual([d('0.35')]);
		stage.kucoin.tradeByHand('SOLUSDTM', fromInteger(5), d('99.25'));
		const flat = await look(stage);
		expectExact(flat);
		// 5 × 1.25 less 0.06 % of both sides, and the other half of the settlement.
		const fees = add(d('0.3015'), d('0.29775'));
		expect(account(flat, 'kucoin').unmanagedPnl).toBe(add(d('6.6'), -fees as Decimal));
		await closed(stage, first);
		expectExact(await look(stage));
	});

	test('what was taken by hand before a settlement, while positions could not be read, is not paid for', async () => {
		const stage = createTradingStage(28);
		await look(stage);
		const first = await opened(stage);
		const { positions } = stage.bybit;
		Object.assign(stage.bybit, {
			positions: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
		});
		stage.bybit.tradeByHand('SOLUSDT', fromInteger(-2), d('100'));
		stage.bybit.settle('SOLUSDT', stage.clock.now(), d('0.1'));
		await stage.passFed(90_000, 'SOL');
		expect(present(stage, first).funding).toEqual([]);
		Object.assign(stage.bybit, { positions });
		await stage.passFed(90_000, 'SOL');
		// Five coins were held, the account was paid on three.
		expect(present(stage, first).funding.map(({ amount }) => amount)).toEqual([d('0.3')]);
		expectExact(await look(stage));
	});

	test('what was sold by hand beyond what was held is paid for with the fill that it was netted with', async () => {
		const stage = createTradingStage(29);
		await look(stage);
		const first = await opened(stage);
		const { positions } = stage.bybit;
		Object.assign(stage.bybit, {
			positions: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
		});
		// Five coins are held, eight are sold, and the exchange settles on what is then three short.
		stage.bybit.tradeByHand('SOLUSDT', fromInteger(-8), d('100'));
		await stage.pass(2_000);
		const settledAt = stage.clock.now();
		stage.bybit.settle('SOLUSDT', settledAt, d('0.1'), 'settled-on-three-short');
		await stage.pass(1_000);
		const second = await beside(stage, first, 'b', '5', 100);
		Object.assign(stage.bybit, { positions });
		await stage.passFed(90_000, 'SOL');
		const taken = [first, second].map((id) => present(stage, id).reductions[0]?.fills[0]?.quantity);
		expect(taken).toEqual([d('5'), d('3')]);
		expect(paidOn(present(stage, first), 'long', 'settled-on-three-short')).toBe(ZERO);
		expect(paidOn(present(stage, second), 'long', 'settled-on-three-short')).toBe(d('-0.3'));
		expectExact(await look(stage));
	});

	test('a settlement that was nobody’s of ours is counted once when its trade by hand is netted with a later fill', async () => {
		const stage = createTradingStage(30);
		await look(stage);
		const first = await opened(stage);
		stage.bybit.tradeByHand('SOLUSDT', fromInteger(-8), d('100'));
		await stage.pass(2_000);
		stage.bybit.settle('SOLUSDT', stage.clock.now(), d('0.1'), 'settled-on-three-short');
		await stage.passFed(30_000, 'SOL');
		const before = await look(stage);
		expectExact(before);
		expect(present(stage, first)).toMatchObject({ held: { long: ZERO, short: ZERO }, funding: [] });
		const second = await beside(stage, first, 'b', '5', 100);
		await stage.passFed(90_000, 'SOL');
		expect(paidOn(present(stage, second), 'long', 'settled-on-three-short')).toBe(d('-0.3'));
		expectExact(await look(stage));
	});

	test('a coin that comes from nowhere is unexplained at its price; one without a price leaves the rest known', async () => {
		const stage = createTradingStage(26);
		await look(stage);
		stage.bybit.payFeesIn({ asset: 'MNT', quantity: fromInteger(10), usdPrice: d('0.5') });
		stage.bybit.payFeesIn(undefined);
		expect(account(await look(stage), 'bybit').unexplained).toBe(fromInteger(5));
	});

	test('what the account held when it was connected is not a gain', async () => {
		const stage = createTradingStage(27);
		stage.bybit.payFeesIn({ asset: 'MNT', quantity: fromInteger(10), usdPrice: d('0.5') });
		expectExact(await look(stage));
		stage.bybit.setPrice('MNT', d('0.75'));
		const record = await look(stage);
		expectExact(record);
		expect(account(record, 'bybit')).toMatchObject({ revaluation: d('2.5'), equityChange: d('2.5') });
	});
});
