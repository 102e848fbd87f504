/** Stores settled rates. The transactions are short, because journal writes for orders may wait for them. */
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { settlementInstant } from '../domain/paid-rates.ts';
import {
	type AskedSpan,
	type InstrumentName,
	ROWS_PER_COMMIT,
	type SettledRateStore,
} from '../ports/settled-rate-store.ts';
import { insertRows } from './insert-rows.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

const SECOND_MS = 1_000;

const ID = '(SELECT id FROM instrument WHERE venue = ? AND symbol = ?)';

/**
 * Reads the rates of an instrument as one text. Each older page from a venue makes the service reread up to a year of
 * hourly rates, and reading them as rows would take twice as long.
 */
const SELECT_RATES = `SELECT string_agg(CAST(settled_at AS TEXT) || ' ' || rate, ' ') AS rates FROM settled_rate
	WHERE instrument = ${ID} AND settled_at BETWEEN ? AND ?`;

type Added = Awaited<ReturnType<SettledRateStore['add']>>;

/** Creates the store for settled rates. */
export function createSettledRateStore(database: SqlDatabase): SettledRateStore {
	return {
		read: async (venue, symbol, from, to) =>
			ratesOf(
				await database.rows(
					SELECT_RATES,
					venue,
					symbol,
					Math.ceil(from / SECOND_MS),
					Math.floor(to / SECOND_MS),
				),
			),
		async instants(venue, symbol) {
			const [row] = await database.rows(
				`SELECT string_agg(CAST(settled_at AS TEXT), ' ') AS instants FROM settled_rate WHERE instrument = ${ID}`,
				venue,
				symbol,
			);
			return wordsOf(row?.instants)
				.map((second) => Number(second) * SECOND_MS)
				.sort((a, b) => a - b);
		},
		async asked(venue, symbol) {
			const [row] = await database.rows(
				'SELECT asked_from, asked_to FROM instrument WHERE venue = ? AND symbol = ?',
				venue,
				symbol,
			);
			return row === undefined || row.asked_from === null || row.asked_to === null
				? undefined
				: { from: Number(row.asked_from), to: Number(row.asked_to) };
		},
		add: (instrument, given, asked) => addRates(database, instrument, given, asked),
		instruments: async () =>
			(await database.rows('SELECT * FROM instrument ORDER BY venue, symbol')).map((row) => ({
				venue: String(row.venue),
				symbol: String(row.symbol),
				coin: String(row.coin),
				quote: String(row.quote),
			})),
		dropBefore: (venue, symbol, before) =>
			database.changes(
				`DELETE FROM settled_rate WHERE instrument = ${ID} AND settled_at IN (
				 SELECT settled_at FROM settled_rate WHERE instrument = ${ID} AND settled_at < ? ORDER BY settled_at LIMIT ?)`,
				venue,
				symbol,
				venue,
				symbol,
				Math.ceil(before / SECOND_MS),
				ROWS_PER_COMMIT,
			),
	};
}

async function addRates(
	database: SqlDatabase,
	instrument: InstrumentName,
	given: readonly SettledRate[],
	asked: AskedSpan | undefined,
): Promise<Added> {
	const rows = given
		.map(({ settledAt, rate }) => ({ settledAt: settlementInstant(settledAt), rate }))
		.sort((a, b) => a.settledAt - b.settledAt);
	const parts: Added[] = [];
	let done = 0;
	do {
		const part = rows.slice(done, done + ROWS_PER_COMMIT);
		done += part.length;
		const span = done === rows.length ? asked : undefined;
		parts.push(await database.transaction(() => addPart(instrument, part, span)));
	} while (done < rows.length);
	return {
		added: parts.flatMap(({ added }) => added),
		contradicted: parts.flatMap(({ contradicted }) => contradicted),
	};
}

/** Adds the rates that are not stored yet, and records the requested span if one is given. */
function* addPart(
	instrument: InstrumentName,
	part: readonly SettledRate[],
	asked: AskedSpan | undefined,
): Steps<Added> {
	const { venue, symbol } = instrument;
	const id = yield* ensureId(instrument);
	const [first = 0, last = 0] = [part[0], part.at(-1)].map((rate) => (rate?.settledAt ?? 0) / SECOND_MS);
	const earlier = ratesOf(yield* rowsOf(SELECT_RATES, venue, symbol, first, last));
	const stored = new Map(earlier.map(({ settledAt, rate }) => [settledAt, rate]));
	const added: SettledRate[] = [];
	const contradicted: SettledRate[] = [];
	for (const row of part) {
		const rate = stored.get(row.settledAt);
		if (rate === undefined) {
			stored.set(row.settledAt, row.rate);
			added.push(row);
		} else if (rate !== row.rate) contradicted.push({ settledAt: row.settledAt, rate });
	}
	yield* insertRows(
		'INSERT INTO settled_rate (instrument, settled_at, rate)',
		added.map(({ settledAt, rate }) => [id, settledAt / SECOND_MS, formatDecimal(rate)]),
	);
	if (asked !== undefined)
		yield* changesOf(
			'UPDATE instrument SET asked_from = ?, asked_to = ? WHERE id = ?',
			asked.from,
			asked.to,
			id,
		);
	return { added, contradicted };
}

/** Returns the id of an instrument, which is inserted first if it is not stored yet. */
function* ensureId({ venue, symbol, coin, quote }: InstrumentName): Steps<number> {
	const [known] = yield* rowsOf('SELECT id FROM instrument WHERE venue = ? AND symbol = ?', venue, symbol);
	if (known !== undefined) return Number(known.id);
	const [fresh] = yield* rowsOf(
		'INSERT INTO instrument (venue, symbol, coin, quote) VALUES (?, ?, ?, ?) RETURNING id',
		venue,
		symbol,
		coin,
		quote,
	);
	return Number(fresh?.id);
}

/** Reads a result of `SELECT_RATES`. Sorting is cheap, because the database nearly always reads in this order. */
function ratesOf([row]: readonly Row[]): readonly SettledRate[] {
	const words = wordsOf(row?.rates);
	const rates: SettledRate[] = [];
	for (let place = 0; place < words.length; place += 2)
		rates.push({
			settledAt: Number(words[place]) * SECOND_MS,
			rate: parseDecimal(words[place + 1] as string),
		});
	return rates.sort((a, b) => a.settledAt - b.settledAt);
}

/** Splits a text that an aggregate joined. It is null if the aggregate had no rows. */
function wordsOf(text: unknown): readonly string[] {
	return typeof text === 'string' ? text.split(' ') : [];
}
