/** Sentences about figures of an opportunity that are unknown or need an explanation. */
import type { Figure, Writer } from './sentence.ts';

/** Reasons why figures in a record are unknown or unusual. */
export const record = {
	headlineAgainstCarry: () =>
		'The current headline spread is negative in this direction. The direction follows the funding expected over 30 days.',
	headlineInBand: () =>
		'The current headline spread is slightly negative in this direction. The direction changes only beyond half a basis point.',
	volumeUnknown: () => 'An exchange does not publish the 24 h volume of its leg.',
	noticesUnread: ({ exchange }: { exchange: string }) =>
		`The announcements of ${exchange} have not been read yet.`,
	fundingMissing: () => 'The predicted funding rate of a leg is missing.',
	noInput: () => 'No market data for either leg has arrived yet. The update time is the time of this record.',
	netUnknown: () => 'Part of the cost is unknown, so the expected net is unknown.',
	neverPaidBack: () => 'The expected funding does not permanently cover the costs within 2,160 hours.',
	noHorizonPays: () => 'No holding period up to 2,160 hours leaves a profit after costs.',
	costUnknown: () => 'Part of the cost is unknown, so the total is unknown.',
	bookExhausted: () =>
		'The visible book ends before the slippage limit. The maximum amount is what its visible levels hold.',
	bookMissing: () => 'A leg has no usable order book.',
	bookThin: () => 'The visible order book is too thin to fill the whole leg. Lower the amount.',
	belowOneLot: ({ minAmount }: { minAmount: Figure }, write: Writer) =>
		`The amount buys less than one lot, so nothing would be traded. Use at least ${write.usd(minAmount)}.`,
	quoteRateUnknown: () => 'The exchange rate between the quote currencies is unknown.',
	basisMeanUnknown: ({ count, required }: { count: number; required: number }) =>
		`The average price basis of this pair is unknown: ${count} of ${required} required samples.`,
	basisMeanShort: ({ minutes }: { minutes: number }) =>
		`The average price basis of this pair covers only ${minutes} min, less than 24 h.`,
	notOneCoin: () =>
		'The prices are too far apart for one coin, so the price basis at the exit cannot be estimated.',
	neverKnown: ({ what }: { what: 'spread' | 'expected_net' }) =>
		`The ${what === 'spread' ? 'spread' : 'expected net'} was unknown during the whole lifetime.`,
};
