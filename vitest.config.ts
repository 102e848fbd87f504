import { defineConfig } from 'vitest/config';

/** Unit and property tests beside the source; whole-process tests under test/. No retries: a flaky test is a bug. */
export default defineConfig({
	test: {
		include: ['src/**/*.test.ts', 'simulator/**/*.test.ts'],
		retry: 0,
		passWithNoTests: false,
		testTimeout: 20_000,
	},
});
