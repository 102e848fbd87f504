/**
 * Defines the part of ccxt's unified API that we use, and reads its figures exactly.
 *
 * The instance for prices and rates keeps numbers as text (`number: String`, ccxt's manual, "Methods to work with
 * numbers", read 2026-11). Text from the exchange arrives unchanged. A JSON number arrives as the double's shortest
 * text, which has the same first fifteen digits. Two kinds of figures lose digits. ccxt calculates some figures at 18
 * places (it divides Kraken's rate by its mark), and figures with more than 18 places are rounded. Order books are
 * ccxt's doubles, because ccxt sorts and merges them as numbers; we read their shortest text.
 */
import { DECIMAL_PLACES, type Decimal } from '../../domain/decimal.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import { at, decimalOf } from '../shared/fields.ts';

/** Methods in the unified API. `has` shows which of them an exchange's class claims. */
export type UnifiedMethod =
	| 'fetchTickers'
	| 'fetchMarkPrices'
	| 'fetchFundingRates'
	| 'fetchFundingRate'
	| 'fetchFundingIntervals'
	| 'fetchFundingInterval'
	| 'fetchFundingRateHistory'
	| 'fetchOpenInterests'
	| 'fetchOrderBook'
	| 'fetchTime'
	| 'fetchStatus'
	| 'watchOrderBook'
	| 'watchOrderBookForSymbols';

/** The members of a ccxt exchange that market data needs. */
export type UnifiedExchange = Omit<CcxtExchange, 'watchOrderBookForSymbols'> & {
	readonly has: Readonly<Record<string, boolean | 'emulated' | undefined>>;
	/**
	 * Kind of ccxt's precisions for the exchange: 2 for decimal places, 3 for significant digits, 4 for tick sizes.
	 */
	readonly precisionMode: number;
	/** Milliseconds between two requests with cost 1, from ccxt's table for the exchange. */
	readonly rateLimit: number;
	readonly markets?: Readonly<Record<string, unknown>> | undefined;
	readonly last_response_headers?: Readonly<Record<string, string>> | undefined;
	fetchMarkets: (params?: object) => Promise<unknown[]>;
	watchOrderBookForSymbols: CcxtExchange['watchOrderBookForSymbols'];
	watchOrderBook?: (symbol: string) => Promise<unknown>;
};

/** True if the market is a perpetual that settles in its quote currency. Inverse contracts count USD, not coins. */
export function isLinearPerpetual(market: unknown): boolean {
	return at(market, 'swap') === true && at(market, 'linear') === true && at(market, 'option') !== true;
}

const NUMBER_TEXT = /^-?\d{1,40}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,3})?$/;

/** Reads a figure from one of ccxt's unified structures, rounded to 18 places; undefined if it is not a number. */
export function figure(body: unknown, ...path: readonly string[]): Decimal | undefined {
	const value = at(body, ...path);
	const exact = decimalOf(value);
	if (exact !== undefined || typeof value !== 'string' || !NUMBER_TEXT.test(value)) return exact;
	return decimalOf(Number(value).toFixed(DECIMAL_PLACES));
}

/** Reads the figure at a path; undefined if it is absent, unreadable, zero or negative. */
export function positiveFigure(body: unknown, ...path: readonly string[]): Decimal | undefined {
	const value = figure(body, ...path);
	return value !== undefined && value > 0n ? value : undefined;
}
