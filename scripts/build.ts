/**
 * Compiles what is published, for Node runs no TypeScript under `node_modules`: the service with its simulated exchanges,
 * the dashboard, and the client with its declarations. The client is compiled by itself, with the types of the web platform alone, so that
 * it is proven to need no others.
 * Usage: `node scripts/build.ts [directory]`; the default is `dist`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildDashboard } from './dashboard-build.ts';

const ROOT = join(import.meta.dirname, '..');
/** What the code reads beside itself, by the same paths from the root. */
const ASSETS = ['src/web/assets'];

const target = resolve(process.argv[2] ?? join(ROOT, 'dist'));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const project of ['tsconfig.build.json', 'tsconfig.client.json']) compile(project);
for (const name of readdirSync(join(target, 'src/client'))) if (name.endsWith('.d.ts')) importCompiled(name);
for (const path of ASSETS) cpSync(join(ROOT, path), join(target, path), { recursive: true });
await buildDashboard(join(target, 'dashboard'));
const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
// The code looks for its version one directory above `src`, where it stands in the repository too.
writeFileSync(
	join(target, 'package.json'),
	`${JSON.stringify({ name, version, type, private: true }, null, '\t')}\n`,
);
console.log(`built ${name} ${version} into ${target}`);

function compile(project: string): void {
	const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
	const { status } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, project), '--outDir', target], {
		stdio: 'inherit',
	});
	if (status === 0) return;
	console.error(`build: ${project} does not compile.`);
	process.exit(1);
}

/** The compiler rewrites imports in what runs and leaves those of declarations; older compilers want both alike. */
function importCompiled(name: string): void {
	const path = join(target, 'src/client', name);
	writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
