/**
 * The only way in which the authorization server fetches what a stranger names (a Client ID Metadata Document, its keys):
 * https to public addresses, one answer, bounded. The address is judged where it is connected to, after its name was
 * looked up, so that a name which changes its mind between two look-ups gains nothing.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../ports/clock.ts';
import { guardedLookup, isPublicAddress, type Resolve, systemResolve } from './public-address.ts';

const TIMEOUT_MS = 3_000;
const BODY_BYTES_MAX = 65_536;

/** The clock of its time limits, and the guard of its addresses. */
export type GuardParts = {
	readonly clock: Clock;
	/** How names are looked up, and which addresses may be connected to: the system's way, and public ones. */
	readonly resolve?: Resolve;
	readonly isAllowed?: (address: string) => boolean;
};

/**
 * The `fetch` of the authorization server: GET only, redirects not followed.
 * @throws Error for anything but https, for an address that is not public, after 3 s, and beyond 64 KiB.
 */
export function createGuardedFetch(parts: GuardParts): typeof fetch {
	const { resolve = systemResolve, isAllowed = isPublicAddress } = parts;
	const guarded = guardedLookup(resolve, isAllowed);
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		const method = init?.method ?? 'GET';
		if (url.protocol !== 'https:' || method !== 'GET')
			throw new Error(`Only GET over https is fetched; was ${method} over ${url.protocol}`);
		const host = url.hostname.replace(/^\[|\]$/g, '');
		// An address that is written out is never looked up.
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
		throw isLate ? new Error(`There was no answer within ${TIMEOUT_MS} ms.`) : error;
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
	// A Response of these has no body (Fetch, "null body status").
	const hasBody = ![204, 205, 304].includes(status);
	return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: copied });
}
