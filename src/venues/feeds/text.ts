/** Sentences for people about streams of books and tickers, and phrases without a full stop that complete them. */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { durationText } from '../../domain/figure-text.ts';

/** The books of a connection are no longer current. @param reason a phrase */
export function bookStreamLost(reason: string): string {
	return `The book stream was lost: ${reason}.`;
}

/** The book has no bids, or no asks. */
export const BOOK_ONE_SIDED = 'One side of the book is empty.';

/** The book differs from the exchange's, so it restarts. @param problem a phrase */
export function bookOutOfStep(problem: string): string {
	return `The book is out of step: ${problem}.`;
}

/** @param reason the exchange's own text */
export function subscriptionRefused(venue: string, reason: string): string {
	return `${venue} refused the subscription: ${reason}.`;
}

/** @param code WebSocket close code */
export function closedWith(code: number): string {
	return `the connection closed with code ${code}`;
}

/** @param ms time limit, milliseconds */
export function notOpened(ms: number): string {
	return `the connection did not open within ${durationText(ms)}`;
}

/** The connection sends nothing, not even pongs. @param ms since the last sign of life, milliseconds */
export function connectionSilent(ms: number): string {
	return `the connection was silent for ${durationText(ms)}`;
}

/** A connection delivers nothing, though it may answer pings. @param ms since the last message, milliseconds */
export function noMessage(kind: 'book' | 'ticker', ms: number): string {
	return `no ${kind} message came for ${durationText(ms)}`;
}

/** Messages about the book come, but none applies to it. @param ms since the last one that did, milliseconds */
export function noUsableMessage(ms: number): string {
	return `no usable message came for ${durationText(ms)}`;
}

/** The streamed book differs from a snapshot. @param price of the first level that differs */
export function levelsDiffer(count: number, venue: string, price: Decimal): string {
	const at = formatDecimal(price);
	return count === 1
		? `1 level differs from the snapshot of ${venue}, at ${at}`
		: `${count} levels differ from the snapshot of ${venue}, the first at ${at}`;
}

/** A message is missing. @param previous the update before it, `NaN` if the exchange counts by one */
export function updateGap(update: number, previous: number, applied: number): string {
	const follows = Number.isNaN(previous) ? '' : `, which follows ${previous},`;
	return `update ${update}${follows} came after ${applied}`;
}

/** The book is crossed. */
export const BOOK_CROSSED = 'the best bid is not below the best ask';

/** @param checksum the exchange's */
export function checksumDiffers(checksum: number): string {
	return `the checksum differs from the exchange's ${checksum}`;
}

/** A level cannot be kept exactly. */
export const TOO_MANY_DIGITS = 'a level has more digits than a double can hold';

/** A frame is not the expected JSON. @param expected such as `the end of a text` */
export function unexpectedByte(at: number, length: number, expected: string): string {
	return `byte ${at} of a frame of ${length} bytes is not ${expected}`;
}
