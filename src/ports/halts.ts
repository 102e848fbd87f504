/**
 * Defines kill switches. While a kill switch is active, the service opens nothing that the switch covers. Position
 * reductions are never halted. A halt survives restarts; only `resume` ends it. Times are milliseconds.
 */
import type { VenueName } from '../domain/instrument.ts';

/** Maximum length of a halt's reason, in characters. The API and the command line refuse a longer one. */
export const HALT_REASON_LENGTH_MAX = 500;

/**
 * `user`: one user's executions. `exchange`: all users' executions with a leg on the exchange. `service`: all
 * executions.
 */
export type HaltTarget =
	| { readonly scope: 'user'; readonly userId: string }
	| { readonly scope: 'exchange'; readonly venue: VenueName }
	| { readonly scope: 'service' };

/** Targets that an operator may halt. A user's own switch can be set only by that user. */
export type OperatorTarget = Exclude<HaltTarget, { readonly scope: 'user' }>;

/** An active kill switch. */
export type Halt = {
	readonly target: HaltTarget;
	/** The reason given with the halt; null if there was none. */
	readonly reason: string | null;
	/** Start of the halt. Halting again does not change this time. */
	readonly at: number;
	/** Actor of the halt: `operator`, or the id of the caller's token. */
	readonly by: string;
	/** True to close or cancel the covered executions as well. */
	readonly closeAll: boolean;
};

/** Stores active halts across restarts, at most one per target. */
export interface HaltStore {
	/** Returns all active halts. The service reads them once, at startup. */
	load(): Promise<readonly Halt[]>;
	/**
	 * Stores the halt in place of an earlier halt on the same target. It is durable when the call resolves. Rejects
	 * if the halt cannot be written.
	 */
	put(halt: Halt): Promise<void>;
	/** Removes a halt. The removal is durable when the call resolves. Returns false if the target had no halt. */
	remove(target: HaltTarget): Promise<boolean>;
}

/** A halt and its effect on the executions that it covers. */
export type HaltEffect = {
	readonly halt: Halt;
	/** Ids of the running executions that are now closing. */
	readonly closing: readonly string[];
	/** Ids of the queued and opening executions that are now being cancelled. */
	readonly canceling: readonly string[];
};

/** Operations for an operator over the control socket, and for a caller's own switch over JSON-RPC. */
export interface KillSwitches {
	/**
	 * Stops all openings within the target at once. The halt is durable when the call resolves. Halting again keeps
	 * the start time. It may change the reason and add `closeAll`.
	 * @throws CarrywireError STORE_UNAVAILABLE if the halt could not be written; it then stays active until the
	 * process ends.
	 */
	halt(request: {
		readonly target: HaltTarget;
		readonly reason: string | null;
		readonly by: string;
		readonly closeAll: boolean;
	}): Promise<HaltEffect>;
	/**
	 * Ends the halt on a target. Returns true if the target had a halt. @throws CarrywireError STORE_UNAVAILABLE; the
	 * halt then remains active.
	 */
	resume(target: HaltTarget): Promise<boolean>;
	/**
	 * Returns the halts that stop the user from opening on the venues: the service's, the exchanges' and the user's.
	 */
	covering(userId: string, venues: readonly VenueName[]): readonly Halt[];
	/** Returns all active halts, oldest first. */
	list(): readonly Halt[];
	/** Calls `listener` when a halt starts, changes or ends. Returns a function that unsubscribes. */
	onChange(listener: (target: HaltTarget) => void): () => void;
}
