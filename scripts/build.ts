/**
 * Compiles the published code, because Node runs no TypeScript under `node_modules`. The parts are the service with
 * its simulated exchanges, the dashboard, the documentation site, and the client with its declarations. The client is
 * compiled separately, with only the web platform's types, which proves that it uses no others. Usage: `node
 * scripts/build.ts [directory]`; the default is `dist`.
 *
 * A service from this clone may run or start during a build, because each part is built beside its target and then
 * replaces it. If the dashboard or the site is current, it stays unchanged.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '../src/domain/message-of.ts';
import { buildDashboard } from './dashboard-build.ts';
import { putInPlace } from './put-in-place.ts';
import { buildSite } from './site/site-build.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files that the code reads at run time, as paths from the root. */
const ASSETS = ['src/identity/pages/assets', 'src/replay/report/assets'];
const DASHBOARD = 'dashboard';
const DOCS = 'docs';

const target = resolve(process.argv[2] ?? join(ROOT, 'dist'));
mkdirSync(target, { recursive: true });
await buildDashboard(join(target, DASHBOARD));
await buildSite(join(target, DOCS));
// Names with a leading dot stay out of the published package, by the field `files` in package.json. All unfinished
// folders have such names.
const fresh = mkdtempSync(join(target, '.build-'));
try {
	compileAll(fresh);
	const names = readdirSync(fresh);
	for (const name of names) putInPlace(join(fresh, name), join(target, name));
	removeOthers([...names, DASHBOARD, DOCS]);
} catch (error) {
	console.error(`build: ${messageOf(error)}`);
	process.exitCode = 1;
} finally {
	rmSync(fresh, { recursive: true, force: true });
}

function compileAll(folder: string): void {
	for (const project of ['tsconfig.build.json', 'tsconfig.client.json']) compile(project, folder);
	const client = join(folder, 'client');
	for (const name of readdirSync(client)) if (name.endsWith('.d.ts')) importCompiled(join(client, name));
	for (const path of ASSETS) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
	const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
	// The compiled code reads its version from a package.json in its root folder, as the sources do in the
	// repository.
	writeFileSync(
		join(folder, 'package.json'),
		`${JSON.stringify({ name, version, type, private: true }, null, '\t')}\n`,
	);
	console.log(`built ${name} ${version} into ${target}`);
}

/** @throws Error when the code does not compile; the compiler has printed the reason */
function compile(project: string, folder: string): void {
	const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
	// Use one checker. Several would need half again as much processor time, because each repeats the others' work.
	const words = ['-p', join(ROOT, project), '--outDir', folder, '--checkers', '1'];
	const { status } = spawnSync(process.execPath, [compiler, ...words], { stdio: 'inherit' });
	if (status !== 0) throw new Error(`${project} does not compile.`);
}

/**
 * Removes files and folders of an earlier build that this build does not write. Unfinished folders stay, because
 * another build may still be writing them.
 */
function removeOthers(ours: readonly string[]): void {
	for (const name of readdirSync(target))
		if (!ours.includes(name) && !name.startsWith('.')) rmSync(join(target, name), { recursive: true });
}

/**
 * Changes `.ts` to `.js` in the imports of a declaration file. The compiler does so in code but not in declarations,
 * and older compilers need the same ending in both.
 */
function importCompiled(path: string): void {
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
