/**
 * Users' accounts at exchanges: what is kept of each, and what may be asked of them.
 * At most one of the accounts that a user has at one exchange is in use: that is the one that new executions
 * trade on.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { SelfCheckState } from './self-check.ts';
import type { VenueCredentials, VenueTrading } from './venue.ts';

/** How the key came: by the exchange's OAuth, or typed in. */
export type ConnectionKind = 'oauth' | 'api_key';

/** What was last heard of a key; `refusedAt` stands while the exchange refuses it. */
export type AccountHealth = {
	readonly lastOkAt: number | null;
	/** The exchange's reason, or ours; null while all is well. */
	readonly lastError: string | null;
	readonly refusedAt: number | null;
};

/** One account that a user connected at an exchange, without its secrets. Times are milliseconds. */
export type ExchangeAccount = {
	/** `acct_` and 24 hex digits. */
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	/** What its owner calls it. */
	readonly label: string;
	readonly kind: ConnectionKind;
	/** In the exchange's own words; empty before it has told them. */
	readonly permissions: readonly string[];
	/** Null before the exchange has said. */
	readonly canTrade: boolean | null;
	/** Null where the exchange has not said. */
	readonly canWithdraw: boolean | null;
	readonly keyExpiresAt: number | null;
	readonly connectedAt: number;
	readonly disconnectedAt: number | null;
	/** Since when it waits for its executions to be closed, to be disconnected then. */
	readonly leavingSince: number | null;
	readonly inUse: boolean;
	readonly health: AccountHealth;
};

/** An account at rest, with its sealed key and the keyed hashes that tell two accounts apart. */
export type StoredExchangeAccount = ExchangeAccount & {
	/** Names the account in the journal: its id, or `user:venue` for the first one, from before accounts had ids. */
	readonly journalId: string;
	/** `VenueCredentials` as JSON, sealed for table `exchange_account`, the account's id, its user, field `credentials`; null once disconnected. */
	readonly credentials: string | null;
	/** Keyed hashes of the key, and of the exchange's own id of the account; null before it has told. Of connected accounts no two are the same. */
	readonly keyFingerprint: string;
	readonly uidFingerprint: string | null;
};

/** Members that change while an account is connected. */
export type AccountChange = Partial<
	Pick<
		StoredExchangeAccount,
		| 'label'
		| 'kind'
		| 'permissions'
		| 'canTrade'
		| 'canWithdraw'
		| 'keyExpiresAt'
		| 'leavingSince'
		| 'disconnectedAt'
		| 'inUse'
		| 'health'
		| 'credentials'
		| 'keyFingerprint'
		| 'uidFingerprint'
	>
>;

/** Everything is durable when it resolves. */
export interface ExchangeAccountStore {
	/** All that are connected, oldest first. */
	listConnected(): Promise<readonly StoredExchangeAccount[]>;
	/** Venues at which the user has, or had, an account. */
	venuesEver(userId: string): Promise<readonly VenueName[]>;
	/** True when an account, connected or not, has this name in the journal. */
	hasJournalId(journalId: string): Promise<boolean>;
	/** @throws DuplicateAccountError */
	insert(account: StoredExchangeAccount): Promise<void>;
	/** @throws DuplicateAccountError */
	change(accountId: string, change: AccountChange): Promise<void>;
	/** Of the user's accounts at the venue this one is in use from now on, and no other. */
	use(account: Pick<ExchangeAccount, 'accountId' | 'userId' | 'venue'>): Promise<void>;
}

/** The key, or the exchange's account behind it, is connected already. */
export class DuplicateAccountError extends Error {
	override readonly name = 'DuplicateAccountError';
}

/** Reaches an exchange with a key that nobody trades with yet. The caller closes it. */
export type OpenVenueKey = (venue: VenueName, credentials: VenueCredentials) => VenueTrading;

/** A key that a user, or the exchange's OAuth in the user's name, offers for an account. */
export type ConnectRequest = {
	readonly userId: string;
	readonly venue: VenueName;
	/** 1 to 64 characters; absent: the exchange's name, or what a renewed account was called before. */
	readonly label?: string | undefined;
	readonly kind: ConnectionKind;
	readonly credentials: VenueCredentials;
	/** When the key ends by the word of whoever issued it; the exchange's own word counts where it is earlier. */
	readonly keyExpiresAt?: number | null | undefined;
};

