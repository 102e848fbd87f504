/** Stores forecasts of plans in SQLite: one row per plan, and sums that are kept after the rows are removed. */
import type { DatabaseSync } from 'node:sqlite';
import type { PlanForecastKind, PlanForecastSums } from '../domain/plan-track-record.ts';
import type {
	DuePlanForecast,
	ForecastLeg,
	PlanForecast,
	PlanForecastOutcome,
	PlanForecastStore,
} from '../ports/plan-forecasts.ts';
import { changesOf, inTransaction, type Row, rowsOf } from './database.ts';

/** Maximum number of stored plans, a few kilobytes each. */
const PLANS_MAX = 20_000;
/** Minimum number of rows to delete at the limit, so that most additions need no deletion. */
const DROP_ROWS = 200;
const HOUR_MS = 3_600_000;

/** Creates the store. @param plansMax maximum number of stored plans */
export function createSqlitePlanForecasts(
	database: DatabaseSync,
	plansMax: number = PLANS_MAX,
): PlanForecastStore {
	return {
		add: async (forecast) => inTransaction(database, () => add(database, forecast, plansMax)),
		due: async (now, limit) =>
			rowsOf(
				database,
				"SELECT * FROM plan_forecast WHERE state = 'pending' AND check_at <= ? ORDER BY check_at, forecast_id LIMIT ?",
				now,
				limit,
			).map(dueOf),
		settle: async (forecast, outcome) => inTransaction(database, () => settle(database, forecast, outcome)),
		sums: async () => readPlanSums(database),
	};
}

function add(database: DatabaseSync, forecast: PlanForecast, plansMax: number): boolean {
	if (countOf(database) >= plansMax) {
		changesOf(
			database,
			`DELETE FROM plan_forecast WHERE forecast_id IN
			 (SELECT forecast_id FROM plan_forecast WHERE state <> 'pending' ORDER BY forecast_id LIMIT ?)`,
			DROP_ROWS,
		);
		if (countOf(database) >= plansMax) return false;
	}
	const { kind, ownerId, at, horizonHours, capital, net, low, high, costPerYear, legs } = forecast;
	const endsAt = at + Math.round(horizonHours * HOUR_MS);
	return (
		changesOf(
			database,
			`INSERT INTO plan_forecast (kind, owner_id, planned_at, ends_at, horizon_hours, capital, net, low, high, cost_per_year, legs, state, check_at)
			 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?) ON CONFLICT DO NOTHING`,
			kind,
			ownerId,
			at,
			endsAt,
			horizonHours,
			capital,
			net,
			low,
			high,
			costPerYear,
			JSON.stringify(legs),
			endsAt,
		) === 1
	);
}

function countOf(database: DatabaseSync): number {
	const [row] = rowsOf(database, 'SELECT count(*) AS count FROM plan_forecast');
	return Number(row?.count);
}

function settle(
	database: DatabaseSync,
	{ forecastId, kind, at, net, low, high }: DuePlanForecast,
	outcome: PlanForecastOutcome,
): void {
	if (outcome.state === 'pending') {
		const sql = "UPDATE plan_forecast SET check_at = ? WHERE forecast_id = ? AND state = 'pending'";
		changesOf(database, sql, outcome.checkAt, forecastId);
		return;
	}
	const received = outcome.state === 'scored' ? outcome.received : null;
	const isFirst = changesOf(
		database,
		"UPDATE plan_forecast SET state = ?, received = ? WHERE forecast_id = ? AND state = 'pending'",
		outcome.state,
		received,
		forecastId,
	);
	if (isFirst === 0) return;
	const hasInterval = received !== null && low !== null && high !== null;
	const isInside = hasInterval && received >= low && received <= high;
	changesOf(
		database,
		`INSERT INTO plan_forecast_sum (kind, since, unscorable, scored, expected, received, with_interval, inside)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (kind) DO UPDATE SET since = min(coalesce(since, excluded.since), coalesce(excluded.since, since)),
			unscorable = unscorable + excluded.unscorable, scored = scored + excluded.scored,
			expected = expected + excluded.expected, received = received + excluded.received,
			with_interval = with_interval + excluded.with_interval, inside = inside + excluded.inside`,
		kind,
		received === null ? null : at,
		received === null ? 1 : 0,
		received === null ? 0 : 1,
		received === null ? 0 : net,
		received ?? 0,
		hasInterval ? 1 : 0,
		isInside ? 1 : 0,
	);
}

/** Returns the sums of each kind that has plans; none in a database from before they were stored. */
export function readPlanSums(database: DatabaseSync): readonly PlanForecastSums[] {
	const known = rowsOf(database, "SELECT 1 FROM sqlite_schema WHERE name = 'plan_forecast_sum'");
	if (known.length === 0) return [];
	return rowsOf(
		database,
		`SELECT kinds.kind, since, pending, coalesce(unscorable, 0) AS unscorable, coalesce(scored, 0) AS scored,
			coalesce(expected, 0) AS expected, coalesce(received, 0) AS received,
			coalesce(with_interval, 0) AS with_interval, coalesce(inside, 0) AS inside
		 FROM (SELECT kind, sum(state = 'pending') AS pending FROM plan_forecast GROUP BY kind
			UNION ALL SELECT kind, 0 FROM plan_forecast_sum WHERE kind NOT IN (SELECT kind FROM plan_forecast)) AS kinds
		 LEFT JOIN plan_forecast_sum ON plan_forecast_sum.kind = kinds.kind ORDER BY kinds.kind DESC`,
	).map((row) => ({
		kind: row.kind as PlanForecastKind,
		since: row.since === null ? null : Number(row.since),
		pending: Number(row.pending),
		unscorable: Number(row.unscorable),
		scored: Number(row.scored),
		expected: Number(row.expected),
		received: Number(row.received),
		withInterval: Number(row.with_interval),
		inside: Number(row.inside),
	}));
}

function dueOf(row: Row): DuePlanForecast {
	const bound = (value: unknown): number | null => (value === null ? null : Number(value));
	return {
		forecastId: Number(row.forecast_id),
		kind: row.kind as PlanForecastKind,
		ownerId: String(row.owner_id),
		at: Number(row.planned_at),
		endsAt: Number(row.ends_at),
		horizonHours: Number(row.horizon_hours),
		capital: Number(row.capital),
		net: Number(row.net),
		low: bound(row.low),
		high: bound(row.high),
		costPerYear: Number(row.cost_per_year),
		legs: JSON.parse(String(row.legs)) as readonly ForecastLeg[],
	};
}
