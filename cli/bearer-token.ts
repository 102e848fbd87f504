/** With which token a command calls. Never one of the command line: arguments are seen by everybody on the machine. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TokenSource } from '../client/endpoint.ts';
import { ConfigError } from '../src/config/config-flags.ts';
import type { Clock } from '../src/ports/clock.ts';
import { UsageError } from './command.ts';
import { type AccessToken, isAnyKept, keptLoginsFile, withKeptLogins } from './kept-logins.ts';
import { type Environment, readPersonSettings } from './person-settings.ts';
import { TOKEN_VARIABLE } from './shared-flags.ts';

/** A token that ends so soon is renewed: it must outlast the call. */
const LEAST_LEFT_MS = 60_000;

/** The places that tokens are looked for in, and the clock of their lifetimes. */
export type TokenParts = {
	readonly env: Environment;
	readonly cwd: string;
	readonly clock: Clock;
	readonly remark: (line: string) => void;
};

/**
 * The token of `--token-file`, else of CARRYWIRE_TOKEN, else of the file in the person's settings, else of the login that
 * is kept for this service; without any, none.
 * @throws UsageError, ConfigError for a token that cannot be one
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
	if (own !== undefined) return tokenIn(own, 'tokenFile of cli.json', asSetting);
	return (refused) => keptToken(url, refused, parts);
}

function tokenIn(file: string, what: string, fault: (message: string) => Error): string {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
		throw fault(`${what} must be a file that can be read; ${file} cannot be (${why}).`);
	}
	return checked(text, what, fault);
}

/** What is wrong with it is not quoted: it may be most of a token. */
function checked(text: string, what: string, fault: (message: string) => Error): string {
	const token = text.trim();
	if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
	throw fault(`${what} must hold one token and nothing else; it had ${token.length} characters.`);
}

/**
 * The access token of the kept login, renewed where it has ended or was refused. It lasts some minutes and is kept beside
 * the login, so that commands after one another do not each use up a refresh token.
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
			remark(`The login that was kept for ${url} has ended. carrywire login --keep keeps the next one.`);
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
