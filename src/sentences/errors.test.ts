/** Counts errors whose message is written in place, because such a message has no translation. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const THROWN = /new CarrywireError\(\s*[^,'"`]*(?:'[A-Z_]+')?,\s*(['"`]?)/g;
/** Lower it when an error gets a sentence of a table; never raise it. */
const IN_PLACE_MAX = 1;

test('few errors have a message that is written in place', () => {
	const found = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] }).flatMap((file) =>
		[...readFileSync(join(SRC, file), 'utf8').matchAll(THROWN)].map(([, quote]) => ({ file, quote })),
	);
	expect(found.length).toBeGreaterThan(150);
	expect(found.filter(({ quote }) => quote !== '').length).toBeLessThanOrEqual(IN_PLACE_MAX);
});
