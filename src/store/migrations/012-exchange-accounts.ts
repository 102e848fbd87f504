import type { Migration } from './migration.ts';

/** Adds the vault and the users' exchange accounts. */
export const exchangeAccounts: Migration = {
	id: 12,
	name: 'exchange-accounts',
	compatibleFrom: 12,
	sql: `
	-- Columns that hold sealed texts are listed in sealed-columns.ts; the check values here are apart from them.
	CREATE TABLE vault_check (
		kid TEXT PRIMARY KEY,
		sealed TEXT NOT NULL
	) STRICT;
	CREATE TABLE vault_secret (
		name TEXT PRIMARY KEY,
		sealed TEXT NOT NULL
	) STRICT;
	CREATE TABLE exchange_account (
		account_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		venue TEXT NOT NULL,
		label TEXT NOT NULL,
		kind TEXT NOT NULL CHECK (kind IN ('oauth', 'api_key')),
		journal_id TEXT NOT NULL UNIQUE,
		-- Sealed; null once disconnected.
		credentials TEXT,
		key_fingerprint TEXT NOT NULL,
		uid_fingerprint TEXT,
		-- JSON list.
		permissions TEXT NOT NULL,
		can_trade INTEGER,
		can_withdraw INTEGER,
		key_expires_at INTEGER,
		connected_at INTEGER NOT NULL,
		disconnected_at INTEGER,
		leaving_since INTEGER,
		in_use INTEGER NOT NULL,
		last_ok_at INTEGER,
		last_error TEXT,
		refused_at INTEGER,
		CHECK ((credentials IS NULL) = (disconnected_at IS NOT NULL)),
		CHECK (in_use = 0 OR disconnected_at IS NULL)
	) STRICT;
	CREATE INDEX exchange_account_by_user ON exchange_account (user_id, venue, connected_at);
	CREATE UNIQUE INDEX exchange_account_in_use ON exchange_account (user_id, venue) WHERE in_use = 1;
	-- Nobody connects twice what is one account at the exchange.
	CREATE UNIQUE INDEX exchange_account_key ON exchange_account (venue, key_fingerprint) WHERE disconnected_at IS NULL;
	CREATE UNIQUE INDEX exchange_account_uid ON exchange_account (venue, uid_fingerprint) WHERE disconnected_at IS NULL AND uid_fingerprint IS NOT NULL;
	`,
};
