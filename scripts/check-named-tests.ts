/**
 * Proves that every test that `docs/reliability.md` names exists, and that every numbered row of its table of what others
 * suffered names one. Usage: `node scripts/check-named-tests.ts [root]`; exit code 1 with one line per fault.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rowsWithTests, testsNamedIn, titlesIn } from './named-tests.ts';
import { tokensOf } from './source-tokens.ts';

const PAGE = 'docs/reliability.md';
/** Rows of the table, numbered from 1. */
const ROWS = 36;

const root = resolve(process.argv[2] ?? '.');
const page = existsSync(join(root, PAGE)) ? readFileSync(join(root, PAGE), 'utf8') : '';
const named = testsNamedIn(page);
const titles = new Map<string, ReadonlySet<string>>();
const faults: string[] = [];

function titlesOf(path: string): ReadonlySet<string> {
	const known = titles.get(path);
	if (known !== undefined) return known;
	const file = join(root, path);
	const found = existsSync(file) ? titlesIn(tokensOf(readFileSync(file, 'utf8'))) : new Set<string>();
	titles.set(path, found);
	return found;
}

for (const { path, title, line } of named)
	if (!titlesOf(path).has(title)) faults.push(`${PAGE}:${line} names a test that ${path} has not: ${title}`);
const covered = rowsWithTests(page);
for (let row = 1; row <= ROWS; row += 1)
	if (!covered.has(row)) faults.push(`${PAGE} names no test in row ${row}`);
if (named.length === 0) faults.push(`${PAGE} names no test at all`);

for (const fault of faults) console.log(fault);
console.log(`named tests: looked at ${named.length} in ${titles.size} files, ${faults.length} problems`);
process.exitCode = faults.length > 0 ? 1 : 0;
