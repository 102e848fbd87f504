import type { Migration } from './migration.ts';

/** Adds one row per forecast, and sums that are kept after the rows are removed. */
export const forecasts: Migration = {
	id: 4,
	name: 'forecasts',
	compatibleFrom: 4,
	sql: `
	CREATE TABLE promise (
		promise_id INTEGER PRIMARY KEY,
		slot_key TEXT NOT NULL,
		long_venue TEXT NOT NULL,
		long_symbol TEXT NOT NULL,
		short_venue TEXT NOT NULL,
		short_symbol TEXT NOT NULL,
		promised_at INTEGER NOT NULL,
		entry_at INTEGER NOT NULL,
		ends_at INTEGER NOT NULL,
		horizon_hours REAL NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		expected_carry TEXT NOT NULL,
		carry_sd TEXT NOT NULL,
		reversal_probability TEXT NOT NULL,
		total_cost TEXT,
		expected_net TEXT,
		probability_positive TEXT,
		verdict TEXT NOT NULL,
		model_basis TEXT NOT NULL,
		kind TEXT NOT NULL,
		execution_id TEXT,
		-- pending, scored or unscorable; a pending one is looked at again at look_at.
		state TEXT NOT NULL,
		look_at INTEGER NOT NULL,
		received_carry TEXT,
		reason TEXT,
		scored_at INTEGER,
		-- waiting, known or none: what the execution brought.
		net_state TEXT NOT NULL,
		received_net TEXT
	) STRICT;
	CREATE UNIQUE INDEX promise_shown_once ON promise
		(slot_key, long_venue, long_symbol, CAST(round(horizon_hours) AS INTEGER), promised_at / 3600000) WHERE kind = 'shown';
	CREATE UNIQUE INDEX promise_executed_once ON promise (execution_id) WHERE kind = 'executed';
	CREATE INDEX promise_due ON promise (look_at) WHERE state = 'pending';
	CREATE INDEX promise_pending ON promise (slot_key, horizon_bucket, verdict, kind, ends_at) WHERE state = 'pending';
	CREATE INDEX promise_awaiting_net ON promise (promise_id) WHERE net_state = 'waiting';
	CREATE INDEX promise_counted ON promise (promise_id) WHERE state <> 'pending' AND net_state <> 'waiting';
	-- What promises were worth, summed when they are scored; the slot key '' holds the sums over all pairs.
	CREATE TABLE promise_sum (
		slot_key TEXT NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		verdict TEXT NOT NULL,
		kind TEXT NOT NULL,
		since INTEGER,
		updated_at INTEGER NOT NULL,
		unscorable INTEGER NOT NULL,
		count INTEGER NOT NULL,
		promised REAL NOT NULL,
		received REAL NOT NULL,
		promised_squares REAL NOT NULL,
		products REAL NOT NULL,
		stated REAL NOT NULL,
		reversed INTEGER NOT NULL,
		brier REAL NOT NULL,
		inside_one INTEGER NOT NULL,
		inside_two INTEGER NOT NULL,
		nets INTEGER NOT NULL,
		net REAL NOT NULL,
		net_price REAL NOT NULL,
		net_funding REAL NOT NULL,
		net_fees REAL NOT NULL,
		net_slippage REAL NOT NULL,
		promised_nets INTEGER NOT NULL,
		promised_net REAL NOT NULL,
		net_of_promised REAL NOT NULL,
		PRIMARY KEY (slot_key, horizon_bucket, verdict, kind)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX promise_sum_by_age ON promise_sum (updated_at);
	`,
};
