/**
 * Implements the funding map. It computes all rows at most once a second, whatever the number of callers. Each call
 * then only filters, sorts and cuts out a page.
 */
import type { Decimal } from '../domain/decimal.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type {
	FundingCell,
	FundingColumn,
	FundingMap,
	FundingMapPage,
	FundingMapQuery,
	FundingRow,
} from '../ports/funding-map.ts';
import type { Market } from '../ports/market.ts';
import { isTradedAt } from '../venues/facts.ts';
import { createCoinHistories } from './coin-history.ts';
import { fundingRows, rowOf } from './funding-rows.ts';

/** Age at which the rows are computed again, ms. */
const ROWS_MS_MAX = 1_000;

/** Dependencies of the funding map. */
export type FundingMapOptions = {
	readonly market: Pick<Market, 'venues' | 'status' | 'inputs'>;
	readonly history: Pick<FundingHistory, 'settled' | 'failure' | 'ensure'>;
	readonly clock: Clock;
	/** Figures older than this, ms, are stale. */
	readonly tickerStaleMs: number;
};

type Computed = {
	readonly columns: readonly FundingColumn[];
	readonly rows: readonly FundingRow[];
	readonly asOf: number;
	/** Value of `Clock.monotonic` when the rows were computed. */
	readonly computedAt: number;
};

/** Creates the funding map over the market and its settled funding. */
export function createFundingMap(options: FundingMapOptions): FundingMap {
	const { clock } = options;
	let computed: Computed | undefined;
	return {
		list(query) {
			if (computed === undefined || clock.monotonic() - computed.computedAt >= ROWS_MS_MAX)
				computed = compute(options);
			return pageOf(computed, query);
		},
		history: createCoinHistories(options),
	};
}

function compute({ market, clock, tickerStaleMs }: FundingMapOptions): Computed {
	const asOf = clock.now();
	const columns = market.venues.map((venue): FundingColumn => {
		const { state, reason, instrumentCount } = market.status(venue);
		return { venue, isDataOnly: !isTradedAt(venue), state, reason, contracts: instrumentCount };
	});
	const rows = fundingRows(market.inputs(), columns, { now: asOf, tickerStaleMs });
	return { columns, rows, asOf, computedAt: clock.monotonic() };
}

function pageOf(computed: Computed, query: FundingMapQuery): FundingMapPage {
	const { venues, page, limit } = query;
	const isShown = (venue: string) => venues === undefined || venues.includes(venue);
	const found = computed.rows.flatMap((row) => {
		if (!fits(row, query)) return [];
		if (venues === undefined) return [row];
		const cells = row.cells.filter(({ venue }) => isShown(venue));
		return cells.length === 0 ? [] : [rowOf(row.coin, cells)];
	});
	return {
		columns: computed.columns.filter(({ venue }) => isShown(venue)),
		rows: sortedRows(found, query).slice((page - 1) * limit, page * limit),
		pagination: paginationOf(found.length, query),
		asOf: computed.asOf,
	};
}

function fits({ coin, cells }: FundingRow, { q, coins, venues }: FundingMapQuery): boolean {
	if (coins !== undefined && !coins.some((wanted) => wanted.toUpperCase() === coin.toUpperCase()))
		return false;
	if (q === undefined) return true;
	const part = q.toUpperCase();
	const isPartOf = ({ symbol }: { readonly symbol: string }) => symbol.toUpperCase().includes(part);
	return (
		coin.toUpperCase().includes(part) ||
		cells.some(
			(cell: FundingCell) =>
				(venues === undefined || venues.includes(cell.venue)) &&
				(isPartOf(cell) || cell.others.some(isPartOf)),
		)
	);
}

/** Sorts rows. Unknown values come last in both orders, and rows with equal values are sorted by coin. */
function sortedRows(
	rows: readonly FundingRow[],
	{ sortby, order }: Pick<FundingMapQuery, 'sortby' | 'order'>,
): readonly FundingRow[] {
	const isBestFirst = order === 'best_first';
	const byCoin = (a: FundingRow, b: FundingRow) => (a.coin < b.coin ? -1 : a.coin > b.coin ? 1 : 0);
	if (sortby === 'symbol') return rows.toSorted((a, b) => (isBestFirst ? byCoin(a, b) : byCoin(b, a)));
	const sortValue = ({ spread, volume24h }: FundingRow): Decimal | null =>
		sortby === 'spread' ? (spread?.rate8h ?? null) : volume24h;
	return rows.toSorted((a, b) => {
		const [left, right] = [sortValue(a), sortValue(b)];
		if (left === right) return byCoin(a, b);
		if (left === null || right === null) return left === null ? 1 : -1;
		return left > right === isBestFirst ? -1 : 1;
	});
}
