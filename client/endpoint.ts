/** Where the service is, and who says so: its address as it is called, and the token that is sent there. */

/** The token itself, or what gives one: it is asked again, with the token that was refused, after a 401. */
export type TokenSource =
	| string
	| ((refused: string | undefined) => string | undefined | Promise<string | undefined>);

/** The path of every call, below the address of the service. */
export const RPC_PATH = '/jsonrpc/';

/**
 * The address of `POST /jsonrpc/` from that of the service, with or without that path.
 * @throws TypeError for what is no http(s) address, or one that a token would travel to in the clear.
 */
export function endpointOf(
	url: string | URL,
	options: { readonly sendsToken: boolean; readonly allowInsecure: boolean },
): URL {
	const endpoint = new URL(url);
	if (endpoint.protocol !== 'http:' && endpoint.protocol !== 'https:')
		throw new TypeError(`url must be an http or https address; was ${endpoint.protocol}`);
	if (endpoint.username !== '' || endpoint.password !== '')
		throw new TypeError('url must hold no user and no password; the token goes into its own option.');
	if (endpoint.protocol === 'http:' && options.sendsToken && !options.allowInsecure && !isLoopback(endpoint))
		throw new TypeError(
			`A token is not sent over http to ${endpoint.host}: anybody on the way could read it. Use https, or set allowInsecure.`,
		);
	endpoint.search = '';
	endpoint.hash = '';
	const path = endpoint.pathname.replace(/\/+$/, '');
	endpoint.pathname = path.endsWith('/jsonrpc') ? `${path}/` : `${path}${RPC_PATH}`;
	return endpoint;
}

/** The machine itself (RFC 6761, section 6.3: `localhost` and what is below it). */
function isLoopback({ hostname }: URL): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127(?:\.\d{1,3}){3}$/.test(hostname)
	);
}

/** The token of a client or stream, which may be renewed. */
export type TokenHolder = {
	/** The token to send now; undefined calls without one. */
	current(): Promise<string | undefined>;
	/** After a refusal: true when there is another token to try. */
	renew(refused: string | undefined): Promise<boolean>;
};

/** Keeps what a function gave until it is refused; calls at the same time share one question. */
export function createTokenHolder(source: TokenSource | undefined): TokenHolder {
	if (typeof source !== 'function') return { current: async () => source, renew: async () => false };
	let held: Promise<string | undefined> | undefined;
	const ask = (refused: string | undefined): Promise<string | undefined> => {
		const asked = Promise.resolve(refused).then(source);
		held = asked;
		// What could not be had is asked for again the next time.
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
