/** Sentences about faults in exit rules. A rule is named as in the API, such as `max_hours` or `exit.max_hours`. */
import type { Figure, Writer } from './sentence.ts';

type Rule = { readonly rule: string; readonly value: Figure };

/** Faults in exit rules. Percentages are of 100. */
export const exitRule = {
	/** @param isLimitIn true if the rule may equal the limit */
	outside: ({ rule, value, limit, isLimitIn }: Rule & { limit: Figure; isLimitIn: boolean }, write: Writer) =>
		`${rule} must be above 0 and ${isLimitIn ? 'at most' : 'below'} ${write.number(limit)}; was ${write.number(value)}.`,
	/** @param limit highest percentage a year; the lowest is its negative */
	beyondApr: ({ rule, value, limit }: Rule & { limit: Figure }, write: Writer) =>
		`${rule} must be from -${write.number(limit)} to ${write.number(limit)}; was ${write.number(value)}.`,
	epochs: ({ rule, value, limit }: Rule & { limit: Figure }, write: Writer) =>
		`${rule} must be a whole number from 1 to ${write.number(limit)}; was ${write.number(value)}.`,
	/** @param hours longer funding interval of both legs */
	beforeSettlement: ({ rule, value, hours }: Rule & { hours: number }, write: Writer) =>
		`${rule} must be at least the first funding interval of this pair (${write.number(hours)} h) when max_epochs is set; was ${write.number(value)}. Raise max_hours or omit max_epochs.`,
	/** @param cost cost of opening and closing, percent of the capital */
	withinCost: ({ rule, value, cost }: Rule & { cost: Figure }, write: Writer) =>
		`${rule} must be above the cost of opening and closing (${write.fixed(cost, 4)} % of the capital), or the execution would close immediately; was ${write.number(value)}.`,
	/** @param distance distance to liquidation at entry, percent */
	beyondEntry: (
		{ rule, value, distance, leverage }: Rule & { distance: Figure; leverage: Figure },
		write: Writer,
	) =>
		`${rule} must be below the distance at entry (at most ${write.fixed(distance, 4)} % at leverage ${write.number(leverage)}), or the execution would close immediately; was ${write.number(value)}.`,
};
