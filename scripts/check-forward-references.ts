/**
 * Checks that the service's parts are composed in dependency order. In the files that compose them, no function may
 * name a constant that is declared further down in a surrounding block. Usage: `node
 * scripts/check-forward-references.ts [root]`; exit code 1 with one line per reference.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forwardReferencesIn } from './forward-references.ts';
import { filesOnDisk } from './repository-files.ts';
import { tokensOf } from './source-tokens.ts';

const FOLDER = 'src/app';
const FILES = ['src/engine/orders/execution-service.ts', 'src/engine/orders/running-engine.ts'];

const root = resolve(process.argv[2] ?? '.');
const onDisk = filesOnDisk(root, 'src').filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const composed = onDisk.filter((path) => path.startsWith(`${FOLDER}/`));
const problems: string[] = [];
if (composed.length === 0) problems.push(`${FOLDER} holds no TypeScript file to look at`);
for (const path of FILES) if (!onDisk.includes(path)) problems.push(`${path} is not there to be read`);

const files = [...composed, ...FILES.filter((path) => onDisk.includes(path))];
let count = 0;
for (const path of files) {
	const tokens = tokensOf(readFileSync(join(root, path), 'utf8'));
	count += tokens.filter(({ kind, text }) => kind === 'word' && text === 'const').length;
	for (const { line, name, declaredAt } of forwardReferencesIn(tokens))
		problems.push(
			`${path}:${line} names ${name}, which is declared in line ${declaredAt}: pass it later, or split it`,
		);
}
if (count === 0) problems.push('not one constant was found, so nothing was proven');

for (const problem of problems) console.log(problem);
console.log(
	`forward references: read ${files.length} files and ${count} constants, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
