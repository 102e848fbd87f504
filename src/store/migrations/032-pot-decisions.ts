import type { Migration } from './migration.ts';

/** Adds the decisions of pots. Rows are only added: neither a decision nor an event ever changes. */
export const potDecisions: Migration = {
	id: 32,
	name: 'pot-decisions',
	compatibleFrom: 24,
	sql: `
	-- cause, plan, changes: JSON.
	CREATE TABLE pot_decision (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		decision_id TEXT NOT NULL UNIQUE,
		pot_id TEXT NOT NULL REFERENCES pot (pot_id),
		at INTEGER NOT NULL,
		cause TEXT NOT NULL,
		plan TEXT,
		changes TEXT NOT NULL,
		valid_until INTEGER NOT NULL
	) STRICT;
	CREATE INDEX pot_decision_by_pot ON pot_decision (pot_id, seq);
	-- The triggers that a decision answers; a pot answers each key once.
	CREATE TABLE pot_trigger (
		pot_id TEXT NOT NULL REFERENCES pot (pot_id),
		trigger_key TEXT NOT NULL,
		decision_id TEXT NOT NULL,
		PRIMARY KEY (pot_id, trigger_key)
	) STRICT, WITHOUT ROWID;
	-- change: place in the decision's changes, from 0. is_final: 1 if nothing follows. event: JSON.
	CREATE TABLE pot_change_event (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		decision_id TEXT NOT NULL REFERENCES pot_decision (decision_id),
		change INTEGER NOT NULL,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		is_final INTEGER NOT NULL,
		event TEXT NOT NULL
	) STRICT;
	CREATE INDEX pot_change_event_by_decision ON pot_change_event (decision_id, change, seq);
	CREATE UNIQUE INDEX pot_change_end ON pot_change_event (decision_id, change) WHERE is_final = 1;
	CREATE TRIGGER pot_decision_kept BEFORE UPDATE ON pot_decision
	BEGIN SELECT RAISE(ABORT, 'a decision never changes'); END;
	CREATE TRIGGER pot_change_event_kept BEFORE UPDATE ON pot_change_event
	BEGIN SELECT RAISE(ABORT, 'an event of a change never changes'); END;
	`,
};
