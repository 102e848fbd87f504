import { beforeEach, describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../test/support/agents.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { AgentStore } from '../ports/agent-store.ts';
import { type Logger, SILENT_LOGGER } from '../ports/logger.ts';
import type { AgentCaps } from '../ports/order-service.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createAgentStore } from '../store/agents.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../store/tokens.ts';
import {
	AGENTS_PER_USER_MAX,
	type AgentAuthority,
	agentTermsFaults,
	createAgentAuthority,
} from './agents.ts';
import { hashSecret } from './secrets.ts';

const START = 1_795_161_600_000;
const TERMS = { name: 'night watch', scopes: ['arb:read', 'arb:trade'], caps: NO_CAPS } as const;
const NEW = { ...TERMS, publicKeys: undefined, requiresDpop: false } as const;
/** Key from RFC 7517, appendix A.1. */
const PUBLIC_KEY = {
	kty: 'EC',
	crv: 'P-256',
	x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
	y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

const databases = databasePerTest();
let clock = createVirtualClock(START);
let warnings: string[] = [];
let store: AgentStore;
let agents: AgentAuthority;
const logger: Logger = {
	...SILENT_LOGGER,
	warn: (_facts, message) => warnings.push(message),
};

const authority = (over: AgentStore = store) =>
	createAgentAuthority({ store: over, clock, random: systemRandom, logger });

beforeEach(async () => {
	clock = createVirtualClock(START);
	warnings = [];
	const users = createTokenStore(createSqliteDatabase(databases.now()));
	for (const name of ['ann', 'bob'])
		await users.ensureUser({ userId: `user_${name}`, name, createdAt: START });
	store = createAgentStore(createSqliteDatabase(databases.now()));
	agents = await authority();
});

const create = (userId = 'user_ann') => agents.create(userId, NEW);
const caps = (change: Partial<AgentCaps>): AgentCaps => ({ ...NO_CAPS, ...change });
/** Reads the agent as another process would. */
const kept = async (agentId: string) => createAgentStore(createSqliteDatabase(databases.now())).find(agentId);

describe('create', () => {
	test('makes a key of 256 bits, returns it once and stores only its hash', async () => {
		const { agent, key } = await create();
		expect(key).toMatch(/^arbk_[A-Za-z0-9_-]{43}$/);
		expect(agent).toEqual({
			agentId: expect.stringMatching(/^agent_[0-9a-f]{24}$/),
			userId: 'user_ann',
			...TERMS,
			publicKeys: null,
			requiresDpop: false,
			createdAt: START,
			keyChangedAt: START,
			lastUsedAt: null,
			stoppedAt: null,
			credential: 'key',
		});
		const rows = JSON.stringify(databases.now().prepare('SELECT * FROM agent').all());
		expect(rows).toContain(hashSecret(key ?? ''));
		expect(rows).not.toContain(key?.slice('arbk_'.length));
		const shown = JSON.stringify([
			await agents.list('user_ann'),
			await agents.get('user_ann', agent.agentId),
		]);
		expect(shown).not.toContain(hashSecret(key ?? ''));
	});

	test('makes no secret key for an agent with public keys', async () => {
		const { agent, key } = await agents.create('user_ann', {
			...NEW,
			publicKeys: [PUBLIC_KEY],
			requiresDpop: true,
		});
		expect(key).toBeUndefined();
		expect(agent).toMatchObject({ credential: 'public_key', publicKeys: [PUBLIC_KEY], requiresDpop: true });
		expect(await agents.findActive(agent.agentId)).toMatchObject({ keyHash: null });
	});

	test.each<[object, string, string]>([
		[{ name: '' }, 'name', '""'],
		[{ name: ' a' }, 'name', '" a"'],
		[{ name: 'a\nb' }, 'name', '"a\\nb"'],
		[{ name: 'x'.repeat(65) }, 'name', 'xxx'],
		[{ scopes: [] }, 'scopes', 'was none'],
		[{ scopes: ['arb:read', 'agents:manage'] }, 'scopes', 'was arb:read agents:manage'],
		[{ scopes: ['exchange:connect'] }, 'scopes', 'was exchange:connect'],
		[{ caps: caps({ amountMax: parseDecimal('0') }) }, 'amount_max', 'was 0'],
		[{ caps: caps({ amountMax: parseDecimal('-1') }) }, 'amount_max', 'was -1'],
		[
			{ caps: caps({ openAmountMax: parseDecimal('1000000000.000000000000000001') }) },
			'open_amount_max',
			'at most 1,000,000,000.00 USD',
		],
		[{ caps: caps({ executionsPerDay: -1 }) }, 'executions_per_day', 'was -1'],
		[{ caps: caps({ executionsPerDay: 1.5 }) }, 'executions_per_day', 'was 1.5'],
		[{ caps: caps({ executionsPerDay: Number.NaN }) }, 'executions_per_day', 'was NaN'],
		[{ caps: caps({ executionsPerDay: 100_001 }) }, 'executions_per_day', 'from 0 to 100,000'],
		[{ caps: caps({ pairs: [] }) }, 'pairs', '1 to 100'],
		[{ caps: caps({ pairs: Array.from({ length: 101 }, (_, at) => `a${at}-b`) }) }, 'pairs', 'was 101'],
		[{ caps: caps({ pairs: ['kucoin-bybit'] }) }, 'pairs', '"kucoin-bybit"'],
		[{ caps: caps({ pairs: ['bybit-bybit'] }) }, 'pairs', '"bybit-bybit"'],
		[{ caps: caps({ pairs: ['bybit-kucoin', 'Bybit-Kucoin'] }) }, 'pairs', '"Bybit-Kucoin"'],
		[{ caps: caps({ pairs: ['a-b-c'] }) }, 'pairs', '"a-b-c"'],
		[{ publicKeys: [] }, 'public_keys', '1 to 4 keys; was 0'],
	])('refuses %o, and nothing is kept', async (change, field, said) => {
		const refused = agents.create('user_ann', { ...NEW, ...change });
		await expect(refused).rejects.toMatchObject({ code: 'INVALID_PARAMS', field });
		await expect(refused).rejects.toThrow(said);
		expect(await agents.list('user_ann')).toEqual([]);
	});

	test('reports every value outside its bounds, and nothing for valid terms', () => {
		const limits = caps({ amountMax: parseDecimal('-1'), executionsPerDay: -1, pairs: ['b-a', 'c-a'] });
		const faults = agentTermsFaults({ name: '', scopes: [], caps: limits });
		expect(faults.map(({ code, field }) => `${code} ${field}`)).toEqual(
			['name', 'scopes', 'amount_max', 'executions_per_day', 'pairs'].map(
				(field) => `INVALID_PARAMS ${field}`,
			),
		);
		expect(agentTermsFaults(TERMS)).toEqual([]);
	});

	test('accepts the largest caps', async () => {
		const widest = caps({
			amountMax: parseDecimal('1000000000'),
			openAmountMax: parseDecimal('0.000000000000000001'),
			pairs: Array.from({ length: 100 }, (_, at) => `a${String(at).padStart(3, '0')}-b`),
			executionsPerDay: 100_000,
			mustBeTrade: true,
		});
		const { agent } = await agents.create('user_ann', { ...NEW, caps: widest });
		expect((await agents.get('user_ann', agent.agentId)).caps).toEqual(widest);
		const none = await agents.create('user_ann', { ...NEW, caps: caps({ executionsPerDay: 0 }) });
		expect(none.agent.caps.executionsPerDay).toBe(0);
	});

	test('limits the running agents of a user; stopped ones do not count', async () => {
		const ids: string[] = [];
		for (let count = 0; count < AGENTS_PER_USER_MAX; count += 1) ids.push((await create()).agent.agentId);
		await expect(create()).rejects.toMatchObject({
			code: 'RISK_LIMIT',
			facts: { limit: AGENTS_PER_USER_MAX },
		});
		await expect(create('user_bob')).resolves.toBeDefined();
		await agents.stop('user_ann', ids[0] ?? '');
		await expect(create()).resolves.toBeDefined();
		await expect(create()).rejects.toMatchObject({ code: 'RISK_LIMIT' });
	});

	test('applies the limit to simultaneous requests', async () => {
		const asked = Array.from({ length: AGENTS_PER_USER_MAX + 10 }, () => create());
		const outcomes = await Promise.allSettled(asked);
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(AGENTS_PER_USER_MAX);
		expect(await agents.list('user_ann')).toHaveLength(AGENTS_PER_USER_MAX);
	});
});

describe('ownership', () => {
	test('refuses other users exactly as it refuses an unknown id', async () => {
		const { agent } = await create();
		for (const id of [agent.agentId, 'agent_none', '']) {
			for (const attempt of [
				agents.get('user_bob', id),
				agents.update('user_bob', id, TERMS),
				agents.rotateKey('user_bob', id),
				agents.stop('user_bob', id),
			])
				await expect(attempt).rejects.toMatchObject({
					code: 'UNKNOWN_AGENT',
					field: 'agent_id',
					message: `agent_id must name one of your agents; was ${JSON.stringify(id)}.`,
				});
		}
		expect(await agents.list('user_bob')).toEqual([]);
		expect(await agents.findActive(agent.agentId)).toMatchObject({ userId: 'user_ann', stoppedAt: null });
	});

	test('lists running agents before stopped ones, each newest first', async () => {
		const ids: string[] = [];
		for (let count = 0; count < 4; count += 1) {
			clock.leap(clock.now() + 1_000);
			ids.push((await create()).agent.agentId);
		}
		await agents.stop('user_ann', ids[3] ?? '');
		await agents.stop('user_ann', ids[1] ?? '');
		const listed = (await agents.list('user_ann')).map(({ agentId }) => agentId);
		expect(listed).toEqual([ids[2], ids[0], ids[3], ids[1]]);
	});

	test('lists a running agent before a thousand stopped ones', async () => {
		const { agent } = await create();
		const first = await kept(agent.agentId);
		if (first === undefined) throw new Error('It was kept.');
		databases.now().exec('PRAGMA synchronous = OFF');
		for (let count = 1; count <= 1_000; count += 1) {
			const at = START + count;
			await store.insert({ ...first, agentId: `agent_${count}`, createdAt: at, stoppedAt: at }, 50);
		}
		expect((await agents.list('user_ann'))[0]?.agentId).toBe(agent.agentId);
	});
});

describe('update', () => {
	test('changes only name, scopes and caps', async () => {
		const { agent } = await create();
		clock.leap(clock.now() + 1_000);
		const terms = {
			name: 'day watch',
			scopes: ['arb:read'],
			caps: caps({ amountMax: parseDecimal('12.5'), pairs: ['bybit-kucoin'] }),
		} as const;
		const changed = await agents.update('user_ann', agent.agentId, terms);
		expect(changed).toEqual({ ...agent, ...terms });
		expect(await agents.get('user_ann', agent.agentId)).toEqual(changed);
	});

	test('changes nothing when it refuses', async () => {
		const { agent } = await create();
		await expect(agents.update('user_ann', agent.agentId, { ...TERMS, name: '-' })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
		});
		expect(await agents.get('user_ann', agent.agentId)).toEqual(agent);
	});
});

describe('rotateKey', () => {
	test('replaces the hash of the old key', async () => {
		const { agent, key: old } = await create();
		clock.leap(clock.now() + 1_000);
		const { agent: changed, key } = await agents.rotateKey('user_ann', agent.agentId);
		expect(key).not.toBe(old);
		expect(changed).toEqual({ ...agent, keyChangedAt: clock.now() });
		expect(await agents.findActive(agent.agentId)).toMatchObject({ keyHash: hashSecret(key) });
		expect(JSON.stringify(databases.now().prepare('SELECT * FROM agent').all())).not.toContain(
			hashSecret(old ?? ''),
		);
	});

	test('refuses an agent with its own key pair', async () => {
		const { agent } = await agents.create('user_ann', { ...NEW, publicKeys: [PUBLIC_KEY] });
		await expect(agents.rotateKey('user_ann', agent.agentId)).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'agent_id',
		});
		expect(await agents.findActive(agent.agentId)).toMatchObject({ keyHash: null, publicKeys: [PUBLIC_KEY] });
	});

	test('keeps a simultaneous rotation and change, in either order', async () => {
		const terms = { ...TERMS, caps: caps({ amountMax: parseDecimal('5') }) };
		for (const rotatesFirst of [true, false]) {
			const { agent, key: old } = await create();
			const rotate = () => agents.rotateKey('user_ann', agent.agentId);
			const update = () => agents.update('user_ann', agent.agentId, terms);
			await Promise.all(rotatesFirst ? [rotate(), update()] : [update(), rotate()]);
			const after = await kept(agent.agentId);
			expect(after?.caps).toEqual(terms.caps);
			expect(after?.keyHash).not.toBe(hashSecret(old ?? ''));
		}
	});

	test('leaves one valid key after two simultaneous rotations, and returned it', async () => {
		const { agent } = await create();
		const rotated = await Promise.all([1, 2].map(() => agents.rotateKey('user_ann', agent.agentId)));
		const hashes = rotated.map(({ key }) => hashSecret(key));
		expect(hashes).toContain((await kept(agent.agentId))?.keyHash);
	});
});

