/**
 * What the farming loop must not forget over its own death: which executions are its own, and the open that it was about
 * to send. An open is written down with its key before it is sent; a run that dies before it hears the answer sends the same
 * call with the same key again, and the service answers what the first one opened.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { MethodParams } from 'carrywire/client';

export type Intent = {
	readonly idempotencyKey: string;
	readonly params: MethodParams<'execute_opportunity'>;
};

export type Memory = {
	/** Ids of the executions that this loop has opened, oldest first. */
	readonly executions: readonly string[];
	readonly intent: Intent | null;
};

/** @throws Error when there is a file that cannot be read: to begin anew would mean to forget what is open. */
export function recall(path: string): Memory {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Memory;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
			return { executions: [], intent: null };
		throw new Error(`The state file ${path} cannot be read.`, { cause: error });
	}
}

/** In one step: a kill leaves the old file or the new one. */
export function remember(path: string, memory: Memory): Memory {
	writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, '\t')}\n`, { mode: 0o600, flush: true });
	renameSync(`${path}.new`, path);
	return memory;
}
