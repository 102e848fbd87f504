/**
 * Identifies browsers and their logins by two random cookies. The first names the browser from its first page;
 * pending sign-ins are bound to it. The second names the login; the store keeps only its hash. Both change at every
 * login, to prevent session fixation.
 *
 * Cookies ignore ports: a browser sends them to every port on the host, and every port may set them (RFC 6265,
 * section 8.5). A login therefore counts only together with the origin key, which is random bits in the browser's
 * storage for exactly our scheme, host and port. The `carrywire-origin` header carries the key. Forms and links carry
 * a keyed hash, which appears only on pages served to the holder of the key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { WebSessionStore } from '../../ports/web-session-store.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { texts } from './page-language.ts';

/** Maximum duration of a login, milliseconds. */
const LIFETIME_MS = 12 * 3_600_000;
/** Idle time after which a login ends, milliseconds. Only page requests count as activity. */
const IDLE_MS_MAX = 2 * 3_600_000;
const TOUCH_PERIOD_MS = 60_000;
const SWEEP_MS = 10 * 60_000;
/**
 * Validity of a door-page entry, which proves the browser's origin, milliseconds. It covers the time from the
 * response to the door page's script until the page request.
 */
const ENTRY_MS = 60_000;
const SECRET_VALUE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Header with the origin key. Pages from other origins cannot send it, because browsers ask us first (CORS) and we
 * decline.
 */
export const ORIGIN_HEADER = 'carrywire-origin';

/** A browser, as identified by one request. */
export type Browser = {
	/** Public id of the browser: a hash of its cookie and origin. */
	readonly id: string;
	/** Hash of the origin key. Undefined if the request proved none; no user is logged in then. */
	readonly origin: string | undefined;
	/** The logged-in user; undefined if nobody is logged in. */
	readonly userId: string | undefined;
	/** Current login. A later login in the same browser has another id. */
	readonly login: Login | undefined;
	/** Hash of an active login whose cookie came without its origin key; undefined if there is none. */
	readonly unprovenLogin: string | undefined;
	/** Value of the hidden field in every form for this browser; empty without an origin key. */
	readonly csrf: string;
	/**
	 * Returns a door-page entry, which proves the origin for a request to `path` (with query) within a minute; empty
	 * without an origin key.
	 */
	readonly entryTo: (path: string) => string;
	/** `Set-Cookie` values for the response. */
	readonly cookies: readonly string[];
};

/**
 * A login. Objects that end with it, such as page tokens, store its id and not the browser's. The holder of a login
 * cookie could combine it with any browser cookie.
 */
export type Login = {
	/** Id of the login: the hash of its cookie, which cannot be used to log in. */
	readonly id: string;
	/** Latest time at which the login ends, Unix milliseconds. */
	readonly endsAt: number;
};

/** The parts of a request that identify its browser. */
type Sent = {
	/** The `Cookie` header. */
	readonly cookies: string | undefined;
	/** Hash of the origin key, as `originOf` returns it. */
	readonly origin: string | undefined;
};

/** The three ways in which a request proves its origin. */
export type OriginProof =
	| { readonly by: 'key'; readonly key: string }
	| { readonly by: 'form'; readonly csrf: string }
	| { readonly by: 'entry'; readonly entry: string; readonly path: string };

/** Finds, starts and ends browser logins. */
export interface BrowserSessions {
	/** Returns the hash of the origin key. Undefined if the proof is wrong or was made for other cookies. */
	originOf(cookies: string | undefined, proof: OriginProof): string | undefined;
	find(sent: Sent): Promise<Browser>;
	/**
	 * Starts a login bound to the origin and ends the browser's previous one. Returns `Set-Cookie` values.
	 * @throws CarrywireError FORM_REFUSED for a request without an origin
	 */
	logIn(sent: Sent, userId: string): Promise<readonly string[]>;
	logOut(sent: Sent): Promise<readonly string[]>;
	close(): void;
}

type SessionParts = {
	readonly store: WebSessionStore;
	readonly clock: Clock;
	readonly random: Random;
	/** Key of the keyed hashes in forms and door-page entries. */
	readonly key: Uint8Array;
	/**
	 * True if the service is reached over https. Cookies then have the prefix `__Host-` and are sent only over https
	 * (RFC 6265bis, 4.1.3.2).
	 */
	readonly isHttps: () => boolean;
};

/** Creates the browser sessions. They remove expired sessions every ten minutes until `close`. */
export function createBrowserSessions(parts: SessionParts): BrowserSessions {
	const { store, clock, random } = parts;
	const cancelSweep = clock.every(SWEEP_MS, () => {
		store.deleteExpired(clock.now()).catch(() => {
			// Expired sessions are refused anyway, and the next sweep removes them.
		});
	});
	return {
		originOf(cookies, proof) {
			if (proof.by === 'key') return SECRET_VALUE.test(proof.key) ? hashSecret(proof.key) : undefined;
			const values = valuesOf(parts, cookies);
			if (values.browser === undefined) return undefined;
			return proof.by === 'form'
				? originOfForm(parts, values, proof.csrf)
				: originOfEntry(parts, values, proof.entry, proof.path);
		},
		find: (sent) => findBrowser(parts, sent),
		logIn: (sent, userId) => logIn(parts, sent, userId),
		async logOut(sent) {
			await end(parts, sent);
			return [cookie(parts, 'browser', newSecret('', random)), cookie(parts, 'session', '')];
		},
		close: cancelSweep,
	};
}

