/**
 * Which browser sends a request, and who is logged in there. Two cookies of random bits: one for the browser from its
 * first page on, to which sign-ins under way are bound, and one for the login. Both change at a login (session fixation);
 * the store has the hash of the second alone. Forms carry a keyed hash of both (CSRF).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSecret, newSecret } from '../auth/secrets.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { WebSessionStore } from '../ports/web-session-store.ts';

/** A login ends after twelve hours, and two hours after its last page. */
const LIFETIME_MS = 12 * 3_600_000;
const IDLE_MS_MAX = 2 * 3_600_000;
const TOUCH_PERIOD_MS = 60_000;
const SWEEP_MS = 10 * 60_000;
const COOKIE_VALUE = /^[A-Za-z0-9_-]{43}$/;

export type Browser = {
	/** Names the browser to others: a hash of its cookie. */
	readonly id: string;
	/** Who is logged in; undefined for nobody. */
	readonly userId: string | undefined;
	/** The login itself, of which there may be another tomorrow in the same browser; undefined for nobody. */
	readonly login: Login | undefined;
	/** Goes into every form of this browser. */
	readonly csrf: string;
	/** `Set-Cookie` values for the answer. */
	readonly cookies: readonly string[];
};

/** What ends with a login is bound to this, not to the browser: whoever has the cookie of a login can name any browser. */
export type Login = {
	/** A hash: nobody can log in with it. */
	readonly id: string;
	/** At the latest, Unix ms. */
	readonly endsAt: number;
};

export interface BrowserSessions {
	/** By the header `Cookie`. */
	find(cookies: string | undefined): Promise<Browser>;
	/** The user who is logged in; reads alone. */
	userOf(cookies: string | undefined): Promise<string | undefined>;
	/** Answers the `Set-Cookie` values of the new session; whatever the browser had before has ended. */
	logIn(cookies: string | undefined, userId: string): Promise<readonly string[]>;
	logOut(cookies: string | undefined): Promise<readonly string[]>;
	isOwnForm(browser: Browser, csrf: string | null): boolean;
	close(): void;
}

export function createBrowserSessions(parts: {
	readonly store: WebSessionStore;
	readonly clock: Clock;
	readonly random: Random;
	/** Key of the forms' hashes. */
	readonly key: Uint8Array;
	/** Over https cookies have the prefix `__Host-` and go over https alone (RFC 6265bis, 4.1.3.2). */
	readonly isHttps: () => boolean;
}): BrowserSessions {
	const { store, clock, random, key, isHttps } = parts;
	const nameOf = (what: 'browser' | 'session') => `${isHttps() ? '__Host-' : ''}cw_${what}`;

	function cookie(what: 'browser' | 'session', value: string): string {
		const end = value === '' ? '; Max-Age=0' : '';
		return `${nameOf(what)}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}${end}`;
	}

	async function sessionOf(cookies: string | undefined) {
		const value = readCookie(cookies, nameOf('session'));
		if (value === undefined) return undefined;
		const session = await store.find(hashSecret(value));
		const now = clock.now();
		if (session === undefined || session.expiresAt <= now || session.seenAt + IDLE_MS_MAX <= now)
			return undefined;
		return session;
	}

	function csrfOf(browserCookie: string, sessionHash: string): string {
		return createHmac('sha256', key).update(`${browserCookie} ${sessionHash}`).digest('base64url');
	}

	async function end(cookies: string | undefined): Promise<void> {
		const value = readCookie(cookies, nameOf('session'));
		if (value !== undefined) await store.delete(hashSecret(value));
	}

	const cancelSweep = clock.every(SWEEP_MS, () => {
		store.deleteExpired(clock.now()).catch(() => {
			// What has expired is refused all the same; the next sweep removes it.
		});
	});

	return {
		async find(cookies) {
			const known = readCookie(cookies, nameOf('browser'));
			const value = known ?? newSecret('', random);
			const session = await sessionOf(cookies);
			const now = clock.now();
			if (session !== undefined && now - session.seenAt >= TOUCH_PERIOD_MS)
				await store.touch(session.sessionHash, now);
			return {
				id: hashSecret(value),
				userId: session?.userId,
				login: session === undefined ? undefined : { id: session.sessionHash, endsAt: session.expiresAt },
				csrf: csrfOf(value, session?.sessionHash ?? ''),
				cookies: known === undefined ? [cookie('browser', value)] : [],
			};
		},
		userOf: async (cookies) => (await sessionOf(cookies))?.userId,
		async logIn(cookies, userId) {
			await end(cookies);
			const value = newSecret('', random);
			const now = clock.now();
			await store.insert({
				sessionHash: hashSecret(value),
				userId,
				createdAt: now,
				seenAt: now,
				expiresAt: now + LIFETIME_MS,
			});
			return [cookie('browser', newSecret('', random)), cookie('session', value)];
		},
		async logOut(cookies) {
			await end(cookies);
			return [cookie('browser', newSecret('', random)), cookie('session', '')];
		},
		isOwnForm(browser, csrf) {
			const [sent, own] = [Buffer.from(csrf ?? ''), Buffer.from(browser.csrf)];
			return sent.length === own.length && timingSafeEqual(sent, own);
		},
		close: cancelSweep,
	};
}

/** The value, where it looks like one of ours; of two of one name neither counts. */
function readCookie(header: string | undefined, name: string): string | undefined {
	const values = (header ?? '')
		.split(';')
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	const [value] = values;
	return values.length === 1 && value !== undefined && COOKIE_VALUE.test(value) ? value : undefined;
}