describe('stop', () => {
	test('stops for good: the agent cannot be found or changed, even after a restart', async () => {
		const { agent } = await create();
		expect(agents.isStopped(agent.agentId)).toBe(false);
		clock.leap(clock.now() + 5_000);
		expect(await agents.stop('user_ann', agent.agentId)).toBe(true);
		expect(agents.isStopped(agent.agentId)).toBe(true);
		expect(await agents.findActive(agent.agentId)).toBeUndefined();
		expect(await agents.get('user_ann', agent.agentId)).toEqual({ ...agent, stoppedAt: clock.now() });
		for (const attempt of [
			agents.update('user_ann', agent.agentId, TERMS),
			agents.rotateKey('user_ann', agent.agentId),
		])
			await expect(attempt).rejects.toMatchObject({ code: 'AGENT_STOPPED' });
		clock.leap(clock.now() + 5_000);
		expect(await agents.stop('user_ann', agent.agentId)).toBe(false);
		expect((await agents.get('user_ann', agent.agentId)).stoppedAt).toBe(clock.now() - 5_000);
		const restarted = await authority(createAgentStore(createSqliteDatabase(databases.reopen())));
		expect(restarted.isStopped(agent.agentId)).toBe(true);
		expect(await restarted.findActive(agent.agentId)).toBeUndefined();
	});

	test('is effective at the call, before the write', async () => {
		const { agent } = await create();
		let duringWrite: unknown;
		const slow = await authority({
			...store,
			async stop(agentId, at) {
				duringWrite = [slow.isStopped(agentId), await slow.findActive(agentId)];
				return store.stop(agentId, at);
			},
		});
		await slow.stop('user_ann', agent.agentId);
		expect(duringWrite).toEqual([true, undefined]);
	});

	test('is not undone by a change in progress', async () => {
		for (const other of ['update', 'rotateKey'] as const) {
			const { agent } = await create();
			const change = () =>
				other === 'update'
					? agents.update('user_ann', agent.agentId, TERMS)
					: agents.rotateKey('user_ann', agent.agentId);
			for (const attempts of [() => [change(), agents.stop('user_ann', agent.agentId)]]) {
				await Promise.allSettled(attempts());
				expect((await kept(agent.agentId))?.stoppedAt, other).toBe(clock.now());
			}
		}
	});

	test('keeps the agent stopped in memory and throws if the disk fails; the next stop writes it', async () => {
		const { agent } = await create();
		let isFull = true;
		const failing = await authority({
			...store,
			async stop(agentId, at) {
				if (isFull) throw new Error('database or disk is full');
				return store.stop(agentId, at);
			},
		});
		const ended: unknown[] = [];
		failing.onChange(async (...change) => void ended.push(change));
		await expect(failing.stop('user_ann', agent.agentId)).rejects.toThrow('full');
		expect(failing.isStopped(agent.agentId)).toBe(true);
		expect(await failing.findActive(agent.agentId)).toBeUndefined();
		await expect(failing.update('user_ann', agent.agentId, TERMS)).rejects.toMatchObject({
			code: 'AGENT_STOPPED',
		});
		expect(ended).toEqual([[agent.agentId, true]]);
		isFull = false;
		expect(await failing.stop('user_ann', agent.agentId)).toBe(true);
		expect((await kept(agent.agentId))?.stoppedAt).toBe(clock.now());
	});
});

