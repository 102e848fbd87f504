/**
 * Implements `carrywire record export`, which writes a data directory's history as CSV or Parquet files, whether or not
 * a service is running.
 *
 * `settled.csv` has the format that `npm run calibrate -- --history DIR` reads, and `marks.csv` the one that
 * `carrywire replay` reads beside it. Each file appears complete or not at all.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectories } from '../app/data-directories.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { RecordedObservation } from '../domain/recording.ts';
import type { Output } from '../ports/output.ts';
import type { InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import {
	coversTime,
	listRecordings,
	RECORDINGS_DIRECTORY,
	recordedObservations,
} from '../store/recording-files.ts';
import { createHistoryRows } from './history-rows.ts';
import {
	columnsOf,
	type ExportFormat,
	fileOf,
	type Row,
	TABLE_NAMES,
	type TableName,
} from './history-tables.ts';
import { openTableFile, type TableFile } from './table-files.ts';
import { RECORD_TEXTS } from './text.ts';

/** The history to export and its target. */
export type ExportRequest = {
	readonly dataDir: string;
	/** Target directory, created if missing. */
	readonly to: string;
	/** Start of the exported span, inclusive, milliseconds. */
	readonly from: number;
	/** End of the exported span, exclusive, milliseconds. */
	readonly until: number;
	readonly format: ExportFormat;
	/** Number of levels per side in the rows of books. */
	readonly levels: number;
};

type Files = ReadonlyMap<TableName, TableFile>;

/** Number of settled rates that are added before the file is written. */
const ROWS_PER_DRAIN = 1_000;

/**
 * Writes the files; never overwrites one. @throws Error with a message for the user if there is nothing to export or
 * a file already exists
 */
export async function exportHistory(request: ExportRequest, output: Output): Promise<void> {
	const { to, format, levels } = request;
	const pathOf = (table: TableName): string => join(to, fileOf(table, format));
	for (const table of TABLE_NAMES)
		if (existsSync(pathOf(table))) throw new Error(RECORD_TEXTS.exists(pathOf(table)));
	const { settledRates, close } = dataDirectories().openRatesToRead(request.dataDir);
	const files = new Map<TableName, TableFile>();
	try {
		mkdirSync(join(to, RECORDINGS_DIRECTORY), { recursive: true });
		for (const table of TABLE_NAMES)
			files.set(table, await openTableFile(pathOf(table), columnsOf(table, levels), format));
		const contracts = await addSettled(files, settledRates, request);
		await addRecorded(files, contracts, request, output);
		const counts = new Map<TableName, number>();
		for (const [table, file] of files) counts.set(table, await file.complete());
		for (const file of files.values()) file.publish();
		for (const table of TABLE_NAMES) output.print(RECORD_TEXTS.rows(pathOf(table), counts.get(table) ?? 0));
	} catch (error) {
		for (const file of files.values()) file.discard();
		throw error;
	} finally {
		close();
	}
}

/** Adds the settled rates, and returns the contracts that have some in the span. */
async function addSettled(
	files: Files,
	store: SettledRateStore,
	request: ExportRequest,
): Promise<ReadonlySet<InstrumentKey>> {
	const contracts = new Set<InstrumentKey>();
	const file = files.get('settled');
	let count = 0;
	for (const instrument of await store.instruments())
		for await (const row of settledRows(store, instrument, request)) {
			contracts.add(instrumentKey(instrument));
			file?.add(row);
			count += 1;
			if (count % ROWS_PER_DRAIN === 0) await file?.drain();
		}
	return contracts;
}

/**
 * Yields an instrument's settled rates. The interval column is the number of hours since the previous rate, which may
 * lie before the exported span. It is empty for the first known rate.
 */
async function* settledRows(
	store: SettledRateStore,
	{ venue, symbol, coin, quote }: InstrumentName,
	{ from, until }: ExportRequest,
): AsyncGenerator<Row> {
	let before: number | undefined;
	for (const { settledAt, rate } of await store.read(venue, symbol, 0, until - 1)) {
		const hours = before === undefined ? null : (settledAt - before) / HOUR_MS;
		before = settledAt;
		if (settledAt >= from) yield [settledAt, venue, symbol, coin, quote, rate, hours, null];
	}
}

/**
 * Adds the rows from every recording in the span. The hour before it has the marks at its start. A file that cannot be
 * read is reported, and its rows up to the fault are kept.
 */
async function addRecorded(
	files: Files,
	contracts: ReadonlySet<InstrumentKey>,
	{ dataDir, from, until, levels }: ExportRequest,
	output: Output,
): Promise<void> {
	const rows = createHistoryRows({
		...{ from, until, levels },
		hasMarks: (key) => contracts.has(key),
		add: (table, row) => files.get(table)?.add(row),
	});
	const directory = join(dataDir, RECORDINGS_DIRECTORY);
	for (const { name } of listRecordings(directory)) {
		if (!coversTime(name, Math.max(0, from - HOUR_MS), until)) continue;
		for await (const observations of readable(join(directory, name), output)) {
			for (const observation of observations) rows.observe(observation);
			for (const file of files.values()) await file.drain();
		}
	}
}

/** Yields the file's observations up to the first fault, which is reported. */
async function* readable(path: string, output: Output): AsyncGenerator<readonly RecordedObservation[]> {
	try {
		yield* recordedObservations(path);
	} catch (error) {
		output.remark(RECORD_TEXTS.unreadable(path, messageOf(error)));
	}
}
