/** Keeps the exchange accounts that the service reads, each with its journal in memory. */
import type { AccountIdentity } from '../domain/account-identity.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { BalanceReport, PositionReport } from '../ports/venue.ts';
import { type AccountJournal, openAccountJournal } from './account-journal.ts';
import { EXPLAINED } from './account-report.ts';
import type { Asked } from './read-back.ts';

/** An exchange's report on an account, all from the same time. */
export type AccountSnapshot = {
	readonly balance: BalanceReport;
	readonly positions: ReadonlyMap<string, PositionReport>;
	readonly takenAt: number;
	readonly consistent: boolean;
	/**
	 * Result of `activityOf` when the snapshot was taken. If `activityOf` still returns the same, nothing has been
	 * booked on the account since.
	 */
	readonly activity: string;
	/** Comparison of the account with the journal when the snapshot was taken. */
	readonly identity: AccountIdentity;
};

/** One exchange account of a user, with its known state. */
export type Account = {
	/** The account's journal id (`journalId` in `domain/ids.ts`). */
	readonly id: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly journal: AccountJournal;
	snapshot: AccountSnapshot | undefined;
	/** Time up to which the venue's ledger has been read, milliseconds. */
	ledgerReadTo: number;
	/** Time from which the ledger is read after a restart, as stored in the journal, milliseconds. */
	ledgerNotedTo: number;
	readBackAt: number;
	/**
	 * All positions were reconciled with the journal up to this time. The search for foreign trades on a symbol
	 * starts here, or at the symbol's last read.
	 */
	explainedTo: number;
	readonly foreignReadTo: Map<string, number>;
	/** Symbols reported on the account's stream since all positions were last reconciled. */
	readonly heard: Set<string>;
	/** Unexplained remainder after all of the venue's records had been requested. */
	remainder: string;
	/** Complete requests of foreign trades since the remainder changed, and the time of the last, milliseconds. */
	foreignAsked: Asked;
	connecting: Promise<void> | undefined;
	reading: Promise<AccountSnapshot> | undefined;
	stopListening: (() => void) | undefined;
};

/** Creates an empty collection; `open` reads an account from the journal. */
export function createOpenAccounts(options: {
	readonly journal: Pick<Journal, 'readAccount' | 'appendAccount' | 'ledgerReadTo'>;
	readonly clock: Clock;
	/** Returns the journal id of the user's active account at the venue. */
	readonly journalIdOf: (userId: string, venue: VenueName) => string;
}) {
	const { journal, clock, journalIdOf } = options;
	const accounts = new Map<string, Account>();
	const opening = new Map<string, Promise<Account>>();

	async function read(userId: string, venue: VenueName, id: string): Promise<Account> {
		const [accountJournal, noted] = await Promise.all([
			openAccountJournal(journal, clock, { userId, accountId: id }),
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
			remainder: EXPLAINED,
			foreignAsked: { times: 0, at: 0 },
			connecting: undefined,
			reading: undefined,
			stopListening: undefined,
		};
		accounts.set(id, account);
		return account;
	}

	return {
		/** Returns the active account, or the one with this journal id; undefined if the account was not opened. */
		known: (userId: string, venue: VenueName, id = journalIdOf(userId, venue)): Account | undefined =>
			accounts.get(id),
		/** Opens an account by reading its journal. Rejects if the journal cannot be read. */
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
