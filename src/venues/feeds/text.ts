/**
 * Defines the user-facing messages about book and ticker streams, and phrases without a full stop that complete them.
 */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { durationText } from '../../domain/figure-text.ts';

/** Says that a connection's books are no longer current. @param reason a phrase */
export function bookStreamLost(reason: string): string {
	return `The book stream was lost: ${reason}.`;
}

/** The book has no bids, or no asks. */
export const BOOK_ONE_SIDED = 'One side of the book is empty.';

/** Says that the book differs from the exchange's, so the book restarts. @param problem a phrase */
export function bookOutOfStep(problem: string): string {
	return `The book is out of step: ${problem}.`;
}

/** Says that the exchange refused a subscription. @param reason the exchange's text */
export function subscriptionRefused(venue: string, reason: string): string {
	return `${venue} refused the subscription: ${reason}.`;
}

/** Says that the connection closed. @param code WebSocket close code */
export function closedWith(code: number): string {
	return `the connection closed with code ${code}`;
}

/** Says that the connection did not open in time. @param ms time limit, milliseconds */
export function notOpened(ms: number): string {
	return `the connection did not open within ${durationText(ms)}`;
}

/** Says that the connection sends nothing, not even pongs. @param ms time since the last sign of life, milliseconds */
export function connectionSilent(ms: number): string {
	return `the connection was silent for ${durationText(ms)}`;
}

/**
 * Says that a connection delivers nothing, although it may respond to pings. @param ms time since the last message,
 * milliseconds
 */
export function noMessage(kind: 'book' | 'ticker', ms: number): string {
	return `no ${kind} message arrived for ${durationText(ms)}`;
}

/**
 * Says that messages about the book arrive but none is usable. @param ms time since the last usable message,
 * milliseconds
 */
export function noUsableMessage(ms: number): string {
	return `no usable message arrived for ${durationText(ms)}`;
}

/**
 * Says that the streamed book differs from the response to a request. @param price price of the first level that
 * differs
 */
export function levelsDiffer(count: number, venue: string, price: Decimal): string {
	const at = formatDecimal(price);
	return count === 1
		? `1 level differs from the snapshot of ${venue}, at ${at}`
		: `${count} levels differ from the snapshot of ${venue}, the first at ${at}`;
}

/**
 * Says that a message is missing. @param previous number of the update that the message follows; `NaN` if the
 * exchange uses consecutive numbers
 */
export function updateGap(update: number, previous: number, applied: number): string {
	const follows = Number.isNaN(previous) ? '' : `, which should follow ${previous},`;
	return `update ${update}${follows} came after ${applied}`;
}

/** The book is crossed. */
export const BOOK_CROSSED = 'the best bid is not below the best ask';

/** Says that the book's checksum is wrong. @param checksum the exchange's checksum */
export function checksumDiffers(checksum: number): string {
	return `the checksum differs from the exchange's ${checksum}`;
}

/** A double cannot hold a level exactly. */
export const TOO_MANY_DIGITS = 'a level has more digits than a double can hold';

/** Says that a frame is not the expected JSON. @param expected a phrase such as `the end of a text` */
export function unexpectedByte(at: number, length: number, expected: string): string {
	return `byte ${at} of a frame of ${length} bytes is not ${expected}`;
}
