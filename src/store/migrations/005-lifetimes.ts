import type { Migration } from './migration.ts';

/** Adds lifetimes of opportunities. */
export const lifetimes: Migration = {
	id: 5,
	name: 'lifetimes',
	compatibleFrom: 5,
	sql: `
	CREATE TABLE life (
		life_id INTEGER PRIMARY KEY,
		opportunity_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		pair TEXT NOT NULL,
		first_seen INTEGER NOT NULL,
		last_seen INTEGER NOT NULL,
		peak_spread REAL,
		peak_spread_at INTEGER,
		peak_expected_net REAL,
		peak_expected_net_at INTEGER,
		ended_at INTEGER,
		end_reason TEXT,
		UNIQUE (opportunity_id, first_seen)
	) STRICT;
	CREATE INDEX life_by_begin ON life (first_seen DESC, life_id DESC);
	CREATE INDEX life_by_pair ON life (pair, first_seen DESC, life_id DESC);
	CREATE INDEX life_open ON life (first_seen DESC, life_id DESC) WHERE ended_at IS NULL;
	CREATE INDEX life_ended ON life (ended_at) WHERE ended_at IS NOT NULL;
	`,
};
