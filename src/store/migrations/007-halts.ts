import type { Migration } from './migration.ts';

/** Adds active kill switches, and an index of executions by job. */
export const halts: Migration = {
	id: 7,
	name: 'halts',
	compatibleFrom: 7,
	sql: `
	-- Kill switches that stand. key: the user's id, the exchange's name, or nothing for the service.
	CREATE TABLE halt (
		scope TEXT NOT NULL CHECK (scope IN ('user', 'exchange', 'service')),
		key TEXT NOT NULL,
		reason TEXT,
		at INTEGER NOT NULL,
		by TEXT NOT NULL,
		close_all INTEGER NOT NULL,
		PRIMARY KEY (scope, key)
	) STRICT;
	-- A job is named by callers who run a failed execution again.
	CREATE INDEX execution_by_job ON execution (job_id);
	`,
};
