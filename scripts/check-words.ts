/**
 * Finds text and names that are not plain English: forbidden sentence openings, words on the list, and private terms
 * in names. Usage: `node scripts/check-words.ts [--root DIR] [--summary] [--long] [path …]`; exit code 1 with one
 * line per fault. `--summary` counts the faults per folder instead; `--long` also finds sentences with too many
 * words.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesInGit } from './repository-files.ts';
import { reportOfWords } from './words-report.ts';

const { values, positionals } = parseArgs({
	options: {
		root: { type: 'string', default: '.' },
		summary: { type: 'boolean', default: false },
		long: { type: 'boolean', default: false },
	},
	allowPositionals: true,
});
const root = resolve(values.root);
const only = positionals.map((path) => path.replace(/^\.\/|\/$/g, ''));
const { faults, counts } = reportOfWords(
	filesInGit(root).map((path) => ({ path, read: () => readFileSync(join(root, path), 'utf8') })),
	{ only, hasLength: values.long },
);
if (values.summary) {
	const folders = Map.groupBy(
		faults,
		({ path }) => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.',
	);
	for (const [folder, found] of [...folders].sort((one, other) => other[1].length - one[1].length))
		console.log(`${String(found.length).padStart(6)} ${folder}`);
} else
	for (const { path, line, found, write } of faults)
		console.log(`${path}${line > 0 ? `:${line}` : ''} “${found}”: write ${write}`);
const read = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
console.log(`words: read ${read.join(', ')}; ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
