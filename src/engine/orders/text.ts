/**
 * Contains every message to users about previews, openings, closes and changes: what happened, the figure and its
 * limit, and what to do.
 */

import { type Decimal, formatDecimal, sub } from '../../domain/decimal.ts';
import { spoken } from '../../domain/english.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import { coinsText, durationText, percentTexts } from '../../domain/figure-text.ts';
import type { LegRole } from '../../domain/ids.ts';
import { opening } from '../../sentences/opening.ts';
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

/** Refusals of closes, and responses before a close has completed. */
export const CLOSES = {
	alreadyClosing(
		remaining: Decimal,
		firmBps: Decimal | undefined,
		isWhole: boolean,
		wantsMaker: boolean,
	): string {
		const guard = firmBps === undefined ? '' : ` within ${formatDecimal(firmBps)} bp`;
		const what = remaining === 0n ? 'closed' : `reduced to ${coinsText(remaining)} coins per leg`;
		const advice = wantsMaker
			? 'A close as taker cannot become one as maker. To wait for it, call without style.'
			: firmBps !== undefined
				? 'Call again with a larger max_slippage_bps, or without it, to widen the limit.'
				: isWhole
					? 'Its slippage limit keeps widening and cannot be narrowed. To wait until the close is done, call without max_slippage_bps.'
					: 'Close another share when this close is done.';
		return `The execution is being ${what}${guard}. ${advice}`;
	},
	partOfOther: (status: string) =>
		`Only a running execution can be closed in part; this one is ${status}. Omit share and amount to close all of it. To keep part of an opening, stop it with cancel_execution and its parameter keep, then close a part.`,
	smallPart: (field: string, closed: Decimal, held: Decimal, least: Decimal) =>
		`${field} closes ${coinsText(closed)} of ${coinsText(held)} coins per leg; the minimum is ${coinsText(least)}. Close everything, or a larger part.`,
	/** Continues the sentence with the reason of the close. */
	smallRest: (rest: Decimal, coin: string, least: Decimal) =>
		`the rest of ${coinsText(rest)} ${coin} per leg would be below the smallest order of ${coinsText(least)}`,
	makerOfOther: (status: string) =>
		`Only a running execution can be closed as maker; this one is ${status}. Omit style to close it as taker.`,
	noBook: (name: string) =>
		`${name} has no usable order book now, so no order can rest there. Omit style to close as taker, or try again.`,
	makerRests: (leg: LegRole, name: string, ms: number) =>
		` The ${leg} leg rests as maker on ${name} for up to ${durationText(ms)}; the rest is then closed as taker.`,
	noPrice: (name: string) =>
		`amount cannot be converted to coins, because ${name} has no usable order book now. Use share, or try again.`,
	closedPart: (before: Decimal, held: Decimal) =>
		`${coinsText(sub(before, held))} of ${coinsText(before)} coins per leg are closed; ${coinsText(held)} stay open.`,
	takenBack: (closed: string) => `The close was reversed with cancel_execution. ${closed}`,
	goesOn(open: { readonly long: Decimal; readonly short: Decimal }, coin: string, isFlat: boolean): string {
		const left = isFlat
			? 'our orders have closed both legs, but the exchanges have not confirmed it'
			: `${coinsText(open.long)} ${coin} long and ${coinsText(open.short)} ${coin} short are still open`;
		return `Not closed yet: ${left}. The close continues; follow it in portfolio_live.`;
	},
	personNeeded: (attention: string) => ` You need to act: ${attention}`,
};

/** Notes in a close preview. `name` comes from `instrumentText`. */
export const EXIT_NOTES = {
	noBook: (name: string) =>
		`There is no usable order book of ${name}, so the exit result is unknown. You can still close.`,
	thinBook: (name: string) =>
		`The visible order book of ${name} is too thin to fill the whole leg, so exit fees and slippage are unknown. A close runs in slices.`,
	noFees: (name: string) => `The fees of your account for ${name} are unknown now.`,
	oldBook: (name: string, ageMs: number) =>
		`The order book of ${name} is ${durationText(ageMs)} old. The exit result may differ from these figures.`,
	noSwitch: (name: string, said: string) =>
		`${name} has no dead-man switch for the resting order: ${said}. If this service stops, the order stays on the book and may fill without a hedge.`,
	closesAll: (why: string) => `The close covers the whole position, because ${why}.`,
	guard: (name: string) =>
		`The order book of ${name} cannot fill the whole leg within max_slippage_bps, so the close may wait. Set a wider limit, or none.`,
};

type Position = {
	readonly coin: string;
	readonly long: { readonly venue: string; readonly held: Decimal };
	readonly short: { readonly venue: string; readonly held: Decimal };
};

const bothLegs = ({ coin, long, short }: Position): string =>
	`${coinsText(long.held)} ${coin} long on ${shownNameOf(long.venue)} and ${coinsText(short.held)} ${coin} short on ${shownNameOf(short.venue)}`;
const MORE_FILLS = ' Later fills of orders in flight are closed too.';

/** Effects of a close, for its preview. */
export const CLOSE_ACTIONS = {
	nothing: 'The execution has ended and nothing is open. A close only returns the final figures again.',
	cancel: 'Nothing is open yet. A close ends the execution without sending an order.',
	wait: (open: Position) =>
		`A close is in progress: ${bothLegs(open)} are still open. Another close call waits until it is done.`,
	share: ({ coin, long, short }: Position, remaining: Decimal) =>
		`A close sells ${coinsText(sub(long.held, remaining))} of ${coinsText(long.held)} ${coin} on ${shownNameOf(long.venue)} and buys back the same quantity on ${shownNameOf(short.venue)}. ${coinsText(remaining)} ${coin} stay open and hedged.`,
	whole: ({ coin, long, short }: Position, hasOrders: boolean) =>
		`A close sells ${coinsText(long.held)} ${coin} on ${shownNameOf(long.venue)} and buys back ${coinsText(short.held)} ${coin} on ${shownNameOf(short.venue)}, until both exchanges confirm zero position.${hasOrders ? MORE_FILLS : ''}`,
	stop(open: Position, hasOrders: boolean): string {
		const isFlat = open.long.held === 0n && open.short.held === 0n;
		const stops = isFlat ? 'Nothing is open yet.' : `It closes ${bothLegs(open)}.`;
		return `A close stops the opening. ${stops}${hasOrders ? MORE_FILLS : ''}`;
	},
};

/** How a trade is opened and why, what happens if one leg fails, and the warnings of an opening. */
export const OPENING_TEXT = spoken('opening', opening);

/** Formats fractions as percentages; `unknown` for null. */
function shareTexts(value: Decimal | null, limit: Decimal): readonly [string, string] {
	const [was, bound] = percentTexts(percentOfShare(value ?? limit), percentOfShare(limit));
	return [value === null ? 'unknown' : was, bound];
}
