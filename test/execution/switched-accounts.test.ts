/** Tests several accounts at one exchange: the account in use, each account's earnings, and disconnecting one. */

import { beforeEach, describe, expect, test } from 'vitest';
import { portfolioRecord } from '../../src/api/rpc/portfolio-record.ts';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { type Decimal, fromInteger, ONE, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import type { PortfolioAccount, PortfolioRecord } from '../../src/ports/portfolio.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { type Portfolio, readExact } from '../e2e/wire.ts';
import { type AccountFixture, createAccountFixture } from '../support/account-fixture.ts';

const SETTLED_AT = Date.UTC(2026, 10, 21, 16);

let on: AccountFixture;
let a: string;
let b: string;
let atKucoin: string;

/** `user_a` has two accounts at bybit, with `a` in use, and one at kucoin. */
beforeEach(async () => {
	on = await createAccountFixture(11);
	a = (await on.connect('bybit', 'a/1')).account.accountId;
	b = (await on.connect('bybit', 'b/1')).account.accountId;
	atKucoin = (await on.connect('kucoin', 'k/1')).account.accountId;
	await on.fixture.pass(2_000);
});

async function opened(amount = 1_000): Promise<string> {
	const request = { opportunityId: on.fixture.feed('SOL'), amount: fromInteger(amount) };
	const answer = (await on.fixture.settled(on.fixture.execute(request))) as ExecuteAnswer;
	await on.fixture.pass(1_000);
	expect(on.fixture.driver.state(answer.executionId)?.phase).toBe('running');
	return answer.executionId;
}

async function closed(executionId: string): Promise<void> {
	on.fixture.feed('SOL');
	const answer = await on.fixture.settled(
		on.fixture.orderService.close({
			userId: 'user_a',
			agent: undefined,
			executionId,
			maxSlippageBps: undefined,
			share: ONE,
		}),
	);
	expect(answer.status).toBe('closed');
}

const use = (accountId: string) => on.fixture.settled(on.accounts.use('user_a', accountId));
const disconnect = (accountId: string, closeFirst = false) =>
	on.fixture.settled(on.accounts.disconnect('user_a', accountId, { closeFirst }));

async function refusalOf(work: Promise<unknown>): Promise<CarrywireError> {
	const thrown = await on.fixture.settled(work.then(() => undefined).catch((error: unknown) => error));
	if (!(thrown instanceof Error)) throw new Error('It was not refused.');
	return thrown as CarrywireError;
}

async function check(): Promise<PortfolioRecord> {
	await on.fixture.pass(1_100);
	on.fixture.feed('SOL');
	return on.fixture.settled(
		on.fixture.portfolio.live({
			userId: 'user_a',
			executionId: undefined,
			includeClosed: true,
			page: 1,
			limit: 100,
		}),
	);
}

function rowOf(record: PortfolioRecord, venue: string): PortfolioAccount {
	const row = record.accounts.find(({ exchange }) => exchange === venue);
	if (row === undefined) throw new Error(`The record has no account at ${venue}.`);
	return row;
}

/** Checks every accounting identity on the exact decimals, and that no account has an unexplained amount. */
function expectExact(record: PortfolioRecord): void {
	expect(
		brokenIdentities(readExact(encodeExactJson(portfolioRecord(record, [], 'simulated'))) as Portfolio),
	).toEqual([]);
	expect(record.accounts.map(({ unexplained, stale }) => [unexplained, stale])).toEqual(
		record.accounts.map(() => [ZERO, false]),
	);
}

const inUse = () => on.accounts.list('user_a').flatMap((row) => (row.inUse ? row.accountId : []));
const sold = (account: string, from: number) =>
	new Set(on.sentWith.slice(from).filter((key) => key.startsWith(`${account}/`)));

describe('the account in use', () => {
	test('is the first one at each exchange; the journal records the account of each execution', async () => {
		expect(inUse()).toEqual([a, atKucoin]);
		const id = await opened();
		expect(on.account('bybit', 'a').sentCount()).toBeGreaterThan(0);
		expect(on.account('bybit', 'b').sentCount()).toBe(0);
		const legs = on.fixture.driver.state(id)?.plan.legs;
		expect([legs?.long.account, legs?.short.account]).toEqual([a, atKucoin]);
	});

	test('cannot be changed while executions are open on it; the refusal names them', async () => {
		const id = await opened();
		const refusal = await refusalOf(on.accounts.use('user_a', b));
		expect([refusal.code, refusal.retryable, refusal.facts]).toEqual([
			'EXECUTIONS_RUNNING',
			true,
			{ exchange: 'bybit', executionIds: [id] },
		]);
		expect(inUse()).toEqual([a, atKucoin]);
		await closed(id);
		await use(b);
		expect(inUse()).toEqual([b, atKucoin]);
		await use(b);
		expect(inUse()).toEqual([b, atKucoin]);
	});

	test('cannot be changed during an opening that is not journaled yet', async () => {
		const opportunityId = on.fixture.feed('SOL');
		const opening = on.fixture.execute({ opportunityId });
		const refusal = await on.accounts.use('user_a', b).catch((error: unknown) => error as CarrywireError);
		expect(refusal).toMatchObject({ code: 'EXECUTIONS_RUNNING', facts: { executionIds: [] } });
		const { executionId: id } = (await on.fixture.settled(opening)) as ExecuteAnswer;
		expect(on.fixture.driver.state(id)?.plan.legs.long.account).toBe(a);
	});

	test('trades from the change on, and is checked against its own holdings', async () => {
		await closed(await opened());
		const sentBefore = on.account('bybit', 'a').sentCount();
		await use(b);
		on.account('bybit', 'b').setAvailable(fromInteger(1));
		const refusal = await refusalOf(on.fixture.execute({ opportunityId: on.fixture.feed('SOL') }));
		expect(refusal.code).toBe('INSUFFICIENT_MARGIN');
		on.account('bybit', 'b').setAvailable(fromInteger(10_000));
		const id = await opened();
		expect(on.fixture.driver.state(id)?.plan.legs.long.account).toBe(b);
		expect(on.account('bybit', 'a').sentCount()).toBe(sentBefore);
		expect(on.account('bybit', 'b').positionOf('SOLUSDT')).not.toBe(ZERO);
		expect(on.account('bybit', 'a').positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('can only be the one with open executions when none was in use', async () => {
		const id = await opened();
		on.database.exec('UPDATE exchange_account SET in_use = 0');
		await on.restart();
		expect(inUse()).toEqual([]);
		for (const refused of [on.accounts.use('user_a', b), on.connect('bybit', 'c/1')])
			expect((await refusalOf(refused)).facts.executionIds).toEqual([id]);
		await use(a);
		await use(atKucoin);
		await on.fixture.passFed(3_000, 'SOL');
		await closed(id);
		expectExact(await check());
	});

	test('stays the same after a restart', async () => {
		await use(b);
		await on.restart();
		expect(inUse()).toEqual([b, atKucoin]);
		const id = await opened();
		expect(on.fixture.driver.state(id)?.plan.legs.long.account).toBe(b);
	});

	test('stays the same when the change cannot be written', async () => {
		on.database.exec(
			`CREATE TEMP TRIGGER full BEFORE UPDATE ON main.exchange_account BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
		);
		expect((await refusalOf(on.accounts.use('user_a', b))).code).toBe('STORE_UNAVAILABLE');
		on.database.exec('DROP TRIGGER full');
		expect(inUse()).toEqual([a, atKucoin]);
		const id = await opened();
		expect(on.fixture.driver.state(id)?.plan.legs.long.account).toBe(a);
	});
});

describe('the earnings of each account', () => {
	test('are separate and fully explained, after switching back and forth and after a restart', async () => {
		expectExact(await check());
		await closed(await opened());
		const onA = await check();
		expectExact(onA);
		const earnedOnA = rowOf(onA, 'bybit').executionPnl as Decimal;
		expect(earnedOnA).not.toBe(ZERO);

		await use(b);
		const fresh = await check();
		expectExact(fresh);
		expect(rowOf(fresh, 'bybit')).toMatchObject({ executionPnl: ZERO, equityChange: ZERO });
		await closed(await opened(600));
		on.account('bybit', 'b').flow(parseDecimal('12.5'), true);
		const onB = await check();
		expectExact(onB);
		expect(rowOf(onB, 'bybit').externalFlows).toBe(parseDecimal('12.5'));
		expect(rowOf(onB, 'bybit').executionPnl).not.toBe(earnedOnA);
		// The other exchange has one account, which earned from both executions.
		expect(rowOf(onB, 'kucoin').executionPnl).not.toBe(rowOf(onA, 'kucoin').executionPnl);

		await use(a);
		const back = await check();
		expectExact(back);
		expect(rowOf(back, 'bybit').executionPnl).toBe(earnedOnA);
		await on.restart();
		expectExact(await check());
		await use(b);
		const again = await check();
		expectExact(again);
		expect(rowOf(again, 'bybit').executionPnl).toBe(rowOf(onB, 'bybit').executionPnl);
		expect(again.summary.totalExecutions).toBe(2);
	});

	test('a settlement goes to the executions of the account that received it, even if another is in use by then', async () => {
		const id = await opened();
		await on.fixture.passFed(SETTLED_AT - on.clock.now() - 60_000, 'SOL');
		await closed(id);
		await use(b);
		const other = await opened();
		// Both accounts are paid at the same instant; each execution gets its own account's record.
		on.account('bybit', 'a').placeByHand('SOLUSDT', fromInteger(5));
		on.account('bybit', 'a').settle('SOLUSDT', on.clock.now() - 90_000, parseDecimal('0.01'), 'late on a');
		await on.fixture.passFed(SETTLED_AT - on.clock.now() + 30_000, 'SOL');
		on.account('bybit', 'b').settle('SOLUSDT', SETTLED_AT, parseDecimal('-0.02'), 'on b');
		await on.fixture.passFed(180_000, 'SOL');
		const paid = async (executionId: string) =>
			(await on.fixture.journal.readExecution(executionId)).flatMap(({ event }) =>
				event.type === 'FundingBooked' ? event.recordId : [],
			);
		expect(await paid(id)).toEqual(['late on a']);
		expect(await paid(other)).toEqual(['on b']);
	});
});

describe('a new key of the account', () => {
	test('replaces the old one while executions run', async () => {
		const id = await opened();
		on.describe('a/1', 'Your api key has expired. (33004)');
		await on.fixture.passFed(35_000, 'SOL');
		expect(on.accounts.list('user_a')[0]?.status).toBe('needs_reconnect');
		const sent = on.sentWith.length;
		const { account, renewed } = await on.connect('bybit', 'a/2', { kind: 'oauth' });
		expect(renewed).toBe(true);
		expect(account).toMatchObject({ accountId: a, kind: 'oauth', inUse: true, status: 'ok' });
		expect(on.rows()).toHaveLength(3);
		await on.fixture.passFed(5_000, 'SOL');
		await closed(id);
		expect(sold('a', sent)).toEqual(new Set(['a/2']));
		expectExact(await check());
		expect(
			(await on.fixture.journal.readExecution(id)).some(({ event }) => event.type === 'AttentionRaised'),
		).toBe(false);
	});

	test('loses no stream message: the old stream stays connected until the new one is connected', async () => {
		await opened();
		const reads = () => on.account('bybit', 'a').balanceCount();
		await on.connect('bybit', 'a/2');
		await on.fixture.pass(100);
		const closings = () => on.closed.filter((key) => key === 'a/1').length;
		const before = closings();
		for (const key of ['a/1', 'a/2']) {
			await on.fixture.pass(1_100);
			const readsBefore = reads();
			expect(on.hint(key, { kind: 'position', symbol: 'SOLUSDT' })).toBeGreaterThan(0);
			await on.fixture.pass(1_050);
			expect(reads(), key).toBeGreaterThan(readsBefore);
		}
		expect(closings()).toBe(before);
		await on.fixture.pass(31_000);
		expect(closings()).toBe(before + 1);
		expect(on.hint('a/1', { kind: 'balance' })).toBe(0);
		expect(on.hint('a/2', { kind: 'balance' })).toBeGreaterThan(0);
	});

	test('a key for an account that is not in use does not affect the account in use', async () => {
		expect((await on.connect('bybit', 'b/2')).renewed).toBe(true);
		expect(inUse()).toEqual([a, atKucoin]);
		await use(b);
		await opened();
		expect(sold('b', 0)).toEqual(new Set(['b/2']));
	});

	test('a key that can withdraw does not replace the old one', async () => {
		on.describe('a/2', { canWithdraw: true });
		expect((await refusalOf(on.connect('bybit', 'a/2'))).code).toBe('KEY_CAN_WITHDRAW');
		await closed(await opened());
		expect(sold('a', 0)).toEqual(new Set(['a/1']));
	});
});

describe('disconnecting', () => {
	test('erases the secret, keeps the database row, and leaves the exchange without an account', async () => {
		await closed(await opened());
		expect(await disconnect(a)).toEqual({ status: 'disconnected', accountId: a, executions: [] });
		expect(on.accounts.list('user_a').map(({ accountId }) => accountId)).toEqual([b, atKucoin]);
		const row = on.rows().find(({ account_id: id }) => id === a);
		expect(row).toMatchObject({ credentials: null, in_use: 0 });
		expect(Number(row?.disconnected_at)).toBeGreaterThan(0);
		expect(on.closed).toContain('a/1');
		const refusal = await refusalOf(on.fixture.execute({ opportunityId: on.fixture.feed('SOL') }));
		expect(refusal.code).toBe('EXCHANGE_NOT_CONNECTED');
		expect((await refusalOf(on.accounts.use('user_a', a))).code).toBe('UNKNOWN_ACCOUNT');
		await use(b);
		await closed(await opened());
		expectExact(await check());
	});

	test('disconnecting an account that is not in use completes at once, also while executions run on the other', async () => {
		const id = await opened();
		expect((await disconnect(b)).status).toBe('disconnected');
		expect(on.fixture.driver.state(id)?.phase).toBe('running');
	});

	test('is refused while executions run, names them, and changes nothing', async () => {
		const id = await opened();
		const refusal = await refusalOf(on.accounts.disconnect('user_a', a, { closeFirst: false }));
		expect([refusal.code, refusal.facts.executionIds]).toEqual(['EXECUTIONS_RUNNING', [id]]);
		expect(on.accounts.list('user_a')[0]).toMatchObject({ status: 'ok', inUse: true, leavingSince: null });
		await closed(id);
	});

	test('is refused during an opening; close_first prevents that opening', async () => {
		const request = { opportunityId: on.fixture.feed('SOL') };
		const opening = refusalOf(on.fixture.execute(request));
		const plain = await on.accounts
			.disconnect('user_a', a, { closeFirst: false })
			.catch((error: unknown) => error as CarrywireError);
		expect(plain).toMatchObject({ code: 'EXECUTIONS_RUNNING', facts: { executionIds: [] } });
		const leaving = on.accounts.disconnect('user_a', a, { closeFirst: true });
		expect((await opening).code).toBe('EXCHANGE_NOT_CONNECTED');
		expect((await on.fixture.settled(leaving)).status).toBe('disconnected');
		expect(on.sentWith).toEqual([]);
	});

	test('first books the exchange’s payments that were not fetched yet', async () => {
		const id = await opened();
		await on.fixture.passFed(SETTLED_AT - on.clock.now() + 60_000, 'SOL');
		await closed(id);
		on.account('bybit', 'a').placeByHand('SOLUSDT', fromInteger(5));
		on.account('bybit', 'a').settle('SOLUSDT', SETTLED_AT, parseDecimal('0.01'), 'late');
		on.account('bybit', 'a').placeByHand('SOLUSDT', ZERO);
		expect((await disconnect(a)).status).toBe('disconnected');
		const booked = (await on.fixture.journal.readExecution(id)).map(({ event }) => event.type);
		expect(booked).toContain('FundingBooked');
	});

	test('with close_first closes running executions and waits for the closes', async () => {
		const id = await opened();
		on.fixture.feed('SOL');
		expect(await disconnect(a, true)).toEqual({ status: 'disconnected', accountId: a, executions: [] });
		const { phase, reason } = on.fixture.driver.state(id) ?? {};
		expect([phase, reason]).toEqual(['closed', 'closed because its exchange account is being disconnected']);
		expect(on.account('bybit', 'a').positionOf('SOLUSDT')).toBe(ZERO);
		expect(on.rows().find(({ account_id }) => account_id === a)?.credentials).toBeNull();
	});

	test('with close_first cancels openings', async () => {
		const opportunityId = on.fixture.feed('SOL');
		const answer = (await on.fixture.settled(on.fixture.execute({ opportunityId }))) as ExecuteAnswer;
		on.fixture.feed('SOL');
		expect((await disconnect(a, true)).status).toBe('disconnected');
		expect(['closed', 'failed']).toContain(on.fixture.driver.state(answer.executionId)?.phase);
		expect(on.account('bybit', 'a').positionOf('SOLUSDT')).toBe(ZERO);
		expect(on.account('kucoin', 'k').positionOf('SOLUSDTM')).toBe(ZERO);
	});

	test('continues by itself when closing takes too long, opens nothing more, and ends even across a restart', async () => {
		const id = await opened();
		// Both legs are equal, so without a current book the engine waits instead of sending an order at an old
		// price.
		await on.fixture.pass(10_000);
		expect(await disconnect(a, true)).toEqual({ status: 'closing', accountId: a, executions: [id] });
		expect(on.accounts.list('user_a')[0]).toMatchObject({ status: 'closing', inUse: true });
		const other = await refusalOf(on.fixture.execute({ opportunityId: on.fixture.feed('BTC') }));
		expect([other.code, other.message]).toEqual([
			'EXCHANGE_NOT_CONNECTED',
			'Your account at Bybit is being disconnected, so the service opens no positions on it.',
		]);
		expect((await refusalOf(on.accounts.use('user_a', b))).code).toBe('EXECUTIONS_RUNNING');
		await on.restart();
		expect(on.accounts.list('user_a')[0]?.status).toBe('closing');
		expect(on.rows()[0]?.credentials).not.toBeNull();
		await on.fixture.passFed(30_000, 'SOL');
		expect(on.fixture.driver.state(id)?.phase).toBe('closed');
		expect(on.accounts.list('user_a').map(({ accountId }) => accountId)).toEqual([b, atKucoin]);
		expect(on.rows()[0]?.credentials).toBeNull();
		expect(on.account('bybit', 'a').positionOf('SOLUSDT')).toBe(ZERO);
	});

	test('can be repeated while it waits, and a new key can let it finish', async () => {
		const id = await opened();
		await on.fixture.pass(10_000);
		on.describe('a/1', 'Your api key has expired. (33004)');
		expect((await disconnect(a, true)).status).toBe('closing');
		expect((await on.connect('bybit', 'a/2')).account).toMatchObject({ accountId: a, status: 'closing' });
		on.fixture.feed('SOL');
		const over = on.accounts.disconnect('user_a', a, { closeFirst: false });
		await expect(on.fixture.settled(over)).rejects.toMatchObject({ code: 'EXECUTIONS_RUNNING' });
		await on.fixture.passFed(30_000, 'SOL');
		expect(on.fixture.driver.state(id)?.phase).toBe('closed');
		expect(on.accounts.list('user_a').map(({ accountId }) => accountId)).toEqual([b, atKucoin]);
	});

	test('keeps the account when it cannot be written, and is retried', async () => {
		on.database.exec(
			`CREATE TEMP TRIGGER full BEFORE UPDATE ON main.exchange_account WHEN new.disconnected_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
		);
		expect((await disconnect(a)).status).toBe('closing');
		on.database.exec('DROP TRIGGER full');
		await on.fixture.pass(2_000);
		expect(on.accounts.list('user_a').map(({ accountId }) => accountId)).toEqual([b, atKucoin]);
	});

	test('an execution no longer waits for missing records of a disconnected account', async () => {
		const id = await opened();
		await closed(id);
		await disconnect(a);
		await on.fixture.passFed(15 * 60_000, 'SOL');
		expect(await on.fixture.journal.unsettledExecutions()).toEqual([]);
		expect(on.fixture.driver.state(id)).toBeUndefined();
	});

	test('the same exchange account can be reconnected and starts from a new baseline', async () => {
		await closed(await opened());
		await disconnect(a);
		await use(b);
		const { account, renewed } = await on.connect('bybit', 'a/1');
		expect(renewed).toBe(false);
		expect(account.accountId).not.toBe(a);
		await use(account.accountId);
		const record = await check();
		expectExact(record);
		expect(rowOf(record, 'bybit').executionPnl).toBe(ZERO);
	});
});
