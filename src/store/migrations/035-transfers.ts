import type { Migration } from './migration.ts';

/** Adds transfers that the service requests, and transfers between two wallets of one owner that it makes itself. */
export const transfers: Migration = {
	id: 35,
	name: 'transfers',
	compatibleFrom: 24,
	sql: `
	-- details: JSON with the amount, the sentences and the flows that belong to it.
	CREATE TABLE planned_transfer (
		transfer_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		state TEXT NOT NULL,
		planned_at INTEGER NOT NULL,
		changed_at INTEGER NOT NULL,
		details TEXT NOT NULL
	) STRICT;
	CREATE INDEX planned_transfer_by_change ON planned_transfer (changed_at);
	-- One row for each account whose owner lets the service move money between its wallets.
	CREATE TABLE own_transfer_consent (
		account_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		at INTEGER NOT NULL
	) STRICT;
	-- client_id: our id at the exchange. details: JSON.
	CREATE TABLE own_transfer (
		client_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		account_id TEXT NOT NULL,
		venue TEXT NOT NULL,
		state TEXT NOT NULL,
		intended_at INTEGER NOT NULL,
		changed_at INTEGER NOT NULL,
		is_open INTEGER NOT NULL,
		details TEXT NOT NULL
	) STRICT;
	CREATE INDEX own_transfer_by_user ON own_transfer (user_id, intended_at);
	-- At most one transfer of an account is open: some exchanges find it by its amount only.
	CREATE UNIQUE INDEX own_transfer_open ON own_transfer (account_id) WHERE is_open = 1;
	`,
};
