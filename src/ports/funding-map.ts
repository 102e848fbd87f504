/**
 * Defines the funding map: every coin's current funding at every exchange, converted to the same interval, and a
 * coin's settled funding at all exchanges. `src/market/` implements it. Rates are fractions of notional; a positive
 * rate is paid by long positions to short positions.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { FieldReason } from '../domain/opportunity.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { Words } from '../sentences/sentence.ts';

/** Values by which the map is sorted. */
export const FUNDING_SORT_KEYS = ['spread', 'volume', 'symbol'] as const;
/** One of `FUNDING_SORT_KEYS`. */
export type FundingSortKey = (typeof FUNDING_SORT_KEYS)[number];

/** `best_first` is the largest spread or volume first, and A first for `symbol`. */
export const FUNDING_ORDERS = ['best_first', 'worst_first'] as const;
/** One of `FUNDING_ORDERS`. */
export type FundingOrder = (typeof FUNDING_ORDERS)[number];

/** Ranges of a coin's history, days. */
export const FUNDING_HISTORY_DAYS = [7, 30, 90, 365] as const;
/** One of `FUNDING_HISTORY_DAYS`. */
export type FundingHistoryDays = (typeof FUNDING_HISTORY_DAYS)[number];

/** State of one figure. `down`: the exchange does not answer, and the figure is the last known one. */
export type FigureState = 'fresh' | 'stale' | 'down';

/** Current funding of one contract. Figures that the exchange does not report are null. */
export type ContractFunding = {
	readonly venue: VenueName;
	/** The exchange's own symbol. */
	readonly symbol: string;
	readonly quote: string;
	/** Running estimate for the next settlement, per `intervalHours`. */
	readonly rate: Decimal | null;
	readonly intervalHours: Decimal | null;
	/** `rate` converted to 8 hours. */
	readonly rate8h: Decimal | null;
	/** `rate` converted to 365 days. */
	readonly apr: Decimal | null;
	/**
	 * Sum of the rates settled in the last 30 days, times 365 / 30; null if less than 30 days are known, or rates are
	 * missing. While a settlement that has passed is not published yet, the 30 days end just before it.
	 */
	readonly monthMeanApr: Decimal | null;
	/** Why `monthMeanApr` is null; null if it is not. */
	readonly monthReason: FieldReason | null;
	/** Next settlement, Unix milliseconds. */
	readonly nextSettlementAt: number | null;
	/** Volume over 24 hours, USD. */
	readonly volume24h: Decimal | null;
	/** False while the exchange reports that the contract does not trade. */
	readonly tradable: boolean;
	readonly state: FigureState;
	/** Age of the figures, milliseconds; null before the first ones. */
	readonly ageMs: number | null;
	/** Sentences about figures that the exchange sent and the service cannot use. */
	readonly problems: readonly Words[];
};

/**
 * A coin at one exchange: its main contract, and its other contracts there. The main contract is a tradable one with
 * a known rate, and among these the one with the largest volume.
 */
export type FundingCell = ContractFunding & { readonly others: readonly ContractFunding[] };

/** The largest difference between a coin's funding at two exchanges. */
export type WidestSpread = {
	/** Exchange with the lowest rate, where a long position pays least. */
	readonly longVenue: VenueName;
	/** Exchange with the highest rate, where a short position receives most. */
	readonly shortVenue: VenueName;
	/** Difference per 8 hours. */
	readonly rate8h: Decimal;
	/** Difference per 365 days. */
	readonly apr: Decimal;
};

/** A coin at all exchanges that list it. */
export type FundingRow = {
	readonly coin: string;
	/** One cell per exchange, in the order of the exchanges. */
	readonly cells: readonly FundingCell[];
	/** Sum of the known volumes of all contracts over 24 hours, USD; null if none is known. */
	readonly volume24h: Decimal | null;
	/**
	 * Widest spread between the main contracts. A contract counts if it is tradable, its rate is known and its
	 * exchange answers. Null with fewer than two such contracts.
	 */
	readonly spread: WidestSpread | null;
	/** Why figures of the row and of its main contracts are null. */
	readonly reasons: readonly FieldReason[];
};

/** One exchange on the map. */
export type FundingColumn = {
	readonly venue: VenueName;
	/** True if the service reads the exchange's data but does not trade there. */
	readonly isDataOnly: boolean;
	readonly state: FigureState;
	/** Why the state is not `fresh`, as a sentence; null if it is. */
	readonly reason: Words | null;
	readonly contracts: number;
};

/** One page of the map. */
export type FundingMapPage = {
	/** Exchanges in the order of the setting `venues`. */
	readonly columns: readonly FundingColumn[];
	readonly rows: readonly FundingRow[];
	readonly pagination: Pagination;
	/** Time of the figures, Unix milliseconds. */
	readonly asOf: number;
};

/** Filters, sort order and page of the map. */
export type FundingMapQuery = {
	/** Part of the coin or of an exchange's symbol, in any case; undefined for all coins. */
	readonly q: string | undefined;
	/** Coins to show, in any case; undefined for all. */
	readonly coins: readonly string[] | undefined;
	/** Exchanges to show and to compare; undefined for all. */
	readonly venues: readonly VenueName[] | undefined;
	readonly sortby: FundingSortKey;
	readonly order: FundingOrder;
	readonly page: number;
	readonly limit: number;
};

/** A settled rate, or the mean of a day, converted to 8 hours. */
export type FundingPoint = {
	/** The settlement, or the start of the UTC day, Unix milliseconds. */
	readonly at: number;
	readonly rate8h: Decimal;
};

/** Settled funding of one contract over a range. */
export type FundingSeries = {
	readonly venue: VenueName;
	readonly symbol: string;
	readonly quote: string;
	/** Mean rate over the covered time, converted to 8 hours; null if nothing is covered. */
	readonly mean8h: Decimal | null;
	/** The same mean, converted to 365 days. */
	readonly meanApr: Decimal | null;
	/** Share of the range for which settled rates are known, from 0 to 1. */
	readonly covered: Decimal;
	/** First and last settlement in the range, Unix milliseconds; null if there is none. */
	readonly from: number | null;
	readonly to: number | null;
	readonly settlements: number;
	/** Oldest first. */
	readonly points: readonly FundingPoint[];
	/** Why the service cannot read more of the history; null if the last read succeeded. */
	readonly failure: Words | null;
};

/** A coin's settled funding at all exchanges. */
export type CoinFundingHistory = {
	readonly coin: string;
	readonly days: FundingHistoryDays;
	/** `settlement`: one point per settlement. `day`: one point per UTC day with at least 12 known hours. */
	readonly step: 'settlement' | 'day';
	/** In the order of the exchanges, the largest volume first at each. */
	readonly series: readonly FundingSeries[];
	/** Contracts with the smallest volumes that exceed the limit on series. */
	readonly leftOut: number;
	/** Unix milliseconds. */
	readonly asOf: number;
};

/** Reads the funding map and the history of its coins. */
export interface FundingMap {
	/** Returns one page. The figures are at most one second old. */
	list(query: FundingMapQuery): FundingMapPage;
	/**
	 * Returns a coin's settled funding. The answer is at most half a minute old. If the last month of a contract is not
	 * stored yet, it is read first, for at most five seconds. @param coin a listed coin, in upper
	 * case
	 * @throws Error if the store cannot be read
	 */
	history(coin: string, days: FundingHistoryDays): Promise<CoinFundingHistory>;
}
