/**
 * Finds the token for a command's calls. A token is never an argument, because every user of the machine can read a
 * process's arguments.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TokenSource } from '../client/endpoint.ts';
import { ConfigError } from '../src/config/config-flags.ts';
import type { Clock } from '../src/ports/clock.ts';
import { UsageError } from './command.ts';
import { type AccessToken, isAnyKept, keptLoginsFile, withKeptLogins } from './kept-logins.ts';
import { type Environment, readPersonSettings } from './person-settings.ts';
import { TOKEN_VARIABLE } from './shared-flags.ts';
import { LOGIN_TEXT } from './text.ts';

/**
 * Minimum remaining validity of a stored access token, milliseconds. A token that expires sooner is renewed, because
 * it must outlast the call.
 */
const LEAST_LEFT_MS = 60_000;

/** Environment and folder to search for a token, the clock for its expiry, and the function that prints remarks. */
export type TokenParts = {
	readonly env: Environment;
	readonly cwd: string;
	readonly clock: Clock;
	readonly remark: (line: string) => void;
};

/**
 * Returns the token of `--token-file`, CARRYWIRE_TOKEN or the file named in cli.json. If none is given, returns a
 * function that reads the login stored for this service.
 * @throws UsageError or ConfigError, depending on the source, for a value that is not a token
 */
export function bearerToken(
	command: string,
	url: string,
	tokenFile: string | undefined,
	parts: TokenParts,
): TokenSource {
	const { env, cwd } = parts;
	if (tokenFile !== undefined)
		return tokenIn(resolve(cwd, tokenFile), '--token-file', (message) => new UsageError(command, message));
	const asSetting = (message: string) => new ConfigError(message);
	const named = env[TOKEN_VARIABLE];
	if (named !== undefined && named !== '') return checked(named, TOKEN_VARIABLE, asSetting);
	const { tokenFile: own } = readPersonSettings(env);
	if (own !== undefined) return tokenIn(own, 'tokenFile in cli.json', asSetting);
	return (refused) => keptToken(url, refused, parts);
}

function tokenIn(file: string, what: string, fault: (message: string) => Error): string {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
		throw fault(`${what} must be the path of a readable file; ${file} cannot be read (${why}).`);
	}
	return checked(text, what, fault);
}

/** Does not quote the text in the error, because the text may contain most of a secret token. */
function checked(text: string, what: string, fault: (message: string) => Error): string {
	const token = text.trim();
	if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
	throw fault(
		`${what} must hold one token without spaces, and nothing else; it holds ${token.length} characters.`,
	);
}

/**
 * Returns the stored login's access token, renewed first if it has expired or the service refused it. The token lasts
 * a few minutes. It is stored with the login so that consecutive commands do not each use up a refresh token.
 */
async function keptToken(
	url: string,
	refused: string | undefined,
	{ env, clock, remark }: TokenParts,
): Promise<string | undefined> {
	const file = keptLoginsFile(env);
	if (!isAnyKept(file)) return undefined;
	return withKeptLogins(file, clock, async (kept) => {
		const known = kept.find(url);
		if (known === undefined) return undefined;
		if (isGood(known.access, refused, clock.now())) return known.access.token;
		const { connectAuthorization } = await import('./authorization-client.ts');
		const client = await connectAuthorization(url, clock);
		const tokens = await client.refresh(known.refreshToken);
		if (tokens === undefined) {
			kept.forget(url);
			remark(LOGIN_TEXT.keptEndedAt(url));
			return undefined;
		}
		const access = { token: tokens.accessToken, validUntil: clock.now() + tokens.validMs };
		kept.keep(url, { ...known, refreshToken: tokens.refreshToken ?? known.refreshToken, access });
		return tokens.accessToken;
	});
}

function isGood(
	access: AccessToken | undefined,
	refused: string | undefined,
	now: number,
): access is AccessToken {
	return access !== undefined && access.token !== refused && access.validUntil - now > LEAST_LEFT_MS;
}
