import type { Migration } from './migration.ts';

/** Adds the journal, its projection of executions, idempotency keys, profit samples, users and tokens. */
export const journal: Migration = {
	id: 1,
	name: 'journal',
	compatibleFrom: 1,
	sql: `
	CREATE TABLE journal (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		stream TEXT NOT NULL,
		stream_seq INTEGER NOT NULL,
		type TEXT NOT NULL,
		version INTEGER NOT NULL,
		recorded_at INTEGER NOT NULL,
		correlation_id TEXT NOT NULL,
		causation_id TEXT,
		payload TEXT NOT NULL,
		UNIQUE (stream, stream_seq)
	) STRICT;
	CREATE TABLE execution (
		execution_id TEXT PRIMARY KEY,
		job_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		exchangepair TEXT NOT NULL,
		symbol TEXT NOT NULL,
		phase TEXT NOT NULL,
		ended INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		closed_at INTEGER
	) STRICT;
	CREATE INDEX execution_by_user ON execution (user_id, ended, created_at DESC, execution_id);
	CREATE INDEX execution_open ON execution (ended) WHERE ended = 0;
	CREATE TABLE idempotency (
		user_id TEXT NOT NULL,
		key TEXT NOT NULL,
		params_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		recorded_at INTEGER NOT NULL,
		PRIMARY KEY (user_id, key)
	) STRICT;
	CREATE TABLE pnl_sample (
		user_id TEXT NOT NULL,
		at INTEGER NOT NULL,
		total_pnl TEXT NOT NULL,
		deployed TEXT NOT NULL,
		PRIMARY KEY (user_id, at)
	) STRICT;
	CREATE TABLE account_user (
		user_id TEXT PRIMARY KEY,
		name TEXT NOT NULL UNIQUE,
		created_at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE token (
		token_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		hash TEXT NOT NULL UNIQUE,
		scopes TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL,
		revoked_at INTEGER,
		last_used_at INTEGER
	) STRICT;
	CREATE INDEX token_by_user ON token (user_id, created_at);
	`,
};
