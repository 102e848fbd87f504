/**
 * Chooses the Chromium for the browser tests: the one that `CARRYWIRE_CHROMIUM` names, otherwise one already on the
 * machine, otherwise Debian's package, installed on demand. The tests never download a browser in any other way.
 * Without a Chromium, every browser test fails with an explanation.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Thrown when there is no usable Chromium; the message explains how to get one. */
export class NoChromiumError extends Error {
	override readonly name = 'NoChromiumError';
}

/** The environment variable with the path of the executable. If it is set, no other Chromium is tried. */
const VARIABLE = 'CARRYWIRE_CHROMIUM';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';
const PACKAGE = 'chromium';
const HOW_TO =
	'Install Chromium (Debian: apt-get install chromium) or Google Chrome, or name the executable of one in CARRYWIRE_CHROMIUM.';

/**
 * Maximum time for one installation, milliseconds. It includes the download of about 100 MB and the wait while
 * another process holds the package manager's lock.
 */
const INSTALL_MS_MAX = 240_000;
const UPDATE_MS_MAX = 120_000;
const LOCK_WAIT_S = 60;
const OUTPUT_LINES_MAX = 12;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and permissions that determine which Chromium is used. */
export type Machine = {
	readonly env: Environment;
	/** True if the process may install packages. */
	readonly isRoot: boolean;
};

export function thisMachine(): Machine {
	return { env: process.env, isRoot: process.getuid?.() === 0 };
}

/**
 * Returns the path of an executable already on the machine; undefined if there is none.
 * @throws NoChromiumError when the variable names a file that is not executable
 */
export function findChromium({ env }: Machine): string | undefined {
	const named = env[VARIABLE];
	if (named !== undefined && named !== '') {
		if (isExecutable(named)) return named;
		throw new NoChromiumError(
			`${VARIABLE} must name an executable of Chromium or Google Chrome; was ${named}.`,
		);
	}
	return NAMES.map((name) => onPath(name, env)).find((path) => path !== undefined);
}

/**
 * Returns the path of an executable already on the machine, without installing anything. @throws NoChromiumError when
 * there is none
 */
export function requireChromium(machine: Machine): string {
	const found = findChromium(machine);
	if (found !== undefined) return found;
	throw new NoChromiumError(`No Chromium was found. ${HOW_TO}`);
}

/**
 * Returns the path of the executable. If none is on the machine, installs Debian's package with `apt-get`, which
 * requires root.
 * @throws NoChromiumError with the package manager's output, or with the reason why nothing could be installed
 */
export function provideChromium(machine: Machine): { readonly path: string; readonly isNew: boolean } {
	const found = findChromium(machine);
	if (found !== undefined) return { path: found, isNew: false };
	const aptGet = onPath('apt-get', machine.env);
	if (aptGet === undefined || !machine.isRoot)
		throw new NoChromiumError(
			`No Chromium was found, and it is installed by itself only for root and with apt-get. ${HOW_TO}`,
		);
	install(aptGet, machine.env);
	const path = findChromium(machine);
	if (path !== undefined) return { path, isNew: true };
	throw new NoChromiumError(
		`apt-get installed the package ${PACKAGE}, which brought no executable named ${NAMES.join(', ')}. ${HOW_TO}`,
	);
}

function install(aptGet: string, env: Environment): void {
	const wait = `DPkg::Lock::Timeout=${LOCK_WAIT_S}`;
	const put = ['install', '-y', '--no-install-recommends', '-o', wait, PACKAGE];
	// A failed installation is usually due to missing or outdated package lists, and that is the only cause that a
	// retry can fix.
	if (run(aptGet, put, env, INSTALL_MS_MAX) === undefined) return;
	const update = run(aptGet, ['update', '-o', wait], env, UPDATE_MS_MAX);
	const fault = update ?? run(aptGet, put, env, INSTALL_MS_MAX);
	if (fault !== undefined) throw new NoChromiumError(`${fault}\n${HOW_TO}`);
}

/** Runs a program. Returns undefined on success, otherwise the failure with the end of the program's output. */
function run(
	program: string,
	args: readonly string[],
	env: Environment,
	limitMs: number,
): string | undefined {
	try {
		execFileSync(program, args, {
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
		return `apt-get ${args.join(' ')} ${why}:\n${said}`;
	}
}

function onPath(name: string, env: Environment): string | undefined {
	return (env.PATH ?? DEFAULT_PATH)
		.split(delimiter)
		.filter((folder) => folder !== '')
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
