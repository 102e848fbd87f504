/** Builds the dashboard into a folder, unless it was already built there from the same files. */
import { join } from 'node:path';
import { buildBeside } from './build-beside.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files that determine the result. The lockfile represents the versions of the compiler and the libraries. */
const SOURCES = {
	folders: ['dashboard', 'client', 'src/sentences'],
	files: [
		'package-lock.json',
		'src/domain/snake-case.ts',
		'scripts/build-beside.ts',
		'scripts/dashboard-build.ts',
	],
};

/** @throws the compiler's error, with its message and position in the source */
export function buildDashboard(target: string): Promise<'built' | 'current'> {
	return buildBeside(target, SOURCES, async (folder) => {
		// vite is imported here because loading it takes longer than finding out that nothing has changed.
		const { build } = await import('vite');
		await build({
			configFile: join(ROOT, 'dashboard/vite.config.ts'),
			build: { outDir: folder, emptyOutDir: true },
		});
	});
}
