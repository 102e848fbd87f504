import type { Migration } from './migration.ts';

/** Adds the columns of a forecast that scoring needs, and tallies of the scores. */
export const forecastScores: Migration = {
	id: 24,
	name: 'forecast-scores',
	compatibleFrom: 24,
	sql: `
	-- The headline at the forecast in scales of the pair, and whether both legs settle hourly or neither does (1 or 0).
	ALTER TABLE promise ADD COLUMN headline_scales REAL;
	ALTER TABLE promise ADD COLUMN same_clock INTEGER;
	-- bin: the tenth of the stated probability, 0 where a part has none. Columns: ScoreSums in domain/promise-scores.ts.
	CREATE TABLE promise_score (
		part TEXT NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		bin INTEGER NOT NULL,
		since INTEGER NOT NULL,
		count INTEGER NOT NULL,
		hours REAL NOT NULL,
		promised REAL NOT NULL,
		received REAL NOT NULL,
		promised_squares REAL NOT NULL,
		products REAL NOT NULL,
		stated REAL NOT NULL,
		happened INTEGER NOT NULL,
		inside_one INTEGER NOT NULL,
		inside_two INTEGER NOT NULL,
		PRIMARY KEY (part, horizon_bucket, bin)
	) STRICT, WITHOUT ROWID;
	`,
};
