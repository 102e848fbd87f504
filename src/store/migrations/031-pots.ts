import type { Migration } from './migration.ts';

/** Adds the pots of the autopilot with their executions and samples of their equity. */
export const pots: Migration = {
	id: 31,
	name: 'pots',
	compatibleFrom: 24,
	sql: `
	-- settings, state_reason: JSON. trades_as: the owner, or the hidden user of a shadow pot.
	CREATE TABLE pot (
		pot_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		agent_id TEXT,
		trades_as TEXT NOT NULL,
		kind TEXT NOT NULL,
		shadow_of TEXT,
		settings TEXT NOT NULL,
		state TEXT NOT NULL,
		state_reason TEXT,
		state_at INTEGER NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX pot_by_user ON pot (user_id, created_at);
	CREATE TABLE pot_execution (
		execution_id TEXT PRIMARY KEY,
		pot_id TEXT NOT NULL REFERENCES pot (pot_id),
		since INTEGER NOT NULL
	) STRICT;
	CREATE INDEX pot_execution_by_pot ON pot_execution (pot_id, since);
	CREATE TABLE pot_sample (
		pot_id TEXT NOT NULL REFERENCES pot (pot_id),
		at INTEGER NOT NULL,
		equity TEXT NOT NULL,
		profit TEXT NOT NULL,
		PRIMARY KEY (pot_id, at)
	) STRICT, WITHOUT ROWID;
	`,
};
