/** Ways to get more out of an agent than its owner has given, and to keep one alive that was stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENTS_PER_USER_MAX } from '../../src/identity/agents.ts';
import { createSqliteAgentStore } from '../../src/store/sqlite-agents.ts';
import { NO_CAPS } from '../support/agents.ts';
import { type Browser, browserAt } from './break-in-browser.ts';
import { agentToken, batch, call } from './break-in-calls.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

/** While there is one, nothing is sealed before it resolves. */
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

test('an agent that its owner stops has its work ended', async () => {
	const { agentId } = await owner.newAgent(['arb:trade']);
	await owner.manage('stop_agent', { agent_id: agentId });
	expect(service.stoppedWork).toEqual([`${ownerId} ${agentId}`]);
});

test('a token that may manage agents and nothing else gives no agent more than it has itself', async () => {
	const token = await owner.copyToken(['agents:manage', 'arb:read']);
	const wish = { name: 'trader', scopes: ['arb:read', 'arb:trade'], caps: {} };
	const traders = await owner.newAgent(['arb:trade']);
	const readers = await owner.newAgent(['arb:read']);
	const attempts = [
		await call(service.url, token, 'create_agent', wish),
		await call(service.url, token, 'update_agent', { agent_id: readers.agentId, ...wish }),
		await call(service.url, token, 'update_agent', { agent_id: traders.agentId, ...wish }),
		await call(service.url, token, 'rotate_agent_key', { agent_id: traders.agentId }),
	];
	for (const { status, error } of attempts) expect([status, error]).toEqual([403, 'FORBIDDEN']);
	expect(await agentToken(service.url, traders.agentId, traders.key)).toMatchObject({ status: 200 });
	const reading = { ...wish, scopes: ['arb:read'] };
	expect(await call(service.url, token, 'create_agent', reading)).toMatchObject({ status: 200 });
	expect(await call(service.url, token, 'rotate_agent_key', { agent_id: readers.agentId })).toMatchObject({
		status: 200,
	});
	expect(await call(service.url, token, 'stop_agent', { agent_id: traders.agentId })).toMatchObject({
		status: 200,
	});
});

test('an agent that is stopped while it is changed stays stopped, over a restart too', async () => {
	const token = await owner.copyToken(['agents:manage', 'arb:read']);
	const { agentId } = await owner.newAgent(['arb:read']);
	const wish = { agent_id: agentId, name: 'renamed', scopes: ['arb:read'], caps: {} };
	await batch(service.url, token, [
		['update_agent', wish],
		['stop_agent', { agent_id: agentId }],
		['update_agent', wish],
	]);
	// What the next start reads.
	const kept = createSqliteAgentStore(service.database);
	expect(await kept.stopped()).toContain(agentId);
	expect((await kept.find(agentId))?.stoppedAt).not.toBeNull();
});

test('caps that are set while the key is replaced are not lost, nor is the new key', async () => {
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

test('a batch makes no more agents than a user may have', async () => {
	const browser = browserAt(service.url);
	await browser.logIn();
	const token = await browser.copyToken(['agents:manage', 'arb:read']);
	const wish = { name: 'one of many', scopes: ['arb:read'], caps: {} };
	const half = Array.from({ length: 30 }, () => ['create_agent', wish] as const);
	const answers = [
		...(await batch(service.url, token, half)),
		...(await batch(service.url, token, half)),
	].map(({ error }) => error ?? 'created');
	expect(answers.filter((answer) => answer === 'created')).toHaveLength(AGENTS_PER_USER_MAX);
	expect(answers.filter((answer) => answer === 'RISK_LIMIT')).toHaveLength(60 - AGENTS_PER_USER_MAX);
});

test('an agent is not hidden from its owner behind a thousand that were stopped after it', async () => {
	const { agentId } = await owner.newAgent(['arb:trade']);
	service.database.exec(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		 INSERT INTO agent (agent_id, user_id, name, scopes, caps, key_hash, public_keys, requires_dpop, created_at, key_changed_at, last_used_at, stopped_at)
		 SELECT 'agent_' || i, user_id, name, scopes, caps, NULL, NULL, 0, created_at + i, created_at, NULL, created_at + i FROM agent, n WHERE agent_id = '${agentId}'`,
	);
	const listed = await owner.manage<readonly { readonly agent_id: string }[]>('list_agents');
	expect(listed.map(({ agent_id: id }) => id)).toContain(agentId);
});

test('nor is a token behind a thousand that have ended since', async () => {
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

test('a token that is on its way to a thief of the key when the key is replaced is worth nothing', async () => {
	const { agentId, key } = await owner.newAgent(['arb:trade']);
	const atSeal = Promise.withResolvers<void>();
	const opened = Promise.withResolvers<void>();
	[arrived, gate] = [atSeal.resolve, opened.promise];
	const asked = agentToken(service.url, agentId, key);
	// The key was taken as right; the token is not kept yet.
	await atSeal.promise;
	const { key: next } = await service.access.agents.rotateKey(ownerId, agentId);
	[arrived, gate] = [undefined, undefined];
	opened.resolve();
	const { token = '' } = await asked;
	expect(await call(service.url, token, 'halt_trading')).toMatchObject({ status: 401 });
	const own = await agentToken(service.url, agentId, next);
	expect(await call(service.url, own.token ?? '', 'halt_trading')).toMatchObject({ status: 200 });
});

test('a disk that fails while a token is noted ends neither the answer nor the service', async () => {
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
	expect(log.some(({ message }) => message.startsWith('The last use of an agent could not be recorded'))).toBe(true);
});

test('an agent that is stopped while the disk takes nothing has its work ended all the same', async () => {
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
