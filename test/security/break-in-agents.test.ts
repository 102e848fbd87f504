/** Tries to exceed an agent's rights, and to keep a stopped agent alive. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENTS_PER_USER_MAX } from '../../src/identity/agents.ts';
import { createAgentStore } from '../../src/store/agents.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { NO_CAPS } from '../support/agents.ts';
import { type Browser, browserAt } from './break-in-browser.ts';
import { agentToken, batch, call } from './break-in-calls.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

/** While `gate` is set, the vault waits for it before it seals anything. */
let gate: Promise<void> | undefined;
let arrived: (() => void) | undefined;

let service: BreakInService;
let owner: Browser;
let ownerId: string;

beforeAll(async () => {
	service = await startBreakInService({
		async beforeSeal() {
			arrived?.();
			await gate;
		},
	});
	owner = browserAt(service.url);
	ownerId = await owner.logIn();
});

afterAll(() => service[Symbol.asyncDispose]());

test('ends the work of an agent that its owner stops', async () => {
	const { agentId } = await owner.newAgent(['arb:trade']);
	await owner.manage('stop_agent', { agent_id: agentId });
	expect(service.stoppedWork).toEqual([`${ownerId} ${agentId}`]);
});

test('a token that manages agents cannot give an agent scopes that it lacks itself', async () => {
	const token = await owner.copyToken(['agents:manage', 'arb:read']);
	const params = { name: 'trader', scopes: ['arb:read', 'arb:trade'], caps: {} };
	const traders = await owner.newAgent(['arb:trade']);
	const readers = await owner.newAgent(['arb:read']);
	const attempts = [
		await call(service.url, token, 'create_agent', params),
		await call(service.url, token, 'update_agent', { agent_id: readers.agentId, ...params }),
		await call(service.url, token, 'update_agent', { agent_id: traders.agentId, ...params }),
		await call(service.url, token, 'rotate_agent_key', { agent_id: traders.agentId }),
	];
	for (const { status, error } of attempts) expect([status, error]).toEqual([403, 'FORBIDDEN']);
	expect(await agentToken(service.url, traders.agentId, traders.key)).toMatchObject({ status: 200 });
	const reading = { ...params, scopes: ['arb:read'] };
	expect(await call(service.url, token, 'create_agent', reading)).toMatchObject({ status: 200 });
	expect(await call(service.url, token, 'rotate_agent_key', { agent_id: readers.agentId })).toMatchObject({
		status: 200,
	});
	expect(await call(service.url, token, 'stop_agent', { agent_id: traders.agentId })).toMatchObject({
		status: 200,
	});
});

test('an agent stopped during an update stays stopped, after a restart too', async () => {
	const token = await owner.copyToken(['agents:manage', 'arb:read']);
	const { agentId } = await owner.newAgent(['arb:read']);
	const params = { agent_id: agentId, name: 'renamed', scopes: ['arb:read'], caps: {} };
	await batch(service.url, token, [
		['update_agent', params],
		['stop_agent', { agent_id: agentId }],
		['update_agent', params],
	]);
	// The service reads the agents from this store when it next starts.
	const kept = createAgentStore(createSqliteDatabase(service.database));
	expect(await kept.stopped()).toContain(agentId);
	expect((await kept.find(agentId))?.stoppedAt).not.toBeNull();
});

test('a cap change during a key rotation loses neither the caps nor the new key', async () => {
	const { agents } = service.access;
	const { agentId, key } = await owner.newAgent(['arb:trade']);
	const narrow = { name: 'narrow', scopes: ['arb:read'], caps: NO_CAPS } as const;
	const [, { key: next }] = await Promise.all([
		agents.update(ownerId, agentId, narrow),
		agents.rotateKey(ownerId, agentId),
	]);
	expect(await agents.get(ownerId, agentId)).toMatchObject(narrow);
	expect((await agentToken(service.url, agentId, key)).status).toBe(401);
	expect((await agentToken(service.url, agentId, next)).status).toBe(200);
});

