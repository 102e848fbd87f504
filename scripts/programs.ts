/**
 * Chooses the browsers and servers that tests use: the one that the environment names, otherwise one already on the
 * machine, otherwise Debian's package, installed on demand. The tests never download a program in any other way.
 * Without a program, every test that needs it fails with an explanation.
 */
import { installPackages, isExecutable, type Machine, onPath } from './debian-packages.ts';

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
	const fault = installPackages([kind.package], aptGet, machine.env);
	if (fault !== undefined) throw new NoProgramError(`${fault}\n${kind.howTo}`);
	const path = findProgram(kind, machine);
	if (path !== undefined) return { path, isNew: true };
	throw new NoProgramError(
		`apt-get installed the package ${kind.package}, which brought no executable named ${kind.executables.join(', ')}. ${kind.howTo}`,
	);
}
