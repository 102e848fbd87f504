/** Contains the messages about market data and settled history that cannot be read. */
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import { durationText, instantText } from '../domain/figure-text.ts';
import { shownNameOf } from '../venues/facts.ts';

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
