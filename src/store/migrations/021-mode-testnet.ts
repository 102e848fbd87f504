import type { Migration } from './migration.ts';

/** Adds testnet mode. */
export const modeTestnet: Migration = {
	id: 21,
	name: 'mode-testnet',
	compatibleFrom: 21,
	sql: `
	-- The same row, of one mode more.
	CREATE TABLE data_mode_of_four (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mode TEXT NOT NULL CHECK (mode IN ('simulated', 'paper', 'testnet', 'live'))
	) STRICT;
	INSERT INTO data_mode_of_four (id, mode) SELECT id, mode FROM data_mode;
	DROP TABLE data_mode;
	ALTER TABLE data_mode_of_four RENAME TO data_mode;
`,
};
