/**
 * Installs the package as a user does: `npm pack` packs it (`packed-package.ts`), and it is unpacked into the
 * `node_modules` of an empty project, offline. Disposing of a project removes its directory.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');

export type Project = Disposable & {
	readonly folder: string;
	/** The project's `node_modules/carrywire`. */
	readonly installed: string;
	/** Paths in the tarball, without the leading `package/`. */
	readonly files: readonly string[];
	write(name: string, text: string): string;
	/** Copies a file from the repository to `name` in the project. */
	copy(path: string, name: string): string;
};

/**
 * Installs the package. `dependencies` adds the repository's dependencies, which the service needs and the client
 * does not.
 */
export function installPackage({ dependencies = false } = {}): Project {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-package-'));
	const modules = join(folder, 'node_modules');
	const installed = join(modules, 'carrywire');
	mkdirSync(installed, { recursive: true });
	const tarball = inject('packedPackage');
	execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
	const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((path) => path.replace(/^package\//, ''));
	if (dependencies) linkDependencies(modules);
	const write = (name: string, text: string): string => {
		const path = join(folder, name);
		writeFileSync(path, text);
		return path;
	};
	write('package.json', JSON.stringify({ name: 'a-project', private: true, type: 'module' }));
	return {
		folder,
		installed,
		files,
		write,
		copy(path, name) {
			const to = join(folder, name);
			cpSync(join(REPOSITORY, path), to);
			return to;
		},
		[Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
	};
}

function linkDependencies(modules: string): void {
	const from = join(REPOSITORY, 'node_modules');
	for (const name of readdirSync(from))
		if (name !== 'carrywire' && name !== '.bin') symlinkSync(join(from, name), join(modules, name));
}
