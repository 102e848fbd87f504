/**
 * Stores the logins of `carrywire login --keep` on this machine, keyed by service address. The file holds one refresh
 * token per login, and only its owner may read it. A refresh token works once, and using one twice ends the login
 * (RFC 9700, 4.14.2). Therefore only one command at a time reads, uses and replaces a refresh token.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../src/ports/clock.ts';
import { DataDirectoryHeldError, type DataLock, holdDataDirectory } from '../src/store/data-lock.ts';
import { type Environment, personFolder } from './person-settings.ts';
import { LOGIN_TEXT } from './text.ts';

/** One login in the file. */
export type KeptLogin = {
	readonly refreshToken: string;
	/** Scopes that the user allowed for this login. */
	readonly scopes: readonly string[];
	/** Latest access token of this login, reused by commands that run before it expires. */
	readonly access?: AccessToken | undefined;
};

/** Access token of a stored login. */
export type AccessToken = {
	readonly token: string;
	/** Time when the token expires; Unix time, milliseconds. */
	readonly validUntil: number;
};

/**
 * Stored logins. Every change is on disk when its method returns. @throws Error if others may read the file or its
 * format is unknown
 */
export interface KeptLogins {
	find(url: string): KeptLogin | undefined;
	keep(url: string, login: KeptLogin): void;
	forget(url: string): void;
}

const FILE_MODE = 0o600;
const CHECK_MS = 100;
/**
 * Maximum wait while another command uses the file, milliseconds. It is longer than a working service takes to
 * respond.
 */
const WAIT_MS_MAX = 30_000;

const fileSchema = z.record(
	z.string(),
	z.object({
		refreshToken: z.string().min(1),
		scopes: z.array(z.string()),
		access: z.object({ token: z.string().min(1), validUntil: z.number() }).optional(),
	}),
);

/** Returns the file's path, whether or not the file exists. */
export function keptLoginsFile(env: Environment): string {
	return join(personFolder(env), 'logins.json');
}

/** True if the file exists. The check does not create the file. */
export function isAnyKept(file: string): boolean {
	return existsSync(file);
}

/** Runs `work` while no other command uses the file. @throws Error if another command uses it for half a minute */
export async function withKeptLogins<T>(
	file: string,
	clock: Clock,
	work: (kept: KeptLogins) => Promise<T>,
): Promise<T> {
	const lock = await hold(dirname(file), clock);
	try {
		return await work(keptIn(file));
	} finally {
		lock.release();
	}
}

async function hold(folder: string, clock: Clock): Promise<DataLock> {
	const until = clock.monotonic() + WAIT_MS_MAX;
	for (;;) {
		try {
			return holdDataDirectory(folder, () => 'another login');
		} catch (error) {
			if (!(error instanceof DataDirectoryHeldError)) throw error;
			if (clock.monotonic() >= until) throw new Error(LOGIN_TEXT.fileInUse(folder, WAIT_MS_MAX));
		}
		await new Promise<void>((resolve) => {
			clock.after(CHECK_MS, resolve);
		});
	}
}

function keptIn(file: string): KeptLogins {
	const change = (url: string, login: KeptLogin | undefined): void => {
		const { [url]: _old, ...others } = read(file);
		write(file, login === undefined ? others : { ...others, [url]: login });
	};
	return {
		find: (url) => {
			const all = read(file);
			return Object.hasOwn(all, url) ? all[url] : undefined;
		},
		keep: change,
		forget: (url) => change(url, undefined),
	};
}

function read(file: string): Readonly<Record<string, KeptLogin>> {
	if (!existsSync(file)) return {};
	const mode = statSync(file).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		throw new Error(LOGIN_TEXT.fileMode(file, mode.toString(8).padStart(4, '0')));
	try {
		return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		// Replaces the parse error, which could quote a token.
		throw new Error(LOGIN_TEXT.fileForm(file));
	}
}

/** Writes the file atomically: after a crash, either the old or the new file is there. */
function write(file: string, logins: Readonly<Record<string, KeptLogin>>): void {
	const next = `${file}.new`;
	rmSync(next, { force: true });
	writeFileSync(next, `${JSON.stringify(logins, null, '\t')}\n`, {
		flag: 'wx',
		mode: FILE_MODE,
		flush: true,
	});
	chmodSync(next, FILE_MODE);
	renameSync(next, file);
}
