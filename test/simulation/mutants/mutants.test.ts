/** Plants the most important bugs in every test run. The long tests plant the whole list. */
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
