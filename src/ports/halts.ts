/**
 * Kill switches: while one stands, nothing that it covers is opened. What reduces a position is never halted. A halt
 * outlives the process; only `resume` ends it. Times are milliseconds.
 */
import type { VenueName } from '../domain/instrument.ts';

/** Longest reason of a halt, in characters; the API and the command line refuse a longer one. */
export const HALT_REASON_LENGTH_MAX = 500;

/** `user`: one caller's executions. `exchange`: executions with a leg there, of everybody. `service`: all. */
export type HaltTarget =
	| { readonly scope: 'user'; readonly userId: string }
	| { readonly scope: 'exchange'; readonly venue: VenueName }
	| { readonly scope: 'service' };

/** What an operator halts: a caller's own switch is the caller's. */
export type OperatorTarget = Exclude<HaltTarget, { readonly scope: 'user' }>;

/** A kill switch that stands. */
export type Halt = {
	readonly target: HaltTarget;
	/** The words of whoever halted; null when there were none. */
	readonly reason: string | null;
	/** Since when it stands: a halt that is repeated keeps its beginning. */
	readonly at: number;
	/** Who halted: `operator`, or the id of the token that the caller used. */
	readonly by: string;
	/** While it stands, what it covers is closed or cancelled too. */
	readonly closeAll: boolean;
};

/** Keeps the halts that stand over restarts, at most one per target. */
export interface HaltStore {
	/** All that stand: read once, at a start. */
	load(): Promise<readonly Halt[]>;
	/** Durable when it resolves; replaces the halt of the same target. Rejects when it cannot be written. */
	put(halt: Halt): Promise<void>;
	/** Durable when it resolves. False when none stood. */
	remove(target: HaltTarget): Promise<boolean>;
}

/** What was done with the executions that a halt covers, by id. */
export type HaltEffect = {
	readonly halt: Halt;
	/** Running ones that are being closed now. */
	readonly closing: readonly string[];
	/** Queued and opening ones that are being cancelled now. */
	readonly canceling: readonly string[];
};

/** What an operator may ask over the control socket, and a caller for itself over JSON-RPC. */
export interface KillSwitches {
	/**
	 * Stops opening at once, on disk when it resolves. Halting again keeps what stands and may add `closeAll`.
	 * @throws CarrywireError STORE_UNAVAILABLE when it could not be written; it stands all the same until the process ends.
	 */
	halt(request: {
		readonly target: HaltTarget;
		readonly reason: string | null;
		readonly by: string;
		readonly closeAll: boolean;
	}): Promise<HaltEffect>;
	/** Answers whether one stood. @throws CarrywireError STORE_UNAVAILABLE; then the halt still stands. */
	resume(target: HaltTarget): Promise<boolean>;
	/** Those that keep the user from opening on the venues: the service's, the exchanges', the user's. */
	covering(userId: string, venues: readonly VenueName[]): readonly Halt[];
	/** Everything that stands, oldest first. */
	list(): readonly Halt[];
	/** Called when one begins, changes or ends; answers how to end that. */
	onChange(listener: (target: HaltTarget) => void): () => void;
}
