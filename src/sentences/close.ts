/**
 * Sentences about closes and cancels: previews, answers and refusals. Sizes are coins per leg, times milliseconds, and
 * slippage limits basis points. An instrument is named like `Bybit SOLUSDT`.
 */
import type { Figure, Words, Writer } from './sentence.ts';

type Leg = 'long' | 'short';
type Instrument = { readonly instrument: string };
type Status = { readonly status: string };
/** The open position; each leg with its exchange and coins. */
type Position = {
	readonly coin: string;
	readonly longOn: string;
	readonly long: Figure;
	readonly shortOn: string;
	readonly short: Figure;
};

const MORE_FILLS = ' Later fills of orders in flight are closed too.';

/** Sentences about closes and cancels. */
export const close = {
	// Refusals of closes.
	/** @param remaining coins that stay open @param firm slippage limit; null: it may widen */
	alreadyClosing(
		{
			remaining,
			firm,
			isWhole,
			wantsMaker,
		}: { remaining: Figure; firm: Figure | null; isWhole: boolean; wantsMaker: boolean },
		write: Writer,
	) {
		const guard = firm === null ? '' : ` within ${write.number(firm)} bp`;
		const what = Number(remaining) === 0 ? 'closed' : `reduced to ${write.coins(remaining)} coins per leg`;
		const advice = wantsMaker
			? 'A close as taker cannot become one as maker. To wait for it, call without style.'
			: firm !== null
				? 'Call again with a larger max_slippage_bps, or without it, to widen the limit.'
				: isWhole
					? 'Its slippage limit keeps widening and cannot be narrowed. To wait until the close is done, call without max_slippage_bps.'
					: 'Close another share when this close is done.';
		return `The execution is being ${what}${guard}. ${advice}`;
	},
	partOfOther: ({ status }: Status) =>
		`Only a running execution can be closed in part; this one is ${status}. Omit share and amount to close all of it. To keep part of an opening, stop it with cancel_execution and its parameter keep, then close a part.`,
	smallPart: (
		{ field, closed, held, least }: { field: string; closed: Figure; held: Figure; least: Figure },
		write: Writer,
	) =>
		`${field} closes ${write.coins(closed)} of ${write.coins(held)} coins per leg; the minimum is ${write.coins(least)}. Close everything, or a larger part.`,
	makerOfOther: ({ status }: Status) =>
		`Only a running execution can be closed as maker; this one is ${status}. Omit style to close it as taker.`,
	noRestingBook: ({ instrument }: Instrument) =>
		`${instrument} has no usable order book now, so no order can rest there. Omit style to close as taker, or try again.`,
	noPrice: ({ instrument }: Instrument) =>
		`amount cannot be converted to coins, because ${instrument} has no usable order book now. Use share, or try again.`,

	// Answers to closes.
	/** Follows another sentence, so it begins with a space. */
	makerRests: ({ leg, exchange, rests }: { leg: Leg; exchange: string; rests: number }, write: Writer) =>
		` The ${leg} leg rests as maker on ${exchange} for up to ${write.duration(rests)}; the rest is then closed as taker.`,
	closedPart: ({ closed, before, held }: { closed: Figure; before: Figure; held: Figure }, write: Writer) =>
		`${write.coins(closed)} of ${write.coins(before)} coins per leg are closed; ${write.coins(held)} stay open.`,
	takenBack: ({ closed }: { closed: Words }, write: Writer) =>
		`The close was reversed with cancel_execution. ${write.words(closed)}`,
	/** @param rests the sentence `makerRests`, or empty @param attention why a person must act; null: need not */
	goesOn(
		{
			long,
			short,
			coin,
			isFlat,
			rests,
			attention,
		}: {
			long: Figure;
			short: Figure;
			coin: string;
			isFlat: boolean;
			rests: Words;
			attention: Words | null;
		},
		write: Writer,
	) {
		const left = isFlat
			? 'our orders have closed both legs, but the exchanges have not confirmed it'
			: `${write.coins(long)} ${coin} long and ${write.coins(short)} ${coin} short are still open`;
		const person = attention === null ? '' : ` You need to act: ${write.words(attention)}`;
		return `Not closed yet: ${left}. The close continues; follow it in portfolio_live.${write.words(rests)}${person}`;
	},
	closed({ reason, isFundingKnown }: { reason: Words | null; isFundingKnown: boolean }, write: Writer) {
		const why = reason === null ? '' : ` Reason: ${write.words(reason).replace(/\.$/, '')}.`;
		const unknown = isFundingKnown
			? ''
			: ' The service cannot read their settlement records now, so the final figures are unknown. Try again.';
		return `Both exchanges confirm zero position.${why}${unknown}`;
	},

	// Notes in a preview.
	bookMissing: ({ instrument }: Instrument) =>
		`There is no usable order book of ${instrument}, so the exit result is unknown. You can still close.`,
	thinBook: ({ instrument }: Instrument) =>
		`The visible order book of ${instrument} is too thin to fill the whole leg, so exit fees and slippage are unknown. A close runs in slices.`,
	feesUnknown: ({ instrument }: Instrument) => `The fees of your account for ${instrument} are unknown now.`,
	bookOld: ({ instrument, age }: Instrument & { age: number }, write: Writer) =>
		`The order book of ${instrument} is ${write.duration(age)} old. The exit result may differ from these figures.`,
	noSwitch: ({ exchange, finding }: { exchange: string; finding: Words }, write: Writer) =>
		`${exchange} has no dead-man switch for the resting order: ${write.words(finding)}. If this service stops, the order stays on the book and may fill without a hedge.`,
	closesAll: ({ why }: { why: Words }, write: Writer) =>
		`The close covers the whole position, because ${write.words(why)}.`,
	/** A phrase for `closesAll`. */
	smallRest: ({ rest, coin, least }: { rest: Figure; coin: string; least: Figure }, write: Writer) =>
		`the rest of ${write.coins(rest)} ${coin} per leg would be below the smallest order of ${write.coins(least)}`,
	slippageGuard: ({ instrument }: Instrument) =>
		`The order book of ${instrument} cannot fill the whole leg within max_slippage_bps, so the close may wait. Set a wider limit, or none.`,

	// Effects of a close, for its preview.
	nothing: () => 'The execution has ended and nothing is open. A close only returns the final figures again.',
	cancel: () => 'Nothing is open yet. A close ends the execution without sending an order.',
	wait: (position: Position, write: Writer) =>
		`A close is in progress: ${bothLegs(position, write)} are still open. Another close call waits until it is done.`,
	/** @param closed coins to close @param remaining coins that stay open @param rests as in `goesOn` */
	share: (
		{
			coin,
			longOn,
			long,
			shortOn,
			closed,
			remaining,
			rests,
		}: Position & { closed: Figure; remaining: Figure; rests: Words },
		write: Writer,
	) =>
		`A close sells ${write.coins(closed)} of ${write.coins(long)} ${coin} on ${longOn} and buys back the same quantity on ${shortOn}. ${write.coins(remaining)} ${coin} stay open and hedged.${write.words(rests)}`,
	/** @param hasOrders true while orders are in flight @param rests as in `goesOn` */
	whole: (
		{ coin, longOn, long, shortOn, short, hasOrders, rests }: Position & { hasOrders: boolean; rests: Words },
		write: Writer,
	) =>
		`A close sells ${write.coins(long)} ${coin} on ${longOn} and buys back ${write.coins(short)} ${coin} on ${shortOn}, until both exchanges confirm zero position.${hasOrders ? MORE_FILLS : ''}${write.words(rests)}`,
	stop(position: Position & { hasOrders: boolean }, write: Writer) {
		const isFlat = Number(position.long) === 0 && Number(position.short) === 0;
		const stops = isFlat ? 'Nothing is open yet.' : `It closes ${bothLegs(position, write)}.`;
		return `A close stops the opening. ${stops}${position.hasOrders ? MORE_FILLS : ''}`;
	},

	// Refusals of cancels, and answers.
	isRunning: () => 'The execution is running: both legs are open. Close it with close_execution.',
	keepsNothing: () => 'The execution is being closed, so its filled part cannot be kept.',
	hasEnded: ({ why }: { why: Words }, write: Writer) =>
		`The execution has ended: ${write.words(why).replace(/\.$/, '')}.`,
	unwinding: () => 'The execution had opened and is already being unwound.',
	alreadyEnding: () => 'The execution is already being closed.',
	cancelGoesOn: () =>
		'The opening was stopped, and the service is closing its filled part. Follow it in portfolio_live.',
	closeTakenBack: () =>
		'The close was reversed, and both legs stay open. You can close them with close_execution.',
	kept: ({ held, planned, coin }: { held: Figure; planned: Figure; coin: string }, write: Writer) =>
		`The opening was stopped. ${write.coins(held)} of ${write.coins(planned)} ${coin} on each leg stay open. You can close them with close_execution.`,
	balancing: () =>
		'The opening was stopped. The service is balancing its filled part, which then stays open. Follow it in portfolio_live.',
};

function bothLegs({ coin, longOn, long, shortOn, short }: Position, write: Writer): string {
	return `${write.coins(long)} ${coin} long on ${longOn} and ${write.coins(short)} ${coin} short on ${shortOn}`;
}