test('a batch cannot create more agents than the limit per user', async () => {
	const browser = browserAt(service.url);
	await browser.logIn();
	const token = await browser.copyToken(['agents:manage', 'arb:read']);
	const params = { name: 'one of many', scopes: ['arb:read'], caps: {} };
	const half = Array.from({ length: 30 }, () => ['create_agent', params] as const);
	const answers = [
		...(await batch(service.url, token, half)),
		...(await batch(service.url, token, half)),
	].map(({ error }) => error ?? 'created');
	expect(answers.filter((answer) => answer === 'created')).toHaveLength(AGENTS_PER_USER_MAX);
	expect(answers.filter((answer) => answer === 'RISK_LIMIT')).toHaveLength(60 - AGENTS_PER_USER_MAX);
});

test('lists an active agent to its owner after a thousand newer stopped agents', async () => {
	const { agentId } = await owner.newAgent(['arb:trade']);
	service.database.exec(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		 INSERT INTO agent (agent_id, user_id, name, scopes, caps, key_hash, public_keys, requires_dpop, created_at, key_changed_at, last_used_at, stopped_at)
		 SELECT 'agent_' || i, user_id, name, scopes, caps, NULL, NULL, 0, created_at + i, created_at, NULL, created_at + i FROM agent, n WHERE agent_id = '${agentId}'`,
	);
	const listed = await owner.manage<readonly { readonly agent_id: string }[]>('list_agents');
	expect(listed.map(({ agent_id: id }) => id)).toContain(agentId);
});

test('lists a valid token after a thousand newer revoked tokens', async () => {
	await owner.copyToken(['arb:trade']);
	const { tokenId, hash } = {
		...service.database.prepare('SELECT token_id AS tokenId, hash FROM token ORDER BY rowid DESC').get(),
	};
	service.database.exec(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		 INSERT INTO token (token_id, user_id, name, hash, scopes, created_at, expires_at, revoked_at, last_used_at)
		 SELECT 'tok_' || i, user_id, name, hash || i, scopes, created_at + i, expires_at + i, created_at + i, NULL FROM token, n WHERE hash = '${hash}'`,
	);
	type Listed = { readonly tokens: readonly { readonly token_id: string }[] };
	const { tokens } = await owner.manage<Listed>('list_tokens');
	expect(tokens.map(({ token_id: id }) => id)).toContain(tokenId);
	await owner.manage('revoke_token', { token_id: tokenId });
});

test('rejects a token that was requested with a stolen key just before the key rotation', async () => {
	const { agentId, key } = await owner.newAgent(['arb:trade']);
	const atSeal = Promise.withResolvers<void>();
	const opened = Promise.withResolvers<void>();
	[arrived, gate] = [atSeal.resolve, opened.promise];
	const asked = agentToken(service.url, agentId, key);
	// When the vault seals, the server has accepted the key but not yet stored the token.
	await atSeal.promise;
	const { key: next } = await service.access.agents.rotateKey(ownerId, agentId);
	[arrived, gate] = [undefined, undefined];
	opened.resolve();
	const { token = '' } = await asked;
	expect(await call(service.url, token, 'halt_trading')).toMatchObject({ status: 401 });
	const own = await agentToken(service.url, agentId, next);
	expect(await call(service.url, own.token ?? '', 'halt_trading')).toMatchObject({ status: 200 });
});

test('a disk failure while the use of a key is recorded stops neither the answer nor the service', async () => {
	const { database, log, url } = service;
	const { agentId, key } = await owner.newAgent(['arb:trade']);
	const atSeal = Promise.withResolvers<void>();
	const opened = Promise.withResolvers<void>();
	[arrived, gate] = [atSeal.resolve, opened.promise];
	const asked = agentToken(url, agentId, key);
	await atSeal.promise;
	[arrived, gate] = [undefined, undefined];
	database.exec('ALTER TABLE agent RENAME TO agent_away');
	try {
		opened.resolve();
		expect((await asked).status).toBe(200);
	} finally {
		database.exec('ALTER TABLE agent_away RENAME TO agent');
	}
	expect(log.some(({ message }) => message.startsWith('The audit trail could not record'))).toBe(true);
});

test('ends the work of a stopped agent even when the disk is full', async () => {
	const { database, stoppedWork } = service;
	const { agentId } = await owner.newAgent(['arb:trade']);
	database.exec("CREATE TRIGGER full BEFORE UPDATE ON agent BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
	try {
		await expect(owner.manage('stop_agent', { agent_id: agentId })).rejects.toThrow('INTERNAL_ERROR');
	} finally {
		database.exec('DROP TRIGGER full');
	}
	expect(stoppedWork).toContain(`${ownerId} ${agentId}`);
});
