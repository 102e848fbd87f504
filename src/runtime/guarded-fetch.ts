/**
 * Provides the authorization server's only function for fetching URLs that strangers supply (a Client ID Metadata
 * Document, its keys). It allows https to public addresses and one limited response. The address is checked when the
 * connection is made, after the lookup. A host name that resolves differently each time therefore cannot bypass the
 * check.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { durationText } from '../domain/figure-text.ts';
import type { Clock } from '../ports/clock.ts';
import { guardedLookup, isPublicAddress, type Resolve, systemResolve } from './public-address.ts';

const TIMEOUT_MS = 3_000;
const BODY_BYTES_MAX = 65_536;

/** The clock for time limits, and the check of addresses. */
export type GuardParts = {
	readonly clock: Clock;
	/** Looks up the addresses of a host name; by default with the operating system's resolver. */
	readonly resolve?: Resolve;
	/** Returns true if connections to the address are allowed; by default for public addresses. */
	readonly isAllowed?: (address: string) => boolean;
};

/**
 * Creates the authorization server's `fetch`, which allows only GET and does not follow redirects.
 * @throws Error if the URL is not https, the address is not public, the request takes more than 3 s, or the body
 * exceeds 64 KiB
 */
export function createGuardedFetch(parts: GuardParts): typeof fetch {
	const { resolve = systemResolve, isAllowed = isPublicAddress } = parts;
	const guarded = guardedLookup(resolve, isAllowed);
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		const method = init?.method ?? 'GET';
		if (url.protocol !== 'https:' || method !== 'GET')
			throw new Error(`Only GET over https is allowed; the request was ${method} over ${url.protocol}`);
		const host = url.hostname.replace(/^\[|\]$/g, '');
		// A literal IP address needs no lookup, so it is checked here.
		if (isIP(host) !== 0 && !isAllowed(host)) throw new Error('The address is not public.');
		return get(url, guarded, parts.clock);
	};
}

async function get(url: URL, lookUp: LookupFunction, clock: Clock): Promise<Response> {
	const sent = request(url, {
		method: 'GET',
		headers: { accept: 'application/json' },
		lookup: lookUp,
		agent: false,
	});
	let isLate = false;
	const cancel = clock.after(TIMEOUT_MS, () => {
		isLate = true;
		sent.destroy(new Error('Late.'));
	});
	try {
		const answer = await headOf(sent);
		return responseOf(answer, await bodyOf(answer));
	} catch (error) {
		throw isLate ? new Error(`There was no answer within ${durationText(TIMEOUT_MS)}.`) : error;
	} finally {
		cancel();
		sent.destroy();
	}
}

function headOf(sent: ClientRequest): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		sent.on('response', resolve).on('error', reject).end();
	});
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of answer as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > BODY_BYTES_MAX) throw new Error(`The document has more than ${BODY_BYTES_MAX} bytes.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Response {
	const copied = new Headers();
	for (const [name, value] of Object.entries(headers))
		if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
	const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502;
	// These statuses do not allow a body (Fetch, "null body status").
	const hasBody = ![204, 205, 304].includes(status);
	return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: copied });
}
