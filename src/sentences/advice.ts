/** Sentences about whether to hold or close a running pair. Figures that end in `Pct` are percentages (12.5 is 12.5 %). */
import type { Figure, Writer } from './sentence.ts';

/** The advice, and why there is none. */
export const advice = {
	/** @param expectedPct forecast loss @param limitPct half the cost of a round trip; both are positive */
	close: (
		{ meanPct, expectedPct, limitPct }: { meanPct: Figure; expectedPct: Figure; limitPct: Figure },
		write: Writer,
	) => {
		const [expected, limit] = write.percentPair(expectedPct, limitPct);
		return `Mean carry over the last 30 days has turned negative: ${percent(meanPct, write)} a year. Forecast loss over the next 30 days: ${expected} of a leg’s notional, more than half the cost of a round trip (${limit}).`;
	},
	/** @param expectedPct size of the forecast, positive @param limitPct half the cost of a round trip, positive */
	hold: (
		{
			meanPct,
			expectedPct,
			loses,
			limitPct,
		}: { meanPct: Figure; expectedPct: Figure; loses: boolean; limitPct: Figure },
		write: Writer,
	) => {
		const [expected, limit] = write.percentPair(expectedPct, limitPct);
		return `Mean carry over the last 30 days is ${percent(meanPct, write)} a year; forecast for the next 30 days: ${loses ? '-' : '+'}${expected} of a leg’s notional. Close once the mean is below 0 and the forecast is below -${limit}.`;
	},
	noBook: ({ leg }: { leg: string }) => `There is no current order book of ${leg}.`,
	thinBooks: () => 'The order books are too thin for a round trip.',
	noFee: () => 'The taker fee of a leg is unknown.',
	noFigure: () => 'A figure that the forecast needs is unknown.',
};

/** Writes a percentage with enough decimals to distinguish it from zero. */
function percent(value: Figure, write: Writer): string {
	return write.percentPair(value, 0)[0];
}
