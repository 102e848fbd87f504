/**
 * Defines the tables of a simulator's database. Decimals are stored as text in the form of `formatDecimal`, times as
 * wall milliseconds.
 */

/**
 * The `id` columns of orders, fills, payments, the ledger and tables added later come from one ascending counter, so
 * ids show the sequence of all events. Rows are never deleted, because front ends return history from them.
 */
const FIRST_TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE accounts (
	id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, uid INTEGER NOT NULL UNIQUE,
	wallet TEXT NOT NULL, margin_mode TEXT NOT NULL
) STRICT;
CREATE TABLE api_keys (
	key TEXT PRIMARY KEY, account_id TEXT NOT NULL, secret TEXT NOT NULL, passphrase TEXT NOT NULL,
	can_trade INTEGER NOT NULL, can_withdraw INTEGER NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE symbol_settings (
	account_id TEXT NOT NULL, symbol TEXT NOT NULL, leverage TEXT, margin_mode TEXT,
	PRIMARY KEY (account_id, symbol)
) STRICT;
CREATE TABLE positions (
	account_id TEXT NOT NULL, symbol TEXT NOT NULL, quantity TEXT NOT NULL, entry_value TEXT NOT NULL,
	realized TEXT NOT NULL, opened_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
	PRIMARY KEY (account_id, symbol)
) STRICT;
CREATE TABLE orders (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, client_order_id TEXT, symbol TEXT NOT NULL,
	side TEXT NOT NULL, kind TEXT NOT NULL, quantity TEXT NOT NULL, price TEXT, time_in_force TEXT NOT NULL,
	reduce_only INTEGER NOT NULL, asked_leverage TEXT, asked_margin_mode TEXT, leverage TEXT NOT NULL,
	margin_mode TEXT NOT NULL, status TEXT NOT NULL, end_reason TEXT, is_open INTEGER NOT NULL,
	filled_quantity TEXT NOT NULL, filled_value TEXT NOT NULL, fee TEXT NOT NULL,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX orders_client ON orders (account_id, client_order_id) WHERE client_order_id IS NOT NULL;
CREATE INDEX orders_open ON orders (id) WHERE is_open = 1;
CREATE INDEX orders_time ON orders (account_id, created_at, id);
CREATE TABLE fills (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, order_id INTEGER NOT NULL, client_order_id TEXT,
	symbol TEXT NOT NULL, side TEXT NOT NULL, price TEXT NOT NULL, quantity TEXT NOT NULL, fee TEXT NOT NULL,
	fee_rate TEXT NOT NULL, is_maker INTEGER NOT NULL, closed_quantity TEXT NOT NULL,
	realized_pnl TEXT NOT NULL, mark_price TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX fills_time ON fills (account_id, at, id);
CREATE INDEX fills_order ON fills (order_id);
CREATE TABLE payments (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, symbol TEXT NOT NULL, at INTEGER NOT NULL,
	rate TEXT NOT NULL, mark TEXT NOT NULL, quantity TEXT NOT NULL, amount TEXT NOT NULL,
	UNIQUE (account_id, symbol, at)
) STRICT;
CREATE INDEX payments_time ON payments (account_id, at, id);
CREATE TABLE ledger (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
	amount TEXT NOT NULL, wallet TEXT NOT NULL, symbol TEXT, reference TEXT
) STRICT;
CREATE INDEX ledger_time ON ledger (account_id, at, id);
CREATE TABLE settled (symbol TEXT PRIMARY KEY, up_to INTEGER NOT NULL) STRICT;
CREATE TABLE extra_settlements (
	symbol TEXT NOT NULL, at INTEGER NOT NULL, rate TEXT NOT NULL, mark TEXT NOT NULL,
	interval_ms INTEGER NOT NULL, PRIMARY KEY (symbol, at)
) STRICT;
`;

/**
 * Tables for the exchange's own actions: positions that it closed, the insurance fund, fees in its own coin, and
 * price shocks.
 */
const VENUE_ACTS = `
ALTER TABLE orders ADD COLUMN origin TEXT NOT NULL DEFAULT 'user';
ALTER TABLE orders ADD COLUMN asset_fee TEXT NOT NULL DEFAULT '0';
ALTER TABLE fills ADD COLUMN origin TEXT NOT NULL DEFAULT 'user';
ALTER TABLE fills ADD COLUMN fee_asset TEXT NOT NULL DEFAULT 'USDT';
CREATE TABLE insurance (
	id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, amount TEXT NOT NULL, balance TEXT NOT NULL,
	symbol TEXT, account_id TEXT, quantity TEXT, price TEXT
) STRICT;
CREATE TABLE shocks (
	id INTEGER PRIMARY KEY, underlying TEXT NOT NULL, factor REAL NOT NULL, at INTEGER NOT NULL, half_life_ms INTEGER
) STRICT;
CREATE TABLE fee_assets (
	account_id TEXT PRIMARY KEY, amount TEXT NOT NULL, is_on INTEGER NOT NULL
) STRICT;
CREATE TABLE asset_ledger (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, asset TEXT NOT NULL,
	amount TEXT NOT NULL, balance TEXT NOT NULL, symbol TEXT, reference TEXT
) STRICT;
CREATE INDEX asset_ledger_time ON asset_ledger (account_id, at, id);
`;

/**
 * Tables for access: passwords of accounts, applications and their grants, and the expiry and revocation of keys.
 * Passwords are stored as scrypt hashes. Codes, tokens, sessions and application secrets are stored as SHA-256 hashes
 * of long random strings.
 */
const ACCESS = `
ALTER TABLE api_keys ADD COLUMN client_id TEXT;
ALTER TABLE api_keys ADD COLUMN application_name TEXT;
ALTER TABLE api_keys ADD COLUMN grant_id TEXT;
ALTER TABLE api_keys ADD COLUMN revoked_at INTEGER;
ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;
CREATE TABLE passwords (account_id TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT;
CREATE TABLE browser_sessions (
	session_hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE oauth_clients (
	client_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL, name TEXT NOT NULL, redirect_uris TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE oauth_codes (
	code_hash TEXT PRIMARY KEY, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, account_id TEXT NOT NULL,
	scope TEXT NOT NULL, redirect_uri TEXT NOT NULL, challenge TEXT, expires_at INTEGER NOT NULL, used_at INTEGER
) STRICT;
CREATE TABLE oauth_tokens (
	token_hash TEXT PRIMARY KEY, kind TEXT NOT NULL, grant_id TEXT NOT NULL, client_id TEXT NOT NULL,
	account_id TEXT NOT NULL, scope TEXT NOT NULL, expires_at INTEGER NOT NULL, ended_at INTEGER
) STRICT;
CREATE INDEX oauth_tokens_grant ON oauth_tokens (grant_id);
`;

/** Some exchanges allow a client order id to be reused after its order has ended. */
const CLIENT_IDS_AGAIN = `
DROP INDEX orders_client;
CREATE INDEX orders_client ON orders (account_id, client_order_id, id) WHERE client_order_id IS NOT NULL;
`;

const ORDER_TAGS = `
ALTER TABLE orders ADD COLUMN tag TEXT;
`;

/**
 * Tables for the wallet beside each account, for transfers between the two, and for deposits and withdrawals that take
 * time. A key may transfer only if its owner has allowed it.
 */
const WALLETS = `
ALTER TABLE accounts ADD COLUMN main_wallet TEXT NOT NULL DEFAULT '0';
ALTER TABLE api_keys ADD COLUMN can_transfer INTEGER NOT NULL DEFAULT 0;
CREATE TABLE main_ledger (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, amount TEXT NOT NULL,
	balance TEXT NOT NULL, reference TEXT NOT NULL
) STRICT;
CREATE INDEX main_ledger_time ON main_ledger (account_id, at, id);
CREATE TABLE own_transfers (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, at INTEGER NOT NULL, client_id TEXT,
	to_futures INTEGER NOT NULL, amount TEXT NOT NULL
) STRICT;
CREATE INDEX own_transfers_time ON own_transfers (account_id, at, id);
CREATE UNIQUE INDEX own_transfers_client ON own_transfers (account_id, client_id) WHERE client_id IS NOT NULL;
CREATE TABLE moves (
	id INTEGER PRIMARY KEY, account_id TEXT NOT NULL, kind TEXT NOT NULL, amount TEXT NOT NULL, fee TEXT NOT NULL,
	is_futures INTEGER NOT NULL, tx_id TEXT NOT NULL, at INTEGER NOT NULL, due_at INTEGER NOT NULL,
	status TEXT NOT NULL, ended_at INTEGER
) STRICT;
CREATE INDEX moves_time ON moves (account_id, at, id);
CREATE INDEX moves_pending ON moves (due_at) WHERE status = 'pending';
`;

/** A database of version n has had the first n of these migrations. Opening it applies the rest. */
export const SCHEMA_STEPS: readonly string[] = [
	FIRST_TABLES,
	VENUE_ACTS,
	ACCESS,
	CLIENT_IDS_AGAIN,
	ORDER_TAGS,
	WALLETS,
];
