/**
 * Recognizes trusted proxies. The service trusts their `X-Forwarded-For`, and their connections carry many callers.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { START_TEXT } from './text.ts';

/** Names of private networks, which are common in proxy settings. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
	loopback: ['127.0.0.0/8', '::1'],
	linklocal: ['169.254.0.0/16', 'fe80::/10'],
	uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Creates a check for trusted proxies. @param entries addresses, subnets (`10.0.0.0/8`, `fd00::/8`), or `loopback`,
 * `linklocal`, `uniquelocal`
 * @returns a function that is true for an address within the entries, and false for text that is not an address
 * @throws Error for an entry of any other form
 */
export function trustedProxies(entries: readonly string[]): (address: string | undefined) => boolean {
	const trusted = new BlockList();
	for (const entry of entries.flatMap((given) => NAMED[given] ?? [given])) add(trusted, entry);
	return (address = '') => {
		const [plain = ''] = address.split('%');
		const family = isIP(plain);
		return family !== 0 && trusted.check(plain, family === 4 ? 'ipv4' : 'ipv6');
	};
}

/** Returns the caller's address: the one that trusted proxies report, otherwise the peer's own. */
export function callerAddress(
	{ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
	isProxy: (address: string | undefined) => boolean,
): string {
	const forwarded = headers['x-forwarded-for'];
	const named = (typeof forwarded === 'string' ? forwarded.split(',') : []).map((part) => part.trim());
	const chain = [socket.remoteAddress ?? '', ...named.reverse()];
	return chain.find((address) => !isProxy(address)) ?? chain.at(-1) ?? '';
}

function add(trusted: BlockList, entry: string): void {
	const [address = '', prefix, ...more] = entry.split('/');
	const family = isIP(address);
	const type = family === 4 ? 'ipv4' : 'ipv6';
	const bits = family === 4 ? 32 : 128;
	const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
	if (family === 0 || more.length > 0 || !(length >= 0 && length <= bits))
		throw new Error(START_TEXT.proxyEntry(Object.keys(NAMED), JSON.stringify(entry)));
	trusted.addSubnet(address, length, type);
}
