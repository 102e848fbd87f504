/**
 * Runs `carrywire login`, which gets a token for a terminal: approved in a browser, or renewed from a stored login.
 * `carrywire logout` ends the login.
 */

import type { Config } from '../src/config/config.ts';
import { messageOf } from '../src/domain/message-of.ts';
import type { Scope } from '../src/identity/scopes.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Output } from '../src/ports/output.ts';
import {
	type AuthorizationClient,
	connectAuthorization,
	type TerminalCode,
	type TokenSet,
} from './authorization-client.ts';
import { isAnyKept, type KeptLogin, keptLoginsFile, withKeptLogins } from './kept-logins.ts';
import { serviceAddress } from './service-address.ts';
import { LOGIN_TEXT } from './text.ts';

/** A login or logout command, as parsed from the command line. */
export type LoginAction =
	| {
			readonly action: 'login';
			/** Address of the service; undefined selects the service of the data directory. */
			readonly url: string | undefined;
			/** Scopes to request. Undefined selects the stored login's scopes, or only `arb:read` if there is none. */
			readonly scopes: readonly Scope[] | undefined;
			readonly isKept: boolean;
	  }
	| { readonly action: 'logout'; readonly url: string | undefined };

/** The settings and streams that login and logout need. */
export type LoginParts = {
	readonly config: Pick<Config, 'dataDir' | 'server'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly output: Output;
};

const SCOPES_DEFAULT: readonly Scope[] = ['arb:read'];
/** Time that each `slow_down` adds to the polling interval, milliseconds (RFC 8628, section 3.5). */
const SLOWER_MS = 5_000;
/** Maximum pause between two polls while the service does not respond, milliseconds. */
const SILENT_PAUSE_MS_MAX = 60_000;

/**
 * Logs in or out. Rejects with UsageError or ConfigError for an unusable address, and with an Error that explains any
 * other failure.
 */
export async function runLoginCommand(command: LoginAction, parts: LoginParts): Promise<void> {
	const url = await serviceAddress(command.action, {
		given: command.url,
		env: parts.env,
		config: () => parts.config,
	});
	if (command.action === 'logout') await logOut(url, parts);
	else await logIn(url, command, parts);
}

async function logIn(
	url: string,
	{ scopes, isKept }: Extract<LoginAction, { readonly action: 'login' }>,
	parts: LoginParts,
): Promise<void> {
	const client = await connectAuthorization(url, parts.clock);
	const { tokens, known } = await renew(client, url, scopes, parts);
	if (tokens !== undefined) return printToken(tokens, scopes ?? tokens.scopes, parts);
	const wanted = scopes ?? known?.scopes ?? SCOPES_DEFAULT;
	const fresh = await throughBrowser(client, wanted, parts);
	if (isKept) await keep(client, url, fresh, parts);
	printToken(fresh, wanted, parts);
}

/**
 * Renews the tokens of the stored login. If the login lacks a requested scope or has ended, returns only the stored
 * login, whose scopes are the default for a new login. Returns nothing if there is no stored login.
 */
async function renew(
	client: AuthorizationClient,
	url: string,
	wanted: readonly Scope[] | undefined,
	{ env, clock, output }: LoginParts,
): Promise<{ readonly tokens?: TokenSet; readonly known?: KeptLogin }> {
	const file = keptLoginsFile(env);
	if (!isAnyKept(file)) return {};
	return withKeptLogins(file, clock, async (kept) => {
		const known = kept.find(url);
		if (known === undefined) return {};
		const missing = (wanted ?? []).filter((scope) => !known.scopes.includes(scope));
		if (missing.length > 0) {
			output.remark(LOGIN_TEXT.missingScopes(known.scopes, missing));
			return { known };
		}
		const tokens = await client.refresh(known.refreshToken, wanted);
		if (tokens === undefined) {
			kept.forget(url);
			output.remark(LOGIN_TEXT.keptEnded);
			return { known };
		}
		kept.keep(url, { ...known, refreshToken: tokens.refreshToken ?? known.refreshToken });
		return { tokens, known };
	});
}

