/** How many executions an agent has begun since an instant, ended ones included. */
import type { Journal } from '../../ports/journal.ts';

const PAGE_ROWS = 100;

/** Executions that an agent has begun since `instant`, milliseconds, but for those of `except`. */
export function openedSince(
	journal: Pick<Journal, 'userExecutions'>,
	{ userId, agentId }: { readonly userId: string; readonly agentId: string },
	instant: number,
	except: ReadonlySet<string>,
): number {
	let count = 0;
	for (const ended of [false, true])
		for (let offset = 0; ; offset += PAGE_ROWS) {
			const rows = journal.userExecutions(userId, { ended, offset, limit: PAGE_ROWS });
			const since = rows.filter(({ createdAt }) => createdAt >= instant);
			count += since.filter((row) => row.agentId === agentId && !except.has(row.executionId)).length;
			// Newest first: an older one ends the search.
			if (since.length < rows.length || rows.length < PAGE_ROWS) break;
		}
	return count;
}
