/** The bugs that matter most are found in every test run; the rest of the list in the long ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { copyTree, runMutant } from './run-mutants.ts';

let tree: ReturnType<typeof copyTree>;
beforeAll(() => {
	tree = copyTree();
});
afterAll(() => tree.remove());

test.each(MUTANTS.filter(({ isInEveryRun }) => isInEveryRun))('$name: without $without', async (mutant) => {
	const { caught, problem } = await runMutant(tree.root, mutant);
	expect(problem).toBeUndefined();
	expect(caught).toMatch(mutant.caughtAs);
});

test('every mutant still applies', () => {
	expect(tree.misfits(MUTANTS)).toEqual([]);
});