async function throughBrowser(
	client: AuthorizationClient,
	scopes: readonly string[],
	parts: LoginParts,
): Promise<TokenSet> {
	const code = await client.begin(scopes);
	const { output } = parts;
	output.remark(LOGIN_TEXT.enterCode(code.address, code.userCode));
	output.remark(LOGIN_TEXT.codeValid(code.validMs));
	return answerTo(client, code, parts);
}

/** Polls the server, no more often than it allows, until the user decides or the code expires. */
async function answerTo(
	client: AuthorizationClient,
	code: TerminalCode,
	{ clock, output }: LoginParts,
): Promise<TokenSet> {
	const until = clock.monotonic() + code.validMs;
	let pauseMs = code.pauseMs;
	let silences = 0;
	for (;;) {
		const waitMs = Math.max(pauseMs, Math.min(pauseMs * 2 ** silences, SILENT_PAUSE_MS_MAX));
		await new Promise<void>((resolve) => {
			clock.after(waitMs, resolve);
		});
		const answer =
			clock.monotonic() < until ? await client.ask(code.deviceCode) : { kind: 'expired' as const };
		if (!('kind' in answer)) return answer;
		if (answer.kind === 'silent' && silences === 0) output.remark(LOGIN_TEXT.retrying(answer.reason));
		silences = answer.kind === 'silent' ? silences + 1 : 0;
		switch (answer.kind) {
			case 'denied':
				throw new Error(LOGIN_TEXT.refused);
			case 'expired':
				throw new Error(LOGIN_TEXT.codeExpired(code.validMs));
			case 'slow_down':
				pauseMs += SLOWER_MS;
				output.remark(LOGIN_TEXT.slower(pauseMs));
				break;
			case 'pending':
			case 'silent':
				break;
		}
	}
}

async function keep(
	client: AuthorizationClient,
	url: string,
	{ refreshToken, scopes }: TokenSet,
	{ env, clock, output }: LoginParts,
): Promise<void> {
	if (refreshToken === undefined) {
		output.remark(LOGIN_TEXT.notKeepable(url));
		return;
	}
	const file = keptLoginsFile(env);
	await withKeptLogins(file, clock, async (kept) => {
		const replaced = kept.find(url);
		kept.keep(url, { refreshToken, scopes });
		if (replaced === undefined) return;
		await client.revoke(replaced.refreshToken).catch((error: unknown) => {
			output.remark(LOGIN_TEXT.previousNotRevoked(url, messageOf(error)));
		});
	});
	output.remark(LOGIN_TEXT.kept(file));
}

/** Prints only the token to standard output. */
function printToken(tokens: TokenSet, wanted: readonly string[], { output }: LoginParts): void {
	const { accessToken, scopes, validMs } = tokens;
	const refused = wanted.filter((scope) => !scopes.includes(scope));
	output.remark(LOGIN_TEXT.token(scopes, validMs, refused));
	output.print(accessToken);
}

async function logOut(url: string, parts: LoginParts): Promise<void> {
	const { env, clock, output } = parts;
	const file = keptLoginsFile(env);
	const known = isAnyKept(file)
		? await withKeptLogins(file, clock, async (kept) => {
				const found = kept.find(url);
				// Logs this machine out, even if the service cannot be reached.
				if (found !== undefined) kept.forget(url);
				return found;
			})
		: undefined;
	if (known === undefined) {
		output.remark(LOGIN_TEXT.noneKept(url));
		return;
	}
	try {
		const client = await connectAuthorization(url, clock);
		await client.revoke(known.refreshToken);
	} catch (error) {
		throw new Error(LOGIN_TEXT.notRevoked(url, messageOf(error)), { cause: error });
	}
	output.remark(LOGIN_TEXT.loggedOut(url));
}
