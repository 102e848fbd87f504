/**
 * Configures the dashboard build: one entry, hashed file names, and a manifest from which the service learns the
 * entry's name.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

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

export default defineConfig({
	root: import.meta.dirname,
	// Path at which the service serves the files.
	base: '/dashboard/',
	plugins: [svelte()],
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
			output: { codeSplitting: { groups: [{ name: firstLoad, debugName: 'first load' }] } },
		},
	},
	clearScreen: false,
	logLevel: 'warn',
});
