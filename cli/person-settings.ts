/** The person's own settings on this machine: `$XDG_CONFIG_HOME/carrywire/cli.json`, for commands at a service. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../src/config/config-flags.ts';

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const settingsSchema = z.strictObject({
	/** The service that is spoken to where nobody says otherwise. */
	url: z.string().optional(),
	/** A file that holds a token; relative to the folder of the settings. */
	tokenFile: z.string().min(1).optional(),
});
/** The settings with an absolute path of the token file. */
export type PersonSettings = z.infer<typeof settingsSchema>;

const PERSON_FILE = 'cli.json';
const BYTES_MAX = 65_536;

/** Where the person's settings lie: `$XDG_CONFIG_HOME`, else `~/.config` (XDG Base Directory Specification 0.8). */
export function personFolder({ XDG_CONFIG_HOME: configured = '', HOME: home = '' }: Environment): string {
	const folder = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
	return join(folder, 'carrywire');
}

/** Without a file, none. @throws ConfigError for one that others may read or write, or of another form */
export function readPersonSettings(env: Environment): PersonSettings {
	const file = join(personFolder(env), PERSON_FILE);
	if (!existsSync(file)) return {};
	requirePrivate(file);
	if (statSync(file).size > BYTES_MAX)
		throw new ConfigError(`${file}: must have at most ${BYTES_MAX} bytes; was ${statSync(file).size}.`);
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new ConfigError(`${file}: must be JSON.`, { cause: error });
	}
	const read = settingsSchema.safeParse(value);
	if (!read.success)
		throw new ConfigError(
			`${file}: must be an object with url and tokenFile, both text and both optional, and nothing else.`,
		);
	const { tokenFile, ...others } = read.data;
	return tokenFile === undefined ? others : { ...others, tokenFile: resolve(personFolder(env), tokenFile) };
}

/** Whoever could write it could have tokens sent elsewhere. @throws ConfigError */
function requirePrivate(file: string): void {
	const mode = statSync(file).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		throw new ConfigError(
			`${file}: may be read and written by its owner only (0600), was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${file}`,
		);
}
