/**
 * Moves a finished folder or file from where it was built to its target, with at most two renames. The target is
 * therefore never half-written, neither for a service that starts meanwhile nor for a package that is built
 * meanwhile.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Replaces `target`, which need not exist, with `fresh`, and then deletes the old content. Both must be on the same
 * file system.
 * @throws Error ENOENT when `fresh` does not exist; `target` stays unchanged
 */
export function putInPlace(fresh: string, target: string): void {
	const old = `${fresh}.old`;
	const isTaken = existsSync(target);
	if (isTaken) renameSync(target, old);
	try {
		renameSync(fresh, target);
	} catch (error) {
		if (isTaken) renameSync(old, target);
		throw error;
	}
	rmSync(old, { recursive: true, force: true });
}
