/**
 * Moves money between two wallets of one owner at one exchange when the margin of the futures account is thin. It needs
 * a key that may do so, and its owner's setting for the account, which is off at first.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { OwnTransfer } from './own-transfers.ts';

/**
 * States of a transfer. `intended`: journaled, and perhaps sent. `unknown`: sent, with no certain answer yet. `done`:
 * the exchange has moved the money. `rejected`: the exchange refused it. `failed`: the exchange could not carry it out.
 * `absent`: it never reached the exchange.
 */
export const OWN_TRANSFER_STATES = ['intended', 'unknown', 'done', 'rejected', 'failed', 'absent'] as const;
/** One of `OWN_TRANSFER_STATES`. */
export type OwnTransferState = (typeof OWN_TRANSFER_STATES)[number];

/** Returns true while the exchange may still move the money. No other transfer of the account begins meanwhile. */
export function isOpenTransfer({ state }: Pick<OwnTransferRecord, 'state'>): boolean {
	return state === 'intended' || state === 'unknown';
}

/** A transfer of the service. Times are Unix milliseconds. */
export type OwnTransferRecord = OwnTransfer & {
	readonly userId: string;
	readonly accountId: string;
	readonly venue: VenueName;
	readonly state: OwnTransferState;
	/** Time of the intent, just before the request was sent. */
	readonly intendedAt: number;
	readonly changedAt: number;
	/** The exchange's words about a refusal or an unknown outcome; null if there are none. */
	readonly message: string | null;
};

/** Stores transfers and settings. Every write is durable when it resolves. */
export interface OwnTransferStore {
	/** Returns the ids of the accounts whose owners let the service move money. */
	allowed(): Promise<readonly string[]>;
	/** @param at Unix milliseconds */
	setAllowed(userId: string, accountId: string, isAllowed: boolean, at: number): Promise<void>;
	/** Returns open transfers, and those that were intended at or after `since` (ms), oldest first. */
	load(since: number): Promise<readonly OwnTransferRecord[]>;
	/** Adds a transfer, or changes its state. Rejects a second open transfer of an account. */
	save(transfer: OwnTransferRecord): Promise<void>;
}

/** The setting of an account, with its transfers of the last week, newest first. */
export type OwnTransferSetting = {
	readonly accountId: string;
	readonly venue: VenueName;
	readonly isAllowed: boolean;
	readonly transfers: readonly OwnTransferRecord[];
};

/** The transfers of all users. */
export interface OwnTransferService {
	/**
	 * Returns the setting of an account, and changes it first if `isAllowed` is given.
	 * @throws CarrywireError UNKNOWN_ACCOUNT; INVALID_PARAMS if the key may not transfer; VENUE_UNAVAILABLE
	 */
	setting(userId: string, accountId: string, isAllowed: boolean | undefined): Promise<OwnTransferSetting>;
	/** Moves up to this much from the main wallet to the futures account, if the owner allows it. @param usd USD */
	topUp(userId: string, venue: VenueName, usd: number): void;
	/** Asks the exchanges about transfers with an unknown outcome. Never rejects. */
	settleOpen(): Promise<void>;
	/** Returns the changes of futures accounts by the service's own transfers, USD, positive if incoming. */
	movedOf(userId: string): readonly OwnMove[];
	/** Calls the listener after each change of a transfer. Returns a function that unsubscribes. */
	onChange(listener: (transfer: OwnTransferRecord) => void): () => void;
}

/** A change of a futures account by a transfer of the service. */
export type OwnMove = { readonly exchange: VenueName; readonly amount: Decimal; readonly at: number };
