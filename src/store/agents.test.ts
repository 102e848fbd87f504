import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../test/support/agents.ts';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { AgentStore, StoredAgent } from '../ports/agent-store.ts';
import { createAgentStore } from './agents.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: AgentStore;

beforeEach(async () => {
	store = createAgentStore(databases.now());
	const users = createTokenStore(databases.now());
	for (const name of ['ann', 'bob']) await users.ensureUser({ userId: `user_${name}`, name, createdAt: 1 });
});

const agent = (agentId: string, change: Partial<StoredAgent> = {}): StoredAgent => ({
	agentId,
	userId: 'user_ann',
	name: 'night watch',
	scopes: ['arb:read', 'arb:trade'],
	caps: NO_CAPS,
	keyHash: 'hash',
	publicKeys: null,
	requiresDpop: false,
	createdAt: 1_000,
	keyChangedAt: 1_000,
	lastUsedAt: null,
	stoppedAt: null,
	...change,
});
const insert = (one: StoredAgent, activeMax = 50) => store.insert(one, activeMax);

describe('an agent is read back exactly', () => {
	const amount = fc.option(fc.bigInt(1n, 10n ** 27n).map((value) => value as Decimal));
	const caps = fc.record({
		amountMax: amount,
		openAmountMax: amount,
		pairs: fc.option(fc.array(fc.string(), { minLength: 1 })),
		executionsPerDay: fc.option(fc.nat(100_000)),
		mustBeTrade: fc.boolean(),
	});
	const text = fc.string({ unit: 'grapheme' });

	test('with any caps, to all eighteen places', async () => {
		let count = 0;
		await fc.assert(
			fc.asyncProperty(
				caps,
				text,
				fc.subarray(['arb:read', 'arb:trade']),
				fc.option(fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { minLength: 1 })),
				fc.boolean(),
				async (drawn, name, scopes, keys, requiresDpop) => {
					count += 1;
					const publicKeys =
						keys === null ? null : (JSON.parse(JSON.stringify(keys)) as StoredAgent['publicKeys']);
					const one = agent(`agent_${count}`, { caps: drawn, name, scopes, publicKeys, requiresDpop });
					expect(await insert(one, 10_000)).toBe(true);
					expect(await store.find(one.agentId)).toEqual(one);
				},
			),
		);
	});

	test('after a restart', async () => {
		const one = agent('agent_1', {
			keyHash: null,
			publicKeys: [{ kty: 'OKP' }],
			lastUsedAt: 7,
			stoppedAt: 9,
			requiresDpop: true,
		});
		await insert(one);
		expect(await createAgentStore(databases.reopen()).find('agent_1')).toEqual(one);
	});

	test('and amounts are stored as text, never as floats', async () => {
		await insert(
			agent('agent_1', { caps: { ...NO_CAPS, amountMax: 100_000_000_000_000_000_001n as Decimal } }),
		);
		expect(String((await databases.now().rows('SELECT caps FROM agent'))[0]?.caps)).toContain(
			'"100.000000000000000001"',
		);
	});
});

describe('insert', () => {
	test('stores nothing if the user has the maximum of running agents', async () => {
		expect(await insert(agent('agent_1'), 2)).toBe(true);
		expect(await insert(agent('agent_2'), 2)).toBe(true);
		expect(await insert(agent('agent_3'), 2)).toBe(false);
		expect(await store.find('agent_3')).toBeUndefined();
		expect(await insert(agent('agent_b', { userId: 'user_bob' }), 2)).toBe(true);
		await store.stop('agent_1', 2_000);
		expect(await insert(agent('agent_3'), 2)).toBe(true);
	});

	test('rejects a used id, and an unknown user', async () => {
		await insert(agent('agent_1'));
		await expect(insert(agent('agent_1', { userId: 'user_bob' }))).rejects.toThrow(/unique/i);
		await expect(insert(agent('agent_2', { userId: 'user_none' }))).rejects.toThrow(/foreign key/i);
		expect((await store.find('agent_1'))?.userId).toBe('user_ann');
	});
});

describe('each change writes only its own columns, and nothing to a stopped agent', () => {
	const terms = { name: 'renamed', scopes: ['arb:read'], caps: { ...NO_CAPS, mustBeTrade: true } };

	test('terms', async () => {
		await insert(agent('agent_1'));
		await insert(agent('agent_2'));
		expect(await store.setTerms('agent_1', terms)).toBe(true);
		expect(await store.find('agent_1')).toEqual(agent('agent_1', terms));
		expect(await store.find('agent_2')).toEqual(agent('agent_2'));
	});

	test('key', async () => {
		await insert(agent('agent_1'));
		expect(await store.setKey('agent_1', 'other', 2_000)).toBe(true);
		expect(await store.find('agent_1')).toEqual(agent('agent_1', { keyHash: 'other', keyChangedAt: 2_000 }));
	});

	test('stop, once', async () => {
		await insert(agent('agent_1'));
		expect(await store.stop('agent_1', 2_000)).toBe(true);
		expect(await store.stop('agent_1', 3_000)).toBe(false);
		expect(await store.setTerms('agent_1', terms)).toBe(false);
		expect(await store.setKey('agent_1', 'other', 4_000)).toBe(false);
		expect(await store.find('agent_1')).toEqual(agent('agent_1', { stoppedAt: 2_000 }));
		expect(await store.stopped()).toEqual(['agent_1']);
	});

	test('last use, also of a stopped agent', async () => {
		await insert(agent('agent_1', { stoppedAt: 2_000 }));
		await store.touch('agent_1', 3_000);
		expect((await store.find('agent_1'))?.lastUsedAt).toBe(3_000);
	});

	test('nothing to an unknown agent', async () => {
		expect(await store.setTerms('agent_x', terms)).toBe(false);
		expect(await store.setKey('agent_x', 'a', 1)).toBe(false);
		expect(await store.stop('agent_x', 1)).toBe(false);
		await store.touch('agent_x', 1);
		expect(await databases.now().rows('SELECT count(*) AS n FROM agent')).toEqual([{ n: 0 }]);
	});
});

test('list returns the agents of one user up to the limit: running, then stopped, each newest first', async () => {
	for (const [id, createdAt, stoppedAt] of [
		['a', 1, null],
		['b', 2, 9],
		['c', 3, null],
		['d', 4, 8],
	] as const)
		await insert(agent(id, { createdAt, stoppedAt }));
	await insert(agent('bobs', { userId: 'user_bob' }));
	const ids = async (limit: number) => (await store.list('user_ann', limit)).map(({ agentId }) => agentId);
	expect(await ids(10)).toEqual(['c', 'a', 'd', 'b']);
	expect(await ids(3)).toEqual(['c', 'a', 'd']);
	expect(await store.list('user_none', 10)).toEqual([]);
	expect((await store.stopped()).toSorted()).toEqual(['b', 'd']);
});

test('one of two processes inserts the last running agent that a user may have', async () => {
	await insert(agent('agent_1'));
	const inserted = await databases.atOnce(
		'agent',
		() => insert(agent('agent_2'), 2),
		() => createAgentStore(databases.beside()).insert(agent('agent_3'), 2),
	);
	expect(resultsOf(inserted).toSorted()).toEqual([false, true]);
	expect(await store.list('user_ann', 10)).toHaveLength(2);
});
