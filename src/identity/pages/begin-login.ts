/** How a login begins in a browser, whatever proved it; and how failed proofs slow the address they come from. */

import type { Attempts } from '../../api/http/attempts.ts';
import { addressKey } from '../../api/http/rate-limit.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Logger } from '../../ports/logger.ts';
import type { TokenAuthority } from '../tokens.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { PageAnswer, Visitor } from './page.ts';

/** Parts that every way to log in shares. */
export type LoginParts = {
	readonly sessions: BrowserSessions;
	readonly tokens: Pick<TokenAuthority, 'revokeOfLogin'>;
	readonly attempts: Attempts;
	readonly notes: AuditNotes;
	readonly baseUrl: () => string;
	readonly logger: Logger;
};

const RETURN_COOKIE = 'cw_return';

/** Failures slow the address down; only those that may be a guess count. @throws CarrywireError RATE_LIMITED, and what `work` throws */
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
 * Not an identity provider that is away, and no return from one without a state of this browser: 256 bits are not guessed,
 * and any page elsewhere can send its visitors to the address of the return.
 */
function mayBeGuess({ retryable, facts }: CarrywireError): boolean {
	return !retryable && facts.reason !== 'state';
}

/**
 * The login of a proven user in this browser, bound to its origin, with its note in the audit trail; ends the login that was
 * there before.
 * @param login.provider by which the user was proven
 * @param login.details for the audit trail
 * @throws CarrywireError FORM_REFUSED for a visitor without an origin: a browser that runs no script
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
	// An earlier login of this browser has ended, and so have the tokens of its pages.
	if (before !== undefined) await tokens.revokeOfLogin(before.id);
	const set = [...(await sessions.logIn(visitor, userId)), returnCookie(baseUrl(), '', 0)];
	if (returnTo === '/') return { kind: 'redirect', to: '/', cookies: set };
	// The way on may lead to an application's own address, to which no form of ours may go.
	return { kind: 'onward', to: returnTo, name: 'where you came from', cookies: set };
}

/** Over https it goes over https alone, as its name then says (RFC 6265bis, 4.1.3.1). */
export function returnCookieName(baseUrl: string): string {
	return baseUrl.startsWith('https:') ? `__Secure-${RETURN_COOKIE}` : RETURN_COOKIE;
}

/** `Set-Cookie` of the path to which a login at a provider returns. */
export function returnCookie(baseUrl: string, value: string, seconds: number): string {
	const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
	return `${returnCookieName(baseUrl)}=${value}; Path=/login; HttpOnly; SameSite=Lax${secure}; Max-Age=${seconds}`;
}
