/**
 * Configures the dashboard build: one entry, hashed file names, and a manifest from which the service learns the
 * entry's name. The build's mode is its language (`scripts/dashboard-build.ts`).
 */
import { existsSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/**
 * Pages that must share a module for it to move into the file that all of them load. The first load names every file,
 * so many small files would make it larger.
 */
const SHARE_COUNT_MIN = 6;
/** Language of the text tables themselves; any other language has twins beside them. */
const ORIGINAL = 'en';

type Modules = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null };

/**
 * Puts every module that the first page needs into one file. Otherwise, modules that other pages share become small
 * files of their own, which compress worse.
 */
function firstLoad(id: string, modules: Modules): string | null {
	first ??= importedFrom(`${import.meta.dirname}/src/main.ts`, modules);
	return first.has(id) ? 'first' : null;
}
let first: ReadonlySet<string> | undefined;

/** Returns the module and everything that it imports, directly or not, without dynamic imports. */
function importedFrom(entry: string, modules: Modules): ReadonlySet<string> {
	const found = new Set([entry]);
	for (const id of found)
		for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
	return found;
}

/**
 * Replaces each module by its twin in the language, such as `text.ts` by `text.es.ts`. A page therefore carries one
 * language, and the first load does not grow with the number of languages.
 */
function translation(language: string): Plugin {
	let twins = 0;
	return {
		name: 'translation',
		enforce: 'pre',
		async resolveId(source, importer, options) {
			if (language === ORIGINAL || importer === undefined || !source.endsWith('.ts')) return null;
			const found = await this.resolve(source, importer, { ...options, skipSelf: true });
			if (found === null || importer.endsWith(`.${language}.ts`)) return found;
			const twin = found.id.replace(/\.ts$/, `.${language}.ts`);
			if (!existsSync(twin)) return found;
			twins += 1;
			return twin;
		},
		buildEnd(error) {
			if (error === undefined && language !== ORIGINAL && twins === 0)
				throw new Error(`The build found no text table in the language ${language}.`);
		},
	};
}

export default defineConfig(({ mode: language }) => ({
	root: import.meta.dirname,
	// Path at which the service serves the files.
	base: `/dashboard/${language}/`,
	plugins: [translation(language), svelte()],
	build: {
		assetsDir: '',
		manifest: 'manifest.json',
		target: 'es2023',
		// Browsers that support this target preload modules natively, so the polyfill would only add weight.
		modulePreload: { polyfill: false },
		// A font or image inlined in a style sheet would require `data:` in the content security policy.
		assetsInlineLimit: 0,
		rolldownOptions: {
			input: 'src/main.ts',
			// A busy machine makes every plugin slow.
			checks: { pluginTimings: false },
			output: {
				codeSplitting: {
					groups: [
						{ name: firstLoad, debugName: 'first load', priority: 2 },
						{ name: 'shared', minShareCount: SHARE_COUNT_MIN, priority: 1 },
					],
				},
			},
		},
	},
	clearScreen: false,
	logLevel: 'warn',
}));
