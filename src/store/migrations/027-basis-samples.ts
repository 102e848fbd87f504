import type { Migration } from './migration.ts';

/** Adds mid price samples of contracts: one per minute for a day and one per hour for a year. */
export const basisSamples: Migration = {
	id: 27,
	name: 'basis-samples',
	compatibleFrom: 24,
	sql: `
	-- contract: venue and symbol, or a quote currency. The id is the contract's place in mid_minute.mids.
	CREATE TABLE mid_contract (
		id INTEGER PRIMARY KEY,
		contract TEXT NOT NULL UNIQUE
	) STRICT;
	-- minute: minutes since 1970. mids: one 32-bit float per contract, little endian; NaN without a sample.
	CREATE TABLE mid_minute (
		minute INTEGER PRIMARY KEY,
		mids BLOB NOT NULL
	) STRICT;
	-- day: UTC days since 1970. hours: 24 floats like mids, each the last sample of its hour.
	CREATE TABLE mid_day (
		contract INTEGER NOT NULL,
		day INTEGER NOT NULL,
		hours BLOB NOT NULL,
		PRIMARY KEY (contract, day)
	) STRICT, WITHOUT ROWID;
	`,
};
