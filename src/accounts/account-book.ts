/**
 * Every connected exchange account with its secret opened, in memory; what is written is durable before it is true here.
 *
 * Which account is in use at a venue changes while nothing of the user is open or being opened there. Between that judgement
 * and the write nobody may trade on either: while it is being written, no account is in use.
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

export type BookedAccount = StoredExchangeAccount & { readonly keys: VenueCredentials | undefined };

/** Where the secret of an account is sealed for. */
export function credentialsBinding({
	accountId,
	userId,
}: Pick<ExchangeAccount, 'accountId' | 'userId'>): SealBinding {
	return { table: 'exchange_account', record: accountId, user: userId, field: 'credentials' };
}

/** @throws VaultError */
export async function openCredentials(
	vault: Pick<Vault, 'open'>,
	account: Pick<StoredExchangeAccount, 'accountId' | 'userId' | 'credentials'>,
): Promise<VenueCredentials> {
	const text = (await vault.open(account.credentials ?? '', credentialsBinding(account))).toString('utf8');
	const { apiKey, secret, passphrase } = JSON.parse(text) as VenueCredentials;
	return { apiKey, secret, ...(passphrase === undefined ? {} : { passphrase }) };
}

/** Opens every secret. One that does not open leaves its account without a key, to be connected again. */
export async function openAccountBook(options: {
	readonly store: ExchangeAccountStore;
	readonly vault: Vault;
	readonly log: Logger;
}) {
	const { store, vault, log } = options;
	const booked = new Map<string, BookedAccount>();
	const listeners = new Set<(news: AccountNews) => void>();
	/** User and venue whose account in use is being changed. */
	const changing = new Set<string>();
	for (const account of await store.listConnected())
		booked.set(account.accountId, { ...account, keys: await keysOf(account) });

	async function keysOf(account: StoredExchangeAccount): Promise<VenueCredentials | undefined> {
		try {
			return await openCredentials(vault, account);
		} catch (error) {
			const { accountId, userId, venue } = account;
			log.error({ accountId, userId, venue, error }, 'the sealed key of an exchange account does not open');
			return undefined;
		}
	}

	const all = (): readonly BookedAccount[] => [...booked.values()];
	const placeOf = (userId: string, venue: VenueName): string => `${userId} ${venue}`;

	function tell(news: AccountNews): void {
		for (const listener of [...listeners]) listener(news);
	}

	function usedAt(userId: string, venue: VenueName): BookedAccount | undefined {
		return all().find((account) => account.inUse && account.userId === userId && account.venue === venue);
	}

	async function whileChanging<T>(
		{ userId, venue }: Pick<ExchangeAccount, 'userId' | 'venue'>,
		work: () => Promise<T>,
	): Promise<T> {
		const place = placeOf(userId, venue);
		changing.add(place);
		try {
			return await work();
		} finally {
			changing.delete(place);
		}
	}

	function put(account: BookedAccount): BookedAccount {
		booked.set(account.accountId, account);
		return account;
	}

	/** @throws Error where the account is not connected any more. */
	function present(accountId: string): BookedAccount {
		const account = booked.get(accountId);
		if (account !== undefined) return account;
		throw new Error(`Invariant broken: an account that is changed is connected, was ${accountId}.`);
	}

	async function change(accountId: string, changed: AccountChange): Promise<BookedAccount> {
		await store.change(accountId, changed);
		return put({ ...present(accountId), ...changed });
	}

	return {
		all,
		find: (accountId: string): BookedAccount | undefined => booked.get(accountId),
		usedAt,
		/** Durable, then told. @throws DuplicateAccountError, or what the store throws: then nothing is kept */
		async add(account: StoredExchangeAccount, keys: VenueCredentials): Promise<BookedAccount> {
			await store.insert(account);
			const added = put({ ...account, keys });
			if (account.inUse) tell({ kind: 'switched', userId: account.userId, venue: account.venue });
			return added;
		},
		change,
		/** Another key of the same exchange account takes the place of the old one. @throws DuplicateAccountError */
		async renew(accountId: string, changed: AccountChange, keys: VenueCredentials): Promise<BookedAccount> {
			await store.change(accountId, changed);
			const had = present(accountId);
			const renewed = put({ ...had, ...changed, keys });
			// Without the old key there was no session of it.
			if (had.keys === undefined && had.inUse)
				tell({ kind: 'switched', userId: had.userId, venue: had.venue });
			else tell({ kind: 'renewed', account: openedOf(renewed) });
			return renewed;
		},
		/** To be called in the tick in which it was found that nothing is open or being opened there. */
		async use(accountId: string): Promise<BookedAccount> {
			const chosen = present(accountId);
			await whileChanging(chosen, () => store.use(chosen));
			for (const account of all())
				if (account.inUse && account.userId === chosen.userId && account.venue === chosen.venue)
					put({ ...account, inUse: false });
			const used = put({ ...present(accountId), inUse: true });
			tell({ kind: 'switched', userId: used.userId, venue: used.venue });
			return used;
		},
		/** The same for one that nothing is opened on from now on. */
		leave: (accountId: string, at: number): Promise<BookedAccount> =>
			whileChanging(present(accountId), () => change(accountId, { leavingSince: at })),
		/** Erases the secret. To be called in the tick in which nothing was open or being opened on it. */
		async remove(accountId: string, at: number): Promise<BookedAccount> {
			const account = present(accountId);
			const erased = { credentials: null, disconnectedAt: at, leavingSince: null, inUse: false };
			await whileChanging(account, () => store.change(accountId, erased));
			booked.delete(accountId);
			if (account.inUse) tell({ kind: 'switched', userId: account.userId, venue: account.venue });
			tell({ kind: 'gone', account: openedOf(account) });
			return { ...account, ...erased, keys: undefined };
		},
		opened: {
			users: () => [...new Set(all().flatMap((account) => (isUsable(account) ? [account.userId] : [])))],
			venues: (userId) =>
				all()
					.filter((account) => account.userId === userId && isUsable(account))
					.map(({ venue }) => venue)
					.sort(),
			inUse(userId, venue) {
				const account = changing.has(placeOf(userId, venue)) ? undefined : usedAt(userId, venue);
				return account === undefined ? undefined : openedOf(account);
			},
			named(journalId) {
				const account = all().find((candidate) => candidate.journalId === journalId);
				return account === undefined ? undefined : openedOf(account);
			},
			onNews(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
		} satisfies OpenedAccounts as OpenedAccounts,
	};

	function isUsable(account: BookedAccount): boolean {
		return (
			account.inUse && account.keys !== undefined && !changing.has(placeOf(account.userId, account.venue))
		);
	}
}

export type AccountBook = Awaited<ReturnType<typeof openAccountBook>>;

function openedOf({ accountId, userId, venue, journalId, keys, leavingSince }: BookedAccount): OpenedAccount {
	return { accountId, userId, venue, journalId, keys, isLeaving: leavingSince !== null };
}
