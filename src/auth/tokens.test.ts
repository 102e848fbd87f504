import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { TokenStore } from '../ports/token-store.ts';
import { systemRandom } from '../runtime/random.ts';
import { openDatabase } from '../store/database.ts';
import { createSqliteTokenStore } from '../store/sqlite-tokens.ts';
import { parseScopes } from './scopes.ts';
import { hashSecret } from './secrets.ts';
import { createTokenAuthority, TOKEN_LIFETIME_MS_MAX, TOKENS_PER_USER_MAX } from './tokens.ts';

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const HOUR_MS = 3_600_000;

let now = 1_795_161_600_000;
let folder = '';
let database: ReturnType<typeof openDatabase>;
let store: TokenStore;
const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {}, every: () => () => {} };

beforeEach(() => {
	now = 1_795_161_600_000;
	folder = mkdtempSync(join(tmpdir(), 'carrywire-tokens-'));
	database = openDatabase(folder);
	store = createSqliteTokenStore(database);
});

afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

const authority = (over: TokenStore = store) =>
	createTokenAuthority({ store: over, clock, random: systemRandom, logger: quiet });
const wish = { userName: 'ann', name: 'cli', scopes: ['arb:read'] as const, ttlMs: HOUR_MS };

describe('issue', () => {
	test('gives 256 bits, stores their hash alone, and verify finds the caller', async () => {
		const tokens = authority();
		const issued = await tokens.issue(wish);
		expect(issued.token).toMatch(/^cw_[A-Za-z0-9_-]{43}$/);
		const rows = JSON.stringify(database.prepare('SELECT * FROM token').all());
		expect(rows).toContain(hashSecret(issued.token));
		expect(rows).not.toContain(issued.token.slice(3));
		expect(await tokens.verify(issued.token)).toMatchObject({
			caller: {
				userId: issued.userId,
				tokenId: issued.tokenId,
				scopes: new Set(['arb:read']),
				agent: undefined,
			},
			boundTo: undefined,
		});
	});

	test('a user of that name is made once', async () => {
		const tokens = authority();
		const [first, second] = [await tokens.issue(wish), await tokens.issue(wish)];
		expect(second.userId).toBe(first.userId);
		expect(second.token).not.toBe(first.token);
	});

	test.each([
		[{ ttlMs: TOKEN_LIFETIME_MS_MAX + 1 }, 'ttl'],
		[{ ttlMs: 0 }, 'ttl'],
		[{ ttlMs: Number.NaN }, 'ttl'],
		[{ scopes: [] }, 'scope'],
		[{ userName: '' }, 'user'],
		[{ userName: 'a\nb' }, 'user'],
		[{ name: 'x'.repeat(65) }, 'name'],
	])('refuses %o', async (change, field) => {
		await expect(authority().issue({ ...wish, ...change })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field,
		});
	});

	test('a user has a bounded number of active tokens', async () => {
		const tokens = authority();
		for (let count = 0; count < TOKENS_PER_USER_MAX; count += 1) await tokens.issue(wish);
		await expect(tokens.issue(wish)).rejects.toMatchObject({ code: 'RISK_LIMIT' });
		now += HOUR_MS;
		await expect(tokens.issue(wish)).resolves.toBeDefined();
	});
});

describe('verify', () => {
	test('knows nothing of other texts', async () => {
		const tokens = authority();
		const { token } = await tokens.issue(wish);
		for (const text of ['', 'cw_', token.slice(0, -1), `${token}A`, token.toLowerCase(), 'x'.repeat(10_000)])
			expect(await tokens.verify(text)).toBeUndefined();
	});

	test('ends with the lifetime, also of a token that is kept in memory', async () => {
		const tokens = authority();
		const { token } = await tokens.issue({ ...wish, ttlMs: 60_000 });
		now += 59_999;
		expect(await tokens.verify(token)).toBeDefined();
		now += 1;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('ends with revocation at once', async () => {
		const tokens = authority();
		const { token, tokenId } = await tokens.issue(wish);
		expect(await tokens.verify(token)).toBeDefined();
		expect(await tokens.revoke(tokenId)).toBe(true);
		expect(await tokens.verify(token)).toBeUndefined();
		expect(await tokens.revoke('tok_none')).toBe(false);
	});

	test('a look-up under way during a revocation is not kept after it', async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		let hold = false;
		const slow: TokenStore = {
			...store,
			async findTokenByHash(hash) {
				const found = await store.findTokenByHash(hash);
				if (hold) await held;
				return found;
			},
		};
		const tokens = authority(slow);
		const { token, tokenId } = await tokens.issue(wish);
		hold = true;
		const underWay = tokens.verify(token);
		await tokens.revoke(tokenId);
		hold = false;
		release();
		await underWay;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('a revocation by another process counts within 30 s', async () => {
		const [tokens, other] = [authority(), authority()];
		const { token, tokenId } = await tokens.issue(wish);
		expect(await tokens.verify(token)).toBeDefined();
		await other.revoke(tokenId);
		now += 30_000;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('notes the last use, at most once a minute', async () => {
		const tokens = authority();
		const { token } = await tokens.issue(wish);
		const lastUsed = async () => (await tokens.list())[0]?.lastUsedAt;
		expect(await lastUsed()).toBeNull();
		const first = now;
		await tokens.verify(token);
		now += 1_000;
		await tokens.verify(token);
		expect(await lastUsed()).toBe(first);
		now += 60_000;
		await tokens.verify(token);
		expect(await lastUsed()).toBe(now);
	});
});

test('list shows every user or one, and never a hash', async () => {
	const tokens = authority();
	await tokens.issue(wish);
	await tokens.issue({ ...wish, userName: 'bob' });
	expect(await tokens.list()).toHaveLength(2);
	const own = await tokens.list('bob');
	expect(own).toHaveLength(1);
	expect(own[0]).not.toHaveProperty('hash');
	expect(await tokens.list('nobody')).toEqual([]);
});

test.each([
	['arb:read', ['arb:read']],
	['arb:trade  arb:read arb:trade', ['arb:read', 'arb:trade']],
	['', undefined],
	['arb:all', undefined],
	['arb:read,arb:trade', undefined],
])('scopes %j', (text, scopes) => {
	expect(parseScopes(text)).toEqual(scopes);
});
