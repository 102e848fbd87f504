/** Stores agents. */
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { AgentStore, StoredAgent } from '../ports/agent-store.ts';
import type { AgentCaps } from '../ports/order-service.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase, type SqlValue } from './sql-database.ts';

/** Creates the agent store. */
export function createAgentStore(database: SqlDatabase): AgentStore {
	const change = async (sql: string, ...values: SqlValue[]): Promise<boolean> =>
		(await database.changes(sql, ...values)) === 1;
	return {
		insert: (agent, activeMax) =>
			database.transaction(function* () {
				const [count] = yield* rowsOf(
					'SELECT count(*) AS n FROM agent WHERE user_id = ? AND stopped_at IS NULL',
					agent.userId,
				);
				if (Number(count?.n) >= activeMax) return false;
				yield* changesOf(
					`INSERT INTO agent (user_id, name, scopes, caps, key_hash, public_keys, requires_dpop, created_at, key_changed_at, last_used_at, stopped_at, agent_id)
					 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
					...valuesOf(agent),
				);
				return true;
			}),
		find: async (agentId) =>
			agentOf((await database.rows('SELECT * FROM agent WHERE agent_id = ?', agentId))[0]),
		list: async (userId, limit) =>
			(
				await database.rows(
					'SELECT * FROM agent WHERE user_id = ? ORDER BY stopped_at IS NOT NULL, created_at DESC, agent_id LIMIT ?',
					userId,
					limit,
				)
			).flatMap((row) => agentOf(row) ?? []),
		setTerms: (agentId, { name, scopes, caps }) =>
			change(
				'UPDATE agent SET name = ?, scopes = ?, caps = ? WHERE agent_id = ? AND stopped_at IS NULL',
				name,
				scopes.join(' '),
				writeCaps(caps),
				agentId,
			),
		setKey: (agentId, keyHash, changedAt) =>
			change(
				'UPDATE agent SET key_hash = ?, key_changed_at = ? WHERE agent_id = ? AND stopped_at IS NULL',
				keyHash,
				changedAt,
				agentId,
			),
		stop: (agentId, at) =>
			change('UPDATE agent SET stopped_at = ? WHERE agent_id = ? AND stopped_at IS NULL', at, agentId),
		async touch(agentId, at) {
			await database.changes('UPDATE agent SET last_used_at = ? WHERE agent_id = ?', at, agentId);
		},
		stopped: async () =>
			(await database.rows('SELECT agent_id FROM agent WHERE stopped_at IS NOT NULL')).map((row) =>
				String(row.agent_id),
			),
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
