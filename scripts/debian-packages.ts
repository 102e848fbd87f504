/** Finds programs on this machine, and gets Debian's packages that programs come in. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { putInPlace } from './put-in-place.ts';

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Maximum time for one installation, milliseconds. It includes the download of about 100 MB and the wait while
 * another process holds the package manager's lock.
 */
const INSTALL_MS_MAX = 240_000;
const UPDATE_MS_MAX = 120_000;
const UNPACK_MS_MAX = 60_000;
const LOCK_WAIT_S = 60;
const OUTPUT_LINES_MAX = 12;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and permissions that determine which programs are found, and whether packages can be installed. */
export type Machine = {
	readonly env: Environment;
	/** True if the process may install packages. */
	readonly isRoot: boolean;
};

/** Returns the machine that this process runs on. */
export function thisMachine(): Machine {
	return { env: process.env, isRoot: process.getuid?.() === 0 };
}

/**
 * Returns the path of the program with this name on the search path or in the further folders; undefined if there is
 * none.
 */
export function onPath(name: string, env: Environment, folders: readonly string[] = []): string | undefined {
	return [...(env.PATH ?? DEFAULT_PATH).split(delimiter), ...folders]
		.filter((folder) => folder !== '')
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

/** True if the path leads to a file that this process may execute. */
export function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** Installs packages. Returns undefined on success, otherwise the failure with the end of the program's output. */
export function installPackages(
	names: readonly string[],
	aptGet: string,
	env: Environment,
): string | undefined {
	const put = ['install', '-y', '--no-install-recommends', ...lockWait(), ...names];
	return withNewLists(aptGet, env, () => run(aptGet, put, env, INSTALL_MS_MAX));
}

/**
 * Unpacks a package into `folder` without installing it. No server of the package is therefore started, and root is
 * not needed. Returns undefined on success, otherwise the failure.
 */
export function unpackPackage(
	name: string,
	folder: string,
	programs: { readonly aptGet: string; readonly dpkgDeb: string },
	env: Environment,
): string | undefined {
	mkdirSync(dirname(folder), { recursive: true });
	const fresh = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
	const content = join(fresh, 'content');
	// apt drops its privileges for a download, except with this setting, because its user may not write here.
	const download = ['download', '-o', 'APT::Sandbox::User=root', name];
	try {
		const fault = withNewLists(programs.aptGet, env, () =>
			run(programs.aptGet, download, env, INSTALL_MS_MAX, fresh),
		);
		if (fault !== undefined) return fault;
		const file = readdirSync(fresh).find((one) => one.endsWith('.deb'));
		if (file === undefined) return `apt-get download ${name} wrote no package.`;
		const unpacked = run(programs.dpkgDeb, ['--extract', join(fresh, file), content], env, UNPACK_MS_MAX);
		if (unpacked === undefined) putInPlace(content, folder);
		return unpacked;
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
}

/**
 * Tries twice, with new package lists in between: a failure is usually due to missing or outdated lists, and that is
 * the only cause that a retry can fix.
 */
function withNewLists(
	aptGet: string,
	env: Environment,
	attempt: () => string | undefined,
): string | undefined {
	if (attempt() === undefined) return undefined;
	return run(aptGet, ['update', ...lockWait()], env, UPDATE_MS_MAX) ?? attempt();
}

function lockWait(): readonly string[] {
	return ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT_S}`];
}

/** Runs a program. Returns undefined on success, otherwise the failure with the end of the program's output. */
function run(
	program: string,
	args: readonly string[],
	env: Environment,
	limitMs: number,
	cwd = '.',
): string | undefined {
	try {
		execFileSync(program, args, {
			cwd,
			env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: limitMs,
			encoding: 'utf8',
		});
		return undefined;
	} catch (error) {
		const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
		const why = code === 'ETIMEDOUT' ? `did not end within ${limitMs} ms` : 'failed';
		const said = `${stdout ?? ''}${stderr ?? ''}`.trimEnd().split('\n').slice(-OUTPUT_LINES_MAX).join('\n');
		return `${basename(program)} ${args.join(' ')} ${why}:\n${said}`;
	}
}
