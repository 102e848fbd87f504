import type { Migration } from './migration.ts';

/** Adds the fitted carry model. */
export const carryModel: Migration = {
	id: 6,
	name: 'carry-model',
	compatibleFrom: 6,
	sql: `
	-- The model of carry that was fitted last, as JSON.
	CREATE TABLE carry_model (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		fitted_at INTEGER NOT NULL,
		model TEXT NOT NULL
	) STRICT;
	`,
};
