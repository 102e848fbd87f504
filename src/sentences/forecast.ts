/** Sentences about a pair's forecast and its track record. Times are Unix milliseconds. */
import type { Words, Writer } from './sentence.ts';

/** Reasons why there is no forecast, or no track record of forecasts. */
export const forecast = {
	notListed: () => 'This pair is not on the list of opportunities now.',
	historyUnread: ({ failure }: { failure: Words }, write: Writer) =>
		`Cannot read the settled history: ${write.words(failure)}`,
	notReadYet: () => 'The settled history of this pair has not been read yet.',
	/**
	 * @param legs the legs, with the number of known settlements; `failure` is a sentence that says why no more can be
	 * read, or null
	 */
	noCommonHours: (
		{
			legs,
		}: {
			legs: readonly { readonly leg: string; readonly count: number; readonly failure: Words | null }[];
		},
		write: Writer,
	) => {
		const known = legs.map(
			({ leg, count, failure }) =>
				`${count} of ${leg}${failure === null ? '' : ` (${write.words(failure)})`}`,
		);
		return `The legs have no settled hours in common yet. Known settlements: ${known.join(', ')}.`;
	},
	unreadable: () => 'Cannot read the forecast track record. Try again later.',
	none: () => 'The service has made no forecast for this pair yet.',
	notScored: ({ count }: { count: number }) =>
		`No forecast for this pair could be scored, because settled rates are missing (forecasts: ${count}).`,
	notMatured: ({ firstAt }: { firstAt: number }, write: Writer) =>
		`No forecast for this pair has matured yet (first result: ${write.instant(firstAt)}).`,
};
