/** Stores agents in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { AgentStore, StoredAgent } from '../ports/agent-store.ts';
import type { AgentCaps } from '../ports/order-service.ts';

type Row = Record<string, unknown>;

/** Creates the agent store. */
export function createSqliteAgentStore(database: DatabaseSync): AgentStore {
	const insert = database.prepare(
		`INSERT INTO agent (user_id, name, scopes, caps, key_hash, public_keys, requires_dpop, created_at, key_changed_at, last_used_at, stopped_at, agent_id)
		 SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
		 WHERE (SELECT count(*) FROM agent WHERE user_id = ? AND stopped_at IS NULL) < ?`,
	);
	const find = database.prepare('SELECT * FROM agent WHERE agent_id = ?');
	const list = database.prepare(
		'SELECT * FROM agent WHERE user_id = ? ORDER BY stopped_at IS NOT NULL, created_at DESC, agent_id LIMIT ?',
	);
	const setTerms = database.prepare(
		'UPDATE agent SET name = ?, scopes = ?, caps = ? WHERE agent_id = ? AND stopped_at IS NULL',
	);
	const setKey = database.prepare(
		'UPDATE agent SET key_hash = ?, key_changed_at = ? WHERE agent_id = ? AND stopped_at IS NULL',
	);
	const stop = database.prepare('UPDATE agent SET stopped_at = ? WHERE agent_id = ? AND stopped_at IS NULL');
	const touch = database.prepare('UPDATE agent SET last_used_at = ? WHERE agent_id = ?');
	const stopped = database.prepare('SELECT agent_id FROM agent WHERE stopped_at IS NOT NULL');
	return {
		insert: async (agent, activeMax) =>
			Number(insert.run(...valuesOf(agent), agent.userId, activeMax).changes) === 1,
		find: async (agentId) => agentOf(find.get(agentId) as Row | undefined),
		list: async (userId, limit) => (list.all(userId, limit) as Row[]).flatMap((row) => agentOf(row) ?? []),
		setTerms: async (agentId, { name, scopes, caps }) =>
			Number(setTerms.run(name, scopes.join(' '), writeCaps(caps), agentId).changes) === 1,
		setKey: async (agentId, keyHash, changedAt) =>
			Number(setKey.run(keyHash, changedAt, agentId).changes) === 1,
		stop: async (agentId, at) => Number(stop.run(at, agentId).changes) === 1,
		async touch(agentId, at) {
			touch.run(at, agentId);
		},
		stopped: async () => (stopped.all() as Row[]).map((row) => String(row.agent_id)),
	};
}

function valuesOf(agent: StoredAgent) {
	return [
		agent.userId,
		agent.name,
		agent.scopes.join(' '),
		writeCaps(agent.caps),
		agent.keyHash,
		agent.publicKeys === null ? null : JSON.stringify(agent.publicKeys),
		agent.requiresDpop ? 1 : 0,
		agent.createdAt,
		agent.keyChangedAt,
		agent.lastUsedAt,
		agent.stoppedAt,
		agent.agentId,
	] as const;
}

function agentOf(row: Row | undefined): StoredAgent | undefined {
	if (row === undefined) return undefined;
	const scopes = String(row.scopes);
	return {
		agentId: String(row.agent_id),
		userId: String(row.user_id),
		name: String(row.name),
		scopes: scopes === '' ? [] : scopes.split(' '),
		caps: readCaps(String(row.caps)),
		keyHash: row.key_hash === null ? null : String(row.key_hash),
		publicKeys: row.public_keys === null ? null : JSON.parse(String(row.public_keys)),
		requiresDpop: row.requires_dpop === 1,
		createdAt: Number(row.created_at),
		keyChangedAt: Number(row.key_changed_at),
		lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
		stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
	};
}

const textOf = (value: Decimal | null): string | null => (value === null ? null : formatDecimal(value));
const decimalOf = (text: string | null): Decimal | null => (text === null ? null : parseDecimal(text));

function writeCaps({ amountMax, openAmountMax, pairs, executionsPerDay, mustBeTrade }: AgentCaps): string {
	return JSON.stringify({
		amountMax: textOf(amountMax),
		openAmountMax: textOf(openAmountMax),
		pairs,
		executionsPerDay,
		mustBeTrade,
	});
}

function readCaps(text: string): AgentCaps {
	const read = JSON.parse(text) as Omit<AgentCaps, 'amountMax' | 'openAmountMax'> & {
		readonly amountMax: string | null;
		readonly openAmountMax: string | null;
	};
	return { ...read, amountMax: decimalOf(read.amountMax), openAmountMax: decimalOf(read.openAmountMax) };
}
