/**
 * The logins that `carrywire login --keep` has kept on this machine, by the address of the service: a refresh token each,
 * in a file that its owner alone may read. A refresh token counts once, and using one twice ends the login (RFC 9700,
 * 4.14.2), so that one command at a time reads, uses and replaces it.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../src/ports/clock.ts';
import { DataDirectoryHeldError, type DataLock, holdDataDirectory } from '../src/store/data-lock.ts';
import { type Environment, personFolder } from './person-settings.ts';

/** One login as the file keeps it. */
export type KeptLogin = {
	readonly refreshToken: string;
	/** What the user allowed. */
	readonly scopes: readonly string[];
	/** The last token of it, while it is good: for the commands that come soon after. */
	readonly access?: AccessToken | undefined;
};

/** A token of a kept login that can still be used. */
export type AccessToken = {
	readonly token: string;
	/** Milliseconds since the epoch. */
	readonly validUntil: number;
};

/** Each is on disk when it returns. @throws Error for a file that others may read, or of another form. */
export interface KeptLogins {
	find(url: string): KeptLogin | undefined;
	keep(url: string, login: KeptLogin): void;
	forget(url: string): void;
}

const FILE_MODE = 0o600;
const CHECK_MS = 100;
/** Longer than a service that answers at all takes. */
const WAIT_MS_MAX = 30_000;

const fileSchema = z.record(
	z.string(),
	z.object({
		refreshToken: z.string().min(1),
		scopes: z.array(z.string()),
		access: z.object({ token: z.string().min(1), validUntil: z.number() }).optional(),
	}),
);

/** The path of the file, whether or not it exists. */
export function keptLoginsFile(env: Environment): string {
	return join(personFolder(env), 'logins.json');
}

/** Without a file nothing is kept, and nothing is made for looking. */
export function isAnyKept(file: string): boolean {
	return existsSync(file);
}

/** Runs `work` while no other command uses the file. @throws Error when another one does for half a minute. */
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
			if (clock.monotonic() >= until)
				throw new Error(
					`Another carrywire login has used ${folder} for ${WAIT_MS_MAX / 1_000} s. Try again when it has ended.`,
				);
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
		throw new Error(
			`The file of kept logins ${file} may be read by its owner only (0600), was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${file}`,
		);
	try {
		return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		// What was wrong with it could quote a token.
		throw new Error(`The file of kept logins ${file} has an unknown form; delete it and log in again.`);
	}
}

/** A crash leaves the old file or the new one. */
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
