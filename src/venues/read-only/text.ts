/**
 * Defines the user-facing messages about exchanges that are read through ccxt only. Messages about needs are in
 * `venue-needs.ts`.
 */
import { NOTICE_TEXT } from '../shared/text.ts';

/**
 * Says that neither bulk request returned a row. `tickers` and `rates` are the reasons why tickers and rates are
 * missing.
 */
export function noRows(venue: string, tickers: string, rates: string): string {
	return `${venue} returns neither all tickers nor all funding rates: ${tickers}; ${rates}.`;
}

/** Says that the exchange lists no usable contract. @param firstFault fault of one unreadable contract; undefined if there is none */
export function noPerpetual(venue: string, firstFault: string | undefined): string {
	return `${venue} listed no readable linear perpetual in USDT, USDC or USD${firstFault === undefined ? '' : `: ${firstFault}`}.`;
}

/** Says that public trades are not read. Only paper accounts need them, and read-only exchanges have none. */
export function tradesNotRead(venue: string): string {
	return `The service does not read trades from ${venue}.`;
}

/** Says that a part of the data could not be read. @param part the missing data, such as `The settled rates` */
export function notReadable(part: string, why: string): string {
	return `${part} could not be read: ${why}`;
}

/** Says that the exchange's ccxt class lacks a method. */
export function noMethod(method: string): string {
	return `ccxt has no ${method} for the exchange`;
}

/** Says that the method returned no row. */
export function noAnswer(method: string): string {
	return `${method} returned nothing`;
}

/** Says that a call of ccxt's method failed. @param why ccxt's message */
export function methodFailed(method: string, why: string): string {
	return `${method} failed: ${why}`;
}

/**
 * Says that ccxt's precision is neither a tick nor a number of decimal places. @param written the value, or `nothing`
 */
export function precisionNotUsable(of: 'amount' | 'price', written: string, mode: number): string {
	return `The precision of ${of} is ${written} in ccxt's mode ${mode}; it must be a tick size or a number of decimal places.`;
}

/** Suspended currencies are not read, because transfers matter only where accounts exist. */
export const CURRENCIES_NOT_READ = NOTICE_TEXT.tradedOnly();

/** Says that the time request returned no time. */
export function noTime(venue: string): string {
	return `${venue} sent no usable time.`;
}

/** Says that the exchange has no time request and sent no Date header. */
export function noDate(venue: string): string {
	return `${venue} sent no time, and its answer has no Date header.`;
}

/** Says that the source of books could not be opened. @param error ccxt's message */
export function booksNotOpened(error: string): string {
	return `The books could not be opened. ${error}`;
}

/** Says that a requested book could not be read. @param error ccxt's message */
export function bookNotRead(error: string): string {
	return `The book could not be read. ${error}`;
}

/** The rotation has not returned to this contract in time. */
export const BOOK_TOO_OLD = 'The last book is too old.';

/**
 * Says that the exchange must be listed under the name that the service uses to trade on it. The message follows the
 * name of the setting, `venues`. @param traded name under which the exchange is traded
 */
export function tradedAs(traded: string): string {
	return `must call this exchange ${traded}, the name under which the service trades on it`;
}

/**
 * Says that ccxt has no exchange with this name. The message follows the name of the setting, `venues`.
 * @param near similar names, most similar first
 */
export function unknownExchange(near: readonly string[]): string {
	return `must list only exchanges that the installed ccxt supports${near.length === 0 ? '' : `; similar: ${near.join(', ')}`}`;
}
