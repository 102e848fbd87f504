/** Stores forecasts of plans: one row per plan, and sums that are kept after the rows are removed. */
import type { PlanForecastKind, PlanForecastSums } from '../domain/plan-track-record.ts';
import type {
	DuePlanForecast,
	ForecastLeg,
	PlanForecast,
	PlanForecastOutcome,
	PlanForecastStore,
} from '../ports/plan-forecasts.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';
import { additionsTo, lowerOf } from './upserts.ts';

/** Maximum number of stored plans, a few kilobytes each. */
const PLANS_MAX = 20_000;
/** Minimum number of rows to delete at the limit, so that most additions need no deletion. */
const DROP_ROWS = 200;
const HOUR_MS = 3_600_000;
/** Columns of `plan_forecast_sum` that accumulate results. */
const SUMMED = ['unscorable', 'scored', 'expected', 'received', 'with_interval', 'inside'];

/** Creates the store. @param plansMax maximum number of stored plans */
export function createPlanForecastStore(
	database: SqlDatabase,
	plansMax: number = PLANS_MAX,
): PlanForecastStore {
	return {
		add: (forecast) => database.transaction(() => add(forecast, plansMax)),
		due: async (now, limit) =>
			(
				await database.rows(
					"SELECT * FROM plan_forecast WHERE state = 'pending' AND check_at <= ? ORDER BY check_at, forecast_id LIMIT ?",
					now,
					limit,
				)
			).map(dueOf),
		settle: (forecast, outcome) => database.transaction(() => settle(forecast, outcome)),
		sums: () => readPlanSums(database),
	};
}

function* add(forecast: PlanForecast, plansMax: number): Steps<boolean> {
	if ((yield* countPlans()) >= plansMax) {
		yield* changesOf(
			`DELETE FROM plan_forecast WHERE forecast_id IN
			 (SELECT forecast_id FROM plan_forecast WHERE state <> 'pending' ORDER BY forecast_id LIMIT ?)`,
			DROP_ROWS,
		);
		if ((yield* countPlans()) >= plansMax) return false;
	}
	const { kind, ownerId, at, horizonHours, capital, net, low, high, costPerYear, legs } = forecast;
	const endsAt = at + Math.round(horizonHours * HOUR_MS);
	const added = yield* changesOf(
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
	);
	return added === 1;
}

function* countPlans(): Steps<number> {
	const [row] = yield* rowsOf('SELECT count(*) AS count FROM plan_forecast');
	return Number(row?.count);
}

function* settle(
	{ forecastId, kind, at, net, low, high }: DuePlanForecast,
	outcome: PlanForecastOutcome,
): Steps<void> {
	if (outcome.state === 'pending') {
		const sql = "UPDATE plan_forecast SET check_at = ? WHERE forecast_id = ? AND state = 'pending'";
		yield* changesOf(sql, outcome.checkAt, forecastId);
		return;
	}
	const received = outcome.state === 'scored' ? outcome.received : null;
	const isFirst = yield* changesOf(
		"UPDATE plan_forecast SET state = ?, received = ? WHERE forecast_id = ? AND state = 'pending'",
		outcome.state,
		received,
		forecastId,
	);
	if (isFirst === 0) return;
	const hasInterval = received !== null && low !== null && high !== null;
	const isInside = hasInterval && received >= low && received <= high;
	yield* changesOf(
		`INSERT INTO plan_forecast_sum (kind, since, ${SUMMED.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (kind) DO UPDATE SET since = ${lowerOf('plan_forecast_sum', 'since')},
			${additionsTo('plan_forecast_sum', SUMMED)}`,
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

/** Returns the sums of each kind that has plans. */
export async function readPlanSums(database: SqlDatabase): Promise<readonly PlanForecastSums[]> {
	const rows = await database.rows(
		`SELECT * FROM plan_forecast_sum FULL JOIN
			(SELECT kind, count(*) FILTER (WHERE state = 'pending') AS pending FROM plan_forecast GROUP BY kind) AS plans
			USING (kind) ORDER BY kind DESC`,
	);
	return rows.map((row) => ({
		kind: row.kind as PlanForecastKind,
		since: row.since === null ? null : Number(row.since),
		pending: Number(row.pending ?? 0),
		unscorable: Number(row.unscorable ?? 0),
		scored: Number(row.scored ?? 0),
		expected: Number(row.expected ?? 0),
		received: Number(row.received ?? 0),
		withInterval: Number(row.with_interval ?? 0),
		inside: Number(row.inside ?? 0),
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
