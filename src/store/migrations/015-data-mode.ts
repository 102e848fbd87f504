import type { Migration } from './migration.ts';

/** Adds the directory's mode, and the local accounts for paper mode. */
export const dataMode: Migration = {
	id: 15,
	name: 'data-mode',
	compatibleFrom: 15,
	sql: `
	-- In which mode the directory is used: what is simulated, on paper and real is never in one journal.
	CREATE TABLE data_mode (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mode TEXT NOT NULL CHECK (mode IN ('simulated', 'paper', 'live'))
	) STRICT;
	-- Before there was a choice, whatever had users was simulated.
	INSERT INTO data_mode (id, mode) SELECT 1, 'simulated' WHERE EXISTS (SELECT 1 FROM account_user);
	-- Local accounts of mode paper. Decimals are text; times by the exchange's clock.
	CREATE TABLE paper_account (
		account_id TEXT PRIMARY KEY,
		venue TEXT NOT NULL,
		deposit TEXT NOT NULL,
		wallet TEXT NOT NULL,
		opened_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	-- tiers: risk tiers as JSON, null where the exchange publishes none.
	CREATE TABLE paper_holding (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		quantity TEXT NOT NULL,
		entry_value TEXT NOT NULL,
		leverage TEXT NOT NULL,
		margin_mode TEXT NOT NULL CHECK (margin_mode IN ('isolated', 'cross')),
		tiers TEXT,
		funded_to INTEGER NOT NULL,
		filled_at INTEGER NOT NULL,
		last_mark TEXT,
		delisting_at INTEGER,
		PRIMARY KEY (account_id, symbol)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE paper_order (
		seq INTEGER PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		client_order_id TEXT NOT NULL,
		venue_order_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		quantity TEXT NOT NULL,
		limit_price TEXT NOT NULL,
		time_in_force TEXT NOT NULL CHECK (time_in_force IN ('IOC', 'postOnly')),
		reduce_only INTEGER NOT NULL,
		placed_at INTEGER NOT NULL,
		arrives_at INTEGER NOT NULL,
		status TEXT NOT NULL CHECK (status IN ('waiting', 'resting', 'filled', 'canceled')),
		filled TEXT NOT NULL,
		queue_ahead TEXT,
		traded_past TEXT NOT NULL,
		counts_from INTEGER NOT NULL,
		UNIQUE (account_id, client_order_id)
	) STRICT;
	CREATE INDEX paper_order_open ON paper_order (account_id, seq) WHERE status IN ('waiting', 'resting');
	CREATE TABLE paper_fill (
		seq INTEGER PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		trade_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		venue_order_id TEXT NOT NULL,
		client_order_id TEXT,
		cause TEXT NOT NULL CHECK (cause IN ('order', 'liquidation', 'adl', 'delisting')),
		quantity TEXT NOT NULL,
		price TEXT NOT NULL,
		fee TEXT NOT NULL,
		realized TEXT NOT NULL,
		filled_at INTEGER NOT NULL,
		UNIQUE (account_id, trade_id)
	) STRICT;
	CREATE INDEX paper_fill_by_time ON paper_fill (account_id, filled_at);
	CREATE INDEX paper_fill_by_order ON paper_fill (account_id, venue_order_id);
	CREATE TABLE paper_payment (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		settled_at INTEGER NOT NULL,
		rate TEXT NOT NULL,
		quantity TEXT NOT NULL,
		price TEXT NOT NULL,
		amount TEXT NOT NULL,
		PRIMARY KEY (account_id, symbol, settled_at)
	) STRICT, WITHOUT ROWID;
	-- Levels of the exchange's book that the account has taken from. side: of the taker.
	CREATE TABLE paper_taken (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		price TEXT NOT NULL,
		quantity TEXT NOT NULL,
		PRIMARY KEY (account_id, symbol, side, price)
	) STRICT, WITHOUT ROWID;
	`,
};
