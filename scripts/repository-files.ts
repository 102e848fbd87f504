/** Lists the repository's files, from the disk and from git. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with installed, built or recorded files, which contain no source. */
const NOT_SOURCE = new Set(['node_modules', '.git', 'dist', 'coverage', '.vitest-cache']);

/** Returns every file on disk below `folder`, sorted, as paths from `root` with forward slashes. */
export function filesOnDisk(root: string, folder: string): string[] {
	const found: string[] = [];
	const walk = (at: string): void => {
		for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
			if (NOT_SOURCE.has(entry.name)) continue;
			const path = at === '' ? entry.name : `${at}/${entry.name}`;
			if (entry.isDirectory()) walk(path);
			else if (entry.isFile()) found.push(path);
		}
	};
	walk(folder);
	return found.sort();
}

/**
 * Returns every file that git would commit: tracked and not deleted, or new and not ignored.
 * @throws Error when `root` is not a git checkout, because there would be nothing to compare
 */
export function filesInGit(root: string): string[] {
	const list = (...options: string[]): string[] =>
		execFileSync('git', ['ls-files', '-z', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
			.split('\0')
			.filter((path) => path !== '');
	const deleted = new Set(list('--deleted'));
	const present = list('--cached', '--others', '--exclude-standard').filter((path) => !deleted.has(path));
	return [...new Set(present)].sort();
}
