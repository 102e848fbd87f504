/** Builds the dashboard into a folder, unless it was built there from the same files. */
import { join } from 'node:path';
import { buildBeside } from './build-beside.ts';

const ROOT = join(import.meta.dirname, '..');
/** The lockfile represents the compiler and the libraries. */
const SOURCES = {
	folders: ['dashboard', 'client'],
	files: ['package-lock.json', 'scripts/build-beside.ts', 'scripts/dashboard-build.ts'],
};

/** @throws the compiler's error, with its message and position */
export function buildDashboard(target: string): Promise<'built' | 'current'> {
	return buildBeside(target, SOURCES, async (folder) => {
		// Imported here because loading it takes longer than finding that nothing has changed.
		const { build } = await import('vite');
		await build({
			configFile: join(ROOT, 'dashboard/vite.config.ts'),
			build: { outDir: folder, emptyOutDir: true },
		});
	});
}
