/**
 * Chooses the browsers and servers that tests use: the one that the environment names, otherwise one already on the
 * machine, otherwise Debian's package, installed on demand. The tests never download a program in any other way.
 * Without a program, every test that needs it fails with an explanation.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Thrown when a program is missing; the message explains how to get it. */
export class NoProgramError extends Error {
	override readonly name = 'NoProgramError';
}

/** A program that tests use: a browser or a server. */
export type ProgramKind = {
	readonly name: string;
	/** The environment variable with the path of the executable. If it is set, no other executable is tried. */
	readonly variable: string;
	/** Names of the programs that the executable may be, for a message. */
	readonly kinds: string;
	/** Names of executables, the preferred one first. */
	readonly executables: readonly string[];
	/** Folders that are searched after `PATH`. */
	readonly folders?: readonly string[];
	/** Debian's package. */
	readonly package: string;
	readonly howTo: string;
};

/** Drives every page in every state. */
export const CHROMIUM: ProgramKind = {
	name: 'Chromium',
	variable: 'CARRYWIRE_CHROMIUM',
	kinds: 'Chromium or Google Chrome',
	executables: ['chromium', 'chromium-browser', 'google-chrome'],
	package: 'chromium',
	howTo:
		'Install Chromium (Debian: apt-get install chromium) or Google Chrome, or name the executable of one in CARRYWIRE_CHROMIUM.',
};

/** Drives a newcomer's path, so that the pages do not depend on one browser. */
export const FIREFOX: ProgramKind = {
	name: 'Firefox',
	variable: 'CARRYWIRE_FIREFOX',
	kinds: 'Firefox',
	executables: ['firefox-esr', 'firefox'],
	package: 'firefox-esr',
	howTo:
		'Install Firefox (Debian: apt-get install firefox-esr), or name its executable in CARRYWIRE_FIREFOX.',
};

/** Carries messages between the roles of a service. Debian puts servers where only root's `PATH` leads. */
export const NATS_SERVER: ProgramKind = {
	name: 'nats-server',
	variable: 'CARRYWIRE_NATS_SERVER',
	kinds: 'nats-server',
	executables: ['nats-server'],
	folders: ['/usr/sbin'],
	package: 'nats-server',
	howTo:
		'Install nats-server (Debian: apt-get install nats-server), or name its executable in CARRYWIRE_NATS_SERVER.',
};

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Maximum time for one installation, milliseconds. It includes the download of about 100 MB and the wait while
 * another process holds the package manager's lock.
 */
const INSTALL_MS_MAX = 240_000;
const UPDATE_MS_MAX = 120_000;
const LOCK_WAIT_S = 60;
const OUTPUT_LINES_MAX = 12;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and permissions that determine which program is used. */
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
 * @throws NoProgramError when the variable names a file that is not executable
 */
export function findProgram(kind: ProgramKind, { env }: Machine): string | undefined {
	const { variable, kinds, executables, folders = [] } = kind;
	const named = env[variable];
	if (named !== undefined && named !== '') {
		if (isExecutable(named)) return named;
		throw new NoProgramError(`${variable} must name an executable of ${kinds}; was ${named}.`);
	}
	return executables.map((name) => onPath(name, env, folders)).find((path) => path !== undefined);
}

/**
 * Returns the path of an executable already on the machine, without installing anything. @throws NoProgramError when
 * there is none
 */
export function requireProgram(kind: ProgramKind, machine: Machine): string {
	const found = findProgram(kind, machine);
	if (found !== undefined) return found;
	throw new NoProgramError(`No ${kind.name} was found. ${kind.howTo}`);
}

/**
 * Returns the path of the executable. If none is on the machine, installs Debian's package with `apt-get`, which
 * requires root.
 * @throws NoProgramError with the package manager's output, or with the reason why nothing could be installed
 */
export function provideProgram(
	kind: ProgramKind,
	machine: Machine,
): { readonly path: string; readonly isNew: boolean } {
	const found = findProgram(kind, machine);
	if (found !== undefined) return { path: found, isNew: false };
	const aptGet = onPath('apt-get', machine.env);
	if (aptGet === undefined || !machine.isRoot)
		throw new NoProgramError(
			`No ${kind.name} was found, and it is installed by itself only for root and with apt-get. ${kind.howTo}`,
		);
	const fault = installPackages(aptGet, [kind.package], machine.env);
	if (fault !== undefined) throw new NoProgramError(`${fault}\n${kind.howTo}`);
	const path = findProgram(kind, machine);
	if (path !== undefined) return { path, isNew: true };
	throw new NoProgramError(
		`apt-get installed the package ${kind.package}, which brought no executable named ${kind.executables.join(', ')}. ${kind.howTo}`,
	);
}

/**
 * Installs Debian's packages, which requires root. Returns undefined on success, otherwise the failure with the end of
 * the output of `apt-get`.
 */
export function installPackages(
	aptGet: string,
	packages: readonly string[],
	env: Environment,
): string | undefined {
	const wait = `DPkg::Lock::Timeout=${LOCK_WAIT_S}`;
	const put = ['install', '-y', '--no-install-recommends', '-o', wait, ...packages];
	// A failed installation is usually due to missing or outdated package lists, and that is the only cause that a
	// retry can fix.
	if (run(aptGet, put, env, INSTALL_MS_MAX) === undefined) return undefined;
	const update = run(aptGet, ['update', '-o', wait], env, UPDATE_MS_MAX);
	return update ?? run(aptGet, put, env, INSTALL_MS_MAX);
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

/** Returns the path of an executable in `PATH` or in the further folders; undefined if there is none. */
export function onPath(name: string, env: Environment, folders: readonly string[] = []): string | undefined {
	return [...(env.PATH ?? DEFAULT_PATH).split(delimiter), ...folders]
		.filter((folder) => folder !== '')
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

/** Returns true for a file that this process may run. */
export function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
