/** Checks which URLs may carry data that must not be read or changed in transit. */

/**
 * Returns true for `https`, or for `http` to this machine itself, where no other machine is in between. Returns false
 * for text that is not a URL.
 */
export function isSecureUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/**
 * Returns true if the host is this machine. @param hostname as `URL` writes it: lower case, IPv4 in four decimal
 * parts, IPv6 in brackets.
 */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the origin at which browsers offer passkeys; undefined if there is none. WebAuthn accepts only domain names
 * over https, or `localhost` over http (Web Authentication Level 3, 5.1.3; Secure Contexts, 3.1). The two addresses
 * of `localhost` (RFC 6761, 6.3) map to `localhost`. Any other loopback address maps to nothing, because another
 * program may listen at `localhost`.
 * @param origin scheme and authority
 */
export function passkeyOrigin(origin: string): string | undefined {
	const url = new URL(origin);
	if (url.protocol === 'http:') {
		if (!LOCALHOST.includes(url.hostname)) return undefined;
		url.hostname = 'localhost';
		return url.origin;
	}
	const isAddress = url.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(url.hostname);
	return url.protocol === 'https:' && !isAddress ? url.origin : undefined;
}
