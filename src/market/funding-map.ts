/**
 * Implements the funding map. It collects the contracts and their sort values at most once a second, whatever the
 * number of callers. Each call then filters and sorts the coins, and computes only the rows of its page exactly.
 */
import { paginationOf } from '../domain/pagination.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, MonthMeans } from '../ports/funding-history.ts';
import type { FundingColumn, FundingMap, FundingMapPage, FundingMapQuery } from '../ports/funding-map.ts';
import type { Market } from '../ports/market.ts';
import { createCoinHistories } from './coin-history.ts';
import {
	type CoinContracts,
	contractsByCoin,
	type FigureSources,
	fundingRow,
	type SortValues,
	sortValues,
} from './funding-rows.ts';

/** Age at which the contracts are collected again, ms. */
const SNAPSHOT_MS_MAX = 1_000;

/** Dependencies of the funding map. */
export type FundingMapOptions = {
	readonly market: Pick<Market, 'venues' | 'status' | 'inputs'>;
	readonly history: Pick<FundingHistory, 'settled' | 'failure' | 'ensure'> & MonthMeans;
	readonly clock: Clock;
	/** Figures older than this, ms, are stale. */
	readonly tickerStaleMs: number;
};

/** The contracts of all exchanges at one instant. */
type Snapshot = {
	readonly columns: readonly FundingColumn[];
	readonly coins: readonly CoinContracts[];
	/** Sort values over all exchanges. */
	readonly values: ReadonlyMap<CoinContracts, SortValues>;
	readonly asOf: number;
	/** Value of `Clock.monotonic` when the snapshot was taken. */
	readonly takenAt: number;
};

/** Creates the funding map over the market and its settled funding. */
export function createFundingMap(options: FundingMapOptions): FundingMap {
	const { clock, tickerStaleMs } = options;
	let snapshot: Snapshot | undefined;
	return {
		list(query) {
			if (snapshot === undefined || clock.monotonic() - snapshot.takenAt >= SNAPSHOT_MS_MAX)
				snapshot = takeSnapshot(options);
			return pageOf(snapshot, query, { tickerStaleMs, monthMeanOf: options.history.monthMean });
		},
		history: createCoinHistories(options),
	};
}

function takeSnapshot({ market, clock }: FundingMapOptions): Snapshot {
	const columns = market.venues.map((venue): FundingColumn => {
		const { isTraded, state, reason, instrumentCount } = market.status(venue);
		return { venue, isDataOnly: !isTraded, state, reason, contracts: instrumentCount };
	});
	const coins = contractsByCoin(market.inputs());
	return {
		columns,
		coins,
		values: new Map(coins.map((coin) => [coin, sortValues(coin, columns)])),
		asOf: clock.now(),
		takenAt: clock.monotonic(),
	};
}

function pageOf(
	snapshot: Snapshot,
	query: FundingMapQuery,
	sources: Omit<FigureSources, 'now'>,
): FundingMapPage {
	const { venues, page, limit } = query;
	const columns =
		venues === undefined ? snapshot.columns : snapshot.columns.filter(({ venue }) => venues.includes(venue));
	const found = snapshot.coins
		.filter((coin) => fits(coin, columns, query))
		.map((coin) => ({
			coin,
			values: (venues === undefined ? snapshot.values.get(coin) : undefined) ?? sortValues(coin, columns),
		}));
	const all = { ...sources, now: snapshot.asOf };
	return {
		columns,
		rows: sorted(found, query)
			.slice((page - 1) * limit, page * limit)
			.map(({ coin }) => fundingRow(coin, columns, all)),
		pagination: paginationOf(found.length, query),
		asOf: snapshot.asOf,
	};
}

function fits(
	{ coin, byVenue }: CoinContracts,
	columns: readonly FundingColumn[],
	{ q, coins }: FundingMapQuery,
): boolean {
	if (coins !== undefined && !coins.some((wanted) => wanted.toUpperCase() === coin.toUpperCase()))
		return false;
	const contracts = columns.flatMap(({ venue }) => byVenue.get(venue) ?? []);
	if (contracts.length === 0) return false;
	const part = q?.toUpperCase();
	return (
		part === undefined ||
		coin.toUpperCase().includes(part) ||
		contracts.some(({ instrument }) => instrument.symbol.toUpperCase().includes(part))
	);
}

type Found = { readonly coin: CoinContracts; readonly values: SortValues };

/** Sorts coins. Unknown values come last in both orders, and coins with equal values are sorted by name. */
function sorted(
	found: readonly Found[],
	{ sortby, order }: Pick<FundingMapQuery, 'sortby' | 'order'>,
): readonly Found[] {
	const isBestFirst = order === 'best_first';
	const byCoin = ({ coin: { coin: a } }: Found, { coin: { coin: b } }: Found) => (a < b ? -1 : a > b ? 1 : 0);
	if (sortby === 'symbol') return found.toSorted((a, b) => (isBestFirst ? byCoin(a, b) : byCoin(b, a)));
	return found.toSorted((a, b) => {
		const [left, right] = [a.values[sortby], b.values[sortby]];
		if (left === right) return byCoin(a, b);
		if (left === null || right === null) return left === null ? 1 : -1;
		return left > right === isBestFirst ? -1 : 1;
	});
}
