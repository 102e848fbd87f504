/**
 * Counts functions over 70 lines and exports without a docstring, and fails where there are more than the limits below. Fails for
 * every member in snake case in `src` that stands at no edge (snake-members.ts), and for an edge that needs none.
 * Usage: `node scripts/check-code-shape.ts [root] [--list]`; exit code 1 above a limit. `--list` names each of them.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bareExports, functionLengths, parseSource } from './code-shape.ts';
import { filesOnDisk } from './repository-files.ts';
import { GENERATED_SOURCE } from './repository-rules.ts';
import { edgeOf, SNAKE_EDGES, snakeMembers } from './snake-members.ts';

const LINES_MAX = 70;
/** Limits fall and never rise: whoever makes a figure smaller lowers its limit in the same commit. */
const LONG_FUNCTIONS_MAX = 8;
const BARE_EXPORTS_MAX = 0;
const FOLDERS = ['src', 'cli', 'client', 'research'];

const words = process.argv.slice(2).filter((word) => word !== '--list');
const root = resolve(words[0] ?? '.');
const files = FOLDERS.flatMap((folder) => filesOnDisk(root, folder)).filter(
	(path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
const long: string[] = [];
const bare: string[] = [];
const snake: string[] = [];
const usedEdges = new Set<unknown>();
let functionCount = 0;
for (const path of files) {
	const text = readFileSync(join(root, path), 'utf8');
	if (text.startsWith(GENERATED_SOURCE)) continue;
	const source = parseSource(text);
	const lengths = functionLengths(source);
	functionCount += lengths.length;
	for (const { name, line, lines } of lengths)
		if (lines > LINES_MAX) long.push(`${path}:${line} ${name} has ${lines} lines`);
	for (const { name, line } of path.startsWith('src/') ? snakeMembers(source) : []) {
		const edge = edgeOf(path);
		if (edge === undefined) snake.push(`${path}:${line} ${name} is in snake case`);
		else usedEdges.add(edge);
	}
	for (const { name, line } of bareExports(source)) bare.push(`${path}:${line} ${name} has no docstring`);
}
if (process.argv.includes('--list')) for (const line of [...long, ...bare]) console.log(line);

const problems = [
	...(long.length > LONG_FUNCTIONS_MAX
		? [`${long.length} functions have more than ${LINES_MAX} lines, at most ${LONG_FUNCTIONS_MAX} may`]
		: []),
	...(bare.length > BARE_EXPORTS_MAX
		? [`${bare.length} exports have no docstring, at most ${BARE_EXPORTS_MAX} may`]
		: []),
	...snake,
	...SNAKE_EDGES.filter(
		(edge) => !usedEdges.has(edge) && files.some((path) => path.startsWith(edge.path)),
	).map(({ path }) => `${path} is an edge without a member in snake case: take it off the list`),
	...(functionCount === 0 ? ['not one function was found, so nothing was proven'] : []),
];
for (const problem of problems) console.log(problem);
console.log(
	`code shape: looked at ${files.length} files and ${functionCount} functions, ${long.length} over ${LINES_MAX} lines; ${bare.length} exports without a docstring`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
