/**
 * Stores the cookies of one site as a browser does (RFC 6265, sections 5.3 and 5.4): by name and path, until they
 * expire.
 */
export type CookieJar = {
	/**
	 * Stores the cookie from a `Set-Cookie` header. `requestPath` is the path of the request that the response
	 * belongs to.
	 */
	set(line: string, requestPath: string): void;
	/** Returns the `Cookie` header for a path, with the cookies of longer paths first; empty if no cookie applies. */
	header(path: string): string;
};

type Cookie = { readonly name: string; readonly value: string; readonly path: string };

export function cookieJar(): CookieJar {
	const kept = new Map<string, Cookie>();
	return {
		set(line, requestPath) {
			const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
			const cut = pair.indexOf('=');
			if (cut <= 0) return;
			const named = (name: string) =>
				attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
			const path = named('path') ?? defaultPath(requestPath);
			const cookie = { name: pair.slice(0, cut), value: pair.slice(cut + 1), path };
			const key = `${cookie.name} ${path}`;
			kept.delete(key);
			const ends = named('expires');
			const isOver =
				Number(named('max-age') ?? 1) <= 0 || (ends !== undefined && Date.parse(ends) <= Date.now());
			if (!isOver) kept.set(key, cookie);
		},
		header: (path) =>
			[...kept.values()]
				.filter((cookie) => isWithin(path.split('?')[0] ?? '/', cookie.path))
				.sort((a, b) => b.path.length - a.path.length)
				.map(({ name, value }) => `${name}=${value}`)
				.join('; '),
	};
}

function defaultPath(requestPath: string): string {
	const [path = '/'] = requestPath.split('?');
	return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

function isWithin(path: string, cookiePath: string): boolean {
	return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);
}
