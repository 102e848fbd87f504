/**
 * Sentences about the verdict on an opportunity. Shares are fractions of one leg's notional, or fractions per year;
 * chances are probabilities.
 */
import type { Figure, Words, Writer } from './sentence.ts';

const HOURS_PER_DAY = 24;

/** The verdict and its reasons. */
export const verdict = {
	trade: (
		{ net, carry, costs, chance }: { net: Figure; carry: Figure; costs: Figure; chance: Figure },
		write: Writer,
	) =>
		`Net +${write.percent(net)} (funding ${write.percent(carry)} − costs ${write.percent(costs)}), ${write.chance(chance)} chance of profit.`,
	noNet: ({ net, carry, costs }: { net: Figure; carry: Figure; costs: Figure }, write: Writer) =>
		`Expected net ${write.percent(net)}: funding of ${write.percent(carry)} does not exceed costs of ${write.percent(costs)}.`,
	lowOdds: ({ chance, required }: { chance: Figure; required: Figure }, write: Writer) =>
		`${write.chance(chance, required)} chance of profit; ${write.percent(required, 0)} required.`,
	/** @param mean null while settlements within the month are missing */
	lowMonth: ({ mean, required }: { mean: Figure | null; required: Figure }, write: Writer) =>
		mean === null
			? `Settlements from the last 30 days are missing, so their average is unknown; more than ${write.percent(required, 0)} a year is required.`
			: `Funding over the last 30 days in this direction: ${write.percent(mean)} a year; more than ${write.percent(required, 0)} required.`,
	/** @param hours settled hours that both legs have in common */
	shortHistory: ({ hours }: { hours: number }) =>
		`The legs have ${Math.floor(hours / HOURS_PER_DAY)} days of settled history in common; 30 required.`,
	unknown: ({ reason }: { reason: Words }, write: Writer) => `The verdict is unknown. ${write.words(reason)}`,
};
