/** Plays a dataset with a built-in policy, and returns every row that the play has journaled. */

import type { DatabaseSync } from 'node:sqlite';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { play } from '../../src/replay/run/play.ts';
import { openProgram } from '../../src/replay/run/programs.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { USUAL_ASSUMPTIONS } from './replayed-service.ts';

/** Columns of a forecast that never change. The others say later what it came to. */
const FORECAST_COLUMNS =
	'promised_at, slot_key, entry_at, ends_at, horizon_hours, expected_carry, carry_sd, reversal_probability, total_cost, expected_net, probability_positive, verdict, model_basis, kind, execution_id';

/** A row, with the time at which it was written. */
export type PlayedRow = { readonly table: string; readonly at: number; readonly text: string };

/** A play of one user with a built-in policy. */
export type PlayedRequest = {
	readonly dataset: Dataset;
	readonly from: number;
	readonly until: number;
	readonly policy: string;
	readonly set?: Readonly<Record<string, number | string | boolean>>;
	readonly rulesOff?: readonly string[];
	readonly seed?: number;
};

/** A finished play: its rows in the order of their times, and the service's errors. */
export type PlayedRows = { readonly rows: readonly PlayedRow[]; readonly errors: readonly string[] };

/**
 * Tables with the journal of executions and the journal of paper accounts, and the time of a row. A payment has the
 * time of its settlement, and is written up to `PAID_LATER_MS` later.
 */
const TABLES = [
	{ table: 'journal', order: 'seq', at: 'recorded_at', columns: '*' },
	{ table: 'paper_fill', order: 'seq', at: 'filled_at', columns: '*' },
	{ table: 'paper_payment', order: 'settled_at, account_id, symbol', at: 'settled_at', columns: '*' },
	{ table: 'promise', order: 'promise_id', at: 'promised_at', columns: FORECAST_COLUMNS },
	{ table: 'carry_model', order: 'id', at: 'fitted_at', columns: '*' },
] as const;

/** Plays. */
export async function playedRows(request: PlayedRequest): Promise<PlayedRows> {
	const { dataset, from, until, policy, set = {}, rulesOff = [], seed = 1 } = request;
	const errors: string[] = [];
	const database = openMemoryDatabase();
	const program = await openProgram({
		...{ policy, set, data: [], seed, now: from },
		...{ watch: systemClock, log: SILENT_LOGGER },
	});
	const played = await play(
		{
			...{ dataset, assumed: USUAL_ASSUMPTIONS, from, until, users: 1 },
			depositUsd: parseDecimal('100000'),
			usesForecasts: program.usesForecasts,
			// Otherwise the paper accounts are in memory only.
			isKept: true,
			rulesOff: new Set(rulesOff),
			program: (ground) => program.run(ground, [undefined], 0),
		},
		{
			database,
			random: seededRandom(seed),
			log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
			version: '0',
			onLeap: async () => true,
		},
	);
	const rows = rowsOf(database);
	await played.replayed.close();
	database.close();
	return { rows, errors };
}

function rowsOf(database: DatabaseSync): readonly PlayedRow[] {
	return TABLES.flatMap(({ table, at, order, columns }) =>
		database
			.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${order}`)
			.all()
			.map((row) => ({ table, at: Number(row[at]), text: JSON.stringify(row) })),
	);
}

/** Longest time from a settlement until a paper account has paid it, ms. */
const PAID_LATER_MS = 75_000;

/** Returns the rows that were written before an instant. */
export function rowsBefore(rows: readonly PlayedRow[], instant: number): readonly PlayedRow[] {
	return rows.filter(({ table, at }) => at < instant - (table === 'paper_payment' ? PAID_LATER_MS : 0));
}
