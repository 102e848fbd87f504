/** The schema, one statement list per version. Released versions are never edited; a change is a new entry. Times are integer ms unless they say otherwise, decimals text. */
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
];
