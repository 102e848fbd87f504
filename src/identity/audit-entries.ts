/** Reads a user's audit trail of any length, newest entry first. */
import type { AuditTrail, ListedAuditEntry } from '../ports/audit.ts';

const ROWS_READ = 1_000;

/**
 * Yields the entries. It reads at most 1,000 rows at a time, so that a long trail is never completely in memory.
 * @param from reads only entries with a lower `seq`; undefined starts with the newest entry
 * @param piece rows per query; use a lower number if only a few entries are needed
 */
export async function* newestEntries(
	audit: Pick<AuditTrail, 'list'>,
	userId: string,
	from?: number,
	piece = ROWS_READ,
): AsyncGenerator<ListedAuditEntry> {
	for (let before = from; ; ) {
		const entries = await audit.list({ userId, beforeSeq: before, limit: piece });
		yield* entries;
		before = entries.at(-1)?.seq;
		if (entries.length < piece) return;
	}
}
