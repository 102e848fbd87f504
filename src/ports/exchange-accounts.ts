/**
 * Defines users' accounts at exchanges: their records and operations. A user has at most one active account per
 * exchange; new executions trade on it.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type { SelfCheckState } from './self-check.ts';
import type { VenueCredentials, VenueTrading } from './venue.ts';

/** Source of the key: created through the exchange's OAuth, or entered by the user. */
export type ConnectionKind = 'oauth' | 'api_key';

/** Last known state of a key. `refusedAt` is set while the exchange refuses the key. */
export type AccountHealth = {
	readonly lastOkAt: number | null;
	/** Latest error about the key, in the exchange's words or the service's own; null if there is none. */
	readonly lastError: string | null;
	readonly refusedAt: number | null;
};

/** One account that a user connected at an exchange, without its secrets. Times are milliseconds. */
export type ExchangeAccount = {
	/** Id of the account: `acct_` and 24 hex digits. */
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	/** The owner's name for the account. */
	readonly label: string;
	readonly kind: ConnectionKind;
	/** Permissions of the key in the exchange's own terms; empty before the exchange's first response. */
	readonly permissions: readonly string[];
	/** True if the key can trade; null before the exchange's first response. */
	readonly canTrade: boolean | null;
	/** True if the key can withdraw; null if the exchange does not say. */
	readonly canWithdraw: boolean | null;
	readonly keyExpiresAt: number | null;
	readonly connectedAt: number;
	readonly disconnectedAt: number | null;
	/**
	 * Time at which the account began to wait for its executions to close before it is disconnected; null if no
	 * disconnection is pending.
	 */
	readonly leavingSince: number | null;
	readonly inUse: boolean;
	readonly health: AccountHealth;
};

/** A stored account, with its sealed key and the keyed hashes that tell accounts apart. */
export type StoredExchangeAccount = ExchangeAccount & {
	/**
	 * Id of the account in the journal. It is the account's id, or `user:venue` for a first account from before
	 * accounts had ids.
	 */
	readonly journalId: string;
	/**
	 * `VenueCredentials` as JSON, sealed for table `exchange_account`, the account's id, its user, and field
	 * `credentials`; null once disconnected.
	 */
	readonly credentials: string | null;
	/** Keyed hash of the key. No two connected accounts share it. */
	readonly keyFingerprint: string;
	/**
	 * Keyed hash of the exchange's own account id; null until the exchange has reported that id. No two connected
	 * accounts share it.
	 */
	readonly uidFingerprint: string | null;
};

/** The fields that can change while an account is connected. */
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

/** Stores exchange accounts. Every write is durable when it resolves. */
export interface ExchangeAccountStore {
	/** Returns all connected accounts, oldest first. */
	listConnected(): Promise<readonly StoredExchangeAccount[]>;
	/** Returns the venues at which the user has, or had, an account. */
	venuesEver(userId: string): Promise<readonly VenueName[]>;
	/** True if an account, connected or not, has this id in the journal. */
	hasJournalId(journalId: string): Promise<boolean>;
	/** @throws DuplicateAccountError */
	insert(account: StoredExchangeAccount): Promise<void>;
	/** @throws DuplicateAccountError */
	change(accountId: string, change: AccountChange): Promise<void>;
	/** Makes this account the user's only active one at the venue. */
	use(account: Pick<ExchangeAccount, 'accountId' | 'userId' | 'venue'>): Promise<void>;
}

/** Thrown if the key, or the exchange account behind it, is already connected. */
export class DuplicateAccountError extends Error {
	override readonly name = 'DuplicateAccountError';
}

/** Opens a session at an exchange with a key that is not yet used for trading. The caller closes the session. */
export type OpenVenueKey = (venue: VenueName, credentials: VenueCredentials) => VenueTrading;

/** A key for an account, from a user or from the exchange's OAuth on the user's behalf. */
export type ConnectRequest = {
	readonly userId: string;
	readonly venue: VenueName;
	/**
	 * The owner's name for the account, 1 to 64 characters. If absent, a new account is named after the exchange, and
	 * an account whose key is replaced keeps its name.
	 */
	readonly label?: string | undefined;
	readonly kind: ConnectionKind;
	readonly credentials: VenueCredentials;
	/** Expiry that the issuer gave for the key. An earlier expiry from the exchange takes precedence. */
	readonly keyExpiresAt?: number | null | undefined;
};

