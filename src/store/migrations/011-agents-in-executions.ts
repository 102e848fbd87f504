import type { Migration } from './migration.ts';

/** Adds each execution's agent, and agents' idempotency keys. */
export const agentsInExecutions: Migration = {
	id: 11,
	name: 'agents-in-executions',
	compatibleFrom: 11,
	sql: `
	-- The agent that opened it; null: the user did.
	ALTER TABLE execution ADD COLUMN agent_id TEXT;
	-- A user's own keys, and those of each of their agents: '' is the user.
	CREATE TABLE idempotency_by_agent (
		user_id TEXT NOT NULL,
		agent_id TEXT NOT NULL,
		key TEXT NOT NULL,
		params_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		recorded_at INTEGER NOT NULL,
		PRIMARY KEY (user_id, agent_id, key)
	) STRICT;
	INSERT INTO idempotency_by_agent (user_id, agent_id, key, params_hash, answer, recorded_at)
		SELECT user_id, '', key, params_hash, answer, recorded_at FROM idempotency;
	DROP TABLE idempotency;
	ALTER TABLE idempotency_by_agent RENAME TO idempotency;
	`,
};
