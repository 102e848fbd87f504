/** `carrywire login`: a token for a terminal, allowed in a browser, or renewed from a login that was kept; `carrywire logout`. */

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

/** A login or a logout, as the command line asks for it. */
export type LoginAction =
	| {
			readonly action: 'login';
			/** Undefined: the service of the data directory. */
			readonly url: string | undefined;
			/** Undefined: those of the login that is kept, or reading alone. */
			readonly scopes: readonly Scope[] | undefined;
			readonly isKept: boolean;
	  }
	| { readonly action: 'logout'; readonly url: string | undefined };

/** The settings and streams that both need. */
export type LoginParts = {
	readonly config: Pick<Config, 'dataDir' | 'server'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly output: Output;
};

const SCOPES_DEFAULT: readonly Scope[] = ['arb:read'];
/** By how much RFC 8628, section 3.5, lengthens the pause at each `slow_down`. */
const SLOWER_MS = 5_000;
/** Longest pause while the service is silent. */
const SILENT_PAUSE_MS_MAX = 60_000;

/** Rejects with UsageError or ConfigError for an address that cannot be used, with an Error and its sentence when nothing could be done. */
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
	if (tokens !== undefined) return hand(tokens, scopes ?? tokens.scopes, parts);
	const wanted = scopes ?? known?.scopes ?? SCOPES_DEFAULT;
	const fresh = await throughBrowser(client, wanted, parts);
	if (isKept) await keep(client, url, fresh, parts);
	hand(fresh, wanted, parts);
}

/** Tokens of the login that is kept; without tokens, what it was if there was one. */
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
			output.remark(
				`The login that is kept may ${known.scopes.join(' ')}, and not ${missing.join(' ')}: that is for you to allow.`,
			);
			return { known };
		}
		const tokens = await client.refresh(known.refreshToken, wanted);
		if (tokens === undefined) {
			kept.forget(url);
			output.remark(
				'The login that was kept has ended: by a logout, under Tokens, or after 14 days without use. --keep keeps the next one.',
			);
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
	output.remark(`Open ${code.address} in a browser and type in the code ${code.userCode}`);
	output.remark(`It is valid for ${minutes(code.validMs)}; this waits for your answer.`);
	return answerTo(client, code, parts);
}

/** Asks no more often than it is allowed to, until the user has answered or the code has ended. */
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
		if (answer.kind === 'silent' && silences === 0)
			output.remark(`The service ${answer.reason}; this goes on asking while the code is valid.`);
		silences = answer.kind === 'silent' ? silences + 1 : 0;
		switch (answer.kind) {
			case 'denied':
				throw new Error('The login was refused in the browser. No token was given.');
			case 'expired':
				throw new Error(
					`Nobody allowed the login within ${minutes(code.validMs)}, so its code has ended. Run carrywire login again.`,
				);
			case 'slow_down':
				pauseMs += SLOWER_MS;
				output.remark(`The service wants to be asked less often: every ${pauseMs / 1_000} s from now on.`);
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
		output.remark(`${url} gives no logins that can be kept.`);
		return;
	}
	const file = keptLoginsFile(env);
	await withKeptLogins(file, clock, async (kept) => {
		const replaced = kept.find(url);
		kept.keep(url, { refreshToken, scopes });
		if (replaced === undefined) return;
		await client.revoke(replaced.refreshToken).catch((error: unknown) => {
			output.remark(
				`The login that was kept before could not be ended: ${messageOf(error)} End it at ${url}/tokens.`,
			);
		});
	});
	output.remark(`The login is kept in ${file}, until carrywire logout or 14 days without use.`);
}

/** The token alone goes to standard output. */
function hand(tokens: TokenSet, wanted: readonly string[], { clock, output }: LoginParts): void {
	const { accessToken, scopes, validMs } = tokens;
	const refused = wanted.filter((scope) => !scopes.includes(scope));
	output.remark(
		`A token of the scopes ${scopes.join(' ') || '(none)'}, valid until ${new Date(clock.now() + validMs).toISOString()}.${refused.length === 0 ? '' : ` Not allowed: ${refused.join(' ')}.`}`,
	);
	output.print(accessToken);
}

async function logOut(url: string, parts: LoginParts): Promise<void> {
	const { env, clock, output } = parts;
	const file = keptLoginsFile(env);
	const known = isAnyKept(file)
		? await withKeptLogins(file, clock, async (kept) => {
				const found = kept.find(url);
				// Whatever the service says then, this machine is logged out.
				if (found !== undefined) kept.forget(url);
				return found;
			})
		: undefined;
	if (known === undefined) {
		output.remark(`No login at ${url} is kept here.`);
		return;
	}
	try {
		const client = await connectAuthorization(url, clock);
		await client.revoke(known.refreshToken);
	} catch (error) {
		throw new Error(
			`The login is not kept here any more, but could not be ended at the service: ${messageOf(error)} End it at ${url}/tokens.`,
			{ cause: error },
		);
	}
	output.remark(`The login at ${url} has ended, and every token of it.`);
}

function minutes(ms: number): string {
	const whole = Math.round(ms / 60_000);
	return whole === 1 ? '1 minute' : `${whole} minutes`;
}
