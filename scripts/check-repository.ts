/**
 * Checks the rules for all files in the repository: names, lengths, no machine-specific paths, no skipped test, and
 * every test in a test project. Dependencies must be pinned, locked and explained. Documents may name only files that
 * exist. Usage: `node scripts/check-repository.ts [root]`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judgeDocuments } from './document-rules.ts';
import { filesInGit } from './repository-files.ts';
import {
	faultsOfDependencies,
	faultsOfFile,
	faultsOfNpmSettings,
	type Manifest,
} from './repository-rules.ts';
import { projectsOf } from './test-projects.ts';

/**
 * Types of text files that are written manually. Generated and recorded files are not checked here but through their
 * generators.
 */
const WRITTEN =
	/\.(?:ts|svelte|js|mjs|json|md|yml|yaml|html|css|sql|io|sh|toml)$|^\.ci\/|^LICENSE$|^\.[a-z]+$/;
const NOT_WRITTEN = /^package-lock\.json$/;

const root = resolve(process.argv[2] ?? '.');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const inGit = filesInGit(root);
const files = inGit.filter((path) => WRITTEN.test(path) && !NOT_WRITTEN.test(path));
const faults = files.flatMap((path) => faultsOfFile(path, read(path)));
const testFiles = files.filter((path) => path.endsWith('.test.ts'));
if (testFiles.length === 0) faults.push('no test file was found to look at');
for (const path of testFiles) {
	const projects = projectsOf(path);
	if (projects.length !== 1)
		faults.push(`${path} belongs to ${projects.length} test projects, limit is exactly 1`);
}
faults.push(
	...faultsOfDependencies(
		JSON.parse(read('package.json')),
		JSON.parse(read('package-lock.json')),
		read('docs/dependencies.md'),
		workspaceManifests(),
	),
);

faults.push(...faultsOfNpmSettings(read('.npmrc')));

const documents = judgeDocuments(
	new Map(files.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)])),
	new Set(inGit),
);
faults.push(...documents.faults);

for (const fault of faults) console.log(fault);
console.log(
	`repository: read ${files.length} files, ${documents.paths} names and ${documents.links} links in documents, ${faults.length} problems`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function workspaceManifests(): Readonly<Record<string, Manifest>> {
	const { workspaces = [] } = JSON.parse(read('package.json')) as { readonly workspaces?: readonly string[] };
	return Object.fromEntries(workspaces.map((folder) => [folder, JSON.parse(read(`${folder}/package.json`))]));
}
