/** Tests which API keys are accepted and refused, and the state of connected keys afterwards. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type AccountFixture, createAccountFixture } from '../support/account-fixture.ts';

const HOUR_MS = 3_600_000;

let on: AccountFixture;

beforeEach(async () => {
	on = await createAccountFixture(7);
});

/** Returns the refusal; fails if there is none. */
async function refusalOf(work: Promise<unknown>): Promise<CarrywireError> {
	const thrown = await on.fixture.settled(work.then(() => undefined).catch((error: unknown) => error));
	if (!(thrown instanceof Error)) throw new Error('It was not refused.');
	return thrown as CarrywireError;
}

const only = (userId = 'user_a') => {
	const [account, ...more] = on.accounts.list(userId);
	if (account === undefined || more.length > 0)
		throw new Error(`There is not one account, but ${more.length}.`);
	return account;
};

describe('connecting', () => {
	test('lists a key that may trade as the exchange described it, and uses it', async () => {
		const endsAt = on.clock.now() + 90 * 24 * HOUR_MS;
		on.describe('main/1', { permissions: ['Order', 'Position'], expiresAt: endsAt });
		const { account, renewed } = await on.connect('bybit', 'main/1', { label: 'mine' });
		expect(renewed).toBe(false);
		expect(account).toMatchObject({
			venue: 'bybit',
			label: 'mine',
			kind: 'api_key',
			permissions: ['Order', 'Position'],
			canTrade: true,
			canWithdraw: false,
			keyExpiresAt: endsAt,
			inUse: true,
			status: 'ok',
			statusReason: null,
		});
		expect(account.accountId).toMatch(/^acct_[0-9a-f]{24}$/);
		expect(on.accounts.list('user_a')).toEqual([account]);
		expect(on.accounts.list('user_b')).toEqual([]);
	});

	test('stores the secret sealed, and nothing that identifies the key or the exchange account', async () => {
		await on.connect('bybit', 'main/1', {
			credentials: { apiKey: 'main/1', secret: 'a very secret text', passphrase: 'a phrase' },
		});
		const kept = JSON.stringify(on.rows());
		for (const secret of ['main/1', 'a very secret text', 'a phrase', '"main"'])
			expect(kept).not.toContain(secret);
		expect(on.rows()[0]?.credentials).toMatch(/^v1\.k[0-9a-f]{16}\./);
		const said = JSON.stringify([on.accounts.list('user_a'), on.logged]);
		for (const secret of ['a very secret text', 'a phrase', 'v1.k']) expect(said).not.toContain(secret);
	});

	test('uses the earlier expiry of a key, from the caller or the exchange', async () => {
		const at = on.clock.now() + HOUR_MS;
		on.describe('main/1', { expiresAt: at + HOUR_MS });
		expect((await on.connect('bybit', 'main/1', { keyExpiresAt: at })).account.keyExpiresAt).toBe(at);
		on.describe('main/2', { expiresAt: at });
		expect((await on.connect('bybit', 'main/2', { keyExpiresAt: at + 5 })).account.keyExpiresAt).toBe(at);
		expect((await on.connect('bybit', 'main/3', { keyExpiresAt: null })).account.keyExpiresAt).toBeNull();
	});

	test.each([
		['can withdraw', { canWithdraw: true, permissions: ['Wallet:Withdraw'] }, 'KEY_CAN_WITHDRAW', false],
		['can only read', { readOnly: true }, 'KEY_CANNOT_TRADE', false],
		['may not trade', { canTrade: false }, 'KEY_CANNOT_TRADE', false],
		['has expired', { expiresAt: 1 }, 'KEY_REFUSED', false],
		['the exchange refuses', 'API key is invalid. (10003)', 'KEY_REFUSED', false],
		['cannot be checked', undefined, 'VENUE_UNAVAILABLE', true],
	] as const)('refuses a key that %s and stores none of its data', async (_what, said, code, retryable) => {
		on.describe('main/1', said);
		const refusal = await refusalOf(on.connect('bybit', 'main/1'));
		expect([refusal.code, refusal.retryable]).toEqual([code, retryable]);
		if (typeof said === 'string') expect(refusal.message).toContain('API key is invalid. (10003)');
		expect(`${refusal.message} ${JSON.stringify(refusal.facts)}`).not.toContain('secret of');
		expect(on.rows()).toEqual([]);
		expect(on.accounts.list('user_a')).toEqual([]);
		expect(on.fixture.orderService.isConnected('user_a', 'bybit')).toBe(false);
		expect(on.closed).toEqual(['main/1']);
	});

	test('accepts a key when the venue does not state whether it can withdraw', async () => {
		on.describe('main/1', { canWithdraw: null });
		expect((await on.connect('bybit', 'main/1')).account.canWithdraw).toBeNull();
	});

	test('rejects a second connection of the same exchange account or key, by any user', async () => {
		const { account } = await on.connect('bybit', 'main/1');
		const again = await refusalOf(on.connect('bybit', 'main/1'));
		expect([again.code, again.facts]).toEqual([
			'ACCOUNT_ALREADY_CONNECTED',
			{ accountId: account.accountId },
		]);
		for (const key of ['main/1', 'main/2']) {
			const other = await refusalOf(on.connect('bybit', key, { userId: 'user_b' }));
			expect([other.code, other.facts]).toEqual(['ACCOUNT_ALREADY_CONNECTED', {}]);
			expect(other.message).not.toContain(account.accountId);
		}
		// Another exchange may use the same account names for different accounts.
		await on.connect('kucoin', 'main/1', { userId: 'user_b' });
		expect(on.rows()).toHaveLength(2);
	});

	test('accepts only one of two simultaneous connections of the same account', async () => {
		const results = await Promise.all(
			['user_a', 'user_b'].map((userId) =>
				on.connect('bybit', 'main/1', { userId }).then(
					() => 'connected',
					(error: unknown) => (error as CarrywireError).code,
				),
			),
		);
		expect(results.sort()).toEqual(['ACCOUNT_ALREADY_CONNECTED', 'connected']);
		expect(on.rows()).toHaveLength(1);
	});

	test('allows ten accounts per user and exchange', async () => {
		for (let index = 0; index < 10; index += 1) await on.connect('bybit', `a${index}/1`);
		const refusal = await refusalOf(on.connect('bybit', 'a10/1'));
		expect([refusal.code, refusal.facts.limit]).toEqual(['TOO_MANY_ACCOUNTS', 10]);
		await on.connect('kucoin', 'a10/1');
		await on.connect('bybit', 'a10/1', { userId: 'user_b' });
		expect(on.accounts.list('user_a').filter(({ inUse }) => inUse)).toHaveLength(2);
		// A new key for one of the ten accounts does not count as an eleventh account.
		expect((await on.connect('bybit', 'a3/2')).renewed).toBe(true);
	});

	test('does not connect an account that cannot be written', async () => {
		on.database.exec(
			`CREATE TEMP TRIGGER full BEFORE INSERT ON main.exchange_account BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
		);
		expect((await refusalOf(on.connect('bybit', 'main/1'))).code).toBe('STORE_UNAVAILABLE');
		expect(on.accounts.list('user_a')).toEqual([]);
		expect(on.fixture.orderService.isConnected('user_a', 'bybit')).toBe(false);
		on.database.exec('DROP TRIGGER full');
		await on.connect('bybit', 'main/1');
	});

	test.each(['', ' ', 'x'.repeat(65)])('rejects the label %j', async (label) => {
		expect((await refusalOf(on.connect('bybit', 'main/1', { label }))).field).toBe('label');
	});

	test('keeps accounts and their keys across a restart', async () => {
		await on.connect('bybit', 'main/1');
		await on.connect('bybit', 'other/1');
		const before = on.accounts.list('user_a');
		await on.restart();
		expect(on.accounts.list('user_a')).toEqual(before);
		expect(on.fixture.orderService.isConnected('user_a', 'bybit')).toBe(true);
		await on.fixture.pass(3_000);
		expect(on.account('bybit', 'main').balanceCount()).toBeGreaterThan(0);
		expect(on.account('bybit', 'other').balanceCount()).toBe(0);
	});
});

describe('another user’s account, or an unknown one', () => {
	test('is unknown to the caller', async () => {
		const { account } = await on.connect('bybit', 'main/1');
		for (const [userId, id] of [
			['user_b', account.accountId],
			['user_a', 'acct_none'],
			['user_a', ''],
		] as const) {
			const used = await refusalOf(on.accounts.use(userId, id));
			const gone = await refusalOf(on.accounts.disconnect(userId, id, { closeFirst: true }));
			expect([used.code, used.field, gone.code]).toEqual([
				'UNKNOWN_ACCOUNT',
				'account_id',
				'UNKNOWN_ACCOUNT',
			]);
		}
		expect(only()).toEqual(account);
	});
});

describe('the state of a key', () => {
	test('needs a reconnect, with the reason, when the exchange refuses it, and recovers by itself', async () => {
		const { account } = await on.connect('bybit', 'main/1');
		// The service has checked this key by now, and does not check it again within the hour.
		await on.fixture.pass(60_000);
		on.describe('main/1', 'Your api key has expired. (33004)');
		await on.fixture.pass(31_000);
		const refused = only();
		expect(refused).toMatchObject({ accountId: account.accountId, status: 'needs_reconnect', inUse: true });
		expect(textOf(refused.statusReason ?? '')).toBe(
			'Bybit refuses the key: Your api key has expired. (33004)',
		);
		expect(refused.health.refusedAt).toBeGreaterThan(account.connectedAt);
		await on.restart();
		expect(only()).toMatchObject({ status: 'needs_reconnect', statusReason: refused.statusReason });
		expect(on.rows()[0]?.credentials).not.toBeNull();
		on.describe('main/1', {});
		await on.fixture.pass(31_000);
		expect(only()).toMatchObject({ status: 'ok', statusReason: null, health: { refusedAt: null } });
	});

	test('does not change when the exchange does not answer', async () => {
		await on.connect('bybit', 'main/1');
		on.describe('main/1', undefined);
		await on.fixture.pass(3 * HOUR_MS);
		expect(only().status).toBe('ok');
	});

	test('needs a reconnect after its expiry, without an answer from the exchange', async () => {
		on.describe('main/1', { expiresAt: on.clock.now() + HOUR_MS });
		await on.connect('bybit', 'main/1');
		expect(only().status).toBe('ok');
		await on.fixture.pass(HOUR_MS);
		expect(only().status).toBe('needs_reconnect');
		expect(textOf(only().statusReason ?? '')).toMatch(/^The key expired on 21 Nov, 09:3\d UTC\. Connect/);
	});

	test('is checked once an hour, also for accounts not in use', async () => {
		await on.connect('bybit', 'main/1');
		await on.connect('bybit', 'other/1');
		await on.fixture.pass(60_000);
		on.describe('other/1', 'API key is invalid. (10003)');
		on.describe('main/1', { permissions: ['Order'], canWithdraw: true });
		await on.fixture.pass(HOUR_MS + 60_000);
		const [main, other] = on.accounts.list('user_a');
		expect(other).toMatchObject({ inUse: false, status: 'needs_reconnect' });
		expect(main).toMatchObject({ permissions: ['Order'], canWithdraw: true, status: 'needs_reconnect' });
		expect(textOf(main?.statusReason ?? '')).toMatch(/can now withdraw money/);
		// Account reads keep succeeding and do not clear the key's refusal.
		await on.fixture.pass(60_000);
		expect(on.accounts.list('user_a')[0]?.status).toBe('needs_reconnect');
	});

	test('is checked again after a minute, not an hour, when the exchange did not answer', async () => {
		await on.connect('bybit', 'main/1');
		await on.connect('bybit', 'other/1');
		on.describe('other/1', undefined);
		await on.fixture.pass(60_000);
		on.describe('other/1', 'API key is invalid. (10003)');
		await on.fixture.pass(90_000);
		expect(on.accounts.list('user_a')[1]).toMatchObject({ inUse: false, status: 'needs_reconnect' });
	});

	test('reports a secret that cannot be unsealed, and a new key of the account repairs it', async () => {
		const { account } = await on.connect('bybit', 'main/1');
		await on.connect('bybit', 'other/1');
		on.database.exec(
			`UPDATE exchange_account SET credentials = (SELECT credentials FROM exchange_account WHERE in_use = 0) WHERE in_use = 1`,
		);
		await on.restart();
		expect(on.accounts.list('user_a').map(({ status }) => status)).toEqual(['needs_reconnect', 'ok']);
		expect(on.fixture.orderService.isConnected('user_a', 'bybit')).toBe(false);
		const repaired = await on.connect('bybit', 'main/2');
		expect(repaired).toMatchObject({
			renewed: true,
			account: { accountId: account.accountId, status: 'ok' },
		});
		expect(on.fixture.orderService.isConnected('user_a', 'bybit')).toBe(true);
	});

	test('accepts a reconnect after a refusal, also with the same key', async () => {
		const { account } = await on.connect('bybit', 'main/1');
		on.describe('main/1', 'IP is not bound. (10010)');
		await on.fixture.pass(31_000);
		expect(only().status).toBe('needs_reconnect');
		on.describe('main/1', {});
		const again = await on.connect('bybit', 'main/1');
		expect(again).toMatchObject({ renewed: true, account: { accountId: account.accountId, status: 'ok' } });
	});
});
