/**
 * Stores the forecast ledger: one row per forecast, and sums that are kept after the rows are removed. The tables
 * `promise*` keep the names under which they were released.
 */
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
import { changesOf, marksOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';
import { additionsTo, lowerOf } from './upserts.ts';

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
/**
 * Number of rows that this process may add before it counts a table again. Other processes add rows too, so each can
 * put a table above its limit by this number.
 */
const RECOUNT_ROWS = 10_000;
/** Maximum number of executions per query. */
const IDS_PER_QUERY = 500;
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

const ADD_SUMS = `INSERT INTO promise_sum (slot_key, horizon_bucket, verdict, kind, since, updated_at, ${ADDED_COLUMNS.join(', ')})
	VALUES (?, ?, ?, ?, ?, ?, ${marksOf(ADDED_COLUMNS)})
	ON CONFLICT (slot_key, horizon_bucket, verdict, kind) DO UPDATE SET since = ${lowerOf('promise_sum', 'since')},
		updated_at = excluded.updated_at, ${additionsTo('promise_sum', ADDED_COLUMNS)}`;
const ADD_SCORE = `INSERT INTO promise_score (part, horizon_bucket, bin, since, ${SCORE_NAMES.join(', ')})
	VALUES (?, ?, ?, ?, ${marksOf(SCORE_NAMES)})
	ON CONFLICT (part, horizon_bucket, bin) DO UPDATE SET since = ${lowerOf('promise_score', 'since')},
		${additionsTo('promise_score', SCORE_NAMES)}`;
const DROP_SUMS = `DELETE FROM promise_sum WHERE (slot_key, horizon_bucket, verdict, kind) IN
	(SELECT slot_key, horizon_bucket, verdict, kind FROM promise_sum WHERE slot_key <> '${ALL_PAIRS}'
	 ORDER BY updated_at, slot_key, horizon_bucket, verdict, kind LIMIT ?)`;

type Ledger = {
	readonly database: SqlDatabase;
	readonly bounds: { readonly forecastsMax: number; readonly pairSumsMax: number };
	/** Number of stored forecasts when they were counted, with this process's changes since then. */
	kept: number;
	/** Number of forecasts that this process may add before it counts them again. */
	forecastsLeft: number;
	/** Number of sums that this process may add before it counts them again. */
	sumsLeft: number;
};

/** Creates the store for forecasts and their scores. */
export function createForecastStore(
	database: SqlDatabase,
	bounds: Ledger['bounds'] = { forecastsMax: FORECASTS_MAX, pairSumsMax: PAIR_SUMS_MAX },
): ForecastStore {
	const ledger: Ledger = { database, bounds, kept: 0, forecastsLeft: 0, sumsLeft: 0 };
	const forecastsOf = async (sql: string, ...values: number[]) =>
		(await database.rows(`SELECT * FROM promise WHERE ${sql}`, ...values)).map(forecastOf);
	return {
		add: (forecasts) => add(ledger, forecasts),
		due: (now, limit) =>
			forecastsOf("state = 'pending' AND look_at <= ? ORDER BY look_at, promise_id LIMIT ?", now, limit),
		awaitingNet: (afterId, limit) =>
			forecastsOf("net_state = 'waiting' AND promise_id > ? ORDER BY promise_id LIMIT ?", afterId, limit),
		ofExecutions: (executionIds) => ofExecutions(database, executionIds),
		settle: (outcomes, nets, now) => settle(ledger, outcomes, nets, now),
		matured: (query) => maturedOf(database, query),
		groups: (pairKey) => readForecastGroups(database, pairKey),
		async nextEnd(pairKey) {
			const [row] = await database.rows(
				"SELECT min(ends_at) AS ends_at FROM promise WHERE state = 'pending' AND slot_key = ?",
				pairKey,
			);
			return typeof row?.ends_at === 'number' ? row.ends_at : null;
		},
	};
}

async function ofExecutions(
	database: SqlDatabase,
	executionIds: readonly string[],
): Promise<ReadonlyMap<string, PairForecast>> {
	const found = new Map<string, PairForecast>();
	for (let from = 0; from < executionIds.length; from += IDS_PER_QUERY) {
		const ids = executionIds.slice(from, from + IDS_PER_QUERY);
		const rows = await database.rows(
			`SELECT * FROM promise WHERE kind = 'executed' AND execution_id IN (${marksOf(ids)})`,
			...ids,
		);
		for (const row of rows) found.set(String(row.execution_id), forecastOf(row));
	}
	return found;
}

async function add(ledger: Ledger, forecasts: readonly PairForecast[]): Promise<number> {
	const { database, bounds } = ledger;
	if (forecasts.length > ledger.forecastsLeft) {
		ledger.kept = countIn(await database.rows('SELECT count(*) AS n FROM promise'));
		ledger.forecastsLeft = RECOUNT_ROWS;
	}
	const { kept } = ledger;
	const { change, refused } = await database.transaction(function* () {
		const excess = kept + forecasts.length - bounds.forecastsMax;
		let change = excess > 0 ? -(yield* dropCounted(Math.max(excess, DROP_ROWS))) : 0;
		let refused = 0;
		for (const forecast of forecasts) {
			if (kept + change >= bounds.forecastsMax && forecast.kind === 'shown') refused += 1;
			else change += yield* insertOne(forecast);
		}
		return { change, refused };
	});
	ledger.kept += change;
	ledger.forecastsLeft -= forecasts.length;
	return refused;
}

/** Deletes the oldest counted forecasts and returns their number. Those of executions stay as long as possible. */
function* dropCounted(rows: number): Steps<number> {
	const shown = yield* changesOf(dropOf("AND kind = 'shown'"), rows);
	return shown === rows ? shown : shown + (yield* changesOf(dropOf(''), rows - shown));
}

function dropOf(condition: string): string {
	return `DELETE FROM promise WHERE promise_id IN (SELECT promise_id FROM promise
		WHERE state <> 'pending' AND net_state <> 'waiting' ${condition} ORDER BY promise_id LIMIT ?)`;
}

async function settle(
	ledger: Ledger,
	outcomes: readonly ForecastOutcome[],
	nets: readonly NetOutcome[],
	now: number,
): Promise<void> {
	const { database, bounds } = ledger;
	const added = 2 * (outcomes.length + nets.length);
	const isCounted = added > ledger.sumsLeft;
	const kept = await database.transaction(function* () {
		for (const outcome of outcomes) yield* storeOutcome(outcome, now);
		for (const net of nets) yield* storeNet(net, now);
		return isCounted ? yield* boundSums(bounds.pairSumsMax) : undefined;
	});
	ledger.sumsLeft =
		kept === undefined ? ledger.sumsLeft - added : Math.min(RECOUNT_ROWS, bounds.pairSumsMax - kept);
}

function* insertOne(forecast: PairForecast): Steps<number> {
	const endsAt = forecast.entryAt + Math.round(forecast.horizonHours * HOUR_MS);
	const text = (value: PairForecast['totalCost']) => (value === null ? null : formatDecimal(value));
	return yield* changesOf(
		`INSERT INTO promise (slot_key, long_venue, long_symbol, short_venue, short_symbol, promised_at, entry_at, ends_at,
			horizon_hours, horizon_bucket, expected_carry, carry_sd, reversal_probability, total_cost, expected_net,
			probability_positive, verdict, model_basis, headline_scales, same_clock, kind, execution_id, state, look_at, net_state)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
		 ON CONFLICT DO NOTHING`,
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
	);
}

/** Adds one forecast's result to the sums for its pair and for all pairs. */
function* count(
	forecast: DueForecast,
	came: { readonly sums?: ForecastSums; readonly nets?: NetSums; readonly unscorable?: number },
	now: number,
): Steps<void> {
	const { sums = NO_SUMS, nets = NO_NETS, unscorable = 0 } = came;
	const since = sums.count === 0 ? null : forecast.forecastAt;
	for (const pairKey of [forecast.pairKey, ALL_PAIRS])
		yield* changesOf(
			ADD_SUMS,
			pairKey,
			horizonBucket(forecast.horizonHours),
			forecast.verdict,
			forecast.kind,
			since,
			now,
			unscorable,
			...Object.keys(SUM_COLUMNS).map((name) => sums[name as keyof ForecastSums]),
			...Object.keys(NET_COLUMNS).map((name) => nets[name as keyof NetSums]),
		);
}

function* storeOutcome(outcome: ForecastOutcome, now: number): Steps<void> {
	const { forecast, state } = outcome;
	if (state === 'pending') {
		yield* changesOf(
			'UPDATE promise SET look_at = ? WHERE promise_id = ?',
			outcome.checkAt,
			forecast.forecastId,
		);
		return;
	}
	const changes = yield* changesOf(
		"UPDATE promise SET state = ?, received_carry = ?, reason = ?, scored_at = ? WHERE promise_id = ? AND state = 'pending'",
		state,
		state === 'scored' ? formatDecimal(outcome.received) : null,
		state === 'scored' ? null : outcome.reason,
		now,
		forecast.forecastId,
	);
	if (changes === 0) return;
	yield* count(forecast, state === 'scored' ? { sums: outcome.sums } : { unscorable: 1 }, now);
	if (state === 'scored') for (const tally of outcome.tallies) yield* countTally(tally);
}

function* countTally({ part, horizonBucket: bucket, bin, since, sums }: ScoreTally): Steps<void> {
	const values = Object.keys(SCORE_COLUMNS).map((name) => sums[name as keyof ScoreSums]);
	yield* changesOf(ADD_SCORE, part, bucket, bin, since, ...values);
}

function* storeNet({ forecast, realized, nets }: NetOutcome, now: number): Steps<void> {
	const changes = yield* changesOf(
		"UPDATE promise SET net_state = ?, received_net = ? WHERE promise_id = ? AND net_state = 'waiting'",
		realized === null ? 'none' : 'known',
		realized === null ? null : formatDecimal(realized.net),
		forecast.forecastId,
	);
	if (changes > 0 && realized !== null) yield* count(forecast, { nets }, now);
}

/** Rates of both columns are divided by the horizon, so that forecasts with different horizons are comparable. */
async function maturedOf(
	database: SqlDatabase,
	{ pairKey, long, from, to, stepMs }: MaturedQuery,
): Promise<readonly ForecastStep[]> {
	const rows = await database.rows(
		`SELECT (ends_at + CAST(? AS BIGINT) - 1) / CAST(? AS BIGINT) AS step, count(*) AS count,
			avg(CAST(expected_carry AS DOUBLE PRECISION) / horizon_hours) AS forecast,
			avg(CAST(received_carry AS DOUBLE PRECISION) / horizon_hours) AS received
		 FROM promise
		 WHERE kind = 'shown' AND slot_key = ? AND long_venue = ? AND long_symbol = ? AND state = 'scored'
			AND ends_at > ? AND ends_at <= ?
		 GROUP BY step ORDER BY step DESC`,
		stepMs,
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

/** Deletes sums above the limit, and returns the number of those that stay. */
function* boundSums(pairSumsMax: number): Steps<number> {
	const kept = countIn(yield* rowsOf('SELECT count(*) AS n FROM promise_sum'));
	return kept <= pairSumsMax ? kept : kept - (yield* changesOf(DROP_SUMS, kept - pairSumsMax));
}

/**
 * Returns sums by kind, verdict and horizon, for one pair or for all. It only reads, so another process can call it.
 */
export async function readForecastGroups(
	database: SqlDatabase,
	pairKey: string | undefined,
): Promise<readonly ForecastGroup[]> {
	const rows = await database.rows(
		`SELECT * FROM (SELECT * FROM promise_sum WHERE slot_key = ?) AS sums FULL JOIN
			(SELECT horizon_bucket, verdict, kind, count(*) AS pending FROM promise
			 WHERE state = 'pending' ${pairKey === undefined ? '' : 'AND slot_key = ?'}
			 GROUP BY horizon_bucket, verdict, kind) AS waiting
		 USING (horizon_bucket, verdict, kind) ORDER BY horizon_bucket, verdict, kind`,
		...(pairKey === undefined ? [ALL_PAIRS] : [pairKey, pairKey]),
	);
	return rows.map(groupOf);
}

/** Returns tallies of the scores over all pairs. It only reads, so another process can call it. */
export async function readScoreTallies(database: SqlDatabase): Promise<readonly ScoreTally[]> {
	const rows = await database.rows('SELECT * FROM promise_score ORDER BY part, horizon_bucket, bin');
	return rows.map((row) => ({
		part: row.part as ScorePart,
		horizonBucket: Number(row.horizon_bucket),
		bin: Number(row.bin),
		since: Number(row.since),
		sums: numbersOf(row, SCORE_COLUMNS),
	}));
}

function groupOf(row: Row): ForecastGroup {
	return {
		horizonBucket: Number(row.horizon_bucket),
		verdict: row.verdict as Verdict,
		kind: row.kind as ForecastKind,
		since: typeof row.since === 'number' ? row.since : null,
		pending: Number(row.pending ?? 0),
		unscorable: Number(row.unscorable ?? 0),
		sums: numbersOf(row, SUM_COLUMNS),
		nets: numbersOf(row, NET_COLUMNS),
	};
}

/** Reads the fields from their columns. A null counts as 0. */
function numbersOf<Name extends string>(
	row: Row,
	columns: Readonly<Record<Name, string>>,
): Readonly<Record<Name, number>> {
	const members = Object.entries<string>(columns).map(([name, column]) => [name, Number(row[column] ?? 0)]);
	return Object.fromEntries(members) as Record<Name, number>;
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

function countIn([row]: readonly Row[]): number {
	return Number(row?.n);
}
