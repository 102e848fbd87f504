/** Which peers are proxies in front of us: what they say of their callers is believed, and they bring many callers' connections. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Names for the networks that are nobody else's, as proxies are often configured by them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
	loopback: ['127.0.0.0/8', '::1'],
	linklocal: ['169.254.0.0/16', 'fe80::/10'],
	uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * @param entries addresses, subnets (`10.0.0.0/8`, `fd00::/8`), or `loopback`, `linklocal`, `uniquelocal`
 * @returns whether an address is one of them; false for what is no address
 * @throws Error for an entry that is none of these
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

/** Who has sent a request: the peer, or whom the trusted proxies before us name as theirs. */
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
		throw new Error(
			`server.trustedProxies must hold IP addresses, subnets such as 10.0.0.0/8, or ${Object.keys(NAMED).join(', ')}; was ${JSON.stringify(entry)}.`,
		);
	trusted.addSubnet(address, length, type);
}
