import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { type Logger, SILENT_LOGGER } from '../ports/logger.ts';
import type { TokenStore } from '../ports/token-store.ts';
import { systemRandom } from '../runtime/random.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../store/tokens.ts';
import { parseScopes } from './scopes.ts';
import { hashSecret } from './secrets.ts';
import { createTokenAuthority, TOKEN_LIFETIME_MS_MAX, TOKENS_PER_USER_MAX } from './tokens.ts';

const HOUR_MS = 3_600_000;

let now = 1_795_161_600_000;
/** Monotonic time, for tests in which the wall clock is set back. */
let uptime = 0;
let folder = '';
let database: ReturnType<typeof openDatabase>;
let store: TokenStore;
const clock: Clock = {
	now: () => now,
	monotonic: () => Math.max(now, uptime),
	after: () => () => {},
	every: () => () => {},
};

beforeEach(() => {
	now = 1_795_161_600_000;
	uptime = now;
	folder = mkdtempSync(join(tmpdir(), 'carrywire-tokens-'));
	database = openDatabase(folder);
	store = createTokenStore(createSqliteDatabase(database));
});

afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

const authority = (over: TokenStore = store) =>
	createTokenAuthority({ store: over, clock, random: systemRandom, logger: SILENT_LOGGER });
const terms = { userName: 'ann', name: 'cli', scopes: ['arb:read'] as const, ttlMs: HOUR_MS };

