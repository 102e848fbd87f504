/**
 * The only way in which the authorization server fetches what a stranger names (a Client ID Metadata Document, its keys):
 * https to public addresses, one answer, bounded. The address is judged where it is connected to, after its name was
 * looked up, so that a name which changes its mind between two look-ups gains nothing.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../ports/clock.ts';

const TIMEOUT_MS = 3_000;
const BODY_BYTES_MAX = 65_536;

/** Of IPv6 the part that is given out for global unicast (IANA IPv6 address space, as of 2026-01); no other is public. */
const GLOBAL_UNICAST = ['2000::', 3, 'ipv6'] as const;

/** What is not public all the same: IANA special-purpose registries for IPv4 and IPv6 (RFC 6890), as of 2026-01. */
const SPECIAL_SUBNETS: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
	['0.0.0.0', 8, 'ipv4'],
	['10.0.0.0', 8, 'ipv4'],
	['100.64.0.0', 10, 'ipv4'],
	['127.0.0.0', 8, 'ipv4'],
	['169.254.0.0', 16, 'ipv4'],
	['172.16.0.0', 12, 'ipv4'],
	['192.0.0.0', 24, 'ipv4'],
	['192.0.2.0', 24, 'ipv4'],
	['192.88.99.0', 24, 'ipv4'],
	['192.168.0.0', 16, 'ipv4'],
	['198.18.0.0', 15, 'ipv4'],
	['198.51.100.0', 24, 'ipv4'],
	['203.0.113.0', 24, 'ipv4'],
	['224.0.0.0', 4, 'ipv4'],
	['240.0.0.0', 4, 'ipv4'],
	['2001::', 23, 'ipv6'],
	['2001:db8::', 32, 'ipv6'],
	// 6to4 holds an IPv4 address, any for that matter.
	['2002::', 16, 'ipv6'],
	['3fff::', 20, 'ipv6'],
];

const globals = new BlockList();
globals.addSubnet(...GLOBAL_UNICAST);
const specials = new BlockList();
for (const [net, prefix, family] of SPECIAL_SUBNETS) specials.addSubnet(net, prefix, family);

/** True for an address that the public internet routes. A text that is no address, or one of a link (`%eth0`), is none. */
export function isPublicAddress(address: string): boolean {
	if (address.includes('%')) return false;
	switch (isIP(address)) {
		case 4:
			return !specials.check(address, 'ipv4');
		case 6:
			return globals.check(address, 'ipv6') && !specials.check(address, 'ipv6');
		default:
			return false;
	}
}

export type Resolve = (
	hostname: string,
	done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, done) =>
	lookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []));

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

/** A look-up that fails unless every address of the name may be connected to. */
function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
	return (hostname, options, done) => {
		resolve(hostname, (error, addresses) => {
			const first = addresses[0];
			if (error !== null || first === undefined) {
				done(error ?? new Error(`${hostname} has no address.`), '', 0);
				return;
			}
			if (!addresses.every(({ address }) => isAllowed(address))) {
				done(new Error('The host has an address that is not public.'), '', 0);
				return;
			}
			if (options.all === true) done(null, [...addresses]);
			else done(null, first.address, first.family);
		});
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