/**
 * `unknown`: nothing was heard with this key yet. `needs_reconnect`: the exchange refuses the key, it has ended, or it may do
 * too little or too much. `closing`: it is disconnected once its executions are closed.
 */
export type AccountStatus = 'ok' | 'unknown' | 'needs_reconnect' | 'closing';

/** An account as its owner sees it, with its present status. */
export type ListedAccount = ExchangeAccount & {
	readonly status: AccountStatus;
	/** What is wrong; null while nothing is. */
	readonly statusReason: string | null;
	/** Null where the mode asks for none. */
	readonly selfCheck: SelfCheckState | null;
	/** Since when its own stream tells of no orders; null while it does, and of an account that is not in use. */
	readonly streamSilentSince: number | null;
};

/** The account that a key has connected, or whose key it has replaced. */
export type ConnectAnswer = {
	readonly account: ListedAccount;
	/** The key of an account that was connected before was replaced: its executions went on. */
	readonly renewed: boolean;
};

/** State of an account after its owner asked to disconnect it. */
export type DisconnectAnswer = {
	/** `closing`: it is disconnected once its executions are closed, also over a restart. */
	readonly status: 'disconnected' | 'closing';
	readonly accountId: string;
	/** Executions that are still open. */
	readonly executions: readonly string[];
};

/** What delivery asks. Each knows only the user's own accounts: any other id is UNKNOWN_ACCOUNT. */
export interface ExchangeAccounts {
	/**
	 * Asks the exchange with the key for its permissions, and connects; a new key of an account of the same user replaces the
	 * old one in place. Nothing is kept where it throws.
	 * @throws CarrywireError PAPER_NEEDS_NO_KEY, KEY_REFUSED, KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE, ACCOUNT_ALREADY_CONNECTED, TOO_MANY_ACCOUNTS,
	 * VENUE_UNAVAILABLE, EXECUTIONS_RUNNING, STORE_UNAVAILABLE; RATE_LIMITED where too many refused keys were tried
	 */
	connect(request: ConnectRequest): Promise<ConnectAnswer>;
	/** Connected ones, by venue, oldest first. */
	list(userId: string): readonly ListedAccount[];
	/** Checks the account again and waits for the end of it; where the mode asks for no check nothing is done. @throws CarrywireError UNKNOWN_ACCOUNT */
	check(userId: string, accountId: string): Promise<ListedAccount>;
	/** @throws CarrywireError UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, STORE_UNAVAILABLE */
	use(userId: string, accountId: string): Promise<ListedAccount>;
	/** Ids of executions that are open on the account. @throws CarrywireError UNKNOWN_ACCOUNT */
	openOn(userId: string, accountId: string): readonly string[];
	/**
	 * Erases the secret and keeps the row. With `closeFirst` it closes what is open on the account first, and waits for that a
	 * while.
	 * @throws CarrywireError UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, STORE_UNAVAILABLE
	 */
	disconnect(
		userId: string,
		accountId: string,
		options: { readonly closeFirst: boolean },
	): Promise<DisconnectAnswer>;
}

/** What the connections ask of those who trade. */
export interface AccountTrade {
	/** Executions of the user with a leg at the venue that have not ended, with the account of that leg as the journal names it. */
	openOn(
		userId: string,
		venue: VenueName,
	): readonly { readonly executionId: string; readonly journalId: string }[];
	/** True while a call of the user's is opening something that is not journaled yet. */
	isOpening(userId: string): boolean;
	/** Asks for the end of everything that stands on an account that is leaving, now and with every change until nothing does. */
	closeLeaving(): void;
	/** Books what the venue has recorded by now of executions that ended on the account. Never rejects. */
	settle(userId: string, venue: VenueName): Promise<void>;
	/** Since when the own stream of the account in use there is silent, milliseconds; null while it is not. */
	streamSilentSince(userId: string, venue: VenueName): number | null;
	/** Calls back with every execution that ends, after it has. */
	onEnded(listener: (userId: string) => void): () => void;
}
