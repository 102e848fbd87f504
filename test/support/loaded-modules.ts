/** Lists the modules that a run of `carrywire` loads. A hook in the child process reports each of them. */
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
	/**
	 * Paths of the loaded files, relative to the repository's root, in loading order. Node's own modules are left
	 * out.
	 */
	readonly files: readonly string[];
};

/** Runs `carrywire` with these arguments in its own process, after loading the hook. */
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
