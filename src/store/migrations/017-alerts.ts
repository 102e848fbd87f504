import type { Migration } from './migration.ts';

/** Adds alerts, their targets, their deliveries and open conditions. */
export const alerts: Migration = {
	id: 17,
	name: 'alerts',
	compatibleFrom: 17,
	sql: `
	CREATE TABLE alert (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		alert_id TEXT NOT NULL UNIQUE,
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL,
		severity TEXT NOT NULL,
		raised_at INTEGER NOT NULL,
		message TEXT NOT NULL,
		execution_id TEXT,
		exchange TEXT,
		-- JSON.
		facts TEXT NOT NULL
	) STRICT;
	CREATE INDEX alert_by_user ON alert (user_id, seq);
	CREATE INDEX alert_by_time ON alert (raised_at);
	CREATE TABLE alert_target (
		target_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL CHECK (kind IN ('webhook', 'slack', 'telegram')),
		name TEXT NOT NULL,
		-- What may be shown of the address, and the whole of it, sealed.
		shown TEXT NOT NULL,
		sealed TEXT NOT NULL,
		-- JSON list; null: all kinds.
		kinds TEXT,
		least_severity TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		paused_at INTEGER,
		failing_since INTEGER,
		failure TEXT,
		last_delivered_at INTEGER,
		dropped INTEGER NOT NULL,
		-- Of these, how many the target has been told of.
		dropped_said INTEGER NOT NULL
	) STRICT;
	CREATE INDEX alert_target_by_user ON alert_target (user_id, created_at);
	CREATE TABLE alert_delivery (
		target_id TEXT NOT NULL REFERENCES alert_target (target_id) ON DELETE CASCADE,
		alert_seq INTEGER NOT NULL REFERENCES alert (seq) ON DELETE CASCADE,
		state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'refused', 'dropped')),
		attempts INTEGER NOT NULL,
		ended_at INTEGER,
		failure TEXT,
		PRIMARY KEY (target_id, alert_seq)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX alert_delivery_waiting ON alert_delivery (target_id, alert_seq) WHERE state = 'waiting';
	CREATE INDEX alert_delivery_by_alert ON alert_delivery (alert_seq);
	-- Conditions that stand until they are over.
	CREATE TABLE alert_standing (
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL,
		thing TEXT NOT NULL,
		since INTEGER NOT NULL,
		PRIMARY KEY (user_id, kind, thing)
	) STRICT, WITHOUT ROWID;
	-- Up to where the journal has been looked through. What is in it before there were alerts raises none.
	CREATE TABLE alert_read (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		journal_seq INTEGER NOT NULL
	) STRICT;
	INSERT INTO alert_read (id, journal_seq) SELECT 1, coalesce(max(seq), 0) FROM journal;
`,
};
