/**
 * Keeps every connected exchange account, with its decrypted secret, in memory. A change is stored on disk before it
 * is made in memory.
 *
 * A user may switch the account in use at a venue only while the user has no execution open or opening there. While
 * the switch is being written, no account is in use. Nothing can therefore trade on either account between the check
 * and the end of the write.
 */
import type { VenueName } from '../domain/instrument.ts';
import type {
	AccountChange,
	ExchangeAccount,
	ExchangeAccountStore,
	StoredExchangeAccount,
} from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { AccountNews, OpenedAccount, OpenedAccounts } from '../ports/opened-accounts.ts';
import type { SealBinding, Vault } from '../ports/vault.ts';
import type { VenueCredentials } from '../ports/venue.ts';

/** A stored account with its decrypted keys. `keys` is undefined if the secret could not be decrypted. */
export type BookedAccount = StoredExchangeAccount & { readonly keys: VenueCredentials | undefined };

/** Returns the binding that seals an account's secret to this account and user. */
export function credentialsBinding({
	accountId,
	userId,
}: Pick<ExchangeAccount, 'accountId' | 'userId'>): SealBinding {
	return { table: 'exchange_account', record: accountId, user: userId, field: 'credentials' };
}

/** Decrypts the account's keys. @throws VaultError */
export async function openCredentials(
	vault: Pick<Vault, 'open'>,
	account: Pick<StoredExchangeAccount, 'accountId' | 'userId' | 'credentials'>,
): Promise<VenueCredentials> {
	const text = (await vault.open(account.credentials ?? '', credentialsBinding(account))).toString('utf8');
	const { apiKey, secret, passphrase } = JSON.parse(text) as VenueCredentials;
	return { apiKey, secret, ...(passphrase === undefined ? {} : { passphrase }) };
}

type AccountBookOptions = {
	readonly store: ExchangeAccountStore;
	readonly vault: Vault;
	readonly log: Logger;
};

type Book = AccountBookOptions & {
	readonly booked: Map<string, BookedAccount>;
	/** The same accounts by user, then by id. */
	readonly byUser: Map<string, Map<string, BookedAccount>>;
	readonly listeners: Set<(news: AccountNews) => void>;
	/**
	 * User and venue pairs (see `placeOf`) with a switch or a disconnection of an account that is still being
	 * written.
	 */
	readonly changing: Set<string>;
};

async function loadBook(options: AccountBookOptions): Promise<Book> {
	const book: Book = {
		...options,
		booked: new Map(),
		byUser: new Map(),
		listeners: new Set(),
		changing: new Set(),
	};
	for (const account of await options.store.listConnected())
		put(book, { ...account, keys: await keysOf(book, account) });
	return book;
}

/**
 * Loads all connected accounts and decrypts their secrets. An account whose secret cannot be decrypted is loaded
 * without keys, and the user must connect it again.
 */
export async function openAccountBook(options: AccountBookOptions) {
	const { store } = options;
	const book = await loadBook(options);
	return {
		all: () => all(book),
		find: (accountId: string): BookedAccount | undefined => book.booked.get(accountId),
		usedAt: (userId: string, venue: VenueName) => usedAt(book, userId, venue),
		/**
		 * Stores a new account, then notifies listeners. If this throws, the account is not stored. @throws
		 * DuplicateAccountError, or an error from the store
		 */
		async add(account: StoredExchangeAccount, keys: VenueCredentials): Promise<BookedAccount> {
			await store.insert(account);
			const added = put(book, { ...account, keys });
			if (account.inUse) notify(book, { kind: 'switched', userId: account.userId, venue: account.venue });
			return added;
		},
		change: (accountId: string, changed: AccountChange) => change(book, accountId, changed),
		/** Replaces the account's key with another key for the same exchange account. @throws DuplicateAccountError */
		async renew(accountId: string, changed: AccountChange, keys: VenueCredentials): Promise<BookedAccount> {
			await store.change(accountId, changed);
			const had = present(book, accountId);
			const renewed = put(book, { ...had, ...changed, keys });
			// An account without decrypted keys had no session, so listeners must open one rather than renew it.
			if (had.keys === undefined && had.inUse)
				notify(book, { kind: 'switched', userId: had.userId, venue: had.venue });
			else notify(book, { kind: 'renewed', account: openedOf(renewed) });
			return renewed;
		},
		/**
		 * Makes the account the one in use. Call it synchronously after the check that the user has no execution open
		 * or opening at the venue.
		 */
		async use(accountId: string): Promise<BookedAccount> {
			const chosen = present(book, accountId);
			await whileChanging(book, chosen, () => store.use(chosen));
			for (const account of ofUser(book, chosen.userId))
				if (account.inUse && account.venue === chosen.venue) put(book, { ...account, inUse: false });
			const used = put(book, { ...present(book, accountId), inUse: true });
			notify(book, { kind: 'switched', userId: used.userId, venue: used.venue });
			return used;
		},
		/**
		 * Marks the account as being disconnected, so that the service opens no more positions on it. Call it
		 * synchronously after the check that no execution is open or opening on the account.
		 */
		leave: (accountId: string, at: number): Promise<BookedAccount> =>
			whileChanging(book, present(book, accountId), () => change(book, accountId, { leavingSince: at })),
		/**
		 * Disconnects the account and erases its secret. Call it synchronously after the check that no execution is
		 * open or opening on the account.
		 */
		async remove(accountId: string, at: number): Promise<BookedAccount> {
			const account = present(book, accountId);
			const erased = { credentials: null, disconnectedAt: at, leavingSince: null, inUse: false };
			await whileChanging(book, account, () => store.change(accountId, erased));
			book.booked.delete(accountId);
			book.byUser.get(account.userId)?.delete(accountId);
			if (account.inUse) notify(book, { kind: 'switched', userId: account.userId, venue: account.venue });
			notify(book, { kind: 'gone', account: openedOf(account) });
			return { ...account, ...erased, keys: undefined };
		},
		opened: openedAccounts(book),
	};
}

