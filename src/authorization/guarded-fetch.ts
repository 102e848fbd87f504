/**
 * The only way in which the authorization server fetches what a stranger names (a Client ID Metadata Document, its keys):
 * https to public addresses, one answer, bounded. The address is judged where it is connected to, after its name was
 * looked up, so that a name which changes its mind between two look-ups gains nothing.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const TIMEOUT_MS = 3_000;
const BODY_BYTES_MAX = 65_536;

/** What is not a public address: IANA special-purpose registries for IPv4 and IPv6 (RFC 6890), as of 2026-01. */
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
	['::', 96, 'ipv6'],
	['::ffff:0:0', 96, 'ipv6'],
	['64:ff9b::', 96, 'ipv6'],
	['64:ff9b:1::', 48, 'ipv6'],
	['100::', 64, 'ipv6'],
	['2001::', 23, 'ipv6'],
	['2001:db8::', 32, 'ipv6'],
	['2002::', 16, 'ipv6'],
	['3fff::', 20, 'ipv6'],
	['5f00::', 16, 'ipv6'],
	['fc00::', 7, 'ipv6'],
	['fe80::', 10, 'ipv6'],
	['fec0::', 10, 'ipv6'],
	['ff00::', 8, 'ipv6'],
];

/** A list for each family: in one list every IPv4 address would be found under ::ffff:0:0/96. */
const specials = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix, family] of SPECIAL_SUBNETS) specials[family].addSubnet(net, prefix, family);

/** True for an address that the public internet routes. A text that is no address is none. */
export function isPublicAddress(address: string): boolean {
	const version = isIP(address);
	const family = version === 6 ? 'ipv6' : 'ipv4';
	return version !== 0 && !specials[family].check(address, family);
}

export type Resolve = (
	hostname: string,
	done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, done) =>
	lookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []));

/** A look-up that fails unless every address of the name is public. `isPublic` is another for tests alone. */
export function publicLookup(
	resolve: Resolve = systemResolve,
	isPublic: (address: string) => boolean = isPublicAddress,
): LookupFunction {
	return (hostname, options, done) => {
		resolve(hostname, (error, addresses) => {
			const first = addresses[0];
			if (error !== null || first === undefined) {
				done(error ?? new Error(`${hostname} has no address.`), '', 0);
				return;
			}
			if (!addresses.every(({ address }) => isPublic(address))) {
				done(new Error('The host has an address that is not public.'), '', 0);
				return;
			}
			if (options.all === true) done(null, [...addresses]);
			else done(null, first.address, first.family);
		});
	};
}

/**
 * The `fetch` of the authorization server: GET only, redirects not followed.
 * @throws Error for anything but https, for an address that is not public, after 3 s, and beyond 64 KiB.
 */
export function createGuardedFetch(
	resolve?: Resolve,
	isPublic: (address: string) => boolean = isPublicAddress,
): typeof fetch {
	const guarded = publicLookup(resolve, isPublic);
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		const method = init?.method ?? 'GET';
		if (url.protocol !== 'https:' || method !== 'GET')
			throw new Error(`Only GET over https is fetched; was ${method} over ${url.protocol}`);
		const host = url.hostname.replace(/^\[|\]$/g, '');
		// An address that is written out is never looked up.
		if (isIP(host) !== 0 && !isPublic(host)) throw new Error('The address is not public.');
		return get(url, guarded);
	};
}

function get(url: URL, lookUp: LookupFunction): Promise<Response> {
	return new Promise((resolve, reject) => {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const sent = request(
			url,
			{ method: 'GET', headers: { accept: 'application/json' }, lookup: lookUp, signal, agent: false },
			(answer) => {
				const chunks: Buffer[] = [];
				let length = 0;
				answer.on('data', (chunk: Buffer) => {
					length += chunk.length;
					if (length > BODY_BYTES_MAX)
						sent.destroy(new Error(`The document has more than ${BODY_BYTES_MAX} bytes.`));
					else chunks.push(chunk);
				});
				answer.on('error', reject);
				answer.on('end', () => resolve(responseOf(answer.statusCode ?? 0, answer.headers, chunks)));
			},
		);
		sent.on('error', reject);
		sent.end();
	});
}

function responseOf(
	status: number,
	headers: NodeJS.Dict<string | string[]>,
	chunks: readonly Buffer[],
): Response {
	const copied = new Headers();
	for (const [name, value] of Object.entries(headers))
		if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
	const hasBody = status >= 200 && status !== 204 && status !== 205 && status !== 304;
	return new Response(hasBody ? new Uint8Array(Buffer.concat(chunks)) : null, {
		status: status >= 200 && status <= 599 ? status : 502,
		headers: copied,
	});
}
