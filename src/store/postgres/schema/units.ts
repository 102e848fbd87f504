/** Tables that say which process may write what. */

/**
 * Leases of processes, and the owner of each unit. A unit is a user: an execution has legs on two accounts, and claims,
 * caps and kill switches are per user. Leases are compared with the database's own clock.
 */
export const UNIT_TABLES = `
CREATE TABLE executor (
	node TEXT PRIMARY KEY,
	-- New with every start of the process.
	incarnation TEXT NOT NULL,
	-- End of the lease, by the clock of the database.
	expires TIMESTAMPTZ NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('up', 'draining')),
	-- Where other nodes reach it without the bus.
	address TEXT,
	version TEXT NOT NULL,
	schema_min BIGINT NOT NULL,
	schema_max BIGINT NOT NULL,
	-- Newest version of an event that it can read.
	journal_version_max BIGINT NOT NULL
);

CREATE TABLE unit (
	unit TEXT PRIMARY KEY,
	-- Increases whenever the unit changes hands.
	epoch BIGINT NOT NULL,
	-- Null: nobody's.
	node TEXT,
	-- Start of that process; null without one.
	incarnation TEXT,
	-- 1 if the last owner gave it back with nothing in flight, so that the next need not wait.
	clean BIGINT NOT NULL,
	taken_at TIMESTAMPTZ NOT NULL,
	-- Increases with every stop that concerns the unit: a kill switch, a stopped agent, a revoked token. An opening
	-- order names the version that its process knew, so none is stored after a stop of which it did not know.
	stop_version BIGINT NOT NULL DEFAULT 0,
	-- Group of egress addresses that its exchange keys allow; null: any.
	egress TEXT
);
CREATE INDEX unit_by_node ON unit (node);

CREATE TABLE egress (
	address TEXT PRIMARY KEY,
	egress_group TEXT NOT NULL,
	epoch BIGINT NOT NULL,
	node TEXT,
	taken_at TIMESTAMPTZ NOT NULL
);
`;
