/** Stores lifetimes of opportunities, in the table `life`. */
import type { EndReason, Life, LifeQuery, LifeStore } from '../ports/lives.ts';
import {
	changesOf,
	NO_LIMIT,
	type Row,
	type SqlDatabase,
	type SqlValue,
	type Steps,
} from './sql-database.ts';

/**
 * Maximum number of stored ended lifetimes; those that ended earliest are deleted first. A query by part of a symbol
 * scans all of them in about 12 ms.
 */
const ENDED_LIVES_MAX = 30_000;

/** Creates the store for lifetimes. */
export function createLifeStore(database: SqlDatabase, endedMax = ENDED_LIVES_MAX): LifeStore {
	return {
		open: async () =>
			(await database.rows('SELECT * FROM life WHERE ended_at IS NULL ORDER BY first_seen, life_id')).map(
				lifeOf,
			),
		put: (lives) =>
			database.transaction(function* () {
				for (const life of lives) yield* put(life);
				if (lives.some(({ endedAt }) => endedAt !== null)) yield* dropEnded(endedMax);
			}),
		async find(query) {
			const { where, values } = conditions(query);
			const [counts, rows] = await Promise.all([
				database.rows(`SELECT count(*) AS n FROM life ${where}`, ...values),
				database.rows(
					`SELECT * FROM life ${where} ORDER BY first_seen DESC, life_id DESC LIMIT ? OFFSET ?`,
					...values,
					query.limit,
					(query.page - 1) * query.limit,
				),
			]);
			return { lives: rows.map(lifeOf), count: Number(counts[0]?.n) };
		},
	};
}

function* put(life: Life): Steps<void> {
	yield* changesOf(
		`INSERT INTO life (opportunity_id, symbol, pair, first_seen, last_seen, peak_spread, peak_spread_at, peak_expected_net,
			peak_expected_net_at, ended_at, end_reason)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (opportunity_id, first_seen) DO UPDATE SET last_seen = excluded.last_seen,
			peak_spread = excluded.peak_spread, peak_spread_at = excluded.peak_spread_at,
			peak_expected_net = excluded.peak_expected_net, peak_expected_net_at = excluded.peak_expected_net_at,
			ended_at = excluded.ended_at, end_reason = excluded.end_reason`,
		life.opportunityId,
		life.symbol,
		life.pair,
		life.firstSeen,
		life.lastSeen,
		life.peakSpread,
		life.peakSpreadAt,
		life.peakExpectedNet,
		life.peakExpectedNetAt,
		life.endedAt,
		life.endReason,
	);
}

function* dropEnded(endedMax: number): Steps<void> {
	yield* changesOf(
		`DELETE FROM life WHERE life_id IN (SELECT life_id FROM life WHERE ended_at IS NOT NULL
		 ORDER BY ended_at DESC, life_id DESC LIMIT ${NO_LIMIT} OFFSET ?)`,
		endedMax,
	);
}

function conditions({ exchangepair, q, opportunityId, state }: LifeQuery): {
	readonly where: string;
	readonly values: readonly SqlValue[];
} {
	const parts: string[] = [];
	const values: SqlValue[] = [];
	const add = (part: string, value: string | undefined): void => {
		if (value === undefined) return;
		parts.push(part);
		values.push(value);
	};
	add('opportunity_id = ?', opportunityId);
	add('pair = ?', exchangepair);
	add(
		"upper(symbol) LIKE ? ESCAPE '!'",
		q === undefined ? q : `%${q.toUpperCase().replace(/[!%_]/g, '!$&')}%`,
	);
	if (state !== 'all') parts.push(`ended_at IS ${state === 'open' ? '' : 'NOT '}NULL`);
	return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

function lifeOf(row: Row): Life {
	const number = (value: unknown) => (value === null ? null : Number(value));
	return {
		opportunityId: String(row.opportunity_id),
		symbol: String(row.symbol),
		pair: String(row.pair),
		firstSeen: Number(row.first_seen),
		lastSeen: Number(row.last_seen),
		peakSpread: number(row.peak_spread),
		peakSpreadAt: number(row.peak_spread_at),
		peakExpectedNet: number(row.peak_expected_net),
		peakExpectedNetAt: number(row.peak_expected_net_at),
		endedAt: number(row.ended_at),
		endReason: row.end_reason === null ? null : (String(row.end_reason) as EndReason),
	};
}
