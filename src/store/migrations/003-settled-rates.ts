import type { Migration } from './migration.ts';

/** Adds settled funding rates for every instrument. */
export const settledRates: Migration = {
	id: 3,
	name: 'settled-rates',
	compatibleFrom: 3,
	sql: `
	-- asked_from and asked_to: the span in which the venue has answered for every instant.
	CREATE TABLE instrument (
		id INTEGER PRIMARY KEY,
		venue TEXT NOT NULL,
		symbol TEXT NOT NULL,
		coin TEXT NOT NULL,
		quote TEXT NOT NULL,
		asked_from INTEGER,
		asked_to INTEGER,
		UNIQUE (venue, symbol)
	) STRICT;
	-- Millions of rows: settled_at in whole seconds.
	CREATE TABLE settled_rate (
		instrument INTEGER NOT NULL REFERENCES instrument (id),
		settled_at INTEGER NOT NULL,
		rate TEXT NOT NULL,
		PRIMARY KEY (instrument, settled_at)
	) STRICT, WITHOUT ROWID;
	`,
};
