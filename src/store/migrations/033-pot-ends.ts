import type { Migration } from './migration.ts';

/** Stores when a pot's settings changed, and which ends of its executions need no decision anymore. */
export const potEnds: Migration = {
	id: 33,
	name: 'pot-ends',
	compatibleFrom: 24,
	sql: `
	-- settings_at: null while the settings never changed.
	ALTER TABLE pot ADD COLUMN settings_at INTEGER;
	-- end_noted: 1 once the execution has ended and the pot ended it itself or has decided about it.
	ALTER TABLE pot_execution ADD COLUMN end_noted INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX pot_execution_watched ON pot_execution (pot_id) WHERE end_noted = 0;
	`,
};
