/**
 * Checks that the service uses the wall clock, timers and randomness only in `src/runtime/`. In the simulators, only
 * the real-time parts of the exchanges and the files that start them may use the machine. The rest of
 * `simulator/core/` runs on the time and seed that it is given. The domain and the engine's decisions use no time at
 * all and never wait. In the service, only the process entry imports the machine's clock and randomness from
 * `src/runtime/`; all other code receives them as arguments. Usage: `node scripts/check-clock.ts [root]`; exit code 1
 * with one line per forbidden use.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CODE_FILE, codeOf, markupOf } from './component-script.ts';
import { filesOnDisk } from './repository-files.ts';
import { tokensOf } from './source-tokens.ts';
import { type ClockUse, clockUsesIn, impureWordsIn, machineImportsIn } from './wall-clock.ts';

const CHECKED_AT = ['src', 'cli', 'client', 'research', 'simulator/core', 'dashboard/src'];
/**
 * Paths of pure code. Pure code never waits and never uses the machine. It does not even name the types for waiting
 * or for the machine.
 */
const PURE = /^src\/(?:domain|engine\/decide)\//;

/**
 * Files that may use the machine's clock, timers or randomness: tests, the runtime layer and the files below. One
 * file each in the client and in the dashboard may, because they run in users' programs and browsers.
 * `virtual-globals` may, because it replaces the machine's time and chance in a policy's process. In the
 * simulators, `world-file` may, because several simulator processes share that file and its drafts need random names.
 * The other files are the real-time parts of a simulated exchange. These are its clock, settlement timer, timers for
 * streams and late frames, server with port and fault-plan delays, and issued keys and tokens.
 */
const MAY_USE_THE_MACHINE =
	/\.test\.ts$|^src\/runtime\/|^src\/replay\/sandbox\/virtual-globals\.ts$|^client\/machine\.ts$|^dashboard\/src\/live\/clock\.svelte\.ts$|^simulator\/core\/(?:world-file|exchange|stream-timer|late-frames|venue-server|lasting-port|secret-texts|admin-server)\.ts$/;

/**
 * The process entry. It passes the machine's clock and randomness to the command line, which passes them on to all
 * code that it starts.
 */
const ENTRY = 'cli/main.ts';
/** The entry of a thread of plays. It has no caller that could pass the machine's clock to it. */
const THREAD_ENTRY = 'src/replay/run/play-thread.ts';

const root = resolve(process.argv[2] ?? '.');
const files = CHECKED_AT.flatMap((folder) => filesOnDisk(root, folder)).filter(
	(path) => CODE_FILE.test(path) && !MAY_USE_THE_MACHINE.test(path),
);
let problemCount = 0;
let entryImports = 0;
for (const path of files) {
	const text = readFileSync(join(root, path), 'utf8');
	const uses = clockUsesIn(tokensOf(codeOf(path, text)));
	for (const word of PURE.test(path) ? impureWordsIn(tokensOf(text)) : []) {
		problemCount += 1;
		console.log(`${path}:${word.line} uses ${word.name}; pure code neither waits nor asks the machine`);
	}
	for (const use of path.endsWith('.svelte') ? [...uses, ...usesInMarkup(text)] : uses) {
		problemCount += 1;
		console.log(`${path}:${use.line} uses ${use.name}; outside src/runtime use ${use.instead}`);
	}
	if (!/^(?:src|cli)\//.test(path)) continue;
	for (const { line, name, instead } of machineImportsIn(tokensOf(codeOf(path, text)))) {
		if (path === ENTRY || path === THREAD_ENTRY) {
			if (path === ENTRY) entryImports += 1;
			continue;
		}
		problemCount += 1;
		console.log(`${path}:${line} imports ${name}; outside ${ENTRY} take ${instead}`);
	}
}
for (const folder of CHECKED_AT) {
	if (files.some((path) => path.startsWith(`${folder}/`))) continue;
	problemCount += 1;
	console.log(`${folder} holds no TypeScript file to look at`);
}
if (entryImports === 0) {
	problemCount += 1;
	console.log(`${ENTRY} imports no clock of the machine: the rule on imports is about another file now`);
}
console.log(`clock: read ${files.length} files, ${problemCount} problems`);
process.exitCode = problemCount > 0 ? 1 : 0;

/**
 * Finds uses in a component's markup by searching for the names. Markup cannot be split into tokens, because most of
 * its text is not code.
 */
function usesInMarkup(text: string): readonly ClockUse[] {
	return markupOf(text)
		.split('\n')
		.flatMap((line, index) =>
			[...line.matchAll(/\b(?:Date\.now|performance\.now|Math\.random|setTimeout|setInterval)\b/g)].map(
				([name]) => ({
					line: index + 1,
					name,
					instead: 'live/clock.svelte.ts',
				}),
			),
		);
}
