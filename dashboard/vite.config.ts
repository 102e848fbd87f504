/** How the dashboard is built: one entry, hashed names, a manifest that tells the service what the entry is called. */
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
		// Browsers that know modules of this age preload them by themselves; the polyfill would only weigh.
		modulePreload: { polyfill: false },
		// A font or an image inside a style sheet would need `data:` in the policy.
		assetsInlineLimit: 0,
		rolldownOptions: { input: 'src/main.ts' },
	},
	clearScreen: false,
	logLevel: 'warn',
});
