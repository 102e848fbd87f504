/** The fills of an account in a time, oldest first, in whatever order and from whatever range a venue tells them. */
import type { AccountFill } from '../../ports/venue.ts';

/** Fills from `from` to `to`, both inclusive and in Unix milliseconds, the oldest first. */
export function fillsOfTime(fills: readonly AccountFill[], from: number, to: number): readonly AccountFill[] {
	return fills
		.filter(({ filledAt }) => filledAt >= from && filledAt <= to)
		.sort((a, b) => a.filledAt - b.filledAt);
}
