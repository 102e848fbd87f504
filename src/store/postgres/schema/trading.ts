/** Tables of executions, accounts and kill switches. `tables.ts` says how their types are written. */

/** Tables of executions, accounts and kill switches. Columns have the meaning that the migrations of SQLite give them. */
export const TRADING_TABLES = `
CREATE TABLE execution (
	execution_id TEXT PRIMARY KEY,
	job_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	exchangepair TEXT NOT NULL,
	symbol TEXT NOT NULL,
	phase TEXT NOT NULL,
	ended BIGINT NOT NULL,
	created_at BIGINT NOT NULL,
	closed_at BIGINT,
	funding_complete BIGINT NOT NULL DEFAULT 0,
	agent_id TEXT
);
CREATE INDEX execution_by_user ON execution (user_id, ended, created_at DESC, execution_id);
CREATE INDEX execution_open ON execution (ended) WHERE ended = 0;
CREATE INDEX execution_unsettled ON execution (funding_complete) WHERE ended = 1 AND funding_complete = 0;
CREATE INDEX execution_by_job ON execution (job_id);

CREATE TABLE idempotency (
	user_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	key TEXT NOT NULL,
	params_hash TEXT NOT NULL,
	answer TEXT NOT NULL,
	recorded_at BIGINT NOT NULL,
	PRIMARY KEY (user_id, agent_id, key)
);

CREATE TABLE pnl_sample (
	user_id TEXT NOT NULL,
	at BIGINT NOT NULL,
	total_pnl TEXT NOT NULL,
	deployed TEXT NOT NULL,
	PRIMARY KEY (user_id, at)
);

CREATE TABLE ledger_read (
	account_id TEXT PRIMARY KEY,
	read_to BIGINT NOT NULL
);

CREATE TABLE execution_fold (
	execution_id TEXT PRIMARY KEY,
	form BIGINT NOT NULL,
	event_count BIGINT NOT NULL,
	last_seq BIGINT NOT NULL,
	checksum BIGINT NOT NULL,
	fold TEXT NOT NULL
);

CREATE TABLE halt (
	scope TEXT NOT NULL CHECK (scope IN ('user', 'exchange', 'service')),
	key TEXT NOT NULL,
	reason TEXT,
	at BIGINT NOT NULL,
	by TEXT NOT NULL,
	close_all BIGINT NOT NULL,
	PRIMARY KEY (scope, key)
);

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
	can_trade BIGINT,
	can_withdraw BIGINT,
	key_expires_at BIGINT,
	connected_at BIGINT NOT NULL,
	disconnected_at BIGINT,
	leaving_since BIGINT,
	in_use BIGINT NOT NULL,
	last_ok_at BIGINT,
	last_error TEXT,
	refused_at BIGINT,
	CHECK ((credentials IS NULL) = (disconnected_at IS NOT NULL)),
	CHECK (in_use = 0 OR disconnected_at IS NULL)
);
CREATE INDEX exchange_account_by_user ON exchange_account (user_id, venue, connected_at);
CREATE UNIQUE INDEX exchange_account_in_use ON exchange_account (user_id, venue) WHERE in_use = 1;
CREATE UNIQUE INDEX exchange_account_key ON exchange_account (venue, key_fingerprint) WHERE disconnected_at IS NULL;
CREATE UNIQUE INDEX exchange_account_uid ON exchange_account (venue, uid_fingerprint) WHERE disconnected_at IS NULL AND uid_fingerprint IS NOT NULL;

CREATE TABLE self_check (
	account_id TEXT PRIMARY KEY,
	checked_at BIGINT NOT NULL,
	report TEXT NOT NULL
);

CREATE TABLE probe_order (
	client_order_id TEXT PRIMARY KEY,
	account_id TEXT NOT NULL,
	user_id TEXT NOT NULL,
	venue TEXT NOT NULL,
	symbol TEXT NOT NULL,
	quantity TEXT NOT NULL,
	limit_price TEXT NOT NULL,
	begun_at BIGINT NOT NULL,
	ended_at BIGINT,
	filled TEXT,
	CHECK ((ended_at IS NULL) = (filled IS NULL))
);
CREATE INDEX probe_order_open ON probe_order (begun_at) WHERE ended_at IS NULL;

CREATE TABLE planned_transfer (
	transfer_id TEXT PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES account_user (user_id),
	state TEXT NOT NULL,
	planned_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	details TEXT NOT NULL
);
CREATE INDEX planned_transfer_by_change ON planned_transfer (changed_at);

CREATE TABLE own_transfer_consent (
	account_id TEXT PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES account_user (user_id),
	at BIGINT NOT NULL
);

CREATE TABLE own_transfer (
	client_id TEXT PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES account_user (user_id),
	account_id TEXT NOT NULL,
	venue TEXT NOT NULL,
	state TEXT NOT NULL,
	intended_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL,
	is_open BIGINT NOT NULL,
	details TEXT NOT NULL
);
CREATE INDEX own_transfer_by_user ON own_transfer (user_id, intended_at);
CREATE UNIQUE INDEX own_transfer_open ON own_transfer (account_id) WHERE is_open = 1;

CREATE TABLE write_check (
	id BIGINT PRIMARY KEY CHECK (id = 1),
	room BYTEA NOT NULL
);

CREATE TABLE data_mode (
	id BIGINT PRIMARY KEY CHECK (id = 1),
	mode TEXT NOT NULL CHECK (mode IN ('simulated', 'paper', 'testnet', 'live'))
);

CREATE TABLE restore_mark (
	id BIGINT PRIMARY KEY CHECK (id = 1),
	mark TEXT NOT NULL,
	restored_at BIGINT NOT NULL
);

CREATE TABLE vault_check (
	kid TEXT PRIMARY KEY,
	sealed TEXT NOT NULL
);

CREATE TABLE vault_secret (
	name TEXT PRIMARY KEY,
	sealed TEXT NOT NULL
);
`;
