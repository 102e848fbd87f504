/**
 * Whether a request was meant for this service: against web pages that make a browser call a service of the machine it runs
 * on, under a name of theirs that leads there (DNS rebinding). What MCP asks of a server: Origin is looked at, and what is
 * not allowed is 403 (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports, read 2026-11-22).
 */
import { isIP } from 'node:net';

/** How this machine names itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What is wrong with the names that a request was sent under; undefined when nothing is. */
export type NameFault = (headers: {
	readonly host: string | undefined;
	/** Absent where only the host counts. */
	readonly origin?: string | undefined;
}) => string | undefined;

/**
 * `publicUrl`: how clients reach the service; null where it is known by where it listens. Behind a proxy that passes Host on
 * it is the public name; a proxy beside it may use the machine's own.
 */
export function nameFaultOf(options: {
	readonly host: string;
	readonly publicUrl: string | null;
}): NameFault {
	const names = new Set(LOOPBACK);
	names.add(bracketed(options.host).toLowerCase());
	if (options.publicUrl !== null) names.add(new URL(options.publicUrl).hostname);
	const listensToAll = options.host === '0.0.0.0' || options.host === '::';
	/** An address cannot be rebound: only names lead elsewhere. */
	const isOwn = (name: string): boolean =>
		names.has(name) || (listensToAll && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
	/** The host that was last found to be ours: nearly every request names the same. */
	let ownHost: string | undefined;
	return ({ host, origin }) => {
		const isKnown = host !== undefined && host === ownHost;
		const asked = isKnown ? undefined : hostnameOf(`http://${host ?? ''}`);
		if (!isKnown && (asked === undefined || !isOwn(asked)))
			return `Host must name this service; was ${shown(host)}. If clients reach it by that name, set server.publicUrl.`;
		ownHost = host;
		if (origin === undefined) return undefined;
		const page = hostnameOf(origin);
		if (page === undefined || !isOwn(page)) return `Origin must be this service's own; was ${shown(origin)}.`;
		return undefined;
	};
}

function hostnameOf(address: string): string | undefined {
	const url = URL.parse(address);
	if (url === null || url.hostname === '' || (url.protocol !== 'http:' && url.protocol !== 'https:'))
		return undefined;
	return url.hostname;
}

function bracketed(host: string): string {
	return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function shown(value: string | undefined): string {
	return value === undefined ? 'absent' : JSON.stringify(value.slice(0, 80));
}
