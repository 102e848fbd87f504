/** Collects the whole map and writes it as CSV: one row per coin, with the cells of each exchange side by side. */
import type { MethodParams } from '../../../client/methods.ts';
import { type CsvCell, csvText } from '../figures/csv.ts';
import { venueName } from '../figures/venues.ts';
import { allPages } from '../live/all-pages.ts';
import type { Service } from '../live/service.svelte.ts';
import type { MapCell, MapExchange, MapRow } from './live-map.svelte.ts';
import type { SortKey, SortOrder } from './map-query.ts';
import { text } from './text.ts';

const MS_PER_S = 1_000;

type MapParams = MethodParams<'funding_map'>;

/**
 * Reads all pages and returns the map as CSV. @param onProgress called with the number of coins read, and of all coins
 * @throws RpcError, TransportError
 */
export async function collectCsv(
	call: Service['call'],
	params: MapParams,
	onProgress: (done: number, all: number) => void,
): Promise<string> {
	const rows: MapRow[] = [];
	let exchanges: readonly MapExchange[] = [];
	// Sorted by coin, because rows would move between pages if the sort key were a rate.
	const sorted = { ...params, sortby: 'symbol', order: 'best_first' } as const;
	for await (const found of allPages((at) => call('funding_map', { ...sorted, ...at }))) {
		rows.push(...found.data);
		({ exchanges } = found);
		onProgress(rows.length, found.pagination.total_count);
	}
	return mapCsv(exchanges, sortedRows(rows, params.sortby, params.order));
}

/** Sorts rows as the service does: unknown values last, rows with equal values by coin. */
export function sortedRows(
	rows: readonly MapRow[],
	sortby: SortKey = 'spread',
	order: SortOrder = 'best_first',
): readonly MapRow[] {
	const sign = order === 'best_first' ? 1 : -1;
	const byCoin = (a: MapRow, b: MapRow) => (a.base < b.base ? -1 : a.base > b.base ? 1 : 0);
	const sortValue = ({ spread, volume_24h }: MapRow) =>
		sortby === 'spread' ? (spread?.spread_8h ?? null) : volume_24h;
	return rows.toSorted((a, b) => {
		if (sortby === 'symbol') return sign * byCoin(a, b);
		const [left, right] = [sortValue(a), sortValue(b)];
		if (left === right) return byCoin(a, b);
		if (left === null || right === null) return left === null ? 1 : -1;
		return sign * (right - left);
	});
}

/** Writes the rows as CSV. Rates are fractions with every digit. */
export function mapCsv(exchanges: readonly MapExchange[], rows: readonly MapRow[]): string {
	const { csv } = text;
	const head = [csv.coin, csv.volume, csv.spread8h, csv.spreadApr, csv.long, csv.short];
	return csvText([
		[...head, ...exchanges.flatMap(({ exchange }) => csv.cell(venueName(exchange)))],
		...rows.map((row): readonly CsvCell[] => [
			row.base,
			row.volume_24h,
			row.spread?.spread_8h ?? null,
			row.spread?.spread_apr ?? null,
			row.spread?.long_exchange ?? null,
			row.spread?.short_exchange ?? null,
			...exchanges.flatMap(({ exchange }) => cellsOf(row.cells.find((cell) => cell.exchange === exchange))),
		]),
	]);
}

function cellsOf(cell: MapCell | undefined): readonly CsvCell[] {
	if (cell === undefined) return text.csv.cell('').map(() => null);
	const next = cell.next_funding_timestamp;
	return [
		cell.symbol,
		cell.rate,
		cell.interval_hours,
		cell.rate_8h,
		cell.apr,
		next === null ? null : new Date(next * MS_PER_S).toISOString(),
		cell.volume_24h,
		cell.state,
	];
}
