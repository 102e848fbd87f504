/**
 * Stores the state that the farming loop needs after a crash: the ids of its executions, and the call that opens or
 * rolls one and is about to be sent. The call is stored with its idempotency key before it is sent.
 * If the loop dies before the response, the next run repeats the call with the same key. The service then returns the
 * execution that the first call opened.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { MethodParams } from 'carrywire/client';

/** A call that creates an execution. Reductions are not stored: the next plan sees what is held. */
export type Intent = { readonly idempotencyKey: string } & (
	| {
			readonly method?: 'execute_opportunity';
			readonly params: MethodParams<'execute_opportunity'>;
	  }
	| { readonly method: 'roll_leg'; readonly params: MethodParams<'roll_leg'> }
);

export type Memory = {
	/** Ids of the executions that this loop opened or rolled, oldest first. */
	readonly executions: readonly string[];
	readonly intent: Intent | null;
};

/**
 * Reads the state; returns an empty one if there is no file. @throws Error if the file is unreadable, because an
 * empty state would lose track of open executions.
 */
export function recall(path: string): Memory {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Memory;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
			return { executions: [], intent: null };
		throw new Error(`Cannot read the state file ${path}.`, { cause: error });
	}
}

/** Writes the state atomically, so that a kill leaves either the old file or the new one. @returns `memory` */
export function remember(path: string, memory: Memory): Memory {
	writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, '\t')}\n`, { mode: 0o600, flush: true });
	renameSync(`${path}.new`, path);
	return memory;
}
