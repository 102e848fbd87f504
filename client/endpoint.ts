/** Derives the service's endpoint from its address, and keeps the caller's token. */

/** A token, or a function that returns one. After a 401 the function is called again with the refused token. */
export type TokenSource =
	| string
	| ((refused: string | undefined) => string | undefined | Promise<string | undefined>);

/** Path that receives every call, relative to the service's address. */
export const RPC_PATH = '/jsonrpc/';

/**
 * Derives the address for `POST /jsonrpc/` from the service's address, which may already include that path.
 * @throws TypeError for an address that is not http(s), or that would receive the token unencrypted
 */
export function endpointOf(
	url: string | URL,
	options: { readonly sendsToken: boolean; readonly allowInsecure: boolean },
): URL {
	const endpoint = new URL(url);
	if (endpoint.protocol !== 'http:' && endpoint.protocol !== 'https:')
		throw new TypeError(`url must be an http or https address; was ${endpoint.protocol}`);
	if (endpoint.username !== '' || endpoint.password !== '')
		throw new TypeError('url must not contain a user or a password; pass the token in its own option.');
	if (endpoint.protocol === 'http:' && options.sendsToken && !options.allowInsecure && !isLoopback(endpoint))
		throw new TypeError(
			`A token is not sent over http to ${endpoint.host}: others on the network could read it. Use https, or set allowInsecure.`,
		);
	endpoint.search = '';
	endpoint.hash = '';
	const path = endpoint.pathname.replace(/\/+$/, '');
	endpoint.pathname = path.endsWith('/jsonrpc') ? `${path}/` : `${path}${RPC_PATH}`;
	return endpoint;
}

/** True if the host is this machine: a loopback address, or `localhost` or its subdomains (RFC 6761, section 6.3). */
function isLoopback({ hostname }: URL): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127(?:\.\d{1,3}){3}$/.test(hostname)
	);
}

/** Holds the token of a client or stream, and renews it if the caller supplied a function. */
export type TokenHolder = {
	/** Returns the current token; undefined if calls are sent without one. */
	current(): Promise<string | undefined>;
	/** Replaces a refused token. Resolves to true if there is a different token to try. */
	renew(refused: string | undefined): Promise<boolean>;
};

/**
 * Creates the holder of a token. If `source` is a function, its token is kept until the service refuses that token.
 * Concurrent callers share one call to the function.
 */
export function createTokenHolder(source: TokenSource | undefined): TokenHolder {
	if (typeof source !== 'function') return { current: async () => source, renew: async () => false };
	let held: Promise<string | undefined> | undefined;
	const ask = (refused: string | undefined): Promise<string | undefined> => {
		const asked = Promise.resolve(refused).then(source);
		held = asked;
		// Forget a failed call, so that the next caller calls the function again.
		asked.catch(() => {
			if (held === asked) held = undefined;
		});
		return asked;
	};
	return {
		current: () => held ?? ask(undefined),
		async renew(refused) {
			const now = await (held ?? Promise.resolve(undefined));
			const next = now === refused ? await ask(refused) : now;
			return next !== undefined && next !== refused;
		},
	};
}
