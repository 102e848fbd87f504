/** The schema of the service's database, version by version. */
import { ALERT_SCHEMA } from './alert-schema.ts';
import { LOGIN_LINK_SCHEMA, LOGIN_ORIGIN_SCHEMA, PASSKEY_SCHEMA } from './login-schema.ts';
import { MODE_TESTNET_SCHEMA } from './mode-testnet-schema.ts';
import { PAPER_SCHEMA } from './paper-schema.ts';
import { PROMISE_SCHEMA, PROMISE_SCORE_SCHEMA } from './promise-schema.ts';

/** One statement list per version. Released versions are never edited; a change is a new entry. Times are integer ms unless they say otherwise, decimals text. */
export const MIGRATIONS: readonly string[] = [
	`
	CREATE TABLE journal (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		stream TEXT NOT NULL,
		stream_seq INTEGER NOT NULL,
		type TEXT NOT NULL,
		version INTEGER NOT NULL,
		recorded_at INTEGER NOT NULL,
		correlation_id TEXT NOT NULL,
		causation_id TEXT,
		payload TEXT NOT NULL,
		UNIQUE (stream, stream_seq)
	) STRICT;
	CREATE TABLE execution (
		execution_id TEXT PRIMARY KEY,
		job_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		exchangepair TEXT NOT NULL,
		symbol TEXT NOT NULL,
		phase TEXT NOT NULL,
		ended INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		closed_at INTEGER
	) STRICT;
	CREATE INDEX execution_by_user ON execution (user_id, ended, created_at DESC, execution_id);
	CREATE INDEX execution_open ON execution (ended) WHERE ended = 0;
	CREATE TABLE idempotency (
		user_id TEXT NOT NULL,
		key TEXT NOT NULL,
		params_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		recorded_at INTEGER NOT NULL,
		PRIMARY KEY (user_id, key)
	) STRICT;
	CREATE TABLE pnl_sample (
		user_id TEXT NOT NULL,
		at INTEGER NOT NULL,
		total_pnl TEXT NOT NULL,
		deployed TEXT NOT NULL,
		PRIMARY KEY (user_id, at)
	) STRICT;
	CREATE TABLE account_user (
		user_id TEXT PRIMARY KEY,
		name TEXT NOT NULL UNIQUE,
		created_at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE token (
		token_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		hash TEXT NOT NULL UNIQUE,
		scopes TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL,
		revoked_at INTEGER,
		last_used_at INTEGER
	) STRICT;
	CREATE INDEX token_by_user ON token (user_id, created_at);
	`,
	`
	CREATE TABLE write_check (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		room BLOB NOT NULL
	) STRICT;
	-- 1 once both venues have answered, late enough after the close, which settlements they paid.
	ALTER TABLE execution ADD COLUMN funding_complete INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX execution_unsettled ON execution (funding_complete) WHERE ended = 1 AND funding_complete = 0;
	CREATE TABLE ledger_read (
		account_id TEXT PRIMARY KEY,
		read_to INTEGER NOT NULL
	) STRICT;
	`,
	`
	-- asked_from and asked_to: the span in which the venue has answered for every instant.
	CREATE TABLE instrument (
		id INTEGER PRIMARY KEY,
		venue TEXT NOT NULL,
		symbol TEXT NOT NULL,
		coin TEXT NOT NULL,
		quote TEXT NOT NULL,
		asked_from INTEGER,
		asked_to INTEGER,
		UNIQUE (venue, symbol)
	) STRICT;
	-- Millions of rows: settled_at in whole seconds.
	CREATE TABLE settled_rate (
		instrument INTEGER NOT NULL REFERENCES instrument (id),
		settled_at INTEGER NOT NULL,
		rate TEXT NOT NULL,
		PRIMARY KEY (instrument, settled_at)
	) STRICT, WITHOUT ROWID;
	`,
	PROMISE_SCHEMA,
	`
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
	`
	-- The model of carry that was fitted last, as JSON.
	CREATE TABLE carry_model (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		fitted_at INTEGER NOT NULL,
		model TEXT NOT NULL
	) STRICT;
	`,
	`
	-- Kill switches that stand. key: the user's id, the exchange's name, or nothing for the service.
	CREATE TABLE halt (
		scope TEXT NOT NULL CHECK (scope IN ('user', 'exchange', 'service')),
		key TEXT NOT NULL,
		reason TEXT,
		at INTEGER NOT NULL,
		by TEXT NOT NULL,
		close_all INTEGER NOT NULL,
		PRIMARY KEY (scope, key)
	) STRICT;
	-- A job is named by callers who run a failed execution again.
	CREATE INDEX execution_by_job ON execution (job_id);
	`,
	`
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
	`
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
	`
	-- Connections begun at an exchange's OAuth page that have not come back.
	CREATE TABLE oauth_pending (
		state_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		browser TEXT NOT NULL,
		venue TEXT NOT NULL,
		payload TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX oauth_pending_by_user ON oauth_pending (user_id, created_at DESC, state_hash);
	CREATE INDEX oauth_pending_by_end ON oauth_pending (expires_at);
	`,
	`
	-- The agent that opened it; null: the user did.
	ALTER TABLE execution ADD COLUMN agent_id TEXT;
	-- A user's own keys, and those of each of their agents: '' is the user.
	CREATE TABLE idempotency_by_agent (
		user_id TEXT NOT NULL,
		agent_id TEXT NOT NULL,
		key TEXT NOT NULL,
		params_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		recorded_at INTEGER NOT NULL,
		PRIMARY KEY (user_id, agent_id, key)
	) STRICT;
	INSERT INTO idempotency_by_agent (user_id, agent_id, key, params_hash, answer, recorded_at)
		SELECT user_id, '', key, params_hash, answer, recorded_at FROM idempotency;
	DROP TABLE idempotency;
	ALTER TABLE idempotency_by_agent RENAME TO idempotency;
	`,
	`
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
	`
	-- What the authorization server keeps for nobody in particular, in the order in which it makes room.
	CREATE INDEX oauth_record_of_nobody ON oauth_record (model, created_at) WHERE user_id IS NULL;
	`,
	`
	-- REPLACE removes a row without the trigger that refuses removal.
	CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
		BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
	`,
	`
	-- In which mode the directory is used: what is simulated, on paper and real is never in one journal.
	CREATE TABLE data_mode (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mode TEXT NOT NULL CHECK (mode IN ('simulated', 'paper', 'live'))
	) STRICT;
	-- Before there was a choice, whatever had users was simulated.
	INSERT INTO data_mode (id, mode) SELECT 1, 'simulated' WHERE EXISTS (SELECT 1 FROM account_user);
	${PAPER_SCHEMA}	`,
	`
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
	ALERT_SCHEMA,
	`
	-- Of a directory that was made out of a backup (restore-mark.ts).
	CREATE TABLE restore_mark (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mark TEXT NOT NULL,
		restored_at INTEGER NOT NULL
	) STRICT;
	`,
	`
	-- Tokens that a page of the dashboard holds: they end with the login in that browser, by the hash of its session.
	ALTER TABLE token ADD COLUMN login TEXT;
	CREATE INDEX token_by_login ON token (login) WHERE login IS NOT NULL;
	`,
	LOGIN_LINK_SCHEMA,
	MODE_TESTNET_SCHEMA,
	LOGIN_ORIGIN_SCHEMA,
	PASSKEY_SCHEMA,
	PROMISE_SCORE_SCHEMA,
];