/**
 * Returns the view of the connected accounts for trading sessions. While a change of the account in use at a venue is
 * being written, the view has no account in use there. `users` and `venues` count only accounts in use whose key
 * could be decrypted.
 */
function openedAccounts(book: Book): OpenedAccounts {
	return {
		users: () => [
			...new Set(all(book).flatMap((account) => (isUsable(book, account) ? [account.userId] : []))),
		],
		venues: (userId) =>
			ofUser(book, userId)
				.filter((account) => isUsable(book, account))
				.map(({ venue }) => venue)
				.sort(),
		inUse(userId, venue) {
			const account = book.changing.has(placeOf(userId, venue)) ? undefined : usedAt(book, userId, venue);
			return account === undefined ? undefined : openedOf(account);
		},
		named(journalId) {
			for (const account of book.booked.values())
				if (account.journalId === journalId) return openedOf(account);
			return undefined;
		},
		onNews(listener) {
			book.listeners.add(listener);
			return () => book.listeners.delete(listener);
		},
	};
}

async function keysOf(book: Book, account: StoredExchangeAccount): Promise<VenueCredentials | undefined> {
	try {
		return await openCredentials(book.vault, account);
	} catch (error) {
		const { accountId, userId, venue } = account;
		book.log.error(
			{ accountId, userId, venue, error },
			'the sealed key of an exchange account cannot be decrypted',
		);
		return undefined;
	}
}

function all(book: Book): readonly BookedAccount[] {
	return [...book.booked.values()];
}

function ofUser(book: Book, userId: string): readonly BookedAccount[] {
	return [...(book.byUser.get(userId)?.values() ?? [])];
}

function placeOf(userId: string, venue: VenueName): string {
	return `${userId} ${venue}`;
}

function notify(book: Book, news: AccountNews): void {
	for (const listener of [...book.listeners]) listener(news);
}

function usedAt(book: Book, userId: string, venue: VenueName): BookedAccount | undefined {
	return ofUser(book, userId).find((account) => account.inUse && account.venue === venue);
}

async function whileChanging<T>(
	book: Book,
	{ userId, venue }: Pick<ExchangeAccount, 'userId' | 'venue'>,
	work: () => Promise<T>,
): Promise<T> {
	const place = placeOf(userId, venue);
	book.changing.add(place);
	try {
		return await work();
	} finally {
		book.changing.delete(place);
	}
}

function put(book: Book, account: BookedAccount): BookedAccount {
	book.booked.set(account.accountId, account);
	const own = book.byUser.get(account.userId) ?? new Map<string, BookedAccount>();
	book.byUser.set(account.userId, own.set(account.accountId, account));
	return account;
}

/** @throws Error if the account is no longer connected. */
function present(book: Book, accountId: string): BookedAccount {
	const account = book.booked.get(accountId);
	if (account !== undefined) return account;
	throw new Error(
		`Invariant broken: only a connected account can change, and ${accountId} is not connected.`,
	);
}

async function change(book: Book, accountId: string, changed: AccountChange): Promise<BookedAccount> {
	await book.store.change(accountId, changed);
	return put(book, { ...present(book, accountId), ...changed });
}

function isUsable(book: Book, account: BookedAccount): boolean {
	return (
		account.inUse &&
		account.keys !== undefined &&
		(book.changing.size === 0 || !book.changing.has(placeOf(account.userId, account.venue)))
	);
}

/** All connected exchange accounts in the service, in memory and on disk. */
export type AccountBook = Awaited<ReturnType<typeof openAccountBook>>;

function openedOf({ accountId, userId, venue, journalId, keys, leavingSince }: BookedAccount): OpenedAccount {
	return { accountId, userId, venue, journalId, keys, isLeaving: leavingSince !== null };
}
