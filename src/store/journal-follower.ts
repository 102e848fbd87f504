/**
 * Follows the journal for alerts: which events came after a place, and up to which place alerts were raised. A journal
 * of one process is followed as a whole. If several processes write it, only the events of one user have an order
 * without gaps, so each user's part is followed by itself.
 */
import type { AlertStore } from '../ports/alert-store.ts';
import { changesOf, marksOf, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

/** Reads the journal after a place. */
export type JournalFollower = {
	readonly marks: AlertStore['journalMarks'];
	/** Reads the place up to which alerts were raised. */
	readonly readTo: () => Steps<number>;
	/** Stores that place. */
	readonly noteReadTo: (seq: number) => Steps<void>;
};

/** Follows the whole journal by its `seq`. */
export function followWhole(database: SqlDatabase): JournalFollower {
	return {
		marks: (after, types, limit) =>
			marksAfter(database, { column: 'seq', owner: undefined }, [after, types, limit]),
		*readTo() {
			return Number((yield* rowsOf('SELECT journal_seq FROM alert_read'))[0]?.journal_seq ?? 0);
		},
		*noteReadTo(seq) {
			yield* changesOf('UPDATE alert_read SET journal_seq = ?', seq);
		},
	};
}

/** Follows the part of one unit by its `unit_seq`. */
export function followUnit(database: SqlDatabase, unit: string): JournalFollower {
	return {
		marks: (after, types, limit) =>
			marksAfter(database, { column: 'unit_seq', owner: unit }, [after, types, limit]),
		*readTo() {
			const [row] = yield* rowsOf('SELECT journal_seq FROM alert_read WHERE unit = ?', unit);
			return Number(row?.journal_seq ?? 0);
		},
		*noteReadTo(seq) {
			yield* changesOf(
				'INSERT INTO alert_read (unit, journal_seq) VALUES (?, ?) ON CONFLICT (unit) DO UPDATE SET journal_seq = excluded.journal_seq',
				unit,
				seq,
			);
		},
	};
}

type Cursor = { readonly column: 'seq' | 'unit_seq'; readonly owner: string | undefined };

async function marksAfter(
	database: SqlDatabase,
	{ column, owner }: Cursor,
	[after, types, limit]: Parameters<AlertStore['journalMarks']>,
): ReturnType<AlertStore['journalMarks']> {
	const [where, values] = owner === undefined ? ['', []] : ['unit = ? AND ', [owner]];
	const [newest] = await database.rows(
		`SELECT max(${column}) AS seq FROM journal${owner === undefined ? '' : ' WHERE unit = ?'}`,
		...values,
	);
	const end = Number(newest?.seq ?? 0);
	const rows = await database.rows(
		`SELECT ${column} AS seq, stream, stream_seq FROM journal
		 WHERE ${where}${column} > ? AND ${column} <= ? AND type IN (${marksOf(types)}) ORDER BY ${column} LIMIT ?`,
		...values,
		after,
		end,
		...types,
		limit,
	);
	const last = rows.length < limit ? end : Number(rows.at(-1)?.seq ?? end);
	return {
		marks: rows.map((row) => ({ executionId: String(row.stream), streamSeq: Number(row.stream_seq) })),
		readTo: Math.max(after, last),
	};
}
