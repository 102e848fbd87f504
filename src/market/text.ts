/** Contains the messages about market data and settled history that cannot be read. */
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

/** Says which exchange cannot be reached and why, and names the command that finds the cause. */
export function cannotReach(venue: string, cause: ConnectionCause): string {
	return `${unreachable(shownNameOf(venue), cause)}. Run \`carrywire doctor\`.`;
}

/** Says which read from an exchange fails, and what the exchange responded. */
export function cannotRead(venue: string, tried: Tried, fault: keyof typeof FAULTS): string {
	return `Cannot read ${READS[tried]} from ${shownNameOf(venue)}: ${FAULTS[fault]}.`;
}

/**
 * Says why an exchange's data is not fresh although no read fails. @param answerAgeMs undefined before the exchange's
 * first response
 */
export function noRecentAnswer(venue: string, answerAgeMs: number | undefined, limitMs: number): string {
	return answerAgeMs === undefined
		? `${shownNameOf(venue)} has not answered yet.`
		: `${shownNameOf(venue)} last answered ${durationText(answerAgeMs)} ago (limit ${durationText(limitMs)}).`;
}

/** Says that trading at an exchange is stopped or restricted, with the announcement's title as the reason. */
export function tradingStopped(venue: string, title: string): string {
	return `${shownNameOf(venue)} reports that trading is stopped or restricted: ${title}.`;
}

/** Says why an instrument's history is not read. */
export const NOT_SHARED =
	'No other exchange lists this contract now, so the service does not read its history.';

/** Says that the first month of a history was still missing when the time limit was reached. */
export function historyLate(limitMs: number): string {
	return `The exchange did not send the settled rates within ${durationText(limitMs)}.`;
}

/** Says that a read of settled rates took too long and was abandoned. */
export function historyTimedOut(limitMs: number): string {
	return `The exchange took longer than ${durationText(limitMs)} to send the settled rates.`;
}

/** @param first the message about the first unusable row */
export function unusableRows(count: number, first: string | undefined): string {
	return `${count} settled rates were unusable. ${first}`;
}

/** Messages about faults in single rows of an exchange's response. */
export const ROW_FAULTS = {
	contradictory: (at: number, first: Decimal, second: Decimal) =>
		`The exchange sent two rates for the settlement on ${instantText(at)}: ${formatDecimal(first)} and ${formatDecimal(second)}.`,
	noTime: (stamp: number) => `The time of a settlement was ${stamp}; milliseconds since 1970 are required.`,
	future: (stamp: number) => `The time of a settlement, ${instantText(stamp)}, is in the future.`,
	outOfBounds: (at: number, rate: string) =>
		`The rate settled on ${instantText(at)} was ${rate}; it must be within ±1.`,
} as const;

/** Messages about figures that the funding map does not have. */
export const FUNDING_MAP_TEXT = {
	tooFewRates: (coin: string) => `Fewer than two exchanges have a current funding rate for ${coin}.`,
	noVolumes: (coin: string) => `No exchange reports a 24-hour volume for ${coin}.`,
	noRate: (venue: string, symbol: string, problems: readonly string[]) =>
		[`The funding rate of ${symbol} at ${shownNameOf(venue)} is unknown.`, ...problems].join(' '),
	noVolume: (venue: string, symbol: string) =>
		`${shownNameOf(venue)} reports no 24-hour volume for ${symbol}.`,
} as const;
