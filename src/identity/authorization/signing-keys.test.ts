import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { testVault } from '../../../test/support/test-vault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKeyStore } from '../../ports/oauth-record-store.ts';
import { type Vault, VaultError } from '../../ports/vault.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createSigningKeyStore } from '../../store/oauth-records.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { loadSigningKeys } from './signing-keys.ts';

const START = 1_795_161_600_000;
const DAY_MS = 86_400_000;

const databases = databasePerTest();
let now = START;
let store: SigningKeyStore;
let vault: Vault;
const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };

beforeEach(() => {
	now = START;
	store = createSigningKeyStore(createSqliteDatabase(databases.now()));
	vault = testVault();
});

/** Loads the keys as the service does at startup. */
const load = (over = vault) => loadSigningKeys({ store, vault: over, clock, random: systemRandom });
const kids = async () => (await load()).map(({ kid }) => kid);

describe('signing keys', () => {
	test('the first start makes a key, which signs and verifies', async () => {
		const [key, ...more] = await load();
		expect(more).toEqual([]);
		expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
		expect(key?.kid).toMatch(/^[0-9a-f]{32}$/);
		const jwt = await new SignJWT({ sub: 'user_ann' })
			.setProtectedHeader({ alg: 'ES256', kid: String(key?.kid) })
			.sign(await importJWK(key ?? {}));
		const { d: _private, ...published } = key ?? {};
		const known = createLocalJWKSet({ keys: [published as never] });
		expect((await jwtVerify(jwt, known)).payload.sub).toBe('user_ann');
	});

	test('the next start reads the same key from the database', async () => {
		const first = await load();
		now += 90 * DAY_MS - 1;
		expect(await load()).toEqual(first);
	});

	test('are sealed, each bound to its own id', async () => {
		const [key] = await load();
		const rows = JSON.stringify(databases.now().prepare('SELECT * FROM signing_key').all());
		expect(rows).not.toContain(key?.d);
		await expect(load(testVault())).rejects.toThrow(VaultError);
		databases.now().exec("UPDATE signing_key SET kid = 'another'");
		await expect(load()).rejects.toThrow(VaultError);
	});
});

describe('rotation', () => {
	test('stops signing with a key of ninety days, and publishes it after the new one', async () => {
		const [first] = await kids();
		now += 90 * DAY_MS;
		const [second, ...older] = await kids();
		expect(second).not.toBe(first);
		expect(older).toEqual([first]);
	});

	test('publishes a replaced key for thirty days', async () => {
		const [first] = await kids();
		now += 90 * DAY_MS;
		const [second] = await kids();
		now += 30 * DAY_MS - 1;
		expect(await kids()).toEqual([second, first]);
		now += 1;
		expect(await kids()).toEqual([second]);
		expect(await store.list()).toHaveLength(1);
	});

	test('still verifies the latest signatures after a year without a restart', async () => {
		const [first] = await kids();
		now += 365 * DAY_MS;
		const [second, ...older] = await kids();
		expect(older).toEqual([first]);
		now += 30 * DAY_MS;
		expect(await kids()).toEqual([second]);
	});

	test('publishes the keys of the last thirty days, whenever the service starts', async () => {
		let signedBy: [kid: unknown, at: number][] = [];
		for (const days of [0, 10, 80, 1, 100, 89, 2, 29, 31, 90, 90, 200, 5, 365]) {
			// The newest key goes on signing until the service next starts.
			signedBy = signedBy.map(([kid, at], index) =>
				index === signedBy.length - 1 ? [kid, now + days * DAY_MS] : [kid, at],
			);
			now += days * DAY_MS;
			const published = await kids();
			for (const [kid, at] of signedBy)
				if (now - at < 30 * DAY_MS) expect(published, String(days)).toContain(kid);
			if (signedBy.at(-1)?.[0] !== published[0]) signedBy.push([published[0], now]);
			expect(published.length).toBeLessThanOrEqual(3);
		}
	});

	test('neither makes nor drops keys after the clock was set back', async () => {
		const before = await kids();
		now -= 400 * DAY_MS;
		expect(await kids()).toEqual(before);
	});
});
