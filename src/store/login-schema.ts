/** Tables of logins that need no wallet. Each text is a migration: it is never changed once it has been released. */

/** Links of the operator that let a user in once (carrywire login-link): of a user the newest counts. Codes are hashed. */
export const LOGIN_LINK_SCHEMA = `
	CREATE TABLE login_link (
		user_id TEXT PRIMARY KEY REFERENCES account_user (user_id),
		code_hash TEXT NOT NULL UNIQUE,
		expires_at INTEGER NOT NULL
	) STRICT;
`;

/** A login counts together with the key that the browser keeps for our origin alone. One from before has none, and ends. */
export const LOGIN_ORIGIN_SCHEMA = `
	DELETE FROM web_session;
	ALTER TABLE web_session ADD COLUMN origin_hash TEXT NOT NULL DEFAULT '';
	`;

/** Public halves of passkeys: the count is that of the authenticator, the site the host name that it was made for. */
export const PASSKEY_SCHEMA = `
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
`;
