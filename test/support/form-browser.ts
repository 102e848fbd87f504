/**
 * A browser without script, for tests of pages: keeps cookies, fills in the forms of the page it is on, and follows
 * redirects within the site. A redirect to elsewhere is where it stops.
 */
export type Page = {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The address of a redirect to another site; undefined on a page. */
	readonly leftFor: URL | undefined;
};

export type FormBrowser = {
	open(path: string): Promise<Page>;
	/** Sends the form of the page that has a button of this value, with its hidden fields and these. */
	press(action: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
	/** Sends the form of the page that leads to this path, with its hidden fields and these; a list is a field several times. */
	submit(path: string, fields?: Readonly<Record<string, string | readonly string[]>>): Promise<Page>;
	/** Posts to the page's address what no form of it would. */
	post(fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
	/** The cookies as they are sent. */
	cookies(): string;
};

const REDIRECTS_MAX = 5;

export function formBrowser(origin: string): FormBrowser {
	const jar = new Map<string, string>();
	let address = '/';
	let text = '';
	const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

	const go = async (path: string, init: RequestInit, redirects = 0): Promise<Page> => {
		const response = await fetch(`${origin}${path}`, {
			...init,
			redirect: 'manual',
			// A connection of its own: one that is kept would break when the site starts anew.
			headers: { connection: 'close', ...init.headers, ...(jar.size === 0 ? {} : { cookie: cookies() }) },
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name !== undefined && value !== undefined) jar.set(name, value);
		}
		const { status, headers } = response;
		const body = await response.text();
		const location = headers.get('location');
		if (status >= 300 && status < 400 && location !== null) {
			const target = new URL(location, `${origin}${path}`);
			if (target.origin !== origin) return { status, headers, text: body, leftFor: target };
			if (redirects >= REDIRECTS_MAX) throw new Error(`More than ${REDIRECTS_MAX} redirects.`);
			return go(`${target.pathname}${target.search}`, { method: 'GET' }, redirects + 1);
		}
		address = path;
		text = body;
		return { status, headers, text: body, leftFor: undefined };
	};
	const postTo = (
		path: string,
		fields: Readonly<Record<string, string | readonly string[]>>,
		headers: Readonly<Record<string, string>> = {},
	): Promise<Page> => {
		const pairs = Object.entries(fields).flatMap(([name, value]) =>
			(typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
		);
		return go(path, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			body: new URLSearchParams(pairs).toString(),
		});
	};
	const post: FormBrowser['post'] = (fields, headers) => postTo(address, fields, headers);
	const formWith = (what: string, isMeant: (form: string) => boolean): string => {
		const form = text
			.split('<form')
			.slice(1)
			.map((part) => part.split('</form>')[0] ?? '')
			.find(isMeant);
		if (form === undefined) throw new Error(`No form of the page ${what}: ${text}`);
		return form;
	};
	return {
		cookies,
		open: (path) => go(path, { method: 'GET' }),
		post,
		press(action, fields = {}) {
			const form = formWith(`has a button ${action}`, (part) =>
				part.includes(`name="action" value="${action}"`),
			);
			return post({ ...hiddenFields(form), action, ...fields });
		},
		submit(path, fields = {}) {
			const form = formWith(`leads to ${path}`, (part) => {
				const [, target = ''] = / action="([^"]*)"/.exec(part) ?? [];
				return new URL(target, `${origin}${address}`).pathname === path;
			});
			return postTo(path, { ...hiddenFields(form), ...fields });
		},
	};
}

function hiddenFields(form: string): Record<string, string> {
	const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}
