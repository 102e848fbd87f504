/**
 * Kill switches: while one is active, nothing that it covers is opened. Reductions of a position are never halted. A
 * halt survives restarts; only `resume` ends it. Times are milliseconds.
 */
import type { VenueName } from '../domain/instrument.ts';

/** Maximum length of a halt's reason, in characters; the API and the command line refuse a longer one. */
export const HALT_REASON_LENGTH_MAX = 500;

/** `user`: one caller's executions. `exchange`: all users' executions with a leg there. `service`: everything. */
export type HaltTarget =
	| { readonly scope: 'user'; readonly userId: string }
	| { readonly scope: 'exchange'; readonly venue: VenueName }
	| { readonly scope: 'service' };

/** Targets of an operator; a user's own switch belongs to the user. */
export type OperatorTarget = Exclude<HaltTarget, { readonly scope: 'user' }>;

/** An active kill switch. */
export type Halt = {
	readonly target: HaltTarget;
	/** The reason given with the halt; null if there was none. */
	readonly reason: string | null;
	/** Start of the halt; repeating it does not change the start. */
	readonly at: number;
	/** Actor of the halt: `operator`, or the id of the caller's token. */
	readonly by: string;
	/** True to close or cancel covered executions as well. */
	readonly closeAll: boolean;
};

/** Stores active halts across restarts, at most one per target. */
export interface HaltStore {
	/** All active halts: read once, at a start. */
	load(): Promise<readonly Halt[]>;
	/** Durable when it resolves; replaces the halt of the same target. Rejects if it cannot be written. */
	put(halt: Halt): Promise<void>;
	/** Durable when it resolves. False if there was none. */
	remove(target: HaltTarget): Promise<boolean>;
}

/** Effect on the executions that a halt covers, by id. */
export type HaltEffect = {
	readonly halt: Halt;
	/** Running executions that are now closing. */
	readonly closing: readonly string[];
	/** Queued and opening executions that are now being cancelled. */
	readonly canceling: readonly string[];
};

/** Operations of an operator over the control socket, and of a caller on the own switch over JSON-RPC. */
export interface KillSwitches {
	/**
	 * Stops opening at once; durable when it resolves. Halting again keeps the halt and may add `closeAll`.
	 * @throws CarrywireError STORE_UNAVAILABLE if it could not be written; it is still active until the process ends.
	 */
	halt(request: {
		readonly target: HaltTarget;
		readonly reason: string | null;
		readonly by: string;
		readonly closeAll: boolean;
	}): Promise<HaltEffect>;
	/** Ends a halt; true if there was one. @throws CarrywireError STORE_UNAVAILABLE; then the halt remains active. */
	resume(target: HaltTarget): Promise<boolean>;
	/** Halts that stop the user from opening on the venues: the service's, the exchanges', the user's. */
	covering(userId: string, venues: readonly VenueName[]): readonly Halt[];
	/** All active halts, oldest first. */
	list(): readonly Halt[];
	/** Calls back when a halt starts, changes or ends; returns a function that unsubscribes. */
	onChange(listener: (target: HaltTarget) => void): () => void;
}
