/**
 * Proves that imports point downward (`scripts/layer-rules.ts`), and that it looked at every file of code, components too.
 * Usage: `node scripts/check-layers.ts [root]`; exit code 1 with one line per violation.
 */
import { resolve } from 'node:path';
import { CODE_FILE } from './component-script.ts';
import { IMPORTED_ONLY_BY, LAYER_RULES } from './layer-rules.ts';
import { judgeLayers } from './layers.ts';
import { filesInGit, filesOnDisk } from './repository-files.ts';

const root = resolve(process.argv[2] ?? '.');
const inGit = filesInGit(root);
const onDisk = filesOnDisk(root, '');
const files = onDisk.filter((path) => CODE_FILE.test(path));
const problems: string[] = [];

for (const folder of ['src/', 'simulator/', 'dashboard/src/']) {
	if (!files.some((path) => path.startsWith(folder)))
		problems.push(`${folder} holds no TypeScript file to look at`);
}
if (!files.some((path) => path.endsWith('.svelte'))) problems.push('there is no component to look at');
const walked = new Set(files);
for (const path of inGit.filter((name) => CODE_FILE.test(name))) {
	if (!walked.has(path)) problems.push(`${path} is known to git and was not looked at`);
}
const committed = new Set(inGit);
for (const path of files) {
	if (!committed.has(path)) problems.push(`${path} is on the disk, but ignored by git`);
}

const table = { rules: LAYER_RULES, importedOnlyBy: IMPORTED_ONLY_BY };
const report = judgeLayers(root, files, table, onDisk);
for (const violation of report.violations) {
	problems.push(`${violation.file}${violation.line > 0 ? `:${violation.line}` : ''} ${violation.message}`);
}
if (report.importCount === 0) problems.push('not one import was found, so nothing was proven');

for (const problem of problems) console.log(problem);
console.log(
	`layers: looked at ${report.fileCount} files and ${report.importCount} imports, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
