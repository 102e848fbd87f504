/** Starts a browser login for every login method, and slows down addresses with failed attempts. */

import type { Attempts } from '../../api/http/attempts.ts';
import { addressKey } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Logger } from '../../ports/logger.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { PageAnswer, Visitor } from './page.ts';
import { texts } from './page-language.ts';

/** Dependencies that every login method shares. */
export type LoginParts = {
	readonly sessions: BrowserSessions;
	readonly tokens: Pick<TokenAuthority, 'revokeOfLogin'>;
	readonly attempts: Attempts;
	readonly notes: AuditNotes;
	readonly baseUrl: () => string;
	readonly logger: Logger;
};

const RETURN_COOKIE = 'cw_return';

/**
 * Runs one login attempt. Failures that may be guesses slow the address down.
 * @throws CarrywireError RATE_LIMITED, and every error of `work`
 */
export async function attempt<T>(
	{ attempts }: LoginParts,
	{ address }: Visitor,
	work: () => Promise<T>,
): Promise<T> {
	const keys = [`login ${addressKey(address)}`];
	attempts.check(keys);
	try {
		return await work();
	} catch (error) {
		if (error instanceof CarrywireError && mayBeGuess(error)) attempts.failed(keys);
		throw error;
	}
}

/**
 * True if the failure may be a guess. An unreachable identity provider is not a guess. Neither is a callback without
 * a state from this browser. Nobody guesses 256 bits, and any foreign page can send its visitors to the callback URL.
 */
function mayBeGuess({ retryable, facts }: CarrywireError): boolean {
	return !retryable && facts.reason !== 'state';
}

/**
 * Logs an authenticated user in, and binds the login to the browser's origin key. Ends the browser's previous login
 * and writes an audit entry.
 * @param login.provider login method that authenticated the user
 * @param login.details for the audit trail
 * @throws CarrywireError FORM_REFUSED for a browser that sent no origin key, because it runs no scripts
 */
export async function beginLogin(
	{ sessions, tokens, notes, attempts, baseUrl, logger }: LoginParts,
	visitor: Visitor,
	login: {
		readonly userId: string;
		readonly provider: string;
		readonly details: Readonly<Record<string, unknown>>;
	},
	returnTo: string,
): Promise<PageAnswer> {
	const { address, login: before } = visitor;
	const { userId, provider, details } = login;
	attempts.succeeded([`login ${addressKey(address)}`]);
	await notes.note({ userId, address, action: 'login', details: { provider, ...details } });
	logger.info({ userId, provider }, 'logged in');
	// The browser's previous login ends, and so do the tokens of its pages.
	if (before !== undefined) await tokens.revokeOfLogin(before.id);
	const set = [...(await sessions.logIn(visitor, userId)), returnCookie(baseUrl(), '', 0)];
	if (returnTo === '/') return { kind: 'redirect', to: '/', cookies: set };
	// The target may redirect to an application's URL, which the security policy for our forms (`form-action`) does
	// not allow.
	return { kind: 'onward', to: returnTo, name: texts().FAILURES.previousPage, cookies: set };
}

/**
 * Returns the name of the return cookie. Over https, it has the prefix `__Secure-`, so that browsers send the cookie
 * only over https (RFC 6265bis, 4.1.3.1).
 */
export function returnCookieName(baseUrl: string): string {
	return baseUrl.startsWith('https:') ? `__Secure-${RETURN_COOKIE}` : RETURN_COOKIE;
}

/** Returns the `Set-Cookie` value for the path to open after a login at a provider. */
export function returnCookie(baseUrl: string, value: string, seconds: number): string {
	const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
	return `${returnCookieName(baseUrl)}=${value}; Path=/login; HttpOnly; SameSite=Lax${secure}; Max-Age=${seconds}`;
}
