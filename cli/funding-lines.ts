/** Formats the funding map and a coin's funding history as human-readable text. */
import type { FundingHistoryResult, FundingMapResult } from '../client/methods.ts';
import { type Column, columnsTable } from './columns-table.ts';
import { UsageError, type Values } from './command.ts';
import { fixed, gain, percent, time, timeOfSeconds, UNKNOWN, unknownNotes } from './figures.ts';
import { textOf } from './given.ts';
import type { TextStyle } from './opportunity-lines.ts';
import type { Toned } from './paint.ts';
import { RATE_UNITS } from './trade-flags.ts';

/** Unit in which rates are printed. */
export type RateUnit = (typeof RATE_UNITS)[number];

type Row = FundingMapResult['data'][number];
type Cell = Row['cells'][number];
type Series = FundingHistoryResult['series'][number];

/** Heading and decimals of a rate in percent. A year is 1,095 times 8 hours, so it needs fewer decimals. */
const UNITS = {
	per_8h: { head: '% / 8 h', places: 4 },
	per_year: { head: '% / YEAR', places: 2 },
} as const;
const MARKS = { fresh: '', stale: ' ~', down: ' !' } as const;

/** Reads the flag `--unit`. @throws UsageError */
export function rateUnitOf(command: string, values: Values): RateUnit {
	const given = textOf(values.unit) ?? 'per_8h';
	const unit = RATE_UNITS.find((known) => known === given);
	if (unit !== undefined) return unit;
	throw new UsageError(
		command,
		`--unit must be one of ${RATE_UNITS.join(', ')}; was ${JSON.stringify(given)}.`,
	);
}

/** Formats one row per coin and one column per exchange. */
export function fundingMapLines(map: FundingMapResult, unit: RateUnit, style: TextStyle): string[] {
	const { data, exchanges, pagination, as_of } = map;
	const { current_page: page, total_pages: pages, total_count: count, has_next: hasNext } = pagination;
	if (data.length === 0) return [`No coins on page ${page}. Matches: ${count}; pages: ${pages}.`];
	const { head, places } = UNITS[unit];
	const columns: readonly Column<Row>[] = [
		{ head: 'COIN', align: 'left', cell: (row) => row.base },
		...exchanges.map(
			({ exchange }): Column<Row> => ({
				head: exchange.toUpperCase(),
				cell: (row) => cellText(row, exchange, unit),
			}),
		),
		{
			head: `SPREAD ${head}`,
			cell: ({ spread }) => percent(unit === 'per_8h' ? spread?.spread_8h : spread?.spread_apr, places),
		},
		{ head: 'LONG', align: 'left', cell: ({ spread }) => spread?.long_exchange ?? UNKNOWN },
		{ head: 'SHORT', align: 'left', cell: ({ spread }) => spread?.short_exchange ?? UNKNOWN },
		{ head: 'VOLUME 24 h USD', cell: (row) => fixed(row.volume_24h, 0), spare: 1 },
	];
	return [
		...columnsTable(columns, data, style),
		'',
		`Rates are in ${head.toLowerCase()}; longs pay shorts if they are above 0. SPREAD is before costs. ~ stale, ! exchange down.`,
		...exchanges.flatMap(({ reason }) => reason ?? []),
		`Page ${page} of ${pages}, ${count} coins, as of ${time(as_of)}.${hasNext ? ` More: --page ${page + 1}.` : ''}`,
		...unknownNotes(data.map((record) => ({ name: record.base, record }))),
	];
}

/** Formats an exchange's rate; empty if the exchange does not list the coin. */
function cellText(row: Row, exchange: string, unit: RateUnit): Toned {
	const cell = row.cells.find((candidate) => candidate.exchange === exchange);
	if (cell === undefined) return '';
	const rate = rateOf(cell, unit);
	return gain(rate, `${percent(rate, UNITS[unit].places)}${MARKS[cell.state]}`);
}

function rateOf({ rate_8h: per8h, apr }: Pick<Cell, 'rate_8h' | 'apr'>, unit: RateUnit): number | null {
	return unit === 'per_8h' ? per8h : apr;
}

/** Formats one row per contract with the mean of its settled rates. */
export function fundingHistoryLines(
	history: FundingHistoryResult,
	unit: RateUnit,
	style: TextStyle,
): string[] {
	const { base, days, series, left_out: leftOut, as_of } = history;
	const { head, places } = UNITS[unit];
	const meanOf = ({ mean_8h: rate_8h, mean_apr: apr }: Series) => rateOf({ rate_8h, apr }, unit);
	return [
		...columnsTable<Series>(
			[
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'SYMBOL', align: 'left', cell: (row) => row.symbol },
				{ head: `MEAN ${head}`, cell: (row) => gain(meanOf(row), percent(meanOf(row), places)) },
				{ head: 'KNOWN %', cell: (row) => percent(row.covered, 0) },
				{ head: 'SETTLEMENTS', cell: (row) => String(row.settlements) },
				{ head: 'FIRST', align: 'left', cell: (row) => timeOfSeconds(row.from), spare: 2 },
				{ head: 'LAST', align: 'left', cell: (row) => timeOfSeconds(row.to), spare: 1 },
			],
			series,
			style,
		),
		'',
		`Settled funding of ${base} over ${days} days, as of ${time(as_of)}. KNOWN is the share of that time with known rates.`,
		...(leftOut === 0 ? [] : [`${leftOut} contracts with small volumes are left out.`]),
		...series.flatMap(({ exchange, symbol, failure }) =>
			failure === null ? [] : [`${exchange} ${symbol}: ${failure}`],
		),
	];
}
