import type { Migration } from './migration.ts';

/** Adds identities, browser sessions, the authorization server's records, agents and the audit trail. */
export const identities: Migration = {
	id: 8,
	name: 'identities',
	compatibleFrom: 8,
	sql: `
	-- Who logs in: (issuer, subject) of a proven identity, and the user it belongs to.
	CREATE TABLE identity (
		issuer TEXT NOT NULL,
		subject TEXT NOT NULL,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		provider TEXT NOT NULL,
		wallet TEXT,
		linked_at INTEGER NOT NULL,
		last_login_at INTEGER NOT NULL,
		PRIMARY KEY (issuer, subject)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX identity_by_user ON identity (user_id);
	-- A browser that is logged in; the cookie's value is hashed.
	CREATE TABLE web_session (
		session_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		created_at INTEGER NOT NULL,
		seen_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE INDEX web_session_by_end ON web_session (expires_at);
	-- What the authorization server keeps: codes, tokens, grants, sessions. Identifiers are hashed, payloads sealed.
	CREATE TABLE oauth_record (
		model TEXT NOT NULL,
		id_hash TEXT NOT NULL,
		grant_hash TEXT,
		uid_hash TEXT,
		user_code_hash TEXT,
		user_id TEXT,
		client_id TEXT,
		sealed TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		consumed_at INTEGER,
		expires_at INTEGER NOT NULL,
		PRIMARY KEY (model, id_hash)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX oauth_record_by_grant ON oauth_record (grant_hash) WHERE grant_hash IS NOT NULL;
	CREATE INDEX oauth_record_by_uid ON oauth_record (model, uid_hash) WHERE uid_hash IS NOT NULL;
	CREATE INDEX oauth_record_by_code ON oauth_record (model, user_code_hash) WHERE user_code_hash IS NOT NULL;
	CREATE INDEX oauth_record_by_user ON oauth_record (user_id, model) WHERE user_id IS NOT NULL;
	CREATE INDEX oauth_record_by_client ON oauth_record (client_id) WHERE client_id IS NOT NULL;
	CREATE INDEX oauth_record_by_end ON oauth_record (expires_at);
	-- Keys that sign identity tokens: the newest signs, older ones are still published.
	CREATE TABLE signing_key (
		kid TEXT PRIMARY KEY,
		sealed TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	-- caps is JSON with decimals as text; public_keys a JWK set as JSON.
	CREATE TABLE agent (
		agent_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		scopes TEXT NOT NULL,
		caps TEXT NOT NULL,
		key_hash TEXT,
		public_keys TEXT,
		requires_dpop INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		key_changed_at INTEGER NOT NULL,
		last_used_at INTEGER,
		stopped_at INTEGER
	) STRICT;
	CREATE INDEX agent_by_user ON agent (user_id, created_at);
	-- What was done in a user's name. Nothing is changed or removed here.
	CREATE TABLE audit (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		user_id TEXT NOT NULL,
		actor TEXT NOT NULL,
		actor_id TEXT,
		action TEXT NOT NULL,
		subject TEXT,
		outcome TEXT NOT NULL,
		address TEXT,
		details TEXT NOT NULL
	) STRICT;
	CREATE INDEX audit_by_user ON audit (user_id, seq);
	CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
	CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
	`,
};
