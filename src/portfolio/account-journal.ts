/** Reads and appends the journal of one exchange account, and keeps the `AccountBooks` folded from its events. */
import { type AccountBooks, foldAccount } from '../domain/account-books.ts';
import type { AccountEvent } from '../domain/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';

/** The journal of one exchange account, with the `AccountBooks` folded from its events. */
export type AccountJournal = {
	readonly books: () => AccountBooks;
	/** Returns a number that increases with every event. */
	readonly eventCount: () => number;
	/** @throws JournalError; nothing has changed in that case. */
	readonly append: (events: readonly AccountEvent[]) => Promise<void>;
};

/** Reads and folds the account's journal. The returned object must be the journal's only writer. */
export async function openAccountJournal(
	journal: Pick<Journal, 'readAccount' | 'appendAccount'>,
	clock: Clock,
	{ userId, accountId }: { readonly userId: string; readonly accountId: string },
): Promise<AccountJournal> {
	const rows = await journal.readAccount(userId, accountId);
	const events: AccountEvent[] = rows.map((row) => row.event);
	let books = foldAccount(events);
	let last: Promise<void> = Promise.resolve();

	async function write(added: readonly AccountEvent[]): Promise<void> {
		await journal.appendAccount({
			userId,
			accountId,
			expectedSeq: events.length,
			events: added,
			recordedAt: clock.now(),
		});
		events.push(...added);
		books = foldAccount(events);
	}

	return {
		books: () => books,
		eventCount: () => events.length,
		append(added) {
			if (added.length === 0) return Promise.resolve();
			// Writes run one after another, because each needs the position after the previous one.
			const written = last.then(() => write(added));
			last = written.catch(() => {});
			return written;
		},
	};
}
