/**
 * Writes the generated pages of `docs/`; with `--check` it writes nothing and fails where a page differs from the code.
 * Usage: `node scripts/generate-docs.ts [--check] [docs directory]`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generatedPages } from './generated-pages.ts';

const [first, ...rest] = process.argv.slice(2);
const check = first === '--check';
const docs = resolve((check ? rest[0] : first) ?? 'docs');
const pages = generatedPages();
const stale: string[] = [];

for (const [name, text] of pages) {
	const path = join(docs, name);
	if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
	stale.push(name);
	if (check) continue;
	mkdirSync(docs, { recursive: true });
	writeFileSync(path, text);
}

if (check)
	for (const name of stale)
		console.log(`docs/${name} differs from the code; run node scripts/generate-docs.ts`);
console.log(
	`generated documents: ${check ? 'compared' : 'wrote'} ${pages.size}, ${stale.length} ${check ? 'differ' : 'changed'}`,
);
process.exitCode = (check && stale.length > 0) || pages.size === 0 ? 1 : 0;
