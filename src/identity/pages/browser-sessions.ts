/**
 * Which browser sends a request, and who is logged in there. Two cookies of random bits: one for the browser from its
 * first page on, to which sign-ins under way are bound, and one for the login. Both change at a login (session fixation);
 * the store has the hash of the second alone.
 *
 * Cookies do not know ports: a browser sends them to every port of the host, and every port may set them (RFC 6265,
 * section 8.5). A login therefore counts only together with the origin key, random bits in the storage of our very scheme,
 * host and port. The header `carrywire-origin` brings it; forms and links bring a keyed hash that only a page has that was
 * answered to its holder.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { WebSessionStore } from '../../ports/web-session-store.ts';
import { hashSecret, newSecret } from '../secrets.ts';

/** A login ends after twelve hours, and two hours after its last page. */
const LIFETIME_MS = 12 * 3_600_000;
const IDLE_MS_MAX = 2 * 3_600_000;
const TOUCH_PERIOD_MS = 60_000;
const SWEEP_MS = 10 * 60_000;
/** From the answer to the script until the page is asked for. */
const ENTRY_MS = 60_000;
const SECRET_VALUE = /^[A-Za-z0-9_-]{43}$/;

/** Carries the origin key. A page of another origin cannot send it: a browser would ask us first, and we do not agree. */
export const ORIGIN_HEADER = 'carrywire-origin';

/** A browser as one request shows it. */
export type Browser = {
	/** Names the browser to others: a hash of its cookie and its origin. */
	readonly id: string;
	/** Hash of the origin key; undefined where the request proves none. Then nobody is logged in. */
	readonly origin: string | undefined;
	/** Who is logged in; undefined for nobody. */
	readonly userId: string | undefined;
	/** The login itself, of which there may be another tomorrow in the same browser; undefined for nobody. */
	readonly login: Login | undefined;
	/** Hash of a login that lives, whose cookie came without the origin key that it began with. */
	readonly unprovenLogin: string | undefined;
	/** Goes into every form of this browser; empty without an origin. */
	readonly csrf: string;
	/** Proves the origin once more when the browser asks for `path` (with its query) within a minute; empty without an origin. */
	readonly entryTo: (path: string) => string;
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

/** The parts of a request that tell about its browser. */
type Sent = {
	/** The header `Cookie`. */
	readonly cookies: string | undefined;
	/** As `originOf` found it. */
	readonly origin: string | undefined;
};

/** The ways in which a request proves its origin. */
export type OriginProof =
	| { readonly by: 'key'; readonly key: string }
	| { readonly by: 'form'; readonly csrf: string }
	| { readonly by: 'entry'; readonly entry: string; readonly path: string };

/** Finds, begins and ends logins of browsers. */
export interface BrowserSessions {
	/** Hash of the origin key; undefined for a proof that does not hold or is of other cookies. */
	originOf(cookies: string | undefined, proof: OriginProof): string | undefined;
	find(sent: Sent): Promise<Browser>;
	/**
	 * Begins a session that is bound to the origin. Answers its `Set-Cookie` values; whatever the browser had before has ended.
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
	/** Key of the forms' and entries' hashes. */
	readonly key: Uint8Array;
	/** Over https cookies have the prefix `__Host-` and go over https alone (RFC 6265bis, 4.1.3.2). */
	readonly isHttps: () => boolean;
};

/** Expired sessions are removed every ten minutes until `close`. */
export function createBrowserSessions(parts: SessionParts): BrowserSessions {
	const { store, clock, random } = parts;
	const cancelSweep = clock.every(SWEEP_MS, () => {
		store.deleteExpired(clock.now()).catch(() => {
			// What has expired is refused all the same; the next sweep removes it.
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
	if (origin === undefined)
		throw new CarrywireError(
			'FORM_REFUSED',
			'The browser did not prove that it has opened a page of this service. Allow JavaScript and open the login again.',
		);
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

/** Not what a stolen cookie names: the thief could log its owner out. */
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

/** The content of the two cookies: the hash is empty where no login is named. */
type CookieValues = { readonly browser: string | undefined; readonly sessionHash: string };

function isSame(sent: string, own: string): boolean {
	const [one, other] = [Buffer.from(sent), Buffer.from(own)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** The value, where it looks like one of ours; of two of one name neither counts. */
function readCookie(header: string | undefined, name: string): string | undefined {
	const values = (header ?? '')
		.split(';')
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${name}=`))
		.map((pair) => pair.slice(name.length + 1));
	const [value] = values;
	return values.length === 1 && value !== undefined && SECRET_VALUE.test(value) ? value : undefined;
}
