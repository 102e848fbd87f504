import { defineConfig } from 'vitest/config';
import { WAIT_MS_MAX } from './scripts/hang-limits.ts';
import { COMPILE_CACHE } from './scripts/steps.ts';
import { filesOf, TEST_PROJECTS } from './scripts/test-projects.ts';

// Node reads this variable when a process starts, so it applies to every worker and to every process started by the
// tests.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

/**
 * Unit and property tests are in the same folder as the source that they test; tests of complete processes are under
 * test/. Failed tests are not retried, because a test that fails only sometimes points to a bug.
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
				include: [...filesOf(project)],
				fileParallelism: project.filesInParallel,
				isolate: project.filesApart,
				testTimeout: project.testTimeoutMs,
				hookTimeout: project.testTimeoutMs,
				expect: { poll: { timeout: WAIT_MS_MAX } },
			},
		})),
	},
});
