import type { Migration } from './migration.ts';

/** Adds self-check reports, and the orders that self-checks place. */
export const selfChecks: Migration = {
	id: 16,
	name: 'self-checks',
	compatibleFrom: 16,
	sql: `
	-- Report: JSON of the last self-check of an account (ports/self-check.ts).
	CREATE TABLE self_check (
		account_id TEXT PRIMARY KEY,
		checked_at INTEGER NOT NULL,
		report TEXT NOT NULL
	) STRICT;
	-- Orders of self-checks: written before they are sent, ended when the exchange has proven their end.
	CREATE TABLE probe_order (
		client_order_id TEXT PRIMARY KEY,
		account_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		venue TEXT NOT NULL,
		symbol TEXT NOT NULL,
		quantity TEXT NOT NULL,
		limit_price TEXT NOT NULL,
		begun_at INTEGER NOT NULL,
		ended_at INTEGER,
		filled TEXT,
		CHECK ((ended_at IS NULL) = (filled IS NULL))
	) STRICT;
	CREATE INDEX probe_order_open ON probe_order (begun_at) WHERE ended_at IS NULL;
	`,
};
