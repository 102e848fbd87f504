/**
 * Configures the dashboard build: one entry, hashed file names, and a manifest from which the service learns the
 * entry's name.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

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
		rolldownOptions: { input: 'src/main.ts' },
	},
	clearScreen: false,
	logLevel: 'warn',
});
