/** Connections that were begun at an exchange and have not come back. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';

/** A connection that waits for the user to come back from the exchange with the same state. */
export type PendingConnection = {
	/** SHA-256 of the state, 64 lower-case hex digits. Unique. */
	readonly stateHash: string;
	readonly userId: string;
	/** Hash of the session cookie of the browser in which it was begun. */
	readonly browser: string;
	readonly venue: VenueName;
	/** Sealed for table `oauth_pending`, the hash of the state, the user, field `payload`: what only the return needs. */
	readonly payload: string;
	readonly createdAt: number;
	readonly expiresAt: number;
};

/** Keeps pending connections, bounded per user and in all; each can be taken once. */
export interface OAuthPendingStore {
	/**
	 * Keeps it, durable when it resolves, and drops what has expired and the user's oldest beyond `perUserMax`. False when
	 * `totalMax` others are kept; then it is not.
	 */
	put(
		pending: PendingConnection,
		limits: { readonly perUserMax: number; readonly totalMax: number },
	): Promise<boolean>;
	/** Removes it and answers it, in one step: of several callers one gets it. Also when it has expired. */
	take(stateHash: string): Promise<PendingConnection | undefined>;
}

/** Seals what waits, so that nobody who reads the database can finish a connection. */
export interface PendingSeal {
	seal(plaintext: string, binding: PendingBinding): Promise<string>;
	/** @throws Error where text, binding and key do not belong together */
	open(sealed: string, binding: PendingBinding): Promise<Buffer>;
}

/** Place that a sealed text belongs to: opened for any other place, it fails. */
export type PendingBinding = {
	readonly table: string;
	readonly record: string;
	readonly user: string;
	readonly field: string;
};
