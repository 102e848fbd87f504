/**
 * Starts PostgreSQL servers for tests: on free ports of the loopback interface, in temporary folders, as an ordinary
 * user, and never longer than the process that started them (`setpriv --pdeathsig`).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/runtime/clock.ts';
import { lastingPort } from './lasting-port.ts';

/** Folder of the programs of each version from Debian's packages. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** Line of `postmaster.pid` that says whether the server takes connections (PostgreSQL 15, `pidfile.h`, read 2026-11). */
const STATUS_LINE = 7;
const SUPERUSER = 'carrywire';
const START_MS_MAX = 60_000;
const CHECK_MS = 20;

/** Folder of PostgreSQL's programs, and their major version. */
export type PostgresPrograms = { readonly folder: string; readonly version: number };

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

/** Returns the programs to test with, newest version last: those that the environment names, then Debian's. */
export function findPostgres(env: Readonly<Record<string, string | undefined>>): readonly PostgresPrograms[] {
	const named = env.CARRYWIRE_TEST_PG?.split(':') ?? [];
	const debian = existsSync(DEBIAN_FOLDER)
		? readdirSync(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, version, 'bin'))
		: [];
	return (named.length > 0 ? named : debian)
		.filter((folder) => existsSync(join(folder, 'initdb')))
		.map((folder) => ({ folder, version: versionIn(folder) }))
		.toSorted((a, b) => a.version - b.version);
}

function versionIn(folder: string): number {
	const printed = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
	return Number(/ (\d+)/.exec(printed)?.[1]);
}

/**
 * Creates a cluster of databases and starts its server.
 * @param settings more settings of `postgresql.conf`; by default the server does not sync, which no test of durability
 * may rely on
 */
export async function startPostgres(
	{ folder }: PostgresPrograms,
	settings: Readonly<Record<string, string>> = {
		fsync: 'off',
		full_page_writes: 'off',
		synchronous_commit: 'off',
	},
): Promise<PostgresServer> {
	const dataFolder = mkdtempSync(join(tmpdir(), 'carrywire-postgres-'));
	const user = ordinaryUser();
	if (user !== undefined) chownSync(dataFolder, user, user);
	run(user, join(folder, 'initdb'), [
		...['-D', dataFolder, '-U', SUPERUSER, '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-sync'],
	]);
	return serve(folder, dataFolder, settings);
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
