/**
 * Stores the forecast ledger in SQLite: one row per forecast, and sums that are kept after the rows are removed. The
 * tables `promise*` keep the names under which they were released.
 */
import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { ScorePart, ScoreSums, ScoreTally } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { Verdict } from '../domain/opportunity.ts';
import {
	type ForecastGroup,
	type ForecastKind,
	type ForecastSums,
	horizonBucket,
	type NetSums,
	NO_NETS,
	NO_SUMS,
} from '../domain/track-record.ts';
import type {
	DueForecast,
	ForecastOutcome,
	ForecastStore,
	MaturedQuery,
	NetOutcome,
	PairForecast,
} from '../ports/forecasts.ts';
import type { ForecastStep } from '../ports/opportunity-history.ts';
import { inTransaction, type Row, rowsOf } from './database.ts';

/**
 * Maximum number of stored forecasts, about 300 bytes each. A pair has 170 to 180 pending forecasts: hourly ones for
 * a week ahead, or one every fourth hour for 30 days.
 */
const FORECASTS_MAX = 500_000;
/**
 * Maximum number of stored sums. There is one per pair, horizon, verdict and kind. The least recently changed are
 * deleted first, but never the sums over all pairs.
 */
const PAIR_SUMS_MAX = 200_000;
/**
 * Minimum number of rows to delete when the limit is exceeded. Deleting many at once means that most additions need
 * no deletion.
 */
const DROP_ROWS = 1_000;
/** The pair key for the sums over all pairs. */
const ALL_PAIRS = '';
/** Hours for which matured forecasts are given. */
const RATE_HOURS = 8;

/** Columns of `promise_sum` that accumulate results, keyed by field of `ForecastSums`. */
const SUM_COLUMNS = {
	count: 'count',
	expected: 'promised',
	received: 'received',
	expectedSquares: 'promised_squares',
	products: 'products',
	stated: 'stated',
	reversed: 'reversed',
	brier: 'brier',
	insideOne: 'inside_one',
	insideTwo: 'inside_two',
} as const satisfies Readonly<Record<keyof ForecastSums, string>>;
const NET_COLUMNS = {
	count: 'nets',
	net: 'net',
	price: 'net_price',
	funding: 'net_funding',
	fees: 'net_fees',
	slippage: 'net_slippage',
	expectedCount: 'promised_nets',
	expected: 'promised_net',
	netOfForecast: 'net_of_promised',
} as const satisfies Readonly<Record<keyof NetSums, string>>;
/** Columns of `promise_score` that accumulate results, keyed by field of `ScoreSums`. */
const SCORE_COLUMNS = {
	count: 'count',
	hours: 'hours',
	expected: 'promised',
	received: 'received',
	expectedSquares: 'promised_squares',
	products: 'products',
	stated: 'stated',
	happened: 'happened',
	insideOne: 'inside_one',
	insideTwo: 'inside_two',
} as const satisfies Readonly<Record<keyof ScoreSums, string>>;
const SCORE_NAMES = Object.values(SCORE_COLUMNS);
const ADDED_COLUMNS = ['unscorable', ...Object.values(SUM_COLUMNS), ...Object.values(NET_COLUMNS)];

type Ledger = {
	readonly database: DatabaseSync;
	readonly statements: ReturnType<typeof prepareWrites>;
	readonly bounds: { readonly forecastsMax: number; readonly pairSumsMax: number };
	kept: number;
	/** Upper bound for the number of stored sums. The sums are recounted only when this bound reaches the limit. */
	sumsAtMost: number;
};

