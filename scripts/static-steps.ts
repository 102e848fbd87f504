/** Lists the checks that run no test. Both the fast checks and the full suite use them. */
import { CHECK_MS_MAX } from './hang-limits.ts';
import type { Step } from './steps.ts';

function step(name: string, ...nodeArguments: string[]): Step {
	return { name, nodeArguments, durationMsMax: CHECK_MS_MAX };
}

export const STATIC_STEPS: readonly Step[] = [
	// Use a single checker. The usual four would repeat part of each other's work, and a single one needs two thirds
	// of their processor time.
	step('types (tsc)', 'node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'),
	step('types and markup of the dashboard (svelte-check)', 'scripts/check-dashboard.ts'),
	step('format and lint (biome)', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'),
	step('layers', 'scripts/check-layers.ts'),
	step('clock', 'scripts/check-clock.ts'),
	step('order of composition', 'scripts/check-forward-references.ts'),
	step('repository', 'scripts/check-repository.ts'),
	step('screenshots of the pages', 'scripts/check-screenshots.ts'),
	step('texts of errors', 'scripts/check-error-texts.ts'),
	step('names of exchanges', 'scripts/check-exchange-names.ts'),
	step('shape of functions and exports', 'scripts/check-code-shape.ts'),
	step('tests that pages name', 'scripts/check-named-tests.ts'),
	step('plain English', 'scripts/check-words.ts'),
	step('subjects of commits', 'scripts/check-commits.ts'),
	step('unused code (knip)', 'node_modules/knip/bin/knip.js'),
	step('generated documents in step', 'scripts/generate-docs.ts', '--check'),
];

/** The step that finds or installs the servers. Nothing else may install packages at the same time. */
export const SERVERS_STEP: Step = {
	name: 'servers to test with',
	nodeArguments: ['scripts/provide-servers.ts'],
	durationMsMax: CHECK_MS_MAX,
};

/**
 * The step that finds or installs the browsers. It runs first because the browser tests need them, and an
 * installation takes a while.
 */
export const BROWSERS_STEP: Step = {
	name: 'browsers to drive',
	nodeArguments: ['scripts/provide-browsers.ts'],
	durationMsMax: CHECK_MS_MAX,
};

/** The step that finds or installs other programs for tests, before a full run or the long tests. */
export function programsStep(which: 'short' | 'long'): Step {
	return {
		name: 'programs of Debian for tests',
		nodeArguments: ['scripts/provide-programs.ts', which],
		durationMsMax: CHECK_MS_MAX,
	};
}
