/** Sentences for people about market data and settled history that cannot be read. */
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import { durationText, instantText } from '../domain/figure-text.ts';
import { type ConnectionCause, unreachable } from '../domain/unreachable.ts';
import type { VenueFault } from '../ports/venue-error.ts';
import type { Tried } from '../ports/venue-failure.ts';
import { shownNameOf } from '../venues/facts.ts';

const READS: Readonly<Record<Tried, string>> = {
	prices: 'prices',
	contracts: 'the list of contracts',
	clock: 'the server time',
	notices: 'announcements',
};

const FAULTS: Readonly<Record<Exclude<VenueFault, 'unreachable'>, string>> = {
	timeout: 'it did not answer in time',
	unavailable: 'it reports that it is unavailable',
	maintenance: 'it reports maintenance',
	limited: 'it reports too many requests',
	refused: 'it rejected the request',
};

/** The exchange that cannot be reached, why, and the command that finds the cause. */
export function cannotReach(venue: string, cause: ConnectionCause): string {
	return `${unreachable(shownNameOf(venue), cause)}. Run \`carrywire doctor\`.`;
}

/** The read that fails at an exchange, and what the exchange answered. */
export function cannotRead(venue: string, tried: Tried, fault: keyof typeof FAULTS): string {
	return `Cannot read ${READS[tried]} from ${shownNameOf(venue)}: ${FAULTS[fault]}.`;
}

/**
 * Why data of an exchange is not fresh although no read fails. @param answerAgeMs undefined before its first answer
 */
export function noRecentAnswer(venue: string, answerAgeMs: number | undefined, limitMs: number): string {
	return answerAgeMs === undefined
		? `${shownNameOf(venue)} has not answered yet.`
		: `${shownNameOf(venue)} last answered ${durationText(answerAgeMs)} ago (limit ${durationText(limitMs)}).`;
}

/** Trading at an exchange is stopped or restricted; the announcement's title says why. */
export function tradingStopped(venue: string, title: string): string {
	return `${shownNameOf(venue)} reports that trading is stopped or restricted: ${title}.`;
}

/** Why the history of an instrument is not read. */
export const NOT_SHARED =
	'No other exchange lists this contract now, so the service does not read its history.';

/** The first month of a history was still missing when the wait for it ended. */
export function historyLate(limitMs: number): string {
	return `The exchange did not send the settled rates within ${durationText(limitMs)}.`;
}

/** A read of settled rates was given up. */
export function historyTimedOut(limitMs: number): string {
	return `The exchange took longer than ${durationText(limitMs)} to send the settled rates.`;
}

/** @param first the fault of the first of them, a sentence */
export function unusableRows(count: number, first: string | undefined): string {
	return `${count} settled rates were unusable. ${first}`;
}

/** Faults of single rows in an exchange's answer. */
export const ROW_FAULTS = {
	contradictory: (at: number, first: Decimal, second: Decimal) =>
		`The settlement of ${instantText(at)} came with two rates: ${formatDecimal(first)} and ${formatDecimal(second)}.`,
	noTime: (stamp: number) => `The time of a settlement was ${stamp}; milliseconds since 1970 are required.`,
	future: (stamp: number) => `The time of a settlement, ${instantText(stamp)}, is in the future.`,
	outOfBounds: (at: number, rate: string) =>
		`The rate settled on ${instantText(at)} was ${rate}; it must be within ±1.`,
} as const;
