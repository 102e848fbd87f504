/**
 * A browser for tests of pages. It keeps cookies and an origin key, fills in forms, and follows redirects and
 * refreshes within the site. A redirect to another site is reported instead of followed. It runs no scripts, but
 * imitates the door page's script, which sends the origin key and opens the requested page.
 */
import { randomBytes } from 'node:crypto';
import { ORIGIN_HEADER } from '../../src/identity/pages/browser-sessions.ts';
import { cookieJar } from './cookie-jar.ts';

export type Page = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** Target of a redirect to another site; undefined if a page is shown instead. */
	readonly leftFor: URL | undefined;
	/** Path and query of the last page shown. */
	readonly path: string;
};

/** Field values by name. Null leaves the field out; a list ticks exactly the listed boxes. */
type Fields = Readonly<Record<string, string | readonly string[] | null>>;

export type FormBrowser = {
	open(path: string): Promise<Page>;
	/** Submits the form whose button has this value, with the form's hidden fields and the given fields. */
	press(action: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
	/** Submits the form that posts to this path, with its current values except for the given fields. */
	submit(path: string, fields?: Fields): Promise<Page>;
	/** Posts any fields to the URL of the current page. */
	post(fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
	/**
	 * Sends a form as a page's script does, with the CSRF token from our pages. Returns the response that the script
	 * gets; the browser stays on the page.
	 */
	ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
	/** Calls a method of the API as a page's script does. */
	call(
		token: string,
		method: string,
		params?: Readonly<Record<string, unknown>>,
	): Promise<{ readonly result?: unknown; readonly error?: unknown }>;
	/** Returns the `Cookie` header for a path. */
	cookies(path?: string): string;
	/** Header with the key that the pages' script keeps in the storage of the site's origin. */
	readonly originHeaders: Readonly<Record<string, string>>;
	/** Stores a cookie as if the site had set it. */
	setCookie(line: string): void;
};

const REDIRECTS_MAX = 8;

/** @param publicOrigin the site's own origin, if `origin` is a different address */
export function formBrowser(
	origin: string,
	{ publicOrigin = origin, fetch: send = fetch }: { publicOrigin?: string; fetch?: typeof fetch } = {},
): FormBrowser {
	const jar = cookieJar();
	const originHeaders = { [ORIGIN_HEADER]: randomBytes(32).toString('base64url') };
	let address = '/';
	let text = '';

	const go = async (path: string, init: RequestInit, redirects = 0): Promise<Page> => {
		const cookies = jar.header(path);
		const response = await send(`${origin}${path}`, {
			...init,
			redirect: 'manual',
			// Closes the connection after each request, because a kept connection would break when the site restarts.
			headers: {
				connection: 'close',
				...originHeaders,
				...init.headers,
				...(cookies === '' ? {} : { cookie: cookies }),
			},
		});
		for (const line of response.headers.getSetCookie()) jar.set(line, path);
		const { status, headers } = response;
		const body = await response.text();
		const location = redirectOf(status, headers) ?? refreshOf(body);
		if (location !== undefined) {
			const target = new URL(location, `${publicOrigin}${path}`);
			const isOwn = target.origin === publicOrigin || target.origin === origin;
			if (!isOwn) return { status, headers, text: body, leftFor: target, path };
			if (redirects >= REDIRECTS_MAX) throw new Error(`More than ${REDIRECTS_MAX} redirects.`);
			return go(`${target.pathname}${target.search}`, { method: 'GET' }, redirects + 1);
		}
		address = path;
		text = body;
		return { status, headers, text: body, leftFor: undefined, path };
	};
	const postTo = (path: string, pairs: [string, string][], headers: Readonly<Record<string, string>>) =>
		go(path, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			body: new URLSearchParams(pairs).toString(),
		});
	const post: FormBrowser['post'] = (fields, headers = {}) =>
		postTo(address, Object.entries(fields), headers);
	const own = (path: string): Record<string, string> => {
		const cookies = jar.header(path);
		return { connection: 'close', ...originHeaders, ...(cookies === '' ? {} : { cookie: cookies }) };
	};
	return {
		originHeaders,
		async ask(path, fields = {}) {
			const shell = await (await send(`${origin}/status`, { headers: own('/status') })).text();
			const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(shell) ?? [];
			return send(`${origin}${path}`, {
				method: 'POST',
				redirect: 'manual',
				headers: {
					...own(path),
					accept: 'application/json',
					origin: publicOrigin,
					'sec-fetch-site': 'same-origin',
					'content-type': 'application/x-www-form-urlencoded',
				},
				body: new URLSearchParams({ csrf, ...fields }).toString(),
			});
		},
		async call(token, method, params = {}) {
			const answer = await send(`${origin}/jsonrpc/`, {
				method: 'POST',
				headers: {
					connection: 'close',
					'content-type': 'application/json',
					authorization: `Bearer ${token}`,
				},
				body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			});
			return (await answer.json()) as { readonly result?: unknown; readonly error?: unknown };
		},
		cookies: (path = address) => jar.header(path),
		setCookie: (line) => jar.set(line, '/'),
		open: (path) => go(path, { method: 'GET' }),
		post,
		press(action, fields = {}) {
			const form = formsOf(text).find((part) => part.includes(`name="action" value="${action}"`));
			if (form === undefined) throw new Error(`No form of the page has a button ${action}: ${text}`);
			const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
			const own = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
			return post({ ...own, action, ...fields });
		},
		submit(path, fields = {}) {
			const form = formsOf(text).find((part) => pathOf(part, origin) === path);
			if (form === undefined) throw new Error(`No form of the page leads to ${path}: ${text}`);
			const pairs = filledIn(form).filter(([name]) => !(name in fields));
			for (const [name, value] of Object.entries(fields))
				for (const one of value === null ? [] : [value].flat()) pairs.push([name, one]);
			return postTo(path, pairs, { origin: publicOrigin, 'sec-fetch-site': 'same-origin' });
		},
	};
}

function redirectOf(status: number, headers: Headers): string | undefined {
	return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined;
}

function refreshOf(body: string): string | undefined {
	const [, target] = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(body) ?? [];
	return target === undefined ? undefined : unescaped(target);
}

/** Splits a page into the markup of its forms, each including the attributes of its form tag. */
function formsOf(text: string): readonly string[] {
	return text
		.split('<form')
		.slice(1)
		.map((part) => part.split('</form>')[0] ?? '');
}

function pathOf(form: string, origin: string): string {
	const action = new URL(unescaped(/^[^>]*action="([^"]*)"/.exec(form)?.[1] ?? ''), origin);
	return `${action.pathname}${action.search}`;
}

/**
 * Returns the values that the form would send now. It sends input fields, ticked boxes, the first entry of each list,
 * and text areas with the line breaks that forms use.
 */
function filledIn(form: string): [string, string][] {
	const pairs: [string, string][] = [];
	for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
		const name = attribute(tag, 'name');
		const isBox = /type="(?:checkbox|radio)"/.test(tag);
		if (name === undefined || (isBox && !/ checked[ >]/.test(tag))) continue;
		pairs.push([name, attribute(tag, 'value') ?? (isBox ? 'on' : '')]);
	}
	for (const [, tag = '', content = ''] of form.matchAll(/<textarea ([^>]*)>([^<]*)<\/textarea>/g)) {
		const name = attribute(tag, 'name');
		if (name !== undefined) pairs.push([name, unescaped(content).replaceAll('\n', '\r\n')]);
	}
	for (const [, tag = '', first = ''] of form.matchAll(/<select ([^>]*)>\s*<option value="([^"]*)"/g)) {
		const name = attribute(tag, 'name');
		if (name !== undefined) pairs.push([name, unescaped(first)]);
	}
	return pairs;
}

function attribute(tag: string, name: string): string | undefined {
	const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
	return value === undefined ? undefined : unescaped(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
};

/** Replaces HTML character references with the characters that they represent. */
export function unescaped(text: string): string {
	return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
