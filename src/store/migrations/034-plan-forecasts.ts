import type { Migration } from './migration.ts';

/** Adds expected nets of plans, and sums that are kept after the rows are removed. Nets are per year on the capital. */
export const planForecasts: Migration = {
	id: 34,
	name: 'plan-forecasts',
	compatibleFrom: 24,
	sql: `
	CREATE TABLE plan_forecast (
		forecast_id INTEGER PRIMARY KEY,
		kind TEXT NOT NULL,
		owner_id TEXT NOT NULL,
		planned_at INTEGER NOT NULL,
		ends_at INTEGER NOT NULL,
		horizon_hours REAL NOT NULL,
		capital REAL NOT NULL,
		net REAL NOT NULL,
		low REAL,
		high REAL,
		cost_per_year REAL NOT NULL,
		legs TEXT NOT NULL,
		-- pending, scored or unscorable; a pending one is checked again at check_at.
		state TEXT NOT NULL,
		check_at INTEGER NOT NULL,
		received REAL
	) STRICT;
	CREATE UNIQUE INDEX plan_forecast_once ON plan_forecast (kind, owner_id, horizon_hours, planned_at / 86400000);
	CREATE INDEX plan_forecast_due ON plan_forecast (check_at) WHERE state = 'pending';
	CREATE INDEX plan_forecast_counted ON plan_forecast (forecast_id) WHERE state <> 'pending';
	CREATE TABLE plan_forecast_sum (
		kind TEXT PRIMARY KEY,
		since INTEGER,
		unscorable INTEGER NOT NULL,
		scored INTEGER NOT NULL,
		expected REAL NOT NULL,
		received REAL NOT NULL,
		with_interval INTEGER NOT NULL,
		inside INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	`,
};
