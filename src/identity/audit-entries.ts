/** A user's audit trail from the newest entry on, however long it is. */
import type { AuditTrail, ListedAuditEntry } from '../ports/audit.ts';

const ROWS_READ = 1_000;

/**
 * Reads in pieces of at most 1,000 rows, so that a long trail is never in memory at once.
 * @param from entries before this seq; undefined: the newest
 * @param piece rows of one piece, for a reader who needs no more
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
