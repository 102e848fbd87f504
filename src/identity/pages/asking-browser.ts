/** Which browser sends a request for a page, whether it was sent by a page of ours, and whose form it brings. */
import type { FastifyRequest } from 'fastify';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Browser, type BrowserSessions, ORIGIN_HEADER, type OriginProof } from './browser-sessions.ts';
import { splitEntry } from './door-page.ts';
import { type OwnNames, siteOf } from './own-site.ts';

/** The service's names, and the sessions of its browsers. */
export type AskedAt = OwnNames & { readonly sessions: BrowserSessions };

const browsers = new WeakMap<FastifyRequest, Promise<Browser>>();

/** The browser that sends the request: the same for all that is done for it. */
export function browserOf(request: FastifyRequest, parts: AskedAt): Promise<Browser> {
	const known = browsers.get(request);
	if (known !== undefined) return known;
	const { cookie: cookies } = request.headers;
	const proof = proofOf(request, parts);
	const origin = proof === undefined ? undefined : parts.sessions.originOf(cookies, proof);
	const found = parts.sessions.find({ cookies, origin });
	// The body of a form may bring the proof that its head does not.
	if (request.method !== 'POST' || request.body !== undefined) browsers.set(request, found);
	return found;
}

function proofOf(request: FastifyRequest, parts: AskedAt): OriginProof | undefined {
	const { [ORIGIN_HEADER]: key } = request.headers;
	if (typeof key === 'string') return { by: 'key', key };
	if (request.body instanceof URLSearchParams) return { by: 'form', csrf: request.body.get('csrf') ?? '' };
	const { path, entry } = splitEntry(request.url);
	// A link of another page may hold an entry that its owner was given for cookies that it then set here.
	if (entry === undefined || request.method === 'POST' || !isFromOwnPage(request, parts)) return undefined;
	return { by: 'entry', entry, path };
}

/** Read from Fetch Metadata; a browser sends none to a plain address that is not loopback, and names the page instead. */
function isFromOwnPage(request: FastifyRequest, parts: AskedAt): boolean {
	const { 'sec-fetch-site': site, referer = '' } = request.headers;
	if (site !== undefined) return site === 'same-origin';
	return URL.canParse(referer) && new URL(referer).origin === siteOf(request, parts);
}

/** Whether the request came through the door page. */
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

/** Whether the browser says that a page of another origin sent it. */
export function isForeign(request: FastifyRequest, parts: AskedAt): boolean {
	const { origin, 'sec-fetch-site': site } = request.headers;
	return (
		(origin !== undefined && origin !== siteOf(request, parts)) ||
		(typeof site === 'string' && site !== 'same-origin' && site !== 'none')
	);
}

/** FORM_REFUSED: the form was another site's, or its proof has expired. */
export function foreignForm(): CarrywireError {
	return new CarrywireError(
		'FORM_REFUSED',
		'The form did not come from a page of this service that is still valid. Open the page again.',
	);
}
