/** Sentences for people about exchanges that are read through ccxt only. `venue-needs.ts` has those about needs. */

/** Neither bulk read returned a row. @param tickers, rates the reasons */
export function noRows(venue: string, tickers: string, rates: string): string {
	return `${venue} returns neither all tickers nor all funding rates: ${tickers}; ${rates}.`;
}

/** @param firstFault the fault of one unreadable contract; undefined if there is none */
export function noPerpetual(venue: string, firstFault: string | undefined): string {
	return `${venue} listed no readable linear perpetual in USDT, USDC or USD${firstFault === undefined ? '' : `: ${firstFault}`}.`;
}

/** Public trades are only needed for paper accounts, which read-only exchanges do not have. */
export function tradesNotRead(venue: string): string {
	return `The service does not read trades from ${venue}.`;
}

/** @param part the missing data, as in `The settled rates` */
export function notReadable(part: string, why: string): string {
	return `${part} could not be read: ${why}`;
}

/** The exchange's class in ccxt lacks a method. */
export function noMethod(method: string): string {
	return `ccxt has no ${method} for the exchange`;
}

/** The method returned no row. */
export function noAnswer(method: string): string {
	return `${method} returned nothing`;
}

/** @param why ccxt's message */
export function methodFailed(method: string, why: string): string {
	return `${method} failed: ${why}`;
}

/** The exchange has no row for a listed contract. @param contract its symbol as JSON */
export function contractNotAnswered(venue: string, contract: string): string {
	return `${venue} returned nothing for ${contract}.`;
}

/** @param figure the price, as in `mark` */
export function figureOutOfBounds(figure: string): string {
	return `The ${figure} is not a positive number within bounds.`;
}

/** ccxt's precision is neither a tick nor a count of places. @param written the value, or `nothing` */
export function precisionNotUsable(of: 'amount' | 'price', written: string, mode: number): string {
	return `The precision of ${of} is ${written} in ccxt's mode ${mode}; it must be a tick size or a number of decimal places.`;
}

/** ccxt's status of the exchange. */
export function statusStated(status: string): string {
	return `The exchange reports its status as ${status}.`;
}

/** ccxt's answer lacks its status. */
export const NO_STATUS = 'The answer has no status.';

/** Transfers matter only where accounts are. */
export const CURRENCIES_NOT_READ = 'the service does not read it for exchanges on which it does not trade.';

/** The time request brought no time. */
export function noTime(venue: string): string {
	return `${venue} sent no usable time.`;
}

/** No time request, and no Date header. */
export function noDate(venue: string): string {
	return `${venue} sent no time, and its answer has no Date header.`;
}

/** @param error ccxt's message */
export function booksNotOpened(error: string): string {
	return `The books could not be opened. ${error}`;
}

/** @param error ccxt's message */
export function bookNotRead(error: string): string {
	return `The book could not be read. ${error}`;
}

/** The rotation has not come back to this contract in time. */
export const BOOK_TOO_OLD = 'The last book is too old.';

/** Rules that a name in the setting `venues` breaks, each continuing `venues`. @param traded the traded exchange's name */
export function tradedAs(traded: string): string {
	return `must call this exchange ${traded}, the name under which the service trades on it`;
}

/** @param near similar names, most similar first */
export function unknownExchange(near: readonly string[]): string {
	return `must list only exchanges that the installed ccxt supports${near.length === 0 ? '' : `; similar: ${near.join(', ')}`}`;
}
