import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyStatus } from './api-keys.ts';
import { type ExchangeFixture, openFixture } from './exchange-fixture.ts';

const APPLICATION = { clientId: 'app-1', name: 'App', grantId: 'grant-1' };

let fixture: ExchangeFixture;
let me: string;
beforeEach(() => {
	fixture = openFixture();
	me = fixture.account('ann');
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

test('an end is reported once, and only to current listeners', () => {
	const { keys } = fixture.exchange;
	const [first, second] = [1, 2].map(() => keys.makeFor(me, APPLICATION, undefined).key);
	const heard: string[] = [];
	const listen = (name: string, key = ''): (() => void) =>
		fixture.exchange.onKeyEnd(key, () => heard.push(name));
	listen('first', first);
	listen('second', second);
	listen('gone', first)();
	keys.revoke(me, first ?? '');
	keys.revoke(me, first ?? '');
	expect(heard).toEqual(['first']);
});

test('a key revoked twice keeps its first time of revocation', () => {
	const { keys } = fixture.exchange;
	const { key } = keys.makeFor(me, APPLICATION, undefined);
	const { revokedAt } = keys.revoke(me, key);
	fixture.clock.now += 5;
	expect(keys.revoke(me, key).revokedAt).toBe(revokedAt);
});

test('a key with a lifetime is valid until its last millisecond, and the clock reports its end', async () => {
	const { exchange, clock } = fixture;
	const { key } = exchange.keys.makeFor(me, APPLICATION, 60_000);
	const ended = new Promise<void>((resolve) => exchange.onKeyEnd(key, resolve));
	const status = (): string | undefined => {
		const found = exchange.apiKey(key);
		return found && keyStatus(found, exchange.now());
	};
	clock.now += 59_999;
	expect(status()).toBe('active');
	clock.now += 1;
	expect(status()).toBe('expired');
	exchange.start();
	await ended;
});

test('the end of a consent ends its keys and no others', () => {
	const { exchange } = fixture;
	const mine = exchange.keys.makeFor(me, APPLICATION, undefined).key;
	const other = exchange.keys.makeFor(me, { ...APPLICATION, grantId: 'grant-2' }, undefined).key;
	exchange.keys.revokeGrant('grant-1');
	const states = fixture
		.reopen()
		.keys.ofAccount(me)
		.map((key) => [key.key, keyStatus(key, 0)]);
	expect(Object.fromEntries(states)).toMatchObject({ [mine]: 'revoked', [other]: 'active' });
});

test('a key of another account cannot be ended', () => {
	const { keys } = fixture.exchange;
	const [theirs] = keys.ofAccount(fixture.account('bob'));
	expect(() => keys.revoke(me, theirs?.key ?? '')).toThrow(RangeError);
});

test('an account returns its own key again while it is valid', () => {
	const { accounts, keys } = fixture.exchange;
	const own = accounts.ensure({ name: 'ann' }).key.key;
	fixture.clock.now += 1;
	keys.makeFor(me, APPLICATION, undefined);
	expect(accounts.ensure({ name: 'ann' }).key.key).toBe(own);
	keys.revoke(me, own);
	const next = accounts.ensure({ name: 'ann' }).key.key;
	expect(keys.ofAccount(me).map(({ key }) => key)).toContain(next);
	expect(next).not.toBe(own);
	const named = accounts.ensure({ name: 'ann', key: own }).key;
	expect(keyStatus(named, fixture.exchange.now())).toBe('revoked');
});
