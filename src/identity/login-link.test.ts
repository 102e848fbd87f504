/** Tests that each login link code works once, within ten minutes. */

import { beforeEach, expect, test } from 'vitest';
import { NOW_MS } from '../../test/rpc/in-memory-trading.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createLoginStore } from '../store/logins.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createLoginLinks, LINK_LIFETIME_MS } from './login-link.ts';

const REFUSED = { code: 'LOGIN_REFUSED', facts: { reason: 'link' } };
const databases = databasePerTest();
let clock = createVirtualClock(NOW_MS, undefined, 0);

beforeEach(() => {
	clock = createVirtualClock(NOW_MS, undefined, 0);
	databases.now().exec("INSERT INTO account_user (user_id, name, created_at) VALUES ('user_a', 'owner', 0)");
});

const links = () =>
	createLoginLinks({
		store: createLoginStore(createSqliteDatabase(databases.now())).links,
		clock,
		random: systemRandom,
	});

test('redeems a code once for its user', async () => {
	const { code, expiresAt } = await links().create('user_a');
	expect(code).toMatch(/^cwl_[A-Za-z0-9_-]{43}$/);
	expect(expiresAt).toBe(clock.now() + 600_000);
	expect(await links().redeem(code)).toBe('user_a');
	await expect(links().redeem(code)).rejects.toMatchObject(REFUSED);
});

test('redeems a whole pasted link', async () => {
	const { code } = await links().create('user_a');
	expect(await links().redeem(` http://localhost:8080/login/link#${code}\n`)).toBe('user_a');
});

test('refuses a code after ten minutes', async () => {
	const { code: late } = await links().create('user_a');
	clock.advanceTo(clock.now() + LINK_LIFETIME_MS);
	await expect(links().redeem(late)).rejects.toMatchObject(REFUSED);
	const { code: inTime } = await links().create('user_a');
	clock.advanceTo(clock.now() + LINK_LIFETIME_MS - 1);
	expect(await links().redeem(inTime)).toBe('user_a');
});

test('stores only a hash of the code', async () => {
	const { code } = await links().create('user_a');
	const [row] = databases.now().prepare('SELECT * FROM login_link').all();
	expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
	expect(JSON.stringify(row)).not.toContain(code.slice(4));
});

test.each(['', 'x', 'cwl_', `cwl_${'A'.repeat(43)}`, `cw_${'A'.repeat(43)}`, `cwl_${'A'.repeat(5_000)}`])(
	'refuses %j',
	async (text) => {
		const { code } = await links().create('user_a');
		await expect(links().redeem(text)).rejects.toMatchObject(REFUSED);
		expect(await links().redeem(code)).toBe('user_a');
	},
);

test('lets in one of two who redeem a code at once', async () => {
	const { code } = await links().create('user_a');
	const results = await Promise.allSettled([links().redeem(code), links().redeem(code)]);
	expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
