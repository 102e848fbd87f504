/** Identifies the browser that sent a page request, and checks the origin of the request and of its form. */
import type { FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Browser, type BrowserSessions, ORIGIN_HEADER, type OriginProof } from './browser-sessions.ts';
import { splitEntry } from './door-page.ts';
import { type OwnNames, siteOf } from './own-site.ts';
import { texts } from './page-language.ts';

/** The service's names and its browser sessions. */
export type AskedAt = OwnNames & { readonly sessions: BrowserSessions };

const browsers = new WeakMap<FastifyRequest, Promise<Browser>>();

/** Returns the browser that sent the request, looked up once per request. */
export function browserOf(request: FastifyRequest, parts: AskedAt): Promise<Browser> {
	const known = browsers.get(request);
	if (known !== undefined) return known;
	const { cookie: cookies } = request.headers;
	const proof = proofOf(request, parts);
	const origin = proof === undefined ? undefined : parts.sessions.originOf(cookies, proof);
	const found = parts.sessions.find({ cookies, origin });
	// A form may carry its proof in the body, so the result is cached only once the body is parsed.
	if (request.method !== 'POST' || request.body !== undefined) browsers.set(request, found);
	return found;
}

function proofOf(request: FastifyRequest, parts: AskedAt): OriginProof | undefined {
	const { [ORIGIN_HEADER]: key } = request.headers;
	if (typeof key === 'string') return { by: 'key', key };
	if (request.body instanceof URLSearchParams) return { by: 'form', csrf: request.body.get('csrf') ?? '' };
	const { path, entry } = splitEntry(request.url);
	// A door-page entry counts only in a GET request from our own page. A foreign page could obtain an entry for its
	// own cookies, set these cookies here, and link to the entry.
	if (entry === undefined || request.method === 'POST' || !isFromOwnPage(request, parts)) return undefined;
	return { by: 'entry', entry, path };
}

/**
 * True if a page of this service sent the request, according to Fetch Metadata. Browsers omit Fetch Metadata at plain
 * http addresses other than loopback; there the referrer decides.
 */
function isFromOwnPage(request: FastifyRequest, parts: AskedAt): boolean {
	const { 'sec-fetch-site': site, referer = '' } = request.headers;
	if (site !== undefined) return site === 'same-origin';
	return URL.canParse(referer) && new URL(referer).origin === siteOf(request, parts);
}

/** True if the request came through the door page. */
export function isEntered(request: FastifyRequest): boolean {
	return splitEntry(request.url).entry !== undefined;
}

/** @throws CarrywireError FORM_REFUSED */
export function checkForm(
	request: FastifyRequest,
	{ csrf, browser }: { readonly csrf: string; readonly browser: Browser },
	parts: AskedAt,
): void {
	const { cookie } = request.headers;
	const origin = parts.sessions.originOf(cookie, { by: 'form', csrf });
	if (isForeign(request, parts) || origin === undefined || origin !== browser.origin) throw foreignForm();
}

/** True if the request headers name another origin as the sender. */
export function isForeign(request: FastifyRequest, parts: AskedAt): boolean {
	const { origin, 'sec-fetch-site': site } = request.headers;
	return (
		(origin !== undefined && origin !== siteOf(request, parts)) ||
		(typeof site === 'string' && site !== 'same-origin' && site !== 'none')
	);
}

/** Returns a FORM_REFUSED error: the form belongs to another site, or its proof has expired. */
export function foreignForm(): CarrywireError {
	return new CarrywireError('FORM_REFUSED', texts().FAILURES.foreignForm);
}
