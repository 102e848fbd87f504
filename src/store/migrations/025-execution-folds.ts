import type { Migration } from './migration.ts';

/** Adds folds of open executions, so that the service need not read their complete journals when it starts. */
export const executionFolds: Migration = {
	id: 25,
	name: 'execution-folds',
	compatibleFrom: 24,
	sql: `
	-- A fold that does not fit the journal is ignored. form: FOLD_FORM; last_seq: the last event folded; checksum: CRC-32 of fold.
	CREATE TABLE execution_fold (
		execution_id TEXT PRIMARY KEY,
		form INTEGER NOT NULL,
		event_count INTEGER NOT NULL,
		last_seq INTEGER NOT NULL,
		checksum INTEGER NOT NULL,
		fold TEXT NOT NULL
	) STRICT;
	`,
};
