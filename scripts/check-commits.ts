/**
 * Checks that commit subjects are short commands (CONTRIBUTING.md, Commits), for every commit made after the rule was
 * introduced. If the clone lacks the commit that introduced it, all commits are checked. Usage: `node
 * scripts/check-commits.ts [root]`; exit code 1 with one line per fault.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { faultsOfSubject } from './commit-subjects.ts';

/** The rule applies to commits after this one; the subjects of earlier commits cannot change. */
const SINCE = 'aacbe667e7f6b8331eac79f0c7acf86e2122d247';

const root = resolve(process.argv[2] ?? '.');
const isKnown = spawnSync('git', ['cat-file', '-e', `${SINCE}^{commit}`], { cwd: root }).status === 0;
const range = isKnown ? `${SINCE}..HEAD` : 'HEAD';
const lines = execFileSync('git', ['log', '--format=%h %s', range], { cwd: root, encoding: 'utf8' })
	.split('\n')
	.filter((line) => line !== '');
const faults = lines.flatMap((line) => {
	const at = line.indexOf(' ');
	return faultsOfSubject(line.slice(at + 1)).map(
		(fault) => `${line.slice(0, at)} ${fault}: ${line.slice(at + 1)}`,
	);
});
if (lines.length === 0 && !isKnown) faults.push('not one commit was found, so nothing was proven');
for (const fault of faults) console.log(fault);
console.log(`commits: read ${lines.length} subjects, ${faults.length} problems`);
process.exitCode = faults.length > 0 ? 1 : 0;
