/** Which URLs may carry what must not be read or changed on the way. */

/** `https`, or `http` to this very machine, where nothing lies in between. False for what is no URL. */
export function isSecureUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether it names this very machine. @param hostname as `URL` writes it: lower case, IPv4 in four decimal parts, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origin at which browsers offer passkeys: WebAuthn takes domain names alone, over https, or `localhost` over http (Web
 * Authentication Level 3, 5.1.3; Secure Contexts, 3.1). The two addresses that `localhost` stands for (RFC 6761, 6.3) have one beside them;
 * another loopback address has none: at `localhost` somebody else may listen. Undefined where there is none.
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
