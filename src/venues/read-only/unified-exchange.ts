/**
 * What is used of ccxt's unified API, and how its figures are read exactly.
 *
 * The instance that reads prices and rates is told to keep numbers as text (`number: String`, ccxt's manual, "Methods to work
 * with numbers", read 2026-11): what the exchange wrote as text arrives digit by digit, what it wrote as a JSON number as that
 * double's shortest text, which has the same digits up to the fifteenth. Two things lose digits: a figure that ccxt calculates
 * (Kraken's rate is divided by its mark, at 18 places) and one with more than 18 places, which is rounded there. Order books
 * are ccxt's doubles, because it sorts and merges them as numbers; they are read by their shortest text.
 */
import { DECIMAL_PLACES, type Decimal } from '../../domain/decimal.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import { at, decimalOf } from '../shared/fields.ts';

/** Members of the unified API by name; what an exchange's class claims to have is in `has`. */
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

/** Members of a ccxt exchange that market data uses. */
export type UnifiedExchange = Omit<CcxtExchange, 'watchOrderBookForSymbols'> & {
	readonly has: Readonly<Record<string, boolean | 'emulated' | undefined>>;
	/** ccxt's constants: 2 decimal places, 3 significant digits, 4 tick size. */
	readonly precisionMode: number;
	/** Milliseconds between two requests of cost 1, by ccxt's table of the exchange. */
	readonly rateLimit: number;
	readonly markets?: Readonly<Record<string, unknown>> | undefined;
	readonly last_response_headers?: Readonly<Record<string, string>> | undefined;
	fetchMarkets: (params?: object) => Promise<unknown[]>;
	watchOrderBookForSymbols: CcxtExchange['watchOrderBookForSymbols'];
	watchOrderBook?: (symbol: string) => Promise<unknown>;
};

/** A perpetual whose money is the quote currency itself. Inverse contracts count USD and not coins. */
export function isLinearPerpetual(market: unknown): boolean {
	return at(market, 'swap') === true && at(market, 'linear') === true && at(market, 'option') !== true;
}

const NUMBER_TEXT = /^-?\d{1,40}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,3})?$/;

/** A figure of a unified structure; one with more than 18 places is rounded there. */
export function figure(body: unknown, ...path: readonly string[]): Decimal | undefined {
	const value = at(body, ...path);
	const exact = decimalOf(value);
	if (exact !== undefined || typeof value !== 'string' || !NUMBER_TEXT.test(value)) return exact;
	return decimalOf(Number(value).toFixed(DECIMAL_PLACES));
}

/** Exact decimal at the path of a body; undefined when it is absent, unreadable, zero or negative. */
export function positiveFigure(body: unknown, ...path: readonly string[]): Decimal | undefined {
	const value = figure(body, ...path);
	return value !== undefined && value > 0n ? value : undefined;
}
