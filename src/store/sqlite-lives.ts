/** Stores lifetimes of opportunities in SQLite, in the table `life`. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { EndReason, Life, LifeQuery, LifeStore } from '../ports/lives.ts';
import { inTransaction } from './database.ts';

/**
 * Maximum number of stored ended lifetimes; those that ended earliest are deleted first. A query by part of a symbol
 * scans all of them in about 12 ms.
 */
const ENDED_LIVES_MAX = 30_000;

type Row = Record<string, unknown>;

/** Creates the store for lifetimes. */
export function createSqliteLifeStore(database: DatabaseSync, endedMax = ENDED_LIVES_MAX): LifeStore {
	const put = database.prepare(
		`INSERT INTO life (opportunity_id, symbol, pair, first_seen, last_seen, peak_spread, peak_spread_at, peak_expected_net,
			peak_expected_net_at, ended_at, end_reason)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON CONFLICT (opportunity_id, first_seen) DO UPDATE SET last_seen = excluded.last_seen,
			peak_spread = excluded.peak_spread, peak_spread_at = excluded.peak_spread_at,
			peak_expected_net = excluded.peak_expected_net, peak_expected_net_at = excluded.peak_expected_net_at,
			ended_at = excluded.ended_at, end_reason = excluded.end_reason`,
	);
	const drop = database.prepare(
		'DELETE FROM life WHERE life_id IN (SELECT life_id FROM life WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT ?)',
	);
	const countEnded = (): number =>
		Number(database.prepare('SELECT count(*) AS n FROM life WHERE ended_at IS NOT NULL').get()?.n ?? 0);
	/**
	 * Upper bound for the number of ended lifetimes. The ended lifetimes are recounted only when this bound reaches
	 * the limit.
	 */
	let endedAtMost = countEnded();

	return {
		open: async () =>
			(
				database
					.prepare('SELECT * FROM life WHERE ended_at IS NULL ORDER BY first_seen, life_id')
					.all() as Row[]
			).map(lifeOf),
		async put(lives) {
			inTransaction(database, () => {
				for (const life of lives)
					put.run(
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
				endedAtMost += lives.filter(({ endedAt }) => endedAt !== null).length;
				if (endedAtMost <= endedMax) return;
				const excess = countEnded() - endedMax;
				if (excess > 0) drop.run(excess);
				endedAtMost = endedMax + Math.min(0, excess);
			});
		},
		async find(query) {
			const { where, values } = conditions(query);
			const count = Number(
				database.prepare(`SELECT count(*) AS n FROM life ${where}`).get(...values)?.n ?? 0,
			);
			const rows = database
				.prepare(`SELECT * FROM life ${where} ORDER BY first_seen DESC, life_id DESC LIMIT ? OFFSET ?`)
				.all(...values, query.limit, (query.page - 1) * query.limit) as Row[];
			return { lives: rows.map(lifeOf), count };
		},
	};
}

function conditions({ exchangepair, q, opportunityId, state }: LifeQuery): {
	readonly where: string;
	readonly values: readonly SQLInputValue[];
} {
	const parts: string[] = [];
	const values: SQLInputValue[] = [];
	const add = (part: string, value: string | undefined): void => {
		if (value === undefined) return;
		parts.push(part);
		values.push(value);
	};
	add('opportunity_id = ?', opportunityId);
	add('pair = ?', exchangepair);
	add('instr(upper(symbol), ?) > 0', q?.toUpperCase());
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
