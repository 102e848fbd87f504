/** Checks addresses before a connection to a host that a stranger named. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The IPv6 block for global unicast (IANA IPv6 address space, as of 2026-01). No other IPv6 block is public. */
const GLOBAL_UNICAST = ['2000::', 3, 'ipv6'] as const;

/**
 * Exceptions that are not public, from the IANA special-purpose registries for IPv4 and IPv6 (RFC 6890), as of
 * 2026-01.
 */
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
	// A 6to4 address can embed any IPv4 address, including private ones.
	['2002::', 16, 'ipv6'],
	['3fff::', 20, 'ipv6'],
];

const globals = new BlockList();
globals.addSubnet(...GLOBAL_UNICAST);
const specials = new BlockList();
for (const [net, prefix, family] of SPECIAL_SUBNETS) specials.addSubnet(net, prefix, family);

/**
 * Returns true for an address that the public internet routes. Returns false for text that is not an address; an
 * address with a zone (`%eth0`) does not count as one.
 */
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

/** Resolves a host name; `done` receives all its addresses or the error. */
export type Resolve = (
	hostname: string,
	done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Resolves a name with the operating system's resolver. */
export const systemResolve: Resolve = (hostname, done) =>
	lookup(hostname, { all: true }, (error, addresses) => done(error, addresses ?? []));

/**
 * Creates a lookup that fails unless every address of the name is allowed. The lookup runs when the connection is
 * made. A host name that resolves differently each time therefore cannot bypass the check.
 */
export function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
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
