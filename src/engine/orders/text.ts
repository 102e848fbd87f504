/**
 * Contains every message to users about previews, openings, closes and changes: what happened, the figure and its
 * limit, and what to do.
 */

import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import { durationText, percentTexts } from '../../domain/figure-text.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Names an instrument in a message, such as `Bybit SOLUSDT`. */
export function instrumentText(venue: string, symbol: string): string {
	return `${shownNameOf(venue)} ${symbol}`;
}

/** Refusals of calls. */
export const REFUSALS = {
	rateLimited: (venue: string, limitMs: number, waitMs: number) =>
		`The rate limit of ${shownNameOf(venue)} delayed this call by more than ${durationText(limitMs)}. Nothing was opened. Try again in ${durationText(waitMs)}.`,
	noAnswer: (venues: readonly string[], limitMs: number) =>
		`${venues.map(shownNameOf).join(' or ')} did not answer within ${durationText(limitMs)}. Nothing was opened. Try again.`,
	notConnected: (venue: string) =>
		`You have no connected account at ${shownNameOf(venue)}. Connect one first.`,
	leverage: (venue: string, symbol: string, leverage: Decimal, why: string) =>
		`${shownNameOf(venue)} refuses leverage ${formatDecimal(leverage)} with isolated margin for ${symbol}: ${why}`,
	noMid: (coin: string) =>
		`There is no usable mid price for ${coin}, because an order book is empty or crossed. Try again.`,
	noFunding: (venue: string, symbol: string) =>
		`The funding rate of ${instrumentText(venue, symbol)} is unknown now. Try again.`,
	unknownOpportunity: (id: string) => `opportunity_id must name an opportunity; was ${id}.`,
	expired: (id: string) => `The opportunity ${id} is gone. Choose another one from the list.`,
	unknownExecution: (id: string) => `execution_id must name one of your executions; was ${id}.`,
	unknownJob: (id: string) => `job_id must name one of your jobs; was ${id}.`,
	notResubmittable: (id: string, status: string) =>
		`Only a failed execution can run again; ${id} is ${status}. To open another one on the same opportunity, call execute_opportunity.`,
	usedKey: (key: string) => `idempotency_key ${key} was used before with other parameters. Use a new key.`,
	unknownPreview: (id: string) =>
		`preview_id must name one of your previews; was ${id}. A preview is valid for one opening and is lost when the service restarts. Preview again.`,
	otherTerms: 'The parameters differ from the previewed ones. Preview again.',
	previewExpired: (lateMs: number) => `The preview expired ${durationText(lateMs)} ago. Preview again.`,
	otherSlices: (mode: string, slices: number, previewedMode: string, previewed: number) =>
		`The opening would now use mode ${mode} in ${slices} slices; the preview showed ${previewedMode} in ${previewed}. Preview again.`,
	costs(total: Decimal | null, limit: Decimal): string {
		const [was, most] = shareTexts(total, limit);
		return `Total cost: ${was} of one leg's notional, limit ${most}. Preview again.`;
	},
	net(net: Decimal | null, limit: Decimal): string {
		const [was, least] = shareTexts(net, limit);
		return `Expected net: ${was} of one leg's notional, minimum ${least}. Preview again.`;
	},
	journal: (what: string) =>
		`The journal cannot be written, so nothing was ${what}. Check the disk that holds the data directory. Once it is writable, the service resumes by itself.`,
	notWritten: (what: string) =>
		`The ${what} is not saved yet, so the service has sent no order for it. It runs once it is saved. Check get_execution.`,
	exitNotWritten:
		'The new exit rules are not saved yet. They take effect once they are saved. Check get_execution.',
	exitFixed: (hasEnded: boolean) =>
		`The execution ${hasEnded ? 'has ended' : 'is being closed'}, so its exit rules cannot change.`,
	notRunning: (status: string) =>
		`Only a running execution can be kept for another funding interval; this one is ${status}.`,
	noMaxEpochs: 'The execution has no max_epochs, so no settlement closes it. Set one with update_exit.',
} as const;

/** Why no positions are opened while the journal fails. */
export const JOURNAL_FAILS = 'The journal cannot be written.';

/** Formats fractions as percentages; `unknown` for null. */
function shareTexts(value: Decimal | null, limit: Decimal): readonly [string, string] {
	const [was, bound] = percentTexts(percentOfShare(value ?? limit), percentOfShare(limit));
	return [value === null ? 'unknown' : was, bound];
}
