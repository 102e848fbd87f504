/** Sentences about current and settled funding rates that are unknown. Exchanges are display names. */
import type { Figure, Words, Writer } from './sentence.ts';

/** Reasons for figures that the funding map does not have. */
export const funding = {
	tooFewRates: ({ coin }: { coin: string }) =>
		`Fewer than two exchanges have a current funding rate for ${coin}.`,
	noVolumes: ({ coin }: { coin: string }) => `No exchange reports a 24-hour volume for ${coin}.`,
	/** @param problems the exchange's explanations, as sentences */
	noRate: (
		{ exchange, symbol, problems }: { exchange: string; symbol: string; problems: readonly Words[] },
		write: Writer,
	) =>
		[
			`The funding rate of ${symbol} at ${exchange} is unknown.`,
			...problems.map((problem) => write.words(problem)),
		].join(' '),
	noVolume: ({ exchange, symbol }: { exchange: string; symbol: string }) =>
		`${exchange} reports no 24-hour volume for ${symbol}.`,
	/** @param days known days of the last 30 */
	monthTooShort: (
		{ exchange, symbol, days }: { exchange: string; symbol: string; days: Figure },
		write: Writer,
	) =>
		`The settled rates of ${symbol} at ${exchange} are known for ${write.fixed(days, 1)} of the last 30 days.`,
	/** @param from settlement before the gap, Unix milliseconds @param to settlement after it */
	monthHasGap: (
		{ exchange, symbol, from, to }: { exchange: string; symbol: string; from: number; to: number },
		write: Writer,
	) =>
		`Settled rates of ${symbol} at ${exchange} are missing from ${write.instant(from)} to ${write.instant(to)}.`,
};

/** Reasons why settled rates cannot be read. Times are Unix milliseconds. */
export const history = {
	notShared: () => 'No other exchange lists this contract now, so the service does not read its history.',
	late: ({ limitMs }: { limitMs: number }, write: Writer) =>
		`The exchange did not send the settled rates within ${write.duration(limitMs)}.`,
	timedOut: ({ limitMs }: { limitMs: number }, write: Writer) =>
		`The exchange took longer than ${write.duration(limitMs)} to send the settled rates.`,
	/** @param first sentence about the first unusable row */
	unusable: ({ count, first }: { count: number; first: Words }, write: Writer) =>
		`${count} settled rates were unusable. ${write.words(first)}`,
	contradictory: ({ at, first, second }: { at: number; first: Figure; second: Figure }, write: Writer) =>
		`The exchange sent two rates for the settlement on ${write.instant(at)}: ${write.number(first)} and ${write.number(second)}.`,
	noTime: ({ stamp }: { stamp: string }) =>
		`The time of a settlement was ${stamp}; milliseconds since 1970 are required.`,
	future: ({ at }: { at: number }, write: Writer) =>
		`The time of a settlement, ${write.instant(at)}, is in the future.`,
	outOfBounds: ({ at, rate }: { at: number; rate: string }, write: Writer) =>
		`The rate settled on ${write.instant(at)} was ${rate}; it must be within ±1.`,
};
