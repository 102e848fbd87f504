/** Defines the messages between a replay and the process of a policy file: one JSON value per line. */

import type { PolicySettings } from '../policies/policy.ts';
import type { GivenSettings } from '../policies/settings.ts';

/** Largest message of a policy, characters. */
export const MESSAGE_CHARS_MAX = 1_000_000;
/** Most requests of a policy that wait for an answer at one time. */
export const REQUESTS_MAX = 100;

/** Messages from the replay. Every message carries the present virtual time. */
export type ToPolicy =
	/** Loads the policy file. */
	| {
			readonly kind: 'load';
			readonly now: number;
			/** URL of the policy file. */
			readonly file: string;
			/** URL of the folder that the policy may import from, with a slash at the end. */
			readonly folder: string;
			/** Seed of `Math.random` and `crypto`. */
			readonly seed: number;
	  }
	/** Starts the policy. */
	| { readonly kind: 'run'; readonly now: number; readonly settings: PolicySettings }
	/** Answers a request. */
	| { readonly kind: 'answer'; readonly now: number; readonly id: number; readonly answer: PolicyAnswer };

/** Answer to a request. */
export type PolicyAnswer =
	| { readonly result: unknown }
	| { readonly error: SentError }
	/** The replay has ended. */
	| { readonly isOver: true };

/** An error of the client, as it is sent. */
export type SentError =
	| {
			readonly type: 'rpc';
			readonly code: number;
			readonly message: string;
			readonly data: Readonly<Record<string, unknown>>;
	  }
	| { readonly type: 'transport'; readonly transport: string; readonly message: string }
	| { readonly type: 'other'; readonly message: string };

/** Outcome of one call of a batch, as it is sent. */
export type SentOutcome =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly error: SentError };

/** Messages from the policy's process. */
export type FromPolicy =
	/** The file is loaded. `settings`: the defaults that it exports; null if it exports none. */
	| { readonly kind: 'loaded'; readonly settings: GivenSettings | null }
	| {
			readonly kind: 'call';
			readonly id: number;
			readonly method: string;
			readonly params: unknown;
			readonly options: unknown;
	  }
	| { readonly kind: 'batch'; readonly id: number; readonly calls: unknown; readonly options: unknown }
	| { readonly kind: 'until'; readonly id: number; readonly at: number }
	/** The policy has returned. */
	| { readonly kind: 'done' }
	/** The policy waits for something that never happens. */
	| { readonly kind: 'idle' }
	/** The file cannot be loaded, or the policy threw. `place`: file and line, if known. */
	| {
			readonly kind: 'failed';
			readonly phase: 'load' | 'run';
			readonly message: string;
			readonly place: string | null;
	  };
