/**
 * Starts PostgreSQL servers for tests: on free ports of the loopback interface, in temporary folders, as an ordinary
 * user, and never longer than the process that started them (`setpriv --pdeathsig`).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { findServer, type ServerName } from '../../scripts/test-servers.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { lastingPort } from './lasting-port.ts';

/** Line of `postmaster.pid` that says whether the server takes connections (PostgreSQL 15, `pidfile.h`, read 2026-11). */
const STATUS_LINE = 7;
const SUPERUSER = 'carrywire';
/** List of links in the package from npm, from the folder of its programs. */
const PACKED_LINKS = '../pg-symlinks.json';
const START_MS_MAX = 60_000;
const CHECK_MS = 20;

/** Folder of PostgreSQL's programs, and their major version. */
export type PostgresPrograms = {
	readonly folder: string;
	readonly version: number;
	/** True for the package from npm, whose libraries lack some of their names. */
	readonly isPacked: boolean;
};

/** A link of the package from npm, with paths from its root. */
type PackedLink = { readonly source: string; readonly target: string };

/** A running server. */
export type PostgresServer = {
	/** Address of a database on it. */
	readonly url: (database: string) => string;
	readonly dataFolder: string;
	readonly port: number;
	readonly process: ChildProcess;
	/** Stops the server and removes its data. */
	readonly stop: () => Promise<void>;
};

/** Returns the programs to test with, newest version last: Debian's, and those of the package from npm. */
export function findPostgres(env: Readonly<Record<string, string | undefined>>): readonly PostgresPrograms[] {
	return (['debian-postgres', 'current-postgres'] as const)
		.flatMap((name) => programsOf(name, env) ?? [])
		.toSorted((a, b) => a.version - b.version);
}

/** Returns the programs of a server; undefined if the machine has none. */
export function programsOf(
	name: Exclude<ServerName, 'nats'>,
	env: Readonly<Record<string, string | undefined>>,
): PostgresPrograms | undefined {
	const folder = findServer(name, { env, isRoot: false, root: '/' }).place;
	if (folder === undefined) return undefined;
	const isPacked = existsSync(join(folder, PACKED_LINKS));
	return { folder, version: isPacked ? packedVersion(folder) : versionIn(folder), isPacked };
}

function versionIn(folder: string): number {
	const printed = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
	return Number(/ (\d+)/.exec(printed)?.[1]);
}

function packedVersion(folder: string): number {
	const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'));
	return Number.parseInt(version, 10);
}

/**
 * Copies the programs of the package from npm into a temporary folder that any user may read, with the names of
 * libraries that the package's install script would add. Returns the folder of the copied programs.
 */
function unpack(folder: string): { readonly folder: string; readonly remove: () => void } {
	const copy = mkdtempSync(join(tmpdir(), 'carrywire-postgres-programs-'));
	const remove = () => rmSync(copy, { recursive: true, force: true });
	try {
		chmodSync(copy, 0o755);
		for (const part of ['bin', 'lib', 'share'])
			cpSync(join(folder, '..', part), join(copy, part), { recursive: true });
		const links = JSON.parse(readFileSync(join(folder, PACKED_LINKS), 'utf8')) as readonly PackedLink[];
		for (const { source, target } of links)
			symlinkSync(basename(source), join(copy, relative('native', target)));
		return { folder: join(copy, 'bin'), remove };
	} catch (error) {
		remove();
		throw error;
	}
}

/**
 * Creates a cluster of databases and starts its server.
 * @param settings more settings of `postgresql.conf`; by default the server does not sync, which no test of durability
 * may rely on
 */
export async function startPostgres(
	{ folder, isPacked }: PostgresPrograms,
	settings: Readonly<Record<string, string>> = {
		fsync: 'off',
		full_page_writes: 'off',
		synchronous_commit: 'off',
	},
): Promise<PostgresServer> {
	const programs = isPacked ? unpack(folder) : { folder, remove() {} };
	const dataFolder = mkdtempSync(join(tmpdir(), 'carrywire-postgres-'));
	try {
		const user = ordinaryUser();
		if (user !== undefined) chownSync(dataFolder, user, user);
		run(user, join(programs.folder, 'initdb'), [
			...['-D', dataFolder, '-U', SUPERUSER, '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-sync'],
		]);
		const server = await serve(programs.folder, dataFolder, settings);
		return {
			...server,
			async stop() {
				await server.stop();
				programs.remove();
			},
		};
	} catch (error) {
		programs.remove();
		rmSync(dataFolder, { recursive: true, force: true });
		throw error;
	}
}

/** Starts the server of an existing cluster. */
export async function serve(
	folder: string,
	dataFolder: string,
	settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
	const port = await lastingPort();
	const all = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		unix_socket_directories: dataFolder,
		...settings,
	};
	const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const [program, ...args] = asOrdinary(ordinaryUser(), [
		join(folder, 'postgres'),
		'-D',
		dataFolder,
		...flags,
	]);
	const server = spawn(program as string, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() });
	const said: string[] = [];
	server.stderr.on('data', (text: Buffer) => said.push(String(text)));
	await started(() => {
		if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said.join('')}`);
		return statusIn(dataFolder) === 'ready';
	});
	return {
		url: (database) => `postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`,
		dataFolder,
		port,
		process: server,
		async stop() {
			await stopped(server);
			rmSync(dataFolder, { recursive: true, force: true });
		},
	};
}

/** Waits until the condition holds. @throws what the condition throws, or Error after the time limit */
async function started(isSo: () => boolean): Promise<void> {
	const end = systemClock.monotonic() + START_MS_MAX;
	while (!isSo()) {
		if (systemClock.monotonic() > end) throw new Error(`PostgreSQL was not ready within ${START_MS_MAX} ms.`);
		await new Promise<void>((resolve) => systemClock.after(CHECK_MS, resolve));
	}
}

function statusIn(dataFolder: string): string | undefined {
	const file = join(dataFolder, 'postmaster.pid');
	if (!existsSync(file)) return undefined;
	return readFileSync(file, 'utf8').split('\n')[STATUS_LINE]?.trim();
}

async function stopped(server: ChildProcess): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
	server.kill('SIGQUIT');
	await ended;
}

/** Returns the user to run as, because PostgreSQL refuses root; undefined if this process is an ordinary user's. */
function ordinaryUser(): number | undefined {
	if (process.getuid?.() !== 0) return undefined;
	return Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
}

function asOrdinary(user: number | undefined, command: readonly string[]): readonly string[] {
	const who = user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
	return ['setpriv', ...who, '--pdeathsig', 'INT', '--', ...command];
}

function run(user: number | undefined, ...[program, args]: [program: string, args: readonly string[]]): void {
	const [first, ...rest] = asOrdinary(user, [program, ...args]);
	execFileSync(first as string, rest, { stdio: 'pipe', cwd: tmpdir() });
}