describe('issue', () => {
	test('issues a token of 256 bits, stores only its hash, and verifies its caller', async () => {
		const tokens = authority();
		const issued = await tokens.issue(terms);
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

	test('creates the user once', async () => {
		const tokens = authority();
		const [first, second] = [await tokens.issue(terms), await tokens.issue(terms)];
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
		await expect(authority().issue({ ...terms, ...change })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field,
		});
	});

	test('limits the valid tokens of a user', async () => {
		const tokens = authority();
		for (let count = 0; count < TOKENS_PER_USER_MAX; count += 1) await tokens.issue(terms);
		await expect(tokens.issue(terms)).rejects.toMatchObject({ code: 'RISK_LIMIT' });
		now += HOUR_MS;
		await expect(tokens.issue(terms)).resolves.toBeDefined();
	});
});

describe('the tokens of a user', () => {
	const ann = { userId: 'user_ann', userName: 'ann' };
	const bob = { userId: 'user_bob', userName: 'bob' };
	const own = { name: 'mine', scopes: ['arb:read', 'arb:trade'] as const, ttlMs: HOUR_MS };

	beforeEach(async () => {
		for (const { userId, userName: name } of [ann, bob])
			await store.ensureUser({ userId, name, createdAt: now });
	});

	test('issueTo issues a token to an existing user', async () => {
		const tokens = authority();
		const issued = await tokens.issueTo(ann, own);
		expect(issued).toEqual({
			token: expect.stringMatching(/^cw_/),
			tokenId: expect.stringMatching(/^tok_[0-9a-f]{16}$/),
			...ann,
			name: 'mine',
			scopes: own.scopes,
			expiresAt: now + HOUR_MS,
		});
		expect((await tokens.verify(issued.token))?.caller.userId).toBe('user_ann');
		expect(await tokens.listOf('user_bob')).toEqual([]);
	});

	test.each([
		[{ ttlMs: 59_999 }, 'ttl'],
		[{ ttlMs: HOUR_MS + 0.5 }, 'ttl'],
		[{ scopes: [] }, 'scope'],
		[{ name: '=1+1' }, 'name'],
	])('issueTo refuses %o', async (change, field) => {
		await expect(authority().issueTo(ann, { ...own, ...change })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field,
		});
	});

	test('issueTo refuses an unknown user', async () => {
		await expect(authority().issueTo({ userId: 'user_none', userName: 'x' }, own)).rejects.toThrow();
		expect(await authority().list()).toEqual([]);
	});

	test('issueTo applies the limit to simultaneous requests', async () => {
		const tokens = authority();
		const asked = Array.from({ length: TOKENS_PER_USER_MAX + 10 }, () => tokens.issueTo(ann, own));
		const outcomes = await Promise.allSettled(asked);
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(TOKENS_PER_USER_MAX);
		await expect(tokens.issueTo(bob, own)).resolves.toBeDefined();
	});

	test('listOf lists the tokens of the user: valid ones first, each newest first', async () => {
		const tokens = authority();
		const ids: string[] = [];
		for (const ttlMs of [3 * HOUR_MS, HOUR_MS, 3 * HOUR_MS, 3 * HOUR_MS]) {
			now += 1_000;
			ids.push((await tokens.issueTo(ann, { ...own, ttlMs })).tokenId);
		}
		await tokens.issueTo(bob, own);
		await tokens.revokeOf('user_ann', ids[3] ?? '');
		now += HOUR_MS;
		const listed = await tokens.listOf('user_ann');
		expect(listed.map(({ tokenId }) => tokenId)).toEqual([ids[2], ids[0], ids[3], ids[1]]);
		expect(JSON.stringify(listed)).not.toContain('hash');
	});

	test('listOf lists a valid token before a thousand ended ones, and revokeOf revokes it', async () => {
		const tokens = authority();
		const { token, tokenId } = await tokens.issueTo(ann, { ...own, ttlMs: 100 * HOUR_MS });
		database.exec('PRAGMA synchronous = OFF');
		for (let count = 1; count <= 1_000; count += 1)
			await store.insertToken(
				{
					tokenId: `tok_${count}`,
					userId: 'user_ann',
					name: 'old',
					hash: `${count}`,
					scopes: [],
					createdAt: now + count,
					expiresAt: now + HOUR_MS,
					revokedAt: count % 2 === 0 ? now : null,
					lastUsedAt: null,
					login: null,
				},
				1_000,
			);
		now += 2 * HOUR_MS;
		expect((await tokens.listOf('user_ann'))[0]?.tokenId).toBe(tokenId);
		expect((await tokens.list())[0]?.tokenId).toBe(tokenId);
		await tokens.revokeOf('user_ann', tokenId);
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('revokeOf ends a token of the user, and a repeat does not throw', async () => {
		const tokens = authority();
		const { token, tokenId } = await tokens.issueTo(ann, own);
		expect(await tokens.verify(token)).toBeDefined();
		await tokens.revokeOf('user_ann', tokenId);
		expect(await tokens.verify(token)).toBeUndefined();
		const revokedAt = (await tokens.listOf('user_ann'))[0]?.revokedAt;
		now += 1_000;
		await tokens.revokeOf('user_ann', tokenId);
		expect((await tokens.listOf('user_ann'))[0]?.revokedAt).toBe(revokedAt);
	});

	test("another user's token cannot be revoked or rotated, exactly like an unknown one", async () => {
		const tokens = authority();
		const { token, tokenId } = await tokens.issueTo(ann, own);
		for (const id of [tokenId, 'tok_none', '', `${tokenId}' OR 1=1`])
			for (const attempt of [tokens.revokeOf('user_bob', id), tokens.rotate('user_bob', id)])
				await expect(attempt).rejects.toMatchObject({
					code: 'UNKNOWN_TOKEN',
					field: 'token_id',
					message: `token_id must name one of your tokens; was ${JSON.stringify(id)}.`,
				});
		expect(await tokens.verify(token)).toBeDefined();
		expect(await tokens.listOf('user_bob')).toEqual([]);
	});

	test('rotate issues a token of the same name, scopes and lifetime, and ends the old one at once', async () => {
		const tokens = authority();
		const old = await tokens.issueTo(ann, own);
		await tokens.verify(old.token);
		now += 10 * 60_000;
		const fresh = await tokens.rotate('user_ann', old.tokenId);
		expect(fresh).toMatchObject({ ...ann, name: 'mine', scopes: own.scopes, expiresAt: now + HOUR_MS });
		expect(fresh.token).not.toBe(old.token);
		expect(fresh.tokenId).not.toBe(old.tokenId);
		expect(await tokens.verify(old.token)).toBeUndefined();
		expect((await tokens.verify(fresh.token))?.caller.scopes).toEqual(new Set(own.scopes));
	});

	test('rotate refuses an ended token', async () => {
		const tokens = authority();
		const [revoked, expired] = [await tokens.issueTo(ann, own), await tokens.issueTo(ann, own)];
		await tokens.revokeOf('user_ann', revoked.tokenId);
		now += HOUR_MS;
		for (const { tokenId } of [revoked, expired])
			await expect(tokens.rotate('user_ann', tokenId)).rejects.toMatchObject({
				code: 'INVALID_PARAMS',
				field: 'token_id',
			});
		expect(await tokens.listOf('user_ann')).toHaveLength(2);
	});

	test('rotate works with the maximum number of tokens', async () => {
		const tokens = authority();
		let tokenId = '';
		for (let count = 0; count < TOKENS_PER_USER_MAX; count += 1)
			({ tokenId } = await tokens.issueTo(ann, own));
		await expect(tokens.rotate('user_ann', tokenId)).resolves.toMatchObject({ userId: 'user_ann' });
	});
});

describe('verify', () => {
	test('refuses other texts', async () => {
		const tokens = authority();
		const { token } = await tokens.issue(terms);
		for (const text of ['', 'cw_', token.slice(0, -1), `${token}A`, token.toLowerCase(), 'x'.repeat(10_000)])
			expect(await tokens.verify(text)).toBeUndefined();
	});

	test('refuses an expired token, even one kept in memory', async () => {
		const tokens = authority();
		const { token } = await tokens.issue({ ...terms, ttlMs: 60_000 });
		now += 59_999;
		expect(await tokens.verify(token)).toBeDefined();
		now += 1;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('refuses a revoked token at once', async () => {
		const tokens = authority();
		const { token, tokenId } = await tokens.issue(terms);
		expect(await tokens.verify(token)).toBeDefined();
		expect(await tokens.revoke(tokenId)).toBe(true);
		expect(await tokens.verify(token)).toBeUndefined();
		expect(await tokens.revoke('tok_none')).toBe(false);
	});

	test('does not cache a lookup that a revocation overtook', async () => {
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
		const { token, tokenId } = await tokens.issue(terms);
		hold = true;
		const underWay = tokens.verify(token);
		await tokens.revoke(tokenId);
		hold = false;
		release();
		await underWay;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('applies a revocation by another process within 30 s', async () => {
		const [tokens, other] = [authority(), authority()];
		const { token, tokenId } = await tokens.issue(terms);
		expect(await tokens.verify(token)).toBeDefined();
		await other.revoke(tokenId);
		now += 30_000;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('keeps no token longer in memory after the wall clock was set back', async () => {
		const [tokens, other] = [authority(), authority()];
		const { token, tokenId } = await tokens.issue(terms);
		expect(await tokens.verify(token)).toBeDefined();
		await other.revoke(tokenId);
		now -= HOUR_MS;
		uptime += 30_000;
		expect(await tokens.verify(token)).toBeUndefined();
	});

	test('logs a failed write of the last use and accepts the token', async () => {
		const warnings: string[] = [];
		const logger: Logger = { ...SILENT_LOGGER, warn: (_facts, message) => warnings.push(message) };
		const failing: TokenStore = { ...store, touchToken: () => Promise.reject(new Error('full')) };
		const tokens = createTokenAuthority({ store: failing, clock, random: systemRandom, logger });
		const { token } = await tokens.issue(terms);
		expect(await tokens.verify(token)).toBeDefined();
		await new Promise((resolve) => setImmediate(resolve));
		expect(warnings).toEqual(['The last use of a token could not be recorded.']);
	});

	test('records the last use at most once a minute', async () => {
		const tokens = authority();
		const { token } = await tokens.issue(terms);
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

test('list returns the tokens of all users or of one, and never a hash', async () => {
	const tokens = authority();
	await tokens.issue(terms);
	await tokens.issue({ ...terms, userName: 'bob' });
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
