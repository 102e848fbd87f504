/**
 * Contains the portfolio's messages: why a figure is unknown, doubtful or old, and refusals. Each message is one
 * sentence.
 */
import { type Decimal, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { instantText, percentTexts, usdTexts } from '../domain/figure-text.ts';
import type { FundingDoubt } from '../domain/funding-check.ts';
import { shownNameOf } from '../venues/facts.ts';

const HUNDRED = fromInteger(100);

/** Reasons why a figure of an account is unknown. */
export const ACCOUNT_TEXT = {
	moving: (venue: string) =>
		`Orders or balances at ${shownNameOf(venue)} changed while the service read the account. It compares the account with its records once nothing changes during a read.`,
	misfits: (venue: string, symbols: readonly string[]) =>
		`${shownNameOf(venue)} holds quantities that neither executions nor trades outside this service explain (${symbols.join(', ')}), so their profit is unknown.`,
	unmanagedMark: (venue: string) =>
		`An unmanaged position at ${shownNameOf(venue)} has no current mark price.`,
	baseline: (venue: string) =>
		`${shownNameOf(venue)} did not report the entry price of a position that predates the connection, or the value of an asset whose quantity has changed since.`,
	/** @param assets assets without a price; empty if the account no longer holds the unpriced asset */
	unpriced: (venue: string, assets: readonly string[]) =>
		`${shownNameOf(venue)} publishes no USD price for ${assets.length === 0 ? 'an asset that the account held earlier' : assets.join(', ')}.`,
	leftOut: (venue: string, why: string, symbols: readonly string[]) =>
		`The margin runway at ${shownNameOf(venue)} leaves out ${symbols.join(', ')}, because ${why}.`,
} as const;

/** Reasons why a position is left out of the margin runway, to complete a sentence. */
export const RUNWAY_UNKNOWN = {
	liquidation: 'the exchange reports no liquidation price',
	mark: 'there is no current mark price',
	volatility: 'the service has watched the price for less than an hour',
} as const;

/** Reasons why an account's figures are old. `shown` is one of `SHOWN_INSTEAD`. */
export const STALE_TEXT = {
	store: (venue: string, shown: string) =>
		`The journal cannot be written, so the service records nothing new from ${shownNameOf(venue)}. ${shown}`,
	rateLimited: (venue: string, retryAfterMs: number, shown: string) =>
		`The rate limit of ${shownNameOf(venue)} is reached. The service can read the account again in ${retryAfterMs} ms. ${shown}`,
	unavailable: (venue: string, shown: string) =>
		`${shownNameOf(venue)} did not answer, or refused the request. ${shown}`,
} as const;

/** Says which figures the portfolio shows for an account that could not be read. */
export const SHOWN_INSTEAD = {
	nothing: 'The account is still unknown.',
	lastRead: 'The figures are from the last successful account update.',
} as const;

/** Log message for a venue that did not respond in time. */
export function noAnswerText(waitMs: number): string {
	return `No answer within ${waitMs} ms.`;
}

/** Explains why figures that need the mark price of a leg are null. */
export function noMarkText(venue: string, symbol: string): string {
	return `There is no current mark price of ${shownNameOf(venue)} ${symbol}, so the figures that need it are null.`;
}

/** Describes a doubt about one settlement of a leg. `leg` is its venue and symbol. */
export function fundingDoubtText(leg: string, doubt: FundingDoubt): string {
	const at = instantText(doubt.settledAt);
	switch (doubt.kind) {
		case 'missing':
			return `${leg}: the exchange has no record yet of the settlement on ${at}, when the leg was held. Funding and figures that include it may be incomplete.`;
		case 'amount': {
			const [booked, computed] = usdTexts(doubt.amount, doubt.computed);
			return `${leg}: the exchange booked ${booked} for the settlement on ${at}, but coins × price × rate is ${computed}.`;
		}
		case 'rate': {
			const [paid, published] = percentTexts(percent(doubt.rate), percent(doubt.published));
			return `${leg}: the settlement on ${at} was paid at a rate of ${paid}, but the exchange published ${published}.`;
		}
	}
}

/** Says how many more of a leg's settlements are doubtful than the record lists. */
export function moreDoubtsText(leg: string, count: number): string {
	return `${leg}: ${count} earlier settlements need checking too.`;
}

/** Reasons why a history has no samples. */
export const HISTORY_TEXT = {
	noEquity:
		'No sample of the equity is stored yet. The service stores one a minute after an exchange is connected.',
	noPoints:
		'No sample of the execution is stored in this range. The service stores one a minute while it is open.',
	/** @param since milliseconds */
	notStored: (since: number) =>
		`Samples have not been stored since ${instantText(since)}, because the store could not be written. Trading continues. Check the disk of the service.`,
} as const;

/** Messages that refuse callers' parameters. */
export const REFUSED = {
	execution: (id: string) => `execution_id must name one of your executions; was ${id}.`,
	restoredCursor:
		'cursor is from before the data directory was restored from a backup; it may now point to other rows. Read again from the first row.',
	cursorBeyondEnd: (end: number, was: number) =>
		`cursor must be at most ${end}, the end of the journal; was ${was}. After a restore from an older backup, read again from the first row.`,
} as const;

function percent(rate: Decimal): Decimal {
	return mulTrunc(rate, HUNDRED);
}
