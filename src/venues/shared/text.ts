/**
 * Defines the user-facing messages about requests to exchanges: rate limits, unusable responses, dead-man switches,
 * simulators.
 */

import { spoken } from '../../domain/english.ts';
import { notice } from '../../sentences/notice.ts';
import { ticker } from '../../sentences/ticker.ts';
import { venueBody } from '../../sentences/venue-body.ts';

/** Says that an instrument is not traded. @param instrument venue and symbol */
export function notTraded(instrument: string): string {
	return `The service does not trade ${instrument}.`;
}

/** Why an answer is unusable. */
export const BODY_TEXT = spoken('venue_body', venueBody);

/** Problems of tickers. */
export const TICKER_TEXT = spoken('ticker', ticker);

/** Says that two rows describe the same contract. @param contract contract's symbol as JSON */
export function contractRepeated(contract: string): string {
	return `The contract ${contract} is listed more than once.`;
}

/**
 * Says that a contract is unreadable.
 * @param contract contract's symbol as JSON
 * @param why a full sentence
 */
export function contractUnreadable(contract: string, why: string): string {
	return `The contract ${contract} cannot be read: ${why}`;
}

/** Says that no row in the exchange's list of contracts is readable. */
export function noContract(venue: string): string {
	return `${venue} listed no readable contract.`;
}

/** Says that a row of settled rates is unusable. @param row the row as JSON */
export function settledRowNotUsable(names: string, row: string): string {
	return `A row had no usable ${names}; it was ${row}.`;
}

/** Says that a history of settled rates is too long. `from` and `to` are in Unix milliseconds. */
export function tooManyPages(from: number, to: number, pagesMax: number): string {
	return `The settled rates from ${instant(from)} to ${instant(to)} have more than ${pagesMax} pages.`;
}

/** Says that a page of settled rates is unusable. `from` and `to` are in Unix milliseconds. */
export function pageNotUsable(from: number, to: number): string {
	return `A page of settled rates from ${instant(from)} to ${instant(to)} had no usable row.`;
}

/** Says that a second of history has too many rows. `from` and `to` are in Unix milliseconds. */
export function tooManyRows(from: number, to: number): string {
	return `The history from ${instant(from)} to ${instant(to)} has more rows than one request returns.`;
}

/** Says why a part of an exchange's announcements is unknown. */
export const NOTICE_TEXT = spoken('notice', notice);

/** No price can be derived from the book. */
export const BOOK_NOT_USABLE = 'The book is crossed, or one side is empty.';

/** Says that a stream's books are no longer current. @param error ccxt's message */
export function bookStreamLost(error: string): string {
	return `The book stream was lost. ${error}`;
}

/** ccxt has no market for the instrument. */
export const NO_BOOK_STREAM = 'ccxt does not know the instrument, so it has no book stream.';

/** The exchange has received a cancel request; whether the order is canceled appears in the order's state. */
export const CANCEL_ACCEPTED = 'the exchange accepted the cancel request';

/** Says that the caller named an exchange that is not simulated in this process. */
export function notSimulated(venue: string): string {
	return `${venue} is not an exchange that this process simulates.`;
}

/** Says that a simulator did not respond. @param what requested item, such as `the account ann` */
export function simulatorSilent(venue: string, what: string, cause: string): string {
	return `The simulated ${venue} did not answer the request for ${what}: ${cause}.`;
}

/** Says that a simulator refused a request. @param answer HTTP status and body */
export function simulatorRefused(venue: string, what: string, answer: string): string {
	return `The simulated ${venue} refused the request for ${what}: ${answer}`;
}

/** Says that the installed ccxt lacks an internal that we use. @param part such as `no handleErrors` */
export function otherCcxt(exchangeId: string, part: string): string {
	return `ccxt's ${exchangeId} has ${part}, so it is not the pinned version.`;
}

/** Formats a time as short UTC: `2026-11-30 02:10 UTC`. */
function instant(at: number): string {
	const date = new Date(at);
	return Number.isNaN(date.getTime())
		? String(at)
		: `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
