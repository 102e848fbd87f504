/** Settled rates on SQLite, beside the journal. Its transactions are short, because an order's journal waits for them. */
import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { settlementInstant } from '../domain/paid-rates.ts';
import { type InstrumentName, ROWS_PER_COMMIT, type SettledRateStore } from '../ports/settled-rate-store.ts';
import { inTransaction } from './database.ts';

const SECOND_MS = 1_000;

type Row = Record<string, unknown>;

/** Opens the settled rates of the database. */
export function createSqliteFundingHistory(database: DatabaseSync): SettledRateStore {
	const selectInstrument = database.prepare('SELECT * FROM instrument WHERE venue = ? AND symbol = ?');
	const insertInstrument = database.prepare(
		'INSERT INTO instrument (venue, symbol, coin, quote) VALUES (?, ?, ?, ?)',
	);
	const noteAsked = database.prepare('UPDATE instrument SET asked_from = ?, asked_to = ? WHERE id = ?');
	const insertRate = database.prepare(
		'INSERT INTO settled_rate (instrument, settled_at, rate) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
	);
	const selectRate = database.prepare(
		'SELECT rate FROM settled_rate WHERE instrument = ? AND settled_at = ?',
	);
	const selectRates = database.prepare(
		'SELECT settled_at, rate FROM settled_rate WHERE instrument = ? AND settled_at BETWEEN ? AND ? ORDER BY settled_at',
	);
	const selectInstants = database.prepare(
		'SELECT settled_at FROM settled_rate WHERE instrument = ? ORDER BY settled_at',
	);
	selectInstants.setReturnArrays(true);
	const deleteOldest = database.prepare(
		`DELETE FROM settled_rate WHERE instrument = ?1 AND settled_at IN (
			SELECT settled_at FROM settled_rate WHERE instrument = ?1 AND settled_at < ?2 ORDER BY settled_at LIMIT ?3)`,
	);
	const ids = new Map<string, number>();

	function idOf(venue: string, symbol: string): number | undefined {
		const key = `${venue}:${symbol}`;
		const known = ids.get(key);
		if (known !== undefined) return known;
		const row = selectInstrument.get(venue, symbol) as Row | undefined;
		if (row !== undefined) ids.set(key, Number(row.id));
		return row === undefined ? undefined : Number(row.id);
	}

	/** In a transaction of its own, so that an id is never remembered that was rolled back. */
	function ensureId({ venue, symbol, coin, quote }: InstrumentName): number {
		if (idOf(venue, symbol) === undefined)
			inTransaction(database, () => insertInstrument.run(venue, symbol, coin, quote));
		const id = idOf(venue, symbol);
		if (id === undefined)
			throw new Error(`Invariant broken: ${venue} ${symbol} was inserted and is not there.`);
		return id;
	}

	/** Adds one rate; false where one is stored already. */
	function addRate(id: number, { settledAt, rate }: SettledRate): boolean {
		return Number(insertRate.run(id, settledAt / SECOND_MS, formatDecimal(rate)).changes) === 1;
	}

	function storedRate(id: number, settledAt: number): SettledRate | undefined {
		const row = selectRate.get(id, settledAt / SECOND_MS) as Row | undefined;
		return row === undefined ? undefined : { settledAt, rate: parseDecimal(String(row.rate)) };
	}

	return {
		read(venue, symbol, from, to) {
			const id = idOf(venue, symbol);
			if (id === undefined) return [];
			const rows = selectRates.all(id, Math.ceil(from / SECOND_MS), Math.floor(to / SECOND_MS)) as Row[];
			return rows.map((row) => ({
				settledAt: Number(row.settled_at) * SECOND_MS,
				rate: parseDecimal(String(row.rate)),
			}));
		},
		instants(venue, symbol) {
			const id = idOf(venue, symbol);
			if (id === undefined) return [];
			const rows = selectInstants.all(id) as unknown as readonly (readonly [number])[];
			return rows.map(([settledAt]) => settledAt * SECOND_MS);
		},
		asked(venue, symbol) {
			const row = selectInstrument.get(venue, symbol) as Row | undefined;
			return row === undefined || row.asked_from === null || row.asked_to === null
				? undefined
				: { from: Number(row.asked_from), to: Number(row.asked_to) };
		},
		add(instrument, rates, asked) {
			const id = ensureId(instrument);
			const rows = rates
				.map(({ settledAt, rate }) => ({ settledAt: settlementInstant(settledAt), rate }))
				.sort((a, b) => a.settledAt - b.settledAt);
			const contradicted: SettledRate[] = [];
			let added = 0;
			let done = 0;
			do {
				const part = rows.slice(done, done + ROWS_PER_COMMIT);
				done += part.length;
				inTransaction(database, () => {
					for (const row of part) {
						if (addRate(id, row)) added += 1;
						else {
							const kept = storedRate(id, row.settledAt);
							if (kept !== undefined && kept.rate !== row.rate) contradicted.push(kept);
						}
					}
					if (done === rows.length && asked !== undefined) noteAsked.run(asked.from, asked.to, id);
				});
			} while (done < rows.length);
			return { added, contradicted };
		},
		instruments: () =>
			(database.prepare('SELECT * FROM instrument ORDER BY venue, symbol').all() as Row[]).map((row) => ({
				venue: String(row.venue),
				symbol: String(row.symbol),
				coin: String(row.coin),
				quote: String(row.quote),
			})),
		dropBefore(venue, symbol, before) {
			const id = idOf(venue, symbol);
			if (id !== undefined) deleteOldest.run(id, Math.ceil(before / SECOND_MS), ROWS_PER_COMMIT);
		},
	};
}
