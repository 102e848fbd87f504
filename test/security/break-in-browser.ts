/** A browser of somebody: keeps cookies, fills in the forms of a page, and follows no redirect by itself. */
import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { ORIGIN_HEADER } from '../../src/identity/pages/browser-sessions.ts';

export type Seen = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Where a redirect leads, absolute. */
	readonly to: URL | undefined;
};

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export type Browser = {
	get(path: string | URL): Promise<Seen>;
	/** Posts to `action` with the hidden field of the page that was seen last. */
	post(action: string, fields?: Fields): Promise<Seen>;
	/** Follows redirects within the service, and answers where it ends: on a page, or on the way elsewhere. */
	follow(seen: Seen): Promise<Seen>;
	/** Proves a wallet, a fresh one unless its key is given, and is logged in. Answers the user's id. */
	logIn(key?: `0x${string}`): Promise<string>;
	/** A token of the user who is logged in, copied from its page. */
	copyToken(scopes: readonly string[]): Promise<string>;
	/** An agent with a key, made on its page. */
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
			return found(/<small>(user_\w+)<\/small>/, (await browser.get('/account')).text);
		},
		async copyToken(scopes) {
			await browser.get('/tokens');
			const shown = await browser.post('/tokens', [['name', 'copied'], ...named('scope', scopes)]);
			return found(/id="token">([^<]+)/, shown.text);
		},
		async newAgent(scopes) {
			await browser.get('/agents');
			const fields = [['name', 'night watch'], ['credential', 'key'], ...named('scope', scopes)] as const;
			const { text } = await browser.post('/agents', fields);
			return {
				agentId: found(/id="agent-id">([^<]+)/, text),
				key: found(/id="agent-key">([^<]+)/, text),
			};
		},
	};
	return browser;
}

function named(name: string, values: readonly string[]): [string, string][] {
	return values.map((value) => [name, value]);
}

function isPairs(fields: Fields): fields is readonly (readonly [string, string])[] {
	return Array.isArray(fields);
}

function formText(pairs: readonly (readonly [string, string])[]): string {
	return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

function found(what: RegExp, text: string): string {
	const [, value] = what.exec(text) ?? [];
	if (value === undefined) throw new Error(`The page has no ${what.source}: ${text}`);
	return value;
}