/**
 * `unknown`: the exchange has not responded to this key yet. `needs_reconnect`: the exchange refuses the key, the key
 * has expired, or its permissions are too few or too many. `closing`: the account is disconnected once its executions
 * are closed.
 */
export type AccountStatus = 'ok' | 'unknown' | 'needs_reconnect' | 'closing';

/** An account as its owner sees it, with its current status. */
export type ListedAccount = ExchangeAccount & {
	readonly status: AccountStatus;
	/** The problem behind the status; null if there is none. */
	readonly statusReason: Words | null;
	/** State of the account's self-check; null if the mode requires no check. */
	readonly selfCheck: SelfCheckState | null;
	/**
	 * Time at which the account's own stream was found to report no orders; null while the stream works, and for an
	 * inactive account.
	 */
	readonly streamSilentSince: number | null;
};

/** The account that a key has connected, or whose key it has replaced. */
export type ConnectAnswer = {
	readonly account: ListedAccount;
	/** True if the key replaced a connected account's key. The account's executions then continue. */
	readonly renewed: boolean;
};

/** An account's state after its owner asked to disconnect it. */
export type DisconnectAnswer = {
	/** `closing`: the account is disconnected once its executions are closed, even after a restart. */
	readonly status: 'disconnected' | 'closing';
	readonly accountId: string;
	/** Ids of the executions that are still open. */
	readonly executions: readonly string[];
};

/**
 * The API's operations on accounts. Each operation accesses only the user's own accounts; any other id is refused
 * with UNKNOWN_ACCOUNT.
 */
export interface ExchangeAccounts {
	/**
	 * Asks the exchange for the key's permissions and connects the account. A new key for an account that the same
	 * user has already connected replaces the old key. Stores nothing if it throws.
	 * @throws CarrywireError PAPER_NEEDS_NO_KEY, INVALID_PARAMS, KEY_REFUSED, KEY_CAN_WITHDRAW, KEY_CANNOT_TRADE,
	 * ACCOUNT_ALREADY_CONNECTED, TOO_MANY_ACCOUNTS, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, EXECUTIONS_RUNNING,
	 * STORE_UNAVAILABLE; RATE_LIMITED after too many refused keys
	 */
	connect(request: ConnectRequest): Promise<ConnectAnswer>;
	/** Returns the connected accounts, sorted by venue, then oldest first. */
	list(userId: string): readonly ListedAccount[];
	/**
	 * Runs the account's self-check again and waits for the result. Does nothing if the mode requires no check.
	 * @throws CarrywireError UNKNOWN_ACCOUNT
	 */
	check(userId: string, accountId: string): Promise<ListedAccount>;
	/**
	 * Makes the account the active one at its venue. @throws CarrywireError UNKNOWN_ACCOUNT, KEY_REFUSED,
	 * EXECUTIONS_RUNNING, STORE_UNAVAILABLE
	 */
	use(userId: string, accountId: string): Promise<ListedAccount>;
	/** Returns the ids of open executions on the account. @throws CarrywireError UNKNOWN_ACCOUNT */
	openOn(userId: string, accountId: string): readonly string[];
	/**
	 * Disconnects the account: erases its secret and keeps its record. With `closeFirst`, the call first closes the
	 * account's executions and waits a limited time for that.
	 * @throws CarrywireError UNKNOWN_ACCOUNT, EXECUTIONS_RUNNING, STORE_UNAVAILABLE
	 */
	disconnect(
		userId: string,
		accountId: string,
		options: { readonly closeFirst: boolean },
	): Promise<DisconnectAnswer>;
}

/** The parts of trading that account management needs. */
export interface AccountTrade {
	/** Returns the user's open executions with a leg at the venue, each with the journal id of that leg's account. */
	openOn(
		userId: string,
		venue: VenueName,
	): readonly { readonly executionId: string; readonly journalId: string }[];
	/** True while one of the user's calls is opening an execution that is not journaled yet. */
	isOpening(userId: string): boolean;
	/**
	 * Requests the close of every execution on accounts that are being disconnected. Repeats the request after each
	 * change of such an execution, until all of them have ended.
	 */
	closeLeaving(): void;
	/** Books the venue's funding payments for ended executions on the user's account there. Never rejects. */
	settle(userId: string, venue: VenueName): Promise<void>;
	/**
	 * Returns the time at which the active account's stream at the venue was found to be silent, milliseconds; null
	 * while the stream works.
	 */
	streamSilentSince(userId: string, venue: VenueName): number | null;
	/** Calls `listener` after each execution has ended. */
	onEnded(listener: (userId: string) => void): () => void;
}
