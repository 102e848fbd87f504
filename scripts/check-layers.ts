/**
 * Checks that every import is permitted by `scripts/layer-rules.ts`, and that every shipped code file was read,
 * Svelte components included. Tests and benches may import every layer; code that ships may not import them. The
 * check also counts the folders of `src/` and the imports between them, and compares the committed diagram with the
 * current imports. Usage: `node scripts/check-layers.ts [root]`; exit code 1 with one line per violation. `--draw`
 * writes the diagram.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CODE_FILE } from './component-script.ts';
import { LAYER_RULES } from './layer-rules.ts';
import { filesOfNoLayer, ownModules, readImports, rulesFrom, TEST_OR_BENCH, violationsIn } from './layers.ts';
import { filesInGit, filesOnDisk } from './repository-files.ts';
import { pairCount, structureDrawing, structureOf } from './structure.ts';

const DRAWING = 'docs/pictures/structure.svg';

const words = process.argv.slice(2).filter((word) => word !== '--draw');
const isDrawn = process.argv.includes('--draw');
const root = resolve(words[0] ?? '.');
const isJudged = (path: string): boolean => CODE_FILE.test(path) && !TEST_OR_BENCH.test(path);
const files = filesOnDisk(root, '').filter(isJudged);
const problems: string[] = [];

for (const folder of ['src/', 'cli/', 'client/', 'simulator/', 'dashboard/src/'])
	if (!files.some((path) => path.startsWith(folder)))
		problems.push(`${folder} holds no TypeScript file to look at`);
if (!files.some((path) => path.endsWith('.svelte'))) problems.push('there is no component to look at');
const inGit = new Set(filesInGit(root).filter(isJudged));
const onDisk = new Set(files);
for (const path of inGit) if (!onDisk.has(path)) problems.push(`${path} is known to git and was not read`);
for (const path of files) if (!inGit.has(path)) problems.push(`${path} is on the disk, but ignored by git`);
for (const path of filesOfNoLayer(LAYER_RULES, files))
	problems.push(`${path} belongs to no layer of scripts/layer-rules.ts`);

const rules = rulesFrom(LAYER_RULES);
const read = await readImports(root, files, rules);
const modules = ownModules(read, files);
problems.push(...violationsIn(read, rules));
const importCount = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
if (importCount === 0) problems.push('not one import was found, so nothing was proven');
if (modules.length !== files.length)
	problems.push(`${files.length - modules.length} files of code were not read`);

const structure = structureOf(modules);
for (const circle of structure.circles)
	problems.push(`the folders ${circle.join(', ')} import one another in a circle`);
const drawing = structureDrawing(structure);
const path = join(root, DRAWING);
if (isDrawn) writeFileSync(path, drawing);
else if (!existsSync(path) || readFileSync(path, 'utf8') !== drawing)
	problems.push(`${DRAWING} differs from the imports; run node scripts/check-layers.ts --draw`);

for (const problem of problems) console.log(problem);
console.log(
	`structure: ${structure.folders.size} folders, ${pairCount(structure)} ordered pairs, ${structure.circles.length} circles`,
);
console.log(`layers: read ${modules.length} files and ${importCount} imports, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
