import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_PROJECTS } from './scripts/test-projects.ts';

// What a worker or a started service has compiled, the next need not compile again: hundreds of processes read the same
// libraries. Read from the environment by Node itself, so that whatever is started here has it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Unit and property tests beside the source; whole-process tests under test/. No retries: a flaky test is a bug. */
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
				include: project.folders.map((folder) => `${folder}/**/*.test.ts`),
				fileParallelism: project.filesInParallel,
				isolate: project.filesApart,
				testTimeout: project.testTimeoutMs,
				hookTimeout: project.testTimeoutMs,
			},
		})),
	},
});
