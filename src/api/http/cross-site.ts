/**
 * Requests that a page of another origin makes a browser send, such as `fetch(…, { mode: 'no-cors' })` or an image: it can read no
 * answer, and would only spend the credits of the address. Browsers name such requests (Fetch Metadata,
 * https://www.w3.org/TR/fetch-metadata/, read 2026-11-23); a program that sends no such header is not meant.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** A sentence for a request of another origin's page; undefined for any other, and for a link or form that opens a page of ours. */
export function crossSiteFault(headers: IncomingHttpHeaders): string | undefined {
	const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
	if (!isFromOtherOrigin(headers)) return undefined;
	if (mode === 'navigate' && (dest === undefined || dest === 'document')) return undefined;
	return `Pages of other origins may not call this service; was ${site}, ${String(mode ?? 'no mode').slice(0, 20)}.`;
}

/**
 * Who pays for a request that pages of other origins may cause, such as a link or a read of public metadata: a page that causes many
 * spends none of the credits that programs, logins and our own pages have.
 */
export function payerBeside(payer: string, headers: IncomingHttpHeaders): string {
	return isFromOtherOrigin(headers) ? `other origin ${payer}` : payer;
}

function isFromOtherOrigin({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
	return site === 'cross-site' || site === 'same-site';
}
