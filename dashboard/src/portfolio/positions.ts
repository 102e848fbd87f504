/** Sorts, filters and exports the open positions. Pure functions on the service's figures. */
import { type CsvCell, csvText } from '../figures/csv.ts';
import { venueName } from '../figures/venues.ts';
import { inOrderOfNeed, mattersOfExecution } from './attention.ts';
import { coinOf, type Entry } from './entry.ts';
import { STATUS_WORDS } from './position-text.ts';

/** A column of the table. Each is also a sort key and a column of the CSV file. */
export type PositionKey = (typeof POSITION_COLUMNS)[number]['key'];

type Column = {
	readonly key: string;
	/** Width in the table, as a grid track. */
	readonly width: string;
	/** True if the visitor can hide the column. */
	readonly isOptional: boolean;
	/** True if only a wide screen shows the column. */
	readonly isExtra: boolean;
	/** True for text, which begins at the left. */
	readonly isText: boolean;
};

const column = <K extends string>(
	key: K,
	width: string,
	{ isOptional = true, isExtra = false, isText = false } = {},
): Column & { readonly key: K } => ({ key, width, isOptional, isExtra, isText });

/** All columns in the order of the table. */
export const POSITION_COLUMNS = [
	column('coin', 'minmax(5.5rem, 1fr)', { isOptional: false, isText: true }),
	column('exchanges', 'minmax(10.5rem, 1.6fr)', { isText: true }),
	column('status', '7.6rem', { isText: true }),
	column('size', 'minmax(4.6rem, 1fr)', { isExtra: true }),
	column('invested', 'minmax(4.8rem, 1fr)'),
	column('net', 'minmax(4.6rem, 1fr)', { isOptional: false }),
	column('return', 'minmax(4rem, 0.8fr)'),
	column('price', 'minmax(4.2rem, 0.9fr)', { isExtra: true }),
	column('funding', 'minmax(5.3rem, 0.9fr)'),
	column('received', 'minmax(4.2rem, 0.9fr)', { isExtra: true }),
	column('fees', 'minmax(4rem, 0.8fr)', { isExtra: true }),
	column('slippage', 'minmax(5.6rem, 0.8fr)', { isExtra: true }),
	column('settlement', '4.6rem'),
	column('basis', 'minmax(4.2rem, 0.9fr)', { isExtra: true }),
	column('delta', 'minmax(4.2rem, 0.9fr)', { isExtra: true }),
	column('liquidation', '4.4rem'),
	column('age', '3.6rem', { isExtra: true }),
] as const;

/** Columns hidden until the visitor chooses. */
export const HIDDEN_AT_FIRST: readonly PositionKey[] = ['size', 'received', 'return'];

export type PositionSort = { readonly key: PositionKey; readonly isDescending: boolean };

/** Filters of the table; an empty string lets everything through. */
export type PositionFilter = {
	/** Part of the coin's name, in upper or lower case. */
	readonly coin: string;
	/** Exchange of either leg. */
	readonly exchange: string;
	readonly status: string;
};

/** Returns a position's value in a column; null if it is unknown. Amounts are USD, times Unix seconds. */
export function positionValue(entry: Entry, key: PositionKey): number | string | null {
	const { execution, pnl, risk, funding } = entry;
	switch (key) {
		case 'coin':
			return coinOf(entry);
		case 'exchanges':
			return `${venueName(execution.long_exchange)} / ${venueName(execution.short_exchange)}`;
		case 'status':
			return STATUS_WORDS[execution.status].word;
		case 'size':
			return Math.max(execution.long_size, execution.short_size);
		case 'invested':
			return execution.filled_amount;
		case 'net':
			return pnl.total_pnl;
		case 'return':
			return pnl.total_pnl_pct;
		case 'price':
			return pnl.price_pnl;
		case 'funding':
			return pnl.funding_pnl;
		case 'received':
			return funding.total_received;
		case 'fees':
			return -pnl.fee_cost;
		case 'slippage':
			return -pnl.slippage_cost;
		case 'settlement':
			return nextSettlement(entry);
		case 'basis':
			return priceBasis(entry);
		case 'delta':
			return risk.net_delta;
		case 'liquidation':
			return risk.liquidation_distance_pct;
		case 'age':
			return Date.parse(execution.created_at) / 1_000;
	}
}

/**
 * Returns the matching positions: those that need attention first, then in the requested order. Without a sort, the
 * newest come first. Unknown values come last in both directions.
 */
export function sortedPositions(
	entries: readonly Entry[],
	filter: PositionFilter,
	sort: PositionSort | undefined,
): readonly Entry[] {
	const wanted = inOrderOfNeed(entries.filter((entry) => isWanted(entry, filter)));
	if (sort === undefined) return wanted;
	// The age grows while the time of the opening stays.
	const isDown = sort.key === 'age' ? !sort.isDescending : sort.isDescending;
	return wanted.toSorted((a, b) => {
		const need = Number(needsAttention(b)) - Number(needsAttention(a));
		return need || compared(positionValue(a, sort.key), positionValue(b, sort.key), isDown ? -1 : 1);
	});
}

/** Returns true if the position appears under "Needs your attention". */
export function needsAttention(entry: Entry): boolean {
	return mattersOfExecution(entry).length > 0;
}

/**
 * Keeps the order of the rows on the page while the visitor reads them. New rows come last; rows that are gone are
 * left out.
 */
export function heldPositions(shownIds: readonly string[], wanted: readonly Entry[]): readonly Entry[] {
	const places = new Map(shownIds.map((id, at) => [id, at]));
	const placeOf = ({ execution }: Entry): number => places.get(execution.id) ?? shownIds.length;
	return wanted.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Writes the positions as CSV (RFC 4180) with unrounded figures. @param names heading of each column */
export function positionsCsv(
	entries: readonly Entry[],
	names: Readonly<Record<PositionKey, string>>,
): string {
	const keys = POSITION_COLUMNS.map(({ key }) => key);
	const rows = entries.map((entry) => [...keys.map((key) => csvValue(entry, key)), entry.execution.id]);
	return csvText([[...keys.map((key) => names[key]), 'id'], ...rows]);
}

function csvValue(entry: Entry, key: PositionKey): CsvCell {
	const value = positionValue(entry, key);
	// A spreadsheet reads a time, not seconds.
	const isTime = value !== null && (key === 'age' || key === 'settlement');
	return isTime ? new Date(Number(value) * 1_000).toISOString() : value;
}

/** Returns the earlier of both legs' next settlements, Unix seconds; null if none is known. */
function nextSettlement({ long_position: long, short_position: short }: Entry): number | null {
	const known = [long.next_funding_timestamp, short.next_funding_timestamp].filter((at) => at !== null);
	return known.length === 0 ? null : Math.min(...known);
}

/** Returns how far the short leg's mark price is above the long leg's, as a fraction; null without both marks. */
function priceBasis({ long_position: long, short_position: short }: Entry): number | null {
	return long.mark_price === null || short.mark_price === null
		? null
		: short.mark_price / long.mark_price - 1;
}

function isWanted(entry: Entry, { coin, exchange, status }: PositionFilter): boolean {
	const { execution } = entry;
	return (
		coinOf(entry).includes(coin.trim().toUpperCase()) &&
		(exchange === '' || execution.long_exchange === exchange || execution.short_exchange === exchange) &&
		(status === '' || execution.status === status)
	);
}

function compared(a: number | string | null, b: number | string | null, sign: number): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return a === b ? 0 : sign * (a < b ? -1 : 1);
}
