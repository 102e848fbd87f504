/**
 * Stores settled rates in SQLite, beside the journal. The transactions are short, because journal writes for orders
 * wait for them.
 */
import type { DatabaseSync } from 'node:sqlite';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { settlementInstant } from '../domain/paid-rates.ts';
import {
	type AskedSpan,
	type InstrumentName,
	ROWS_PER_COMMIT,
	type SettledRateStore,
} from '../ports/settled-rate-store.ts';
import { inTransaction } from './database.ts';

const SECOND_MS = 1_000;

type Row = Record<string, unknown>;

type Rates = ReturnType<typeof prepareRates>;

/** Creates the store for settled rates. */
export function createSqliteFundingHistory(database: DatabaseSync): SettledRateStore {
	const rates = prepareRates(database);
	return {
		async read(venue, symbol, from, to) {
			const id = idOf(rates, venue, symbol);
			if (id === undefined) return [];
			return ratesIn(rates, id, Math.ceil(from / SECOND_MS), Math.floor(to / SECOND_MS));
		},
		async instants(venue, symbol) {
			const id = idOf(rates, venue, symbol);
			if (id === undefined) return [];
			const rows = rates.selectInstants.all(id) as unknown as readonly (readonly [number])[];
			return rows.map(([settledAt]) => settledAt * SECOND_MS);
		},
		async asked(venue, symbol) {
			const row = rates.selectInstrument.get(venue, symbol) as Row | undefined;
			return row === undefined || row.asked_from === null || row.asked_to === null
				? undefined
				: { from: Number(row.asked_from), to: Number(row.asked_to) };
		},
		add: async (instrument, given, asked) => addRates(rates, instrument, given, asked),
		instruments: async () =>
			(database.prepare('SELECT * FROM instrument ORDER BY venue, symbol').all() as Row[]).map((row) => ({
				venue: String(row.venue),
				symbol: String(row.symbol),
				coin: String(row.coin),
				quote: String(row.quote),
			})),
		async dropBefore(venue, symbol, before) {
			const id = idOf(rates, venue, symbol);
			if (id === undefined) return 0;
			return Number(rates.deleteOldest.run(id, Math.ceil(before / SECOND_MS), ROWS_PER_COMMIT).changes);
		},
	};
}

function prepareRates(database: DatabaseSync) {
	const selectInstants = database.prepare(
		'SELECT settled_at FROM settled_rate WHERE instrument = ? ORDER BY settled_at',
	);
	selectInstants.setReturnArrays(true);
	const selectRates = database.prepare(
		'SELECT settled_at, rate FROM settled_rate WHERE instrument = ? AND settled_at BETWEEN ? AND ? ORDER BY settled_at',
	);
	// Each older page from a venue makes the service reread up to a year of hourly rates. Reading rows as objects
	// would take twice as long as reading them as arrays.
	selectRates.setReturnArrays(true);
	return {
		database,
		/** Ids of instruments whose rows are committed. */
		ids: new Map<string, number>(),
		selectInstrument: database.prepare('SELECT * FROM instrument WHERE venue = ? AND symbol = ?'),
		insertInstrument: database.prepare(
			'INSERT INTO instrument (venue, symbol, coin, quote) VALUES (?, ?, ?, ?)',
		),
		noteAsked: database.prepare('UPDATE instrument SET asked_from = ?, asked_to = ? WHERE id = ?'),
		insertRate: database.prepare(
			'INSERT INTO settled_rate (instrument, settled_at, rate) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
		),
		selectRates,
		selectInstants,
		deleteOldest: database.prepare(
			`DELETE FROM settled_rate WHERE instrument = ?1 AND settled_at IN (
			SELECT settled_at FROM settled_rate WHERE instrument = ?1 AND settled_at < ?2 ORDER BY settled_at LIMIT ?3)`,
		),
	};
}

/** Reads rates from `from` to `to`, both inclusive, in seconds. */
function ratesIn({ selectRates }: Rates, id: number, from: number, to: number): readonly SettledRate[] {
	const rows = selectRates.all(id, from, to) as unknown as readonly (readonly [number, string])[];
	return rows.map(([settledAt, rate]) => ({ settledAt: settledAt * SECOND_MS, rate: parseDecimal(rate) }));
}

function idOf({ ids, selectInstrument }: Rates, venue: string, symbol: string): number | undefined {
	const key = `${venue}:${symbol}`;
	const known = ids.get(key);
	if (known !== undefined) return known;
	const row = selectInstrument.get(venue, symbol) as Row | undefined;
	if (row !== undefined) ids.set(key, Number(row.id));
	return row === undefined ? undefined : Number(row.id);
}

/** Inserts an instrument in its own transaction, so that the cache never holds an id that was rolled back. */
function ensureId(rates: Rates, { venue, symbol, coin, quote }: InstrumentName): number {
	if (idOf(rates, venue, symbol) === undefined)
		inTransaction(rates.database, () => rates.insertInstrument.run(venue, symbol, coin, quote));
	const id = idOf(rates, venue, symbol);
	if (id === undefined)
		throw new Error(`Invariant broken: ${venue} ${symbol} was inserted and is not there.`);
	return id;
}

function addRates(
	store: Rates,
	instrument: InstrumentName,
	given: readonly SettledRate[],
	asked: AskedSpan | undefined,
): Awaited<ReturnType<SettledRateStore['add']>> {
	const id = ensureId(store, instrument);
	const rows = given
		.map(({ settledAt, rate }) => ({ settledAt: settlementInstant(settledAt), rate }))
		.sort((a, b) => a.settledAt - b.settledAt);
	const added: SettledRate[] = [];
	const contradicted: SettledRate[] = [];
	let done = 0;
	do {
		const part = rows.slice(done, done + ROWS_PER_COMMIT);
		done += part.length;
		inTransaction(store.database, () => {
			for (const row of part) {
				const stored = addRate(store, id, row);
				if (stored === undefined) added.push(row);
				else if (stored.rate !== row.rate) contradicted.push(stored);
			}
			if (done === rows.length && asked !== undefined) store.noteAsked.run(asked.from, asked.to, id);
		});
	} while (done < rows.length);
	return { added, contradicted };
}

/**
 * Adds a rate and returns undefined. If a rate for that settlement is already stored, returns the stored rate
 * instead.
 */
function addRate(rates: Rates, id: number, row: SettledRate): SettledRate | undefined {
	const second = row.settledAt / SECOND_MS;
	if (Number(rates.insertRate.run(id, second, formatDecimal(row.rate)).changes) === 1) return undefined;
	const [stored] = ratesIn(rates, id, second, second);
	if (stored === undefined)
		throw new Error(`Invariant broken: settlement ${second} was refused and is not there.`);
	return stored;
}
