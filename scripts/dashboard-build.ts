/**
 * Builds the dashboard into a folder, with one folder for each language, unless it was already built there from the
 * same files.
 */
import { join } from 'node:path';
import { LANGUAGES } from '../src/domain/languages.ts';
import { buildBeside } from './build-beside.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files that determine the result. The lockfile represents the versions of the compiler and the libraries. */
const SOURCES = {
	folders: ['dashboard', 'client', 'src/sentences'],
	files: [
		'package-lock.json',
		'src/domain/languages.ts',
		'src/domain/sentence-writing.ts',
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
		for (const language of LANGUAGES)
			await build({
				configFile: join(ROOT, 'dashboard/vite.config.ts'),
				mode: language,
				build: { outDir: join(folder, language), emptyOutDir: true },
			});
	});
}