async function findBrowser(parts: SessionParts, { cookies, origin }: Sent): Promise<Browser> {
	const { store, clock, random } = parts;
	const { browser: known, sessionHash } = valuesOf(parts, cookies);
	const value = known ?? newSecret('', random);
	const values = { browser: value, sessionHash };
	const alive = await liveSession(parts, sessionHash);
	const session = alive?.originHash === origin ? alive : undefined;
	const now = clock.now();
	if (session !== undefined && now - session.seenAt >= TOUCH_PERIOD_MS)
		await store.touch(session.sessionHash, now);
	return {
		id: hashSecret(`${value} ${origin ?? ''}`),
		origin,
		userId: session?.userId,
		login: session === undefined ? undefined : { id: session.sessionHash, endsAt: session.expiresAt },
		unprovenLogin: session === undefined ? alive?.sessionHash : undefined,
		csrf: origin === undefined ? '' : `${origin}.${sign(parts, 'form', values, origin)}`,
		entryTo(path) {
			if (origin === undefined) return '';
			const endsAt = String(clock.now() + ENTRY_MS);
			return `${origin}.${endsAt}.${sign(parts, 'entry', values, entryFacts(origin, endsAt, path))}`;
		},
		cookies: known === undefined ? [cookie(parts, 'browser', value)] : [],
	};
}

async function logIn(parts: SessionParts, sent: Sent, userId: string): Promise<readonly string[]> {
	const { store, clock, random } = parts;
	const { origin } = sent;
	if (origin === undefined) throw new CarrywireError('FORM_REFUSED', texts().FAILURES.noOrigin);
	await end(parts, sent);
	const value = newSecret('', random);
	const now = clock.now();
	await store.insert({
		sessionHash: hashSecret(value),
		originHash: origin,
		userId,
		createdAt: now,
		seenAt: now,
		expiresAt: now + LIFETIME_MS,
	});
	return [cookie(parts, 'browser', newSecret('', random)), cookie(parts, 'session', value)];
}

/** Ends the login. The origin must match, because otherwise the thief of a cookie could log its owner out. */
async function end(parts: SessionParts, { cookies, origin }: Sent): Promise<void> {
	const session = await liveSession(parts, valuesOf(parts, cookies).sessionHash);
	if (session !== undefined && session.originHash === origin) await parts.store.delete(session.sessionHash);
}

async function liveSession({ store, clock }: SessionParts, sessionHash: string) {
	const session = sessionHash === '' ? undefined : await store.find(sessionHash);
	const now = clock.now();
	if (session === undefined || session.expiresAt <= now || session.seenAt + IDLE_MS_MAX <= now)
		return undefined;
	return session;
}

function originOfForm(parts: SessionParts, values: CookieValues, csrf: string): string | undefined {
	const [, origin, sent] = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/.exec(csrf) ?? [];
	if (origin === undefined || sent === undefined) return undefined;
	return isSame(sent, sign(parts, 'form', values, origin)) ? origin : undefined;
}

function originOfEntry(
	parts: SessionParts,
	values: CookieValues,
	entry: string,
	path: string,
): string | undefined {
	const [, origin, endsAt, sent] = /^([0-9a-f]{64})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(entry) ?? [];
	if (origin === undefined || endsAt === undefined || sent === undefined) return undefined;
	if (Number(endsAt) <= parts.clock.now()) return undefined;
	return isSame(sent, sign(parts, 'entry', values, entryFacts(origin, endsAt, path))) ? origin : undefined;
}

function entryFacts(origin: string, endsAt: string, path: string): string {
	return `${origin} ${endsAt} ${path}`;
}

function sign(
	{ key }: SessionParts,
	what: 'form' | 'entry',
	{ browser, sessionHash }: CookieValues,
	facts: string,
): string {
	return createHmac('sha256', key).update(`${what} ${browser} ${sessionHash} ${facts}`).digest('base64url');
}

type CookieName = 'browser' | 'session';

function nameOf({ isHttps }: SessionParts, what: CookieName): string {
	return `${isHttps() ? '__Host-' : ''}cw_${what}`;
}

function cookie(parts: SessionParts, what: CookieName, value: string): string {
	const end = value === '' ? '; Max-Age=0' : '';
	const secure = parts.isHttps() ? '; Secure' : '';
	return `${nameOf(parts, what)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${end}`;
}

function valuesOf(parts: SessionParts, cookies: string | undefined): CookieValues {
	const session = readCookie(cookies, nameOf(parts, 'session'));
	return {
		browser: readCookie(cookies, nameOf(parts, 'browser')),
		sessionHash: session === undefined ? '' : hashSecret(session),
	};
}

/** Contents of the two cookies. `sessionHash` is empty without a login cookie. */
type CookieValues = { readonly browser: string | undefined; readonly sessionHash: string };

function isSame(sent: string, own: string): boolean {
	const [one, other] = [Buffer.from(sent), Buffer.from(own)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the cookie's value if it has our format. If two cookies have the same name, both are ignored. */
function readCookie(header: string | undefined, name: string): string | undefined {
	const values = (header ?? '')
		.split(';')
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	const [value] = values;
	return values.length === 1 && value !== undefined && SECRET_VALUE.test(value) ? value : undefined;
}
