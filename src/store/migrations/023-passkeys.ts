import type { Migration } from './migration.ts';

/** Adds passkeys' public keys. */
export const passkeys: Migration = {
	id: 23,
	name: 'passkeys',
	compatibleFrom: 23,
	sql: `
	CREATE TABLE passkey (
		passkey_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		credential_id TEXT NOT NULL UNIQUE,
		public_key BLOB NOT NULL,
		counter INTEGER NOT NULL,
		-- JSON list.
		transports TEXT NOT NULL,
		site TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		last_used_at INTEGER
	) STRICT;
	CREATE INDEX passkey_by_user ON passkey (user_id, created_at);
	CREATE INDEX passkey_by_site ON passkey (site);
`,
};
