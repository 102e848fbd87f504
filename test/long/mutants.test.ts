/** Checks that the simulation finds every planted bug (mutant), and that every mutant still applies to the code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MUTANTS } from '../simulation/mutants/mutants.ts';
import { copyTree, runMutant } from '../simulation/mutants/run-mutants.ts';

let tree: ReturnType<typeof copyTree>;
beforeAll(() => {
	tree = copyTree();
});
afterAll(() => tree.remove());

test.each(MUTANTS)('$name: without $without', async (mutant) => {
	const { caught, problem } = await runMutant(tree.root, mutant);
	expect(problem).toBeUndefined();
	expect(caught).toMatch(mutant.caughtAs);
});
