/**
 * Refuses requests that a page from another origin makes a browser send, such as `fetch(…, { mode: 'no-cors' })` or
 * an image. The page cannot read the response and would only use up the rate limit of the browser's address. Browsers
 * mark such requests (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/, read 2026-11-23). Programs do not send
 * these headers and are not affected.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { HTTP_TEXT } from './text.ts';

/**
 * Destinations of a request that opens a page in a tab. Our service worker passes such requests on, and browsers mark
 * those as `empty`. No page can do that itself, because `fetch` refuses the mode `navigate`.
 */
const TAB: readonly unknown[] = ['document', 'empty', undefined];

/**
 * Returns what is wrong with a request from a page of another origin. Undefined for other requests, and for a link or
 * form that opens one of our pages.
 */
export function crossSiteFault(headers: IncomingHttpHeaders): string | undefined {
	const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
	if (!isFromOtherOrigin(headers)) return undefined;
	if (mode === 'navigate' && TAB.includes(dest)) return undefined;
	return HTTP_TEXT.crossSite(String(site), String(mode ?? 'no mode').slice(0, 20));
}

/**
 * Returns the rate-limit key for a request that a page from another origin may trigger, such as a link or a request
 * for public metadata. With a key of their own, these pages cannot use up the rate limit of programs, logins and our
 * own pages.
 */
export function payerBeside(payer: string, headers: IncomingHttpHeaders): string {
	return isFromOtherOrigin(headers) ? `other origin ${payer}` : payer;
}

function isFromOtherOrigin({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
	return site === 'cross-site' || site === 'same-site';
}
