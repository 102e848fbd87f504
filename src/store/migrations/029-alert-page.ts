import type { Migration } from './migration.ts';

/** Adds e-mail targets, times of delivery attempts, threshold rules, quiet hours and heartbeats. */
export const alertPage: Migration = {
	id: 29,
	name: 'alert-page',
	compatibleFrom: 26,
	sql: `
	-- The same targets and deliveries: a kind and two columns more.
	CREATE TABLE alert_target_with_mail (
		target_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL CHECK (kind IN ('webhook', 'slack', 'telegram', 'email')),
		name TEXT NOT NULL,
		shown TEXT NOT NULL,
		sealed TEXT NOT NULL,
		-- JSON list; null: all kinds.
		kinds TEXT,
		least_severity TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		-- Null until the recipient of an e-mail target has confirmed the address.
		confirmed_at INTEGER,
		paused_at INTEGER,
		failing_since INTEGER,
		failure TEXT,
		last_delivered_at INTEGER,
		dropped INTEGER NOT NULL,
		dropped_said INTEGER NOT NULL
	) STRICT;
	INSERT INTO alert_target_with_mail (target_id, user_id, kind, name, shown, sealed, kinds, least_severity, created_at, confirmed_at,
			paused_at, failing_since, failure, last_delivered_at, dropped, dropped_said)
		SELECT target_id, user_id, kind, name, shown, sealed, kinds, least_severity, created_at, created_at,
			paused_at, failing_since, failure, last_delivered_at, dropped, dropped_said FROM alert_target;
	CREATE TABLE alert_delivery_with_time (
		target_id TEXT NOT NULL REFERENCES alert_target_with_mail (target_id) ON DELETE CASCADE,
		alert_seq INTEGER NOT NULL REFERENCES alert (seq) ON DELETE CASCADE,
		state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'refused', 'dropped')),
		attempts INTEGER NOT NULL,
		-- Time of the last attempt; null before the first, and for attempts before this column existed.
		attempted_at INTEGER,
		ended_at INTEGER,
		failure TEXT,
		PRIMARY KEY (target_id, alert_seq)
	) STRICT, WITHOUT ROWID;
	INSERT INTO alert_delivery_with_time (target_id, alert_seq, state, attempts, ended_at, failure)
		SELECT target_id, alert_seq, state, attempts, ended_at, failure FROM alert_delivery;
	DROP TABLE alert_delivery;
	DROP TABLE alert_target;
	ALTER TABLE alert_target_with_mail RENAME TO alert_target;
	ALTER TABLE alert_delivery_with_time RENAME TO alert_delivery;
	CREATE INDEX alert_target_by_user ON alert_target (user_id, created_at);
	CREATE INDEX alert_delivery_waiting ON alert_delivery (target_id, alert_seq) WHERE state = 'waiting';
	CREATE INDEX alert_delivery_by_alert ON alert_delivery (alert_seq);
	CREATE TABLE alert_rule (
		rule_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		name TEXT NOT NULL,
		kind TEXT NOT NULL,
		coin TEXT,
		exchange TEXT,
		exchangepair TEXT,
		execution_id TEXT,
		direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
		limit_value TEXT NOT NULL,
		hysteresis TEXT NOT NULL,
		cooldown_ms INTEGER NOT NULL,
		enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
		created_at INTEGER NOT NULL,
		fired_at INTEGER
	) STRICT;
	CREATE TABLE alert_quiet_hours (
		user_id TEXT PRIMARY KEY,
		-- Minutes since midnight in the zone.
		from_minute INTEGER NOT NULL,
		until_minute INTEGER NOT NULL,
		time_zone TEXT NOT NULL
	) STRICT;
	CREATE TABLE alert_heartbeat (
		user_id TEXT PRIMARY KEY,
		-- What may be shown of the URL, and the whole of it, sealed.
		shown TEXT NOT NULL,
		sealed TEXT NOT NULL,
		method TEXT NOT NULL CHECK (method IN ('GET', 'HEAD')),
		created_at INTEGER NOT NULL,
		last_ok_at INTEGER,
		failing_since INTEGER,
		failure TEXT
	) STRICT;
	-- One row that is written before each round of heartbeats. It proves that the store can be written.
	CREATE TABLE alert_store_check (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		checked_at INTEGER NOT NULL
	) STRICT;
`,
};
