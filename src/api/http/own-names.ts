/**
 * Checks Host and Origin to prevent DNS rebinding. In this attack, a web page's host name is made to resolve to this
 * machine, so that the page can call a local service. MCP requires this check of Origin, with status 403
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports, read 2026-11-22).
 */
import { isIP } from 'node:net';
import { HTTP_TEXT } from './text.ts';

/** Host names of this machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns what is wrong with Host or Origin; undefined if nothing is. */
export type NameFault = (headers: {
	readonly host: string | undefined;
	/** The Origin header; if undefined, only the host is checked. */
	readonly origin?: string | undefined;
}) => string | undefined;

/**
 * Creates the check. It accepts the listening address, the names of this machine and the public host name, because a
 * proxy may pass on the public name or use a local one. @param options.publicUrl public address; null if the service
 * has none
 */
export function nameFaultOf(options: {
	readonly host: string;
	readonly publicUrl: string | null;
}): NameFault {
	const names = new Set(LOOPBACK);
	names.add(bracketed(options.host).toLowerCase());
	if (options.publicUrl !== null) names.add(new URL(options.publicUrl).hostname);
	const listensToAll = options.host === '0.0.0.0' || options.host === '::';
	/** Only names can be rebound, so every IP address is accepted if the service listens on all addresses. */
	const isOwn = (name: string): boolean =>
		names.has(name) || (listensToAll && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
	/** The last accepted host, kept because nearly all requests have the same host. */
	let ownHost: string | undefined;
	return ({ host, origin }) => {
		const isKnown = host !== undefined && host === ownHost;
		const asked = isKnown ? undefined : hostnameOf(`http://${host ?? ''}`);
		if (!isKnown && (asked === undefined || !isOwn(asked))) return HTTP_TEXT.otherHost(shown(host));
		ownHost = host;
		if (origin === undefined) return undefined;
		const page = hostnameOf(origin);
		if (page === undefined || !isOwn(page)) return HTTP_TEXT.otherOrigin(shown(origin));
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
