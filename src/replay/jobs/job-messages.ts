/** Defines the messages between the service and the process of one replay, over Node's channel between processes. */

import type { ReplayRequest } from '../../ports/replays.ts';

/** First argument of the command line of a replay's process. */
export const REPLAY_JOB_WORD = 'replay-job';

/** A request with paths instead of names. Members that are undefined are left out, because messages are JSON. */
export type ReplayWork = Omit<ReplayRequest, 'data' | 'policy'> & {
	readonly data: readonly string[];
	readonly policy: string;
};

/** A message from the service. */
export type ToReplayJob =
	| {
			readonly kind: 'start';
			readonly work: ReplayWork;
			/** Folder that receives the result. */
			readonly folder: string;
			/** Paths with the names that replace them in the result, longest path first. */
			readonly names: readonly (readonly [path: string, name: string])[];
			readonly memoryMb: number;
	  }
	/** Ends the replay between two steps; the result is then partial. */
	| { readonly kind: 'cancel' };

/** A message from the process. The last one is `done`, `refused`, `memory` or `failed`. */
export type FromReplayJob =
	| {
			readonly kind: 'progress';
			readonly step: string;
			readonly done: number;
			readonly at: number | null;
			readonly rate: number | null;
	  }
	/** The result is in the folder. */
	| { readonly kind: 'done'; readonly isComplete: boolean; readonly reason: string | null }
	/** The data or the order cannot be replayed; the message says why. */
	| { readonly kind: 'refused'; readonly message: string }
	| { readonly kind: 'memory' }
	/** A fault of the program. */
	| { readonly kind: 'failed'; readonly message: string };
