/**
 * Formats readable messages about opportunities: verdicts, and reasons for figures that are unknown. Messages about
 * guards are in `guard-text.ts`.
 */
import type { Decimal } from '../domain/decimal.ts';
import { spoken } from '../domain/english.ts';
import { instantText, usdText } from '../domain/figure-text.ts';
import type { Instrument } from '../domain/instrument.ts';
import { verdict } from '../sentences/verdict.ts';
import { shownNameOf } from '../venues/facts.ts';
import { nameOf } from './guard-text.ts';

type Named = Pick<Instrument, 'venue' | 'symbol'>;

/** The verdict and its reasons. */
export const VERDICT_TEXT = spoken('verdict', verdict);

/** Reasons why figures in a record are unknown. */
export const RECORD_TEXT = {
	headlineAgainstCarry:
		'The current headline spread is negative in this direction. The direction follows the funding expected over 30 days.',
	headlineInBand:
		'The current headline spread is slightly negative in this direction. The direction changes only beyond half a basis point.',
	volumeUnknown: 'An exchange does not publish the 24 h volume of its leg.',
	noticesUnread: (venue: string) => `The announcements of ${shownNameOf(venue)} have not been read yet.`,
	fundingMissing: 'The predicted funding rate of a leg is missing.',
	noInput: 'No market data for either leg has arrived yet. The update time is the time of this record.',
	netUnknown: 'Part of the cost is unknown, so the expected net is unknown.',
	neverPaidBack: 'The expected funding does not permanently cover the costs within 2,160 hours.',
	noHorizonPays: 'No holding period up to 2,160 hours leaves a profit after costs.',
	costUnknown: 'Part of the cost is unknown, so the total is unknown.',
	bookExhausted:
		'The visible book ends before the slippage limit. The maximum amount is what its visible levels hold.',
	bookMissing: 'A leg has no usable order book.',
	bookThin: 'The visible order book is too thin to fill the whole leg. Lower the amount.',
	belowOneLot: (minAmount: Decimal) =>
		`The amount buys less than one lot, so nothing would be traded. Use at least ${usdText(minAmount)}.`,
	quoteRateUnknown: 'The exchange rate between the quote currencies is unknown.',
	basisMeanUnknown: (count: number, required: number) =>
		`The average price basis of this pair is unknown: ${count} of ${required} required samples.`,
	basisMeanShort: (minutes: number) =>
		`The average price basis of this pair covers only ${minutes} min, less than 24 h.`,
	notOneCoin:
		'The prices are too far apart for one coin, so the price basis at the exit cannot be estimated.',
} as const;

/** Reasons why figures in an opportunity detail are unknown. */
export const DETAIL_TEXT = {
	basisUnknown: (count: number, required: number) =>
		`The price basis has ${count} of ${required} required samples. The service takes one each second while both books are fresh.`,
	basisNeverSeen:
		'The two order books have not been fresh at the same time in the last 24 hours, or since the service started.',
	cashWithoutBook: 'The order book of a leg is unknown, so the number of coins for the amount is unknown.',
	cashBelowOneLot: 'The amount buys less than one lot.',
	lifetimeUnknown: 'This opportunity was first seen less than a second ago.',
	historyUnread: (leg: Named, failure: string) =>
		`Cannot read the settled rates of ${nameOf(leg)}. ${failure}`,
	noSettlement: (leg: Named) => `No settlement of ${nameOf(leg)} is known yet.`,
	/** @param more number of earlier gaps that the message does not list */
	historyGaps(
		leg: Named,
		gaps: readonly { readonly from: number; readonly to: number }[],
		more: number,
	): string {
		const spans = gaps.map(({ from, to }) => `${instantText(from)} – ${instantText(to)}`).join('; ');
		return `Settlements of ${nameOf(leg)} are missing: ${spans}${more === 0 ? '' : `; and ${more} earlier gaps`}.`;
	},
	intervalUnknown: (count: number, total: number) =>
		`The interval before the oldest settlement of a leg is unknown, so its row has no spread (${count} of ${total} rows).`,
	historyShort:
		'This figure needs more settled rates of both legs, or legs that settle at the same time. The carry history has the spread of every hour.',
	/** @param problems the exchange's explanations, as sentences */
	notGiven: ({ venue, symbol }: Named, problems: readonly string[]) =>
		[`${shownNameOf(venue)} sent no usable value for ${symbol}.`, ...problems].join(' '),
	curveUnknown:
		'The expected funding or part of the cost is unknown. See the reasons given for the expected net.',
	laterRatesUnknown:
		'Only the next settlement has a predicted rate. Later ones need a forecast, which is missing; see the reasons given for the expected net.',
	rateUnpublished:
		'A settlement has just passed. Its rate is not published yet, and the exchange may still count the entry.',
	cashUnknown: 'Without both order books, the quantity of the legs is unknown, and so is the cash amount.',
	settlementsCut: (shown: number, total: number) =>
		`Only the first ${shown} of ${total} settlements in the holding period are shown.`,
} as const;

/** Reasons why there is no forecast for a pair. */
export const FORECAST_TEXT = {
	rateMissing: RECORD_TEXT.fundingMissing,
	notListed: 'This pair is not on the list of opportunities now.',
	historyUnread: (failure: string) => `Cannot read the settled history: ${failure}`,
	notReadYet: 'The settled history of this pair has not been read yet.',
	/**
	 * @param legs the legs, with the number of known settlements; `failure` is a sentence that says why no more can be
	 * read, or null
	 */
	noCommonHours(
		legs: readonly (Named & { readonly count: number; readonly failure: string | null })[],
	): string {
		const known = legs.map(
			(leg) => `${leg.count} of ${nameOf(leg)}${leg.failure === null ? '' : ` (${leg.failure})`}`,
		);
		return `The legs have no settled hours in common yet. Known settlements: ${known.join(', ')}.`;
	},
} as const;

/** Messages about the forecast track record, and reasons why a forecast cannot be scored. */
export const TRACK_TEXT = {
	unreadable: 'Cannot read the forecast track record. Try again later.',
	none: 'The service has made no forecast for this pair yet.',
	notScored: (count: number) =>
		`No forecast for this pair could be scored, because settled rates are missing (forecasts: ${count}).`,
	notMatured: (firstAt: number) =>
		`No forecast for this pair has matured yet (first result: ${instantText(firstAt)}).`,
	noRates: (leg: Named, why: string) => `No settled rates of ${nameOf(leg)} are stored.${why}`,
	endsEarly: (leg: Named, at: number, endsAt: number, why: string) =>
		`The settled rates of ${nameOf(leg)} end on ${instantText(at)}, before the end of the forecast, ${instantText(endsAt)}.${why}`,
	beginsLate: (leg: Named, at: number, entryAt: number, why: string) =>
		`The settled rates of ${nameOf(leg)} begin on ${instantText(at)}, after the entry, ${instantText(entryAt)}.${why}`,
	gap: (leg: Named, from: number, to: number, why: string) =>
		`Settled rates of ${nameOf(leg)} are missing: ${instantText(from)} – ${instantText(to)}.${why}`,
	/** Appended to the messages above. @param failure sentence that says why the exchange's history cannot be read */
	because: (venue: string, isListed: boolean, failure: string | null) =>
		`${isListed ? '' : ` ${shownNameOf(venue)} no longer lists it.`}${failure === null ? '' : ` ${failure}`}`,
} as const;

/** @param what the figure's name, in words */
export function neverKnownText(what: string): string {
	return `The ${what} was unknown during the whole lifetime.`;
}
