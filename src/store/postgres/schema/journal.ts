/** The journal's tables. */

/**
 * Number of partitions of the journal. Fixed from the first day, because another number would rewrite every row. Each
 * partition also suits as the shard of a distributed PostgreSQL.
 */
const PARTITIONS = 64;

const numbers = Array.from({ length: PARTITIONS }, (_, n) => n);

/**
 * Events by unit. `unit_seq` counts a unit's events without gaps, because a unit has one writer; it is the cursor of
 * everything that follows the journal. No number orders the events of different units.
 */
export const JOURNAL_TABLES = `
CREATE TABLE journal (
	unit TEXT NOT NULL,
	unit_seq BIGINT NOT NULL,
	-- Epoch of the unit under which the event was written.
	epoch BIGINT NOT NULL,
	stream TEXT NOT NULL,
	stream_seq BIGINT NOT NULL,
	type TEXT NOT NULL,
	version BIGINT NOT NULL,
	recorded_at BIGINT NOT NULL,
	correlation_id TEXT NOT NULL,
	causation_id TEXT,
	payload TEXT NOT NULL,
	PRIMARY KEY (unit, stream, stream_seq),
	UNIQUE (unit, unit_seq)
) PARTITION BY HASH (unit);
${numbers.map((n) => `CREATE TABLE journal_${n} PARTITION OF journal FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${n});`).join('\n')}
`;
