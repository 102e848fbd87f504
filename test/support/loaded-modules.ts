/** Which modules a run of the program loads: a hook in the child process names each as it is loaded. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../bin/carrywire.js', import.meta.url));
const HOOK = `
	import { writeSync } from 'node:fs';
	import { registerHooks } from 'node:module';
	registerHooks({
		load(url, context, next) {
			if (url.startsWith('file:')) writeSync(3, url + '\\n');
			return next(url, context);
		},
	});
`;

export type LoadedModules = {
	readonly exit: number | null;
	readonly stdout: string;
	readonly stderr: string;
	/** Files from the root of the repository on, in the order of loading. Node's own modules are left out. */
	readonly files: readonly string[];
};

/** Runs `carrywire` with these words in a process of its own, with a hook that loads before everything. */
export function loadedModules(...words: readonly string[]): LoadedModules {
	const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
	const { status, output } = spawnSync(process.execPath, ['--import', hook, PROGRAM, ...words], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
	});
	const [, stdout, stderr, urls] = output;
	const files = (urls ?? '')
		.split('\n')
		.filter((url) => url !== '')
		.map((url) => relative(ROOT, fileURLToPath(url)));
	return { exit: status, stdout: stdout ?? '', stderr: stderr ?? '', files };
}