/** Creates the store for forecasts and their scores. */
export function createSqliteForecastStore(
	database: DatabaseSync,
	bounds: Ledger['bounds'] = { forecastsMax: FORECASTS_MAX, pairSumsMax: PAIR_SUMS_MAX },
): ForecastStore {
	const ledger: Ledger = {
		database,
		statements: prepareWrites(database),
		bounds,
		kept: countOf(database, 'promise'),
		sumsAtMost: countOf(database, 'promise_sum'),
	};
	return {
		add: async (forecasts) => add(ledger, forecasts),
		due: async (now, limit) =>
			rowsOf(
				database,
				"SELECT * FROM promise WHERE state = 'pending' AND look_at <= ? ORDER BY look_at LIMIT ?",
				now,
				limit,
			).map(forecastOf),
		awaitingNet: async (afterId, limit) =>
			rowsOf(
				database,
				"SELECT * FROM promise WHERE net_state = 'waiting' AND promise_id > ? ORDER BY promise_id LIMIT ?",
				afterId,
				limit,
			).map(forecastOf),
		async ofExecutions(executionIds) {
			const select = database.prepare("SELECT * FROM promise WHERE kind = 'executed' AND execution_id = ?");
			return new Map(
				executionIds.flatMap((id) => (select.all(id) as Row[]).map((row) => [id, forecastOf(row)] as const)),
			);
		},
		settle: async (outcomes, nets, now) => settle(ledger, outcomes, nets, now),
		matured: async (query) => maturedOf(database, query),
		groups: async (pairKey) => readForecastGroups(database, pairKey),
		async nextEnd(pairKey) {
			const end = rowsOf(
				database,
				"SELECT min(ends_at) AS ends_at FROM promise WHERE state = 'pending' AND slot_key = ?",
				pairKey,
			)[0]?.ends_at;
			return typeof end === 'number' ? end : null;
		},
	};
}

function prepareWrites(database: DatabaseSync) {
	return {
		insert: database.prepare(
			`INSERT INTO promise (slot_key, long_venue, long_symbol, short_venue, short_symbol, promised_at, entry_at, ends_at,
			horizon_hours, horizon_bucket, expected_carry, carry_sd, reversal_probability, total_cost, expected_net,
			probability_positive, verdict, model_basis, headline_scales, same_clock, kind, execution_id, state, look_at, net_state)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
		 ON CONFLICT DO NOTHING`,
		),
		setScored: database.prepare(
			"UPDATE promise SET state = 'scored', received_carry = ?, scored_at = ? WHERE promise_id = ? AND state = 'pending'",
		),
		setUnscorable: database.prepare(
			"UPDATE promise SET state = 'unscorable', reason = ?, scored_at = ? WHERE promise_id = ? AND state = 'pending'",
		),
		setCheckAt: database.prepare('UPDATE promise SET look_at = ? WHERE promise_id = ?'),
		setNet: database.prepare(
			"UPDATE promise SET net_state = ?, received_net = ? WHERE promise_id = ? AND net_state = 'waiting'",
		),
		addSums: database.prepare(
			`INSERT INTO promise_sum (slot_key, horizon_bucket, verdict, kind, since, updated_at, ${ADDED_COLUMNS.join(', ')})
		 VALUES (?, ?, ?, ?, ?, ?, ${ADDED_COLUMNS.map(() => '?').join(', ')})
		 ON CONFLICT (slot_key, horizon_bucket, verdict, kind) DO UPDATE SET
			since = min(coalesce(since, excluded.since), coalesce(excluded.since, since)),
			updated_at = excluded.updated_at,
			${additions(ADDED_COLUMNS)}`,
		),
		addScore: database.prepare(
			`INSERT INTO promise_score (part, horizon_bucket, bin, since, ${SCORE_NAMES.join(', ')})
		 VALUES (?, ?, ?, ?, ${SCORE_NAMES.map(() => '?').join(', ')})
		 ON CONFLICT (part, horizon_bucket, bin) DO UPDATE SET
			since = min(since, excluded.since), ${additions(SCORE_NAMES)}`,
		),
		dropCountedShown: database.prepare(
			"DELETE FROM promise WHERE promise_id IN (SELECT promise_id FROM promise WHERE state <> 'pending' AND net_state <> 'waiting' AND kind = 'shown' ORDER BY promise_id LIMIT ?)",
		),
		dropCounted: database.prepare(
			"DELETE FROM promise WHERE promise_id IN (SELECT promise_id FROM promise WHERE state <> 'pending' AND net_state <> 'waiting' ORDER BY promise_id LIMIT ?)",
		),
		dropSums: database.prepare(
			`DELETE FROM promise_sum WHERE (slot_key, horizon_bucket, verdict, kind) IN
			(SELECT slot_key, horizon_bucket, verdict, kind FROM promise_sum WHERE slot_key <> '${ALL_PAIRS}' ORDER BY updated_at LIMIT ?)`,
		),
	};
}

