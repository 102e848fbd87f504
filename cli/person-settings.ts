/**
 * Reads the user's settings on this machine for commands that call a service: `$XDG_CONFIG_HOME/carrywire/cli.json`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../src/config/config-flags.ts';

/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const settingsSchema = z.strictObject({
	/** Service to call if no flag or variable names one. */
	url: z.string().optional(),
	/** File that contains a token; its path is relative to the settings folder. */
	tokenFile: z.string().min(1).optional(),
});
/** Returns the settings with an absolute path to the token file. */
export type PersonSettings = z.infer<typeof settingsSchema>;

const PERSON_FILE = 'cli.json';
const BYTES_MAX = 65_536;

/**
 * Returns the user's settings folder: in `$XDG_CONFIG_HOME`, or else in `~/.config` (XDG Base Directory Specification
 * 0.8).
 */
export function personFolder({ XDG_CONFIG_HOME: configured = '', HOME: home = '' }: Environment): string {
	const folder = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.config');
	return join(folder, 'carrywire');
}

/**
 * Returns the settings; empty if there is no file. @throws ConfigError for a file that others may read or write, or
 * whose format is invalid
 */
export function readPersonSettings(env: Environment): PersonSettings {
	const file = join(personFolder(env), PERSON_FILE);
	if (!existsSync(file)) return {};
	requirePrivate(file);
	if (statSync(file).size > BYTES_MAX)
		throw new ConfigError(
			`${file}: the file must have at most ${BYTES_MAX} bytes; it has ${statSync(file).size}.`,
		);
	let value: unknown;
	try {
		value = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new ConfigError(`${file}: the file must be JSON.`, { cause: error });
	}
	const read = settingsSchema.safeParse(value);
	if (!read.success)
		throw new ConfigError(
			`${file}: must be an object that contains only url and tokenFile, two optional strings.`,
		);
	const { tokenFile, ...others } = read.data;
	return tokenFile === undefined ? others : { ...others, tokenFile: resolve(personFolder(env), tokenFile) };
}

/**
 * Refuses a file that other users can read or write. A user who can write it could redirect tokens to another
 * service.
 * @throws ConfigError
 */
function requirePrivate(file: string): void {
	const mode = statSync(file).mode & 0o777;
	if (process.platform !== 'win32' && (mode & 0o077) !== 0)
		throw new ConfigError(
			`${file}: must be readable and writable only by its owner (0600); was ${mode.toString(8).padStart(4, '0')}. Run: chmod 600 ${file}`,
		);
}
