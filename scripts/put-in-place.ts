/**
 * Moves a folder or file from where it was built to its target, with two renames. A service that starts during the
 * move never finds a partial result, and a package built during the move never contains one.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Replaces `target` with `fresh`; the target need not exist. Both must be on the same file system; the old content is
 * deleted.
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