function add(ledger: Ledger, forecasts: readonly PairForecast[]): number {
	let stored = 0;
	let dropped = 0;
	let refused = 0;
	inTransaction(ledger.database, () => {
		const excess = ledger.kept + forecasts.length - ledger.bounds.forecastsMax;
		if (excess > 0) dropped = dropCounted(ledger, Math.max(excess, DROP_ROWS));
		for (const forecast of forecasts) {
			const isFull = ledger.kept - dropped + stored >= ledger.bounds.forecastsMax;
			if (isFull && forecast.kind === 'shown') refused += 1;
			else stored += insertOne(ledger, forecast);
		}
	});
	ledger.kept += stored - dropped;
	return refused;
}

/** Deletes the oldest counted forecasts and returns their number. Those of executions stay as long as possible. */
function dropCounted({ statements }: Ledger, rows: number): number {
	const shown = Number(statements.dropCountedShown.run(rows).changes);
	return shown === rows ? shown : shown + Number(statements.dropCounted.run(rows - shown).changes);
}

function settle(
	ledger: Ledger,
	outcomes: readonly ForecastOutcome[],
	nets: readonly NetOutcome[],
	now: number,
): void {
	inTransaction(ledger.database, () => {
		for (const outcome of outcomes) storeOutcome(ledger, outcome, now);
		for (const net of nets) storeNet(ledger, net, now);
		ledger.sumsAtMost += 2 * (outcomes.length + nets.length);
		if (ledger.sumsAtMost > ledger.bounds.pairSumsMax) ledger.sumsAtMost = boundSums(ledger);
	});
}

function insertOne(ledger: Ledger, forecast: PairForecast): number {
	const endsAt = forecast.entryAt + Math.round(forecast.horizonHours * HOUR_MS);
	const text = (value: PairForecast['totalCost']) => (value === null ? null : formatDecimal(value));
	return Number(
		ledger.statements.insert.run(
			forecast.pairKey,
			forecast.longVenue,
			forecast.longSymbol,
			forecast.shortVenue,
			forecast.shortSymbol,
			forecast.forecastAt,
			forecast.entryAt,
			endsAt,
			forecast.horizonHours,
			horizonBucket(forecast.horizonHours),
			formatDecimal(forecast.expectedCarry),
			formatDecimal(forecast.carrySd),
			formatDecimal(forecast.reversalProbability),
			text(forecast.totalCost),
			text(forecast.expectedNet),
			text(forecast.probabilityPositive),
			forecast.verdict,
			forecast.modelBasis,
			forecast.headlineScales,
			forecast.isSameClock === null ? null : Number(forecast.isSameClock),
			forecast.kind,
			forecast.executionId,
			endsAt,
			forecast.kind === 'executed' ? 'waiting' : 'none',
		).changes,
	);
}

