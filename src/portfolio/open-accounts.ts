/** The exchange accounts that are read, each with its journal in memory. */
import type { AccountIdentity } from '../domain/account-identity.ts';
import { ZERO } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { BalanceReport, PositionReport } from '../ports/venue.ts';
import { type AccountJournal, openAccountJournal } from './account-journal.ts';
import { remainderOf } from './account-word.ts';

/** An exchange's statement about an account, all of one moment. */
export type AccountSnapshot = {
	readonly balance: BalanceReport;
	readonly positions: ReadonlyMap<string, PositionReport>;
	readonly takenAt: number;
	readonly consistent: boolean;
	/** The answer of `activityOf` when it was taken: while it says the same, the journal has booked nothing since. */
	readonly activity: string;
	/** The sources of the equity, by what was known then. */
	readonly identity: AccountIdentity;
};

/** One exchange account of a user, and what is known of it. */
export type Account = {
	/** As the journal names it. */
	readonly id: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly journal: AccountJournal;
	snapshot: AccountSnapshot | undefined;
	/** The venue's ledger has been read up to this instant, and that is on disk up to the other. */
	ledgerReadTo: number;
	ledgerNotedTo: number;
	readBackAt: number;
	/** Until then every position was explained; what others did on a symbol is looked for from there, or from its last look. */
	explainedTo: number;
	readonly foreignReadTo: Map<string, number>;
	/** Symbols of which the account's stream told since all was explained. */
	readonly heard: Set<string>;
	/** The remainder when everything had been asked for. While it is the same, there is nothing new. */
	remainder: string;
	connecting: Promise<void> | undefined;
	reading: Promise<AccountSnapshot> | undefined;
	stopListening: (() => void) | undefined;
};

/** None at first; `open` reads one from the journal. */
export function createOpenAccounts(options: {
	readonly journal: Pick<Journal, 'readAccount' | 'appendAccount' | 'ledgerReadTo'>;
	readonly clock: Clock;
	/** Names the user's account in use at the venue in the journal. */
	readonly journalIdOf: (userId: string, venue: VenueName) => string;
}) {
	const { journal, clock, journalIdOf } = options;
	const accounts = new Map<string, Account>();
	const opening = new Map<string, Promise<Account>>();

	async function read(userId: string, venue: VenueName, id: string): Promise<Account> {
		const [accountJournal, noted] = await Promise.all([
			openAccountJournal(journal, clock, id),
			journal.ledgerReadTo(id),
		]);
		const readTo = noted ?? 0;
		const account: Account = {
			id,
			userId,
			venue,
			journal: accountJournal,
			snapshot: undefined,
			ledgerReadTo: readTo,
			ledgerNotedTo: readTo,
			readBackAt: 0,
			explainedTo: readTo,
			foreignReadTo: new Map(),
			heard: new Set(),
			remainder: remainderOf({ residual: ZERO, misfits: [] }, new Map()),
			connecting: undefined,
			reading: undefined,
			stopListening: undefined,
		};
		accounts.set(id, account);
		return account;
	}

	return {
		/** The account in use, unless another is named by its id in the journal; undefined while it was not opened. */
		known: (userId: string, venue: VenueName, id = journalIdOf(userId, venue)): Account | undefined =>
			accounts.get(id),
		/** Reads the account's journal. Rejects where it cannot be read. */
		open(userId: string, venue: VenueName, id = journalIdOf(userId, venue)): Promise<Account> {
			const begun = opening.get(id);
			if (begun !== undefined) return begun;
			const opened = read(userId, venue, id).finally(() => opening.delete(id));
			opening.set(id, opened);
			return opened;
		},
		all: (): readonly Account[] => [...accounts.values()],
	};
}
