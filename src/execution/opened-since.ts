/** How many executions a user has begun since an instant, ended ones included. */
import type { Journal } from '../ports/journal.ts';

const PAGE_ROWS = 100;

export function openedSince(
	journal: Pick<Journal, 'userExecutions'>,
	userId: string,
	instant: number,
): number {
	let count = 0;
	for (const ended of [false, true])
		for (let offset = 0; ; offset += PAGE_ROWS) {
			const rows = journal.userExecutions(userId, { ended, offset, limit: PAGE_ROWS });
			const since = rows.filter(({ createdAt }) => createdAt >= instant).length;
			count += since;
			// Newest first: an older one ends the search.
			if (since < rows.length || rows.length < PAGE_ROWS) break;
		}
	return count;
}
