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
