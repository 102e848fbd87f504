/**
 * Provides an attacker's browser, which keeps cookies and fills in forms but does not follow redirects automatically.
 */
import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { ORIGIN_HEADER } from '../../src/identity/pages/browser-sessions.ts';

export type Seen = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Absolute target URL of a redirect; undefined for any other response. */
	readonly to: URL | undefined;
};

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export type Browser = {
	get(path: string | URL): Promise<Seen>;
	/** Posts to `action` with the hidden field from the page that was seen last. */
	post(action: string, fields?: Fields): Promise<Seen>;
	/** Follows redirects within the service and returns the last response: a page, or a redirect to another host. */
	follow(seen: Seen): Promise<Seen>;
	/** Logs in with a wallet and returns the user's id. Creates a new wallet unless a key is given. */
	logIn(key?: `0x${string}`): Promise<string>;
	/** Creates a personal access token for the logged-in user. */
	copyToken(scopes: readonly string[]): Promise<string>;
	/** Calls a method as a settings page does. @throws Error for a refusal */
	manage<T>(method: string, params?: Readonly<Record<string, unknown>>): Promise<T>;
	/** Creates an agent with a key. */
	newAgent(scopes: readonly string[]): Promise<{ readonly agentId: string; readonly key: string }>;
	readonly cookies: Map<string, string>;
};

const HOPS_MAX = 10;

export function browserAt(url: string): Browser {
	const cookies = new Map<string, string>();
	const originKey = randomBytes(32).toString('base64url');
	let csrf = '';

	async function go(path: string | URL, init: RequestInit = {}): Promise<Seen> {
		const address = new URL(path, url);
		const response = await fetch(address, {
			...init,
			redirect: 'manual',
			headers: {
				accept: 'text/html',
				[ORIGIN_HEADER]: originKey,
				...init.headers,
				cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
		});
		for (const line of response.headers.getSetCookie()) keep(line);
		const text = await response.text();
		csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? csrf;
		const location = response.headers.get('location');
		return {
			status: response.status,
			headers: response.headers,
			text,
			to: location === null ? undefined : new URL(location, address),
		};
	}

	function keep(line: string): void {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
		if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
		else cookies.set(name, value);
	}

	const browser: Browser = {
		cookies,
		get: (path) => go(path),
		post: (action, fields = {}) =>
			go(action, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin },
				body: formText([['csrf', csrf], ...(isPairs(fields) ? fields : Object.entries(fields))]),
			}),
		async follow(seen) {
			let at = seen;
			for (let hop = 0; at.to !== undefined && at.to.origin === url && hop < HOPS_MAX; hop += 1)
				at = await go(at.to);
			return at;
		},
		async logIn(key = generatePrivateKey()) {
			const account = privateKeyToAccount(key);
			await browser.get('/login');
			const asked = await browser.post('/login/wallet/wallet', { address: account.address, chain_id: '1' });
			const message = /<pre id="message">([^<]*)<\/pre>/.exec(asked.text)?.[1] ?? '';
			const signed = await browser.post('/login/wallet/wallet/signed', {
				message,
				signature: await account.signMessage({ message }),
			});
			if (signed.to?.pathname !== '/') throw new Error(`Not logged in: ${signed.text}`);
			return (await browser.manage<{ readonly user_id: string }>('get_account')).user_id;
		},
		async copyToken(scopes) {
			const params = { name: 'copied', scopes };
			return (await browser.manage<{ readonly token: string }>('create_token', params)).token;
		},
		async newAgent(scopes) {
			const params = { name: 'night watch', scopes, caps: {} };
			const made = await browser.manage<{ readonly agent_id: string; readonly agent_key: string }>(
				'create_agent',
				params,
			);
			return { agentId: made.agent_id, key: made.agent_key };
		},
		async manage<T>(method: string, params = {}) {
			await browser.get('/status');
			const given = await browser.post('/dashboard/token', { access: 'manage' });
			const { token } = JSON.parse(given.text) as { readonly token: string };
			const answer = await fetch(new URL('/jsonrpc/', url), {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			});
			const { result, error } = (await answer.json()) as { readonly result?: T; readonly error?: unknown };
			if (result === undefined) throw new Error(`${method} was refused: ${JSON.stringify(error)}`);
			return result;
		},
	};
	return browser;
}

function isPairs(fields: Fields): fields is readonly (readonly [string, string])[] {
	return Array.isArray(fields);
}

function formText(pairs: readonly (readonly [string, string])[]): string {
	return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}
