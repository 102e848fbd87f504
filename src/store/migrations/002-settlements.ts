import type { Migration } from './migration.ts';

/**
 * Adds a row for testing disk writes, and the time up to which each account's ledger has been read. Adds a flag for
 * ended executions whose settlements are all known.
 */
export const settlements: Migration = {
	id: 2,
	name: 'settlements',
	compatibleFrom: 2,
	sql: `
	CREATE TABLE write_check (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		room BLOB NOT NULL
	) STRICT;
	-- 1 once both venues have answered, late enough after the close, which settlements they paid.
	ALTER TABLE execution ADD COLUMN funding_complete INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX execution_unsettled ON execution (funding_complete) WHERE ended = 1 AND funding_complete = 0;
	CREATE TABLE ledger_read (
		account_id TEXT PRIMARY KEY,
		read_to INTEGER NOT NULL
	) STRICT;
	`,
};
