import { defineConfig } from 'vitest/config';
import { WAIT_MS_MAX } from './scripts/hang-limits.ts';
import { COMPILE_CACHE } from './scripts/steps.ts';
import { TEST_PROJECTS } from './scripts/test-projects.ts';

// Node itself reads this variable from the environment, so every worker and every process that the tests start gets
// it.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

/**
 * Unit and property tests are beside the source; whole-process tests are under test/. There are no retries, because a
 * flaky test is a bug.
 */
export default defineConfig({
	test: {
		maxWorkers: 2,
		retry: 0,
		passWithNoTests: false,
		projects: TEST_PROJECTS.map((project) => ({
			extends: true,
			test: {
				name: project.name,
				setupFiles: ['test/support/seeded-properties.ts'],
				globalSetup: project.setup ?? [],
				include: project.folders.map((folder) => `${folder}/**/*.test.ts`),
				fileParallelism: project.filesInParallel,
				isolate: project.filesApart,
				testTimeout: project.testTimeoutMs,
				hookTimeout: project.testTimeoutMs,
				expect: { poll: { timeout: WAIT_MS_MAX } },
			},
		})),
	},
});
