/** Stores connections that a user has started at an exchange but not finished. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';

/** A started connection. Its user must return from the exchange with the same state. */
export type PendingConnection = {
	/** SHA-256 hash of the state, 64 lower-case hex digits. Unique. */
	readonly stateHash: string;
	readonly userId: string;
	/** Hash of the session cookie in the browser that started the connection. */
	readonly browser: string;
	readonly venue: VenueName;
	/**
	 * Data that the service needs only once the user returns, sealed for table `oauth_pending`, the state's hash, the
	 * user, and field `payload`.
	 */
	readonly payload: string;
	readonly createdAt: number;
	readonly expiresAt: number;
};

/** Stores pending connections, limited per user and in total. Each can be taken once. */
export interface OAuthPendingStore {
	/**
	 * Stores the connection, which is durable when the call resolves. Drops expired connections, and the user's
	 * oldest beyond `perUserMax`. Returns false and stores nothing if `totalMax` others are stored.
	 */
	put(
		pending: PendingConnection,
		limits: { readonly perUserMax: number; readonly totalMax: number },
	): Promise<boolean>;
	/**
	 * Removes and returns the connection atomically, even if it has expired. Only one of several concurrent callers
	 * receives it.
	 */
	take(stateHash: string): Promise<PendingConnection | undefined>;
}

/** Seals pending data, so that a reader of the database cannot finish a connection. */
export interface PendingSeal {
	seal(plaintext: string, binding: PendingBinding): Promise<string>;
	/** @throws Error if text, binding and key do not belong together */
	open(sealed: string, binding: PendingBinding): Promise<Buffer>;
}

/** Table, record, user and field to which a sealed text belongs. Opening the text with any other value fails. */
export type PendingBinding = {
	readonly table: string;
	readonly record: string;
	readonly user: string;
	readonly field: string;
};
