/**
 * The package as a user installs it: packed by `npm pack` (`packed-package.ts`) and unpacked into the `node_modules`
 * of an empty
 * project, offline. A project ends with its directory.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');

export type Project = Disposable & {
	readonly folder: string;
	/** `node_modules/carrywire` of the project. */
	readonly installed: string;
	/** Paths in the tarball, without the leading `package/`. */
	readonly files: readonly string[];
	write(name: string, text: string): string;
	/** Copies a file of the repository under the same name. */
	copy(path: string, name: string): string;
};

/** `dependencies` adds the dependencies of the repository for the service; the client needs none. */
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