/** Adds one forecast's result to the sums for its pair and for all pairs. */
function count(
	ledger: Ledger,
	forecast: DueForecast,
	came: { readonly sums?: ForecastSums; readonly nets?: NetSums; readonly unscorable?: number },
	now: number,
): void {
	const { sums = NO_SUMS, nets = NO_NETS, unscorable = 0 } = came;
	const since = sums.count === 0 ? null : forecast.forecastAt;
	const values = [
		unscorable,
		...Object.keys(SUM_COLUMNS).map((name) => sums[name as keyof ForecastSums]),
		...Object.keys(NET_COLUMNS).map((name) => nets[name as keyof NetSums]),
	];
	const { verdict, kind } = forecast;
	for (const pairKey of [forecast.pairKey, ALL_PAIRS])
		ledger.statements.addSums.run(
			pairKey,
			horizonBucket(forecast.horizonHours),
			verdict,
			kind,
			since,
			now,
			...values,
		);
}

function storeOutcome(ledger: Ledger, outcome: ForecastOutcome, now: number): void {
	const { forecast } = outcome;
	if (outcome.state === 'pending') {
		ledger.statements.setCheckAt.run(outcome.checkAt, forecast.forecastId);
		return;
	}
	const changed =
		outcome.state === 'scored'
			? ledger.statements.setScored.run(formatDecimal(outcome.received), now, forecast.forecastId)
			: ledger.statements.setUnscorable.run(outcome.reason, now, forecast.forecastId);
	if (changed.changes === 0) return;
	if (outcome.state === 'scored') {
		count(ledger, forecast, { sums: outcome.sums }, now);
		for (const tally of outcome.tallies) countTally(ledger, tally);
	} else count(ledger, forecast, { unscorable: 1 }, now);
}

function countTally(ledger: Ledger, { part, horizonBucket: bucket, bin, since, sums }: ScoreTally): void {
	const values = Object.keys(SCORE_COLUMNS).map((name) => sums[name as keyof ScoreSums]);
	ledger.statements.addScore.run(part, bucket, bin, since, ...values);
}

function storeNet(ledger: Ledger, { forecast, realized, nets }: NetOutcome, now: number): void {
	const net = realized === null ? null : formatDecimal(realized.net);
	const { changes } = ledger.statements.setNet.run(net === null ? 'none' : 'known', net, forecast.forecastId);
	if (changes > 0 && realized !== null) count(ledger, forecast, { nets }, now);
}

/** Rates of both columns are divided by the horizon, so that forecasts with different horizons are comparable. */
function maturedOf(
	database: DatabaseSync,
	{ pairKey, long, from, to, stepMs }: MaturedQuery,
): readonly ForecastStep[] {
	const rows = rowsOf(
		database,
		`SELECT (ends_at + CAST(?1 AS INTEGER) - 1) / CAST(?1 AS INTEGER) AS step, count(*) AS count,
			avg(CAST(expected_carry AS REAL) / horizon_hours) AS forecast,
			avg(CAST(received_carry AS REAL) / horizon_hours) AS received
		 FROM promise
		 WHERE kind = 'shown' AND slot_key = ?2 AND long_venue = ?3 AND long_symbol = ?4 AND state = 'scored'
			AND ends_at > ?5 AND ends_at <= ?6
		 GROUP BY step ORDER BY step DESC`,
		stepMs,
		pairKey,
		long.venue,
		long.symbol,
		from,
		to,
	);
	return rows.map((row) => ({
		timestamp: (Number(row.step) * stepMs) / 1_000,
		count: Number(row.count),
		forecast: Number(row.forecast) * RATE_HOURS,
		received: Number(row.received) * RATE_HOURS,
	}));
}

function boundSums(ledger: Ledger): number {
	const excess = countOf(ledger.database, 'promise_sum') - ledger.bounds.pairSumsMax;
	return (
		ledger.bounds.pairSumsMax +
		excess -
		(excess > 0 ? Number(ledger.statements.dropSums.run(excess).changes) : 0)
	);
}

/**
 * Returns sums by kind, verdict and horizon, for one pair or for all. It only reads, so another process can call it.
 */
