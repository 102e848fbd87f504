/** Writes the rows of the list as a CSV file (RFC 4180). Pure functions. */

import { type CsvCell, csvText } from '../figures/csv.ts';
import type { ColumnId } from './columns.ts';
import type { Opportunity } from './held-rows.ts';
import { text } from './panel-text.ts';

const { heads } = text.csv;

/** Daily spreads of an opportunity, oldest first. Null means that a day is unknown. */
export type DailySpreads = ReadonlyMap<string, readonly (number | null)[]>;

/** Parts of a file besides its records. */
export type CsvParts = {
	/** Daily spreads of the records. */
	readonly daily: DailySpreads;
	/** Time of the list, ISO 8601. */
	readonly asOf: string;
	/** Writes sentences in the reader's language, as `saidAll` of `language/said.svelte.ts` does. */
	readonly saidAll: (messages: readonly string[], sentences: readonly unknown[]) => readonly string[];
};

type Field = { readonly head: string; readonly value: (record: Opportunity, parts: CsvParts) => CsvCell };

const DAYS = 30;

/** Fields of every file, before those of its columns. */
const IDS: readonly Field[] = [
	{ head: heads.opportunity_id, value: (record) => record.opportunity_id },
	{ head: heads.exchangepair, value: (record) => record.exchangepair },
	{ head: heads.long_symbol, value: (record) => record.long_symbol },
	{ head: heads.short_symbol, value: (record) => record.short_symbol },
];

/** Terms of the figures, after the fields of the columns. */
const TERMS: readonly Field[] = [
	{ head: heads.amount, value: ({ net }) => net.amount },
	{ head: heads.leverage, value: ({ net }) => net.leverage },
];

const FIELDS: Readonly<Record<ColumnId, readonly Field[]>> = {
	coin: [
		{ head: heads.coin, value: (record) => record.base },
		{ head: heads.symbol, value: (record) => record.symbol },
	],
	legs: [
		{ head: heads.long_venue, value: (record) => record.long_venue },
		{ head: heads.long_rate, value: (record) => record.long_rate },
		{ head: heads.long_interval, value: (record) => record.long_interval_hours },
		{ head: heads.short_venue, value: (record) => record.short_venue },
		{ head: heads.short_rate, value: (record) => record.short_rate },
		{ head: heads.short_interval, value: (record) => record.short_interval_hours },
	],
	spread: [
		{ head: heads.spread, value: (record) => record.spread },
		{ head: heads.epoch, value: (record) => record.epoch_hours },
		{ head: heads.apr, value: (record) => record.apr },
	],
	net: [
		{ head: heads.expected_net, value: ({ net }) => net.expected_net },
		{ head: heads.horizon, value: ({ net }) => net.horizon_hours },
		{ head: heads.net_apr, value: ({ net }) => net.net_apr },
	],
	odds: [
		{ head: heads.profit, value: ({ net }) => net.probability_positive },
		{ head: heads.reversal, value: ({ net }) => net.reversal_probability },
	],
	breakEven: [{ head: heads.break_even, value: ({ net }) => net.break_even_hours }],
	size: [
		{ head: heads.minimum, value: (record) => record.min_amount },
		{ head: heads.depth, value: (record) => record.max_amount },
	],
	settlement: [
		{ head: heads.long_settlement, value: (record) => instantOf(record.long_next_funding_timestamp) },
		{ head: heads.short_settlement, value: (record) => instantOf(record.short_next_funding_timestamp) },
	],
	history: Array.from({ length: DAYS }, (_, day) => ({
		head: heads.daily(day + 1),
		value: ({ opportunity_id: id }, { daily }) => daily.get(id)?.[day] ?? null,
	})),
	verdict: [
		{ head: heads.verdict, value: ({ net }) => net.verdict },
		{
			head: heads.reasons,
			value: ({ net }, { saidAll }) => saidAll(net.reasons, net.reason_sentences).join(' '),
		},
	],
	scores: [
		{ head: heads.liquidity, value: (record) => record.liquidity_score },
		{ head: heads.risk, value: (record) => record.risk_score },
	],
	age: [{ head: heads.age, value: (record) => record.age_ms }],
};

/**
 * Returns the text of the file: a line of heads, then one line for each record. Unknown figures are empty.
 * @param columns shown columns
 */
export function csvFile(
	records: readonly Opportunity[],
	columns: readonly ColumnId[],
	parts: CsvParts,
): string {
	const fields = [
		...IDS,
		...columns.flatMap((id) => FIELDS[id]),
		...TERMS,
		{ head: heads.as_of, value: () => parts.asOf },
	];
	return csvText([
		fields.map(({ head }) => head),
		...records.map((record) => fields.map(({ value }) => value(record, parts))),
	]);
}

function instantOf(seconds: number | null): string | null {
	return seconds === null ? null : new Date(seconds * 1_000).toISOString();
}
