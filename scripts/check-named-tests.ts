/**
 * Checks that every test named in `docs/reliability.md` and `docs/field-reports.md` exists. On the first page, every
 * numbered row in the table of failures in other projects must name a test. On the second page, every row marked
 * "fixed" must name one. Usage: `node scripts/check-named-tests.ts [root]`; exit code 1 with one line per fault.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fixedRows, rowsWithTests, testsNamedIn, titlesIn } from './named-tests.ts';
import { tokensOf } from './source-tokens.ts';

const RELIABILITY = 'docs/reliability.md';
/**
 * Number of rows in the table of failures in other projects in `docs/reliability.md`. The rows are numbered from 1.
 */
const ROWS = 36;
const FIELD_REPORTS = 'docs/field-reports.md';

const root = resolve(process.argv[2] ?? '.');
const titles = new Map<string, ReadonlySet<string>>();
const faults: string[] = [];

function read(path: string): string {
	const file = join(root, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function titlesOf(path: string): ReadonlySet<string> {
	const known = titles.get(path);
	if (known !== undefined) return known;
	const found = titlesIn(tokensOf(read(path)));
	titles.set(path, found);
	return found;
}

/**
 * Records a fault for every named test that is missing from its file. Returns the number of tests that the page
 * names.
 */
function judgeTitles(page: string): number {
	const named = testsNamedIn(read(page));
	for (const { path, title, line } of named)
		if (!titlesOf(path).has(title))
			faults.push(`${page}:${line} names a test that ${path} has not: ${title}`);
	if (named.length === 0) faults.push(`${page} names no test at all`);
	return named.length;
}

const count = judgeTitles(RELIABILITY) + judgeTitles(FIELD_REPORTS);
const covered = rowsWithTests(read(RELIABILITY));
for (let row = 1; row <= ROWS; row += 1)
	if (!covered.has(row)) faults.push(`${RELIABILITY} names no test in row ${row}`);
const fixed = fixedRows(read(FIELD_REPORTS));
for (const { line, namesTest } of fixed)
	if (!namesTest) faults.push(`${FIELD_REPORTS}:${line} is fixed and names no test`);
if (fixed.length === 0) faults.push(`${FIELD_REPORTS} has no row that is fixed`);

for (const fault of faults) console.log(fault);
console.log(
	`named tests: read ${count} in ${titles.size} files and at ${fixed.length} fixed rows, ${faults.length} problems`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