export function readForecastGroups(
	database: DatabaseSync,
	pairKey: string | undefined,
): readonly ForecastGroup[] {
	const groups = new Map<string, ForecastGroup>();
	const keyOf = (row: Row) => `${row.horizon_bucket} ${row.verdict} ${row.kind}`;
	const sums = database.prepare('SELECT * FROM promise_sum WHERE slot_key = ?').all(pairKey ?? ALL_PAIRS);
	for (const row of sums as Row[]) groups.set(keyOf(row), groupOf(row, 0));
	const pending = database
		.prepare(
			`SELECT horizon_bucket, verdict, kind, count(*) AS pending FROM promise
			 WHERE state = 'pending' ${pairKey === undefined ? '' : 'AND slot_key = ?'} GROUP BY horizon_bucket, verdict, kind`,
		)
		.all(...(pairKey === undefined ? [] : [pairKey]));
	for (const row of pending as Row[]) {
		const known = groups.get(keyOf(row)) ?? groupOf(row, 0);
		groups.set(keyOf(row), { ...known, pending: Number(row.pending) });
	}
	return [...groups.values()];
}

/** Returns tallies of the scores over all pairs. It only reads, so another process can call it. */
export function readScoreTallies(database: DatabaseSync): readonly ScoreTally[] {
	const rows = database.prepare('SELECT * FROM promise_score').all() as Row[];
	return rows.map((row) => ({
		part: row.part as ScorePart,
		horizonBucket: Number(row.horizon_bucket),
		bin: Number(row.bin),
		since: Number(row.since),
		sums: numbersOf(row, SCORE_COLUMNS),
	}));
}

function groupOf(row: Row, pending: number): ForecastGroup {
	return {
		horizonBucket: Number(row.horizon_bucket),
		verdict: row.verdict as Verdict,
		kind: row.kind as ForecastKind,
		since: typeof row.since === 'number' ? row.since : null,
		pending,
		unscorable: Number(row.unscorable ?? 0),
		sums: numbersOf(row, SUM_COLUMNS),
		nets: numbersOf(row, NET_COLUMNS),
	};
}

/** Reads the fields from their columns. A column that the row lacks counts as 0. */
function numbersOf<Name extends string>(
	row: Row,
	columns: Readonly<Record<Name, string>>,
): Readonly<Record<Name, number>> {
	const members = Object.entries<string>(columns).map(([name, column]) => [name, Number(row[column] ?? 0)]);
	return Object.fromEntries(members) as Record<Name, number>;
}

function additions(columns: readonly string[]): string {
	return columns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ');
}

function forecastOf(row: Row): DueForecast {
	const decimal = (value: unknown) => (value === null ? null : parseDecimal(String(value)));
	return {
		forecastId: Number(row.promise_id),
		pairKey: String(row.slot_key),
		longVenue: String(row.long_venue),
		longSymbol: String(row.long_symbol),
		shortVenue: String(row.short_venue),
		shortSymbol: String(row.short_symbol),
		forecastAt: Number(row.promised_at),
		entryAt: Number(row.entry_at),
		endsAt: Number(row.ends_at),
		horizonHours: Number(row.horizon_hours),
		expectedCarry: parseDecimal(String(row.expected_carry)),
		carrySd: parseDecimal(String(row.carry_sd)),
		reversalProbability: parseDecimal(String(row.reversal_probability)),
		totalCost: decimal(row.total_cost),
		expectedNet: decimal(row.expected_net),
		probabilityPositive: decimal(row.probability_positive),
		verdict: row.verdict as PairForecast['verdict'],
		modelBasis: row.model_basis as PairForecast['modelBasis'],
		headlineScales: row.headline_scales === null ? null : Number(row.headline_scales),
		isSameClock: row.same_clock === null ? null : row.same_clock === 1,
		kind: row.kind as PairForecast['kind'],
		executionId: row.execution_id === null ? null : String(row.execution_id),
	};
}

function countOf(database: DatabaseSync, table: 'promise' | 'promise_sum'): number {
	return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0);
}
