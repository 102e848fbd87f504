import type { Migration } from './migration.ts';

/** Adds started logins, and used external tokens. */
export const begunLogins: Migration = {
	id: 9,
	name: 'begun-logins',
	compatibleFrom: 9,
	sql: `
	-- Logins that were begun: nonces of wallet messages, and what finishes a login at an OpenID provider (sealed).
	CREATE TABLE login_waiting (
		kind TEXT NOT NULL CHECK (kind IN ('nonce', 'openid')),
		key_hash TEXT NOT NULL,
		browser_hash TEXT NOT NULL,
		sealed TEXT,
		expires_at INTEGER NOT NULL,
		PRIMARY KEY (kind, key_hash)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX login_waiting_by_browser ON login_waiting (browser_hash, expires_at);
	CREATE INDEX login_waiting_by_end ON login_waiting (kind, expires_at);
	-- External tokens that proved an identity once, until they have ended by themselves.
	CREATE TABLE login_spent_token (
		token_hash TEXT PRIMARY KEY,
		expires_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE INDEX login_spent_token_by_end ON login_spent_token (expires_at);
	`,
};
