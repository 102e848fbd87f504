/**
 * How a folder or file that was built beside its place comes to stand in it: by two renames, so that whoever starts or packs
 * meanwhile never finds half of it.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Both on one file system. What stood at `target` is gone afterwards; nothing need have stood there.
 * @throws Error ENOENT where there is nothing to put; what stands stays
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
