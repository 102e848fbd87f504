/**
 * The farming loop's state that survives a crash: the ids of its executions, and the opening that it is about to send. The
 * loop stores an opening with its key before it sends it. If it dies before the answer, the next run repeats the same call
 * with the same key, and the service returns what the first one opened.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { MethodParams } from 'carrywire/client';

export type Intent = {
	readonly idempotencyKey: string;
	readonly params: MethodParams<'execute_opportunity'>;
};

export type Memory = {
	/** Ids of the executions that this loop opened, oldest first. */
	readonly executions: readonly string[];
	readonly intent: Intent | null;
};

/** Reads the state; empty without a file. @throws Error for an unreadable file: an empty state would lose open executions. */
export function recall(path: string): Memory {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Memory;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
			return { executions: [], intent: null };
		throw new Error(`Cannot read the state file ${path}.`, { cause: error });
	}
}

/** Writes the state atomically: a kill leaves the old file or the new one. @returns `memory` */
export function remember(path: string, memory: Memory): Memory {
	writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, '\t')}\n`, { mode: 0o600, flush: true });
	renameSync(`${path}.new`, path);
	return memory;
}
