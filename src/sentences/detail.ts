/**
 * Sentences about the detail of an opportunity. `leg` is an exchange and a symbol, such as `Bybit SOLUSDT`; times are
 * Unix milliseconds.
 */
import type { Words, Writer } from './sentence.ts';

/** Reasons why figures in an opportunity detail are unknown. */
export const detail = {
	basisUnknown: ({ count, required }: { count: number; required: number }) =>
		`The price basis has ${count} of ${required} required samples. The service takes one each second while both books are fresh.`,
	basisNeverSeen: () =>
		'The two order books have not been fresh at the same time in the last 24 hours, or since the service started.',
	cashWithoutBook: () =>
		'The order book of a leg is unknown, so the number of coins for the amount is unknown.',
	cashBelowOneLot: () => 'The amount buys less than one lot.',
	lifetimeUnknown: () => 'This opportunity was first seen less than a second ago.',
	historyUnread: ({ leg, failure }: { leg: string; failure: Words }, write: Writer) =>
		`Cannot read the settled rates of ${leg}. ${write.words(failure)}`,
	noSettlement: ({ leg }: { leg: string }) => `No settlement of ${leg} is known yet.`,
	/** @param more number of earlier gaps that the sentence does not list */
	historyGaps: (
		{
			leg,
			gaps,
			more,
		}: {
			leg: string;
			gaps: readonly { readonly from: number; readonly to: number }[];
			more: number;
		},
		write: Writer,
	) => {
		const spans = gaps.map(({ from, to }) => `${write.instant(from)} – ${write.instant(to)}`).join('; ');
		return `Settlements of ${leg} are missing: ${spans}${more === 0 ? '' : `; and ${more} earlier gaps`}.`;
	},
	intervalUnknown: ({ count, total }: { count: number; total: number }) =>
		`The interval before the oldest settlement of a leg is unknown, so its row has no spread (${count} of ${total} rows).`,
	historyShort: () =>
		'This figure needs more settled rates of both legs, or legs that settle at the same time. The carry history has the spread of every hour.',
	/** @param problems the exchange's explanations, as sentences */
	notGiven: (
		{ exchange, symbol, problems }: { exchange: string; symbol: string; problems: readonly Words[] },
		write: Writer,
	) =>
		[
			`${exchange} sent no usable value for ${symbol}.`,
			...problems.map((problem) => write.words(problem)),
		].join(' '),
	curveUnknown: () =>
		'The expected funding or part of the cost is unknown. See the reasons given for the expected net.',
	laterRatesUnknown: () =>
		'Only the next settlement has a predicted rate. Later ones need a forecast, which is missing; see the reasons given for the expected net.',
	rateUnpublished: () =>
		'A settlement has just passed. Its rate is not published yet, and the exchange may still count the entry.',
	cashUnknown: () =>
		'Without both order books, the quantity of the legs is unknown, and so is the cash amount.',
	settlementsCut: ({ shown, total }: { shown: number; total: number }) =>
		`Only the first ${shown} of ${total} settlements in the holding period are shown.`,
};
