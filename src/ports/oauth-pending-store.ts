/** Connections started at an exchange whose user has not returned yet. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';

/** A connection that waits for the user to return from the exchange with the same state. */
export type PendingConnection = {
	/** SHA-256 of the state, 64 lower-case hex digits. Unique. */
	readonly stateHash: string;
	readonly userId: string;
	/** Hash of the session cookie of the browser that started it. */
	readonly browser: string;
	readonly venue: VenueName;
	/** Data for the return only, sealed for table `oauth_pending`, the hash of the state, the user, field `payload`. */
	readonly payload: string;
	readonly createdAt: number;
	readonly expiresAt: number;
};

/** Stores pending connections, limited per user and in total; each can be taken once. */
export interface OAuthPendingStore {
	/**
	 * Stores it, durable when it resolves, and drops expired ones and the user's oldest beyond `perUserMax`. False,
	 * and nothing is stored, if `totalMax` others are stored.
	 */
	put(
		pending: PendingConnection,
		limits: { readonly perUserMax: number; readonly totalMax: number },
	): Promise<boolean>;
	/** Removes and returns it in one step, even if expired: only one of several callers receives it. */
	take(stateHash: string): Promise<PendingConnection | undefined>;
}

/** Seals pending data, so that a reader of the database cannot finish a connection. */
export interface PendingSeal {
	seal(plaintext: string, binding: PendingBinding): Promise<string>;
	/** @throws Error if text, binding and key do not belong together */
	open(sealed: string, binding: PendingBinding): Promise<Buffer>;
}

/** Place of a sealed text: opening it for any other place fails. */
export type PendingBinding = {
	readonly table: string;
	readonly record: string;
	readonly user: string;
	readonly field: string;
};
