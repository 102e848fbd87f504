/**
 * Generates files from the code: pages in `docs/` and sources for the client. With `--check` it writes nothing, and
 * fails if a committed file differs from the generated one. Usage: `node scripts/generate-docs.ts [--check] [root
 * directory]`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedClient } from './generated-client.ts';
import { generatedPages } from './generated-pages.ts';

const [first, ...rest] = process.argv.slice(2);
const check = first === '--check';
const root = resolve((check ? rest[0] : first) ?? '.');
const files = new Map([
	...[...generatedPages()].map(([name, text]) => [`docs/${name}`, text] as const),
	...generatedClient(),
]);
const stale: string[] = [];

for (const [name, text] of files) {
	const path = join(root, name);
	if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
	stale.push(name);
	if (check) continue;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

if (check)
	for (const name of stale) console.log(`${name} differs from the code; run node scripts/generate-docs.ts`);
console.log(
	`generated files: ${check ? 'compared' : 'wrote'} ${files.size}, ${stale.length} ${check ? 'differ' : 'changed'}`,
);
process.exitCode = (check && stale.length > 0) || files.size === 0 ? 1 : 0;