describe('listeners', () => {
	test('receive every change, and whether it ends the tokens', async () => {
		const { agent } = await create();
		const heard: unknown[] = [];
		agents.onChange(async (...change) => void heard.push(change));
		await agents.update('user_ann', agent.agentId, TERMS);
		await agents.rotateKey('user_ann', agent.agentId);
		await agents.stop('user_ann', agent.agentId);
		await agents.stop('user_ann', agent.agentId);
		expect(heard).toEqual([
			[agent.agentId, false],
			[agent.agentId, true],
			[agent.agentId, true],
		]);
	});

	test('run after the write', async () => {
		const { agent } = await create();
		let read: unknown;
		agents.onChange(async (agentId) => {
			read = (await kept(agentId))?.name;
		});
		await agents.update('user_ann', agent.agentId, { ...TERMS, name: 'renamed' });
		expect(read).toBe('renamed');
	});
});

describe('touch', () => {
	test('records a use at most once a minute, and no change undoes it', async () => {
		const { agent } = await create();
		const lastUsed = async () => (await agents.get('user_ann', agent.agentId)).lastUsedAt;
		agents.touch(agent.agentId);
		clock.leap(clock.now() + 59_999);
		agents.touch(agent.agentId);
		expect(await lastUsed()).toBe(START);
		clock.leap(clock.now() + 1);
		const change = agents.update('user_ann', agent.agentId, TERMS);
		agents.touch(agent.agentId);
		await change;
		expect(await lastUsed()).toBe(START + 60_000);
	});

	test('logs a failed write and does not stop the agent', async () => {
		const failing = await authority({ ...store, touch: () => Promise.reject(new Error('full')) });
		failing.touch('agent_1');
		await new Promise((resolve) => setImmediate(resolve));
		expect(warnings).toEqual(['The last use of an agent could not be recorded.']);
	});
});
