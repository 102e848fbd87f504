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
