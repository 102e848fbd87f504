/**
 * Defines the URLs of the dashboard's pages. The service serves each URL too, so that people can bookmark and share
 * it. The browser itself follows links to the login and passkey pages, because the service renders those.
 */

export type Route =
	| { readonly page: 'opportunities' }
	| { readonly page: 'opportunity'; readonly id: string }
	| { readonly page: 'execute'; readonly id: string }
	| { readonly page: 'execution'; readonly id: string }
	| { readonly page: NamedPage }
	| { readonly page: 'disconnect'; readonly id: string }
	| { readonly page: 'agent'; readonly id: string };

/** Pages whose path is their name. */
const NAMED = [
	'funding',
	'portfolio',
	'plan',
	'autopilot',
	'what-if',
	'backtest',
	'status',
	'preferences',
	'alerts',
	'connections',
	'tokens',
	'agents',
	'chat',
	'audit',
	'account',
] as const;
type NamedPage = (typeof NAMED)[number];

/** Pages whose figures depend on amount, holding period and leverage. */
export const TERM_PAGES: ReadonlySet<Route['page']> = new Set(['opportunities', 'opportunity', 'execute']);
/** Names of the terms in an address. */
export const TERM_PARAMS = { amount: 'amount', horizon_hours: 'hold', leverage: 'leverage' } as const;

let path = $state(location.pathname);
let query = $state(location.search);
let visits = $state(0);

/** Returns the route of a path; undefined if the path does not belong to the dashboard. */
export function routeOf(pathname: string): Route | undefined {
	const [, account] = /^\/connections\/account\/([^/]+)\/disconnect\/?$/.exec(pathname) ?? [];
	if (account !== undefined) return { page: 'disconnect', id: decodeURIComponent(account) };
	const [first = '', id, last, ...more] = pathname.replace(/^\/|\/$/g, '').split('/');
	if (more.length > 0) return undefined;
	if (id === undefined) {
		const page = NAMED.find((name) => name === first);
		return first === '' ? { page: 'opportunities' } : page && { page };
	}
	if (first === 'opportunities' && last === undefined)
		return { page: 'opportunity', id: decodeURIComponent(id) };
	if (first === 'opportunities' && last === 'execute') return { page: 'execute', id: decodeURIComponent(id) };
	if (first === 'agents' && last === undefined) return { page: 'agent', id: decodeURIComponent(id) };
	if (first === 'executions' && last === undefined) return { page: 'execution', id: decodeURIComponent(id) };
	return undefined;
}

/** Returns the current route. */
export function route(): Route | undefined {
	return routeOf(path);
}

/** Returns the path and query of the current page. */
export function here(): string {
	return `${path}${query}`;
}

/** Returns the path of the login, which leads back to a page. */
export function loginPath(back: string): string {
	return `/login?return_to=${encodeURIComponent(back)}`;
}

/** Returns the query of the current URL. */
export function search(): URLSearchParams {
	return new URLSearchParams(query);
}

export function opportunityPath(id: string): string {
	return `/opportunities/${encodeURIComponent(id)}`;
}

export function executePath(id: string): string {
	return `${opportunityPath(id)}/execute`;
}

export function executionPath(id: string): string {
	return `/executions/${encodeURIComponent(id)}`;
}

/**
 * Returns how many times the user has opened the page that was already shown. Each such navigation reloads the page's
 * content.
 */
export function visit(): number {
	return visits;
}

/** Shows another page and adds it to the browser's history. */
export function go(to: string): void {
	if (to === path) visits += 1;
	history.pushState(null, '', keepingTerms(to));
	readAddress();
	window.scrollTo(0, 0);
	// The focus moves to the top of the new page, so that screen readers and keyboard users continue there.
	document.getElementById('content')?.focus({ preventScroll: true });
}

/** Adds the terms in the current address to the address of another page that uses them. */
function keepingTerms(to: string): string {
	const url = new URL(to, location.origin);
	const page = routeOf(url.pathname)?.page;
	if (page === undefined || !TERM_PAGES.has(page)) return to;
	for (const param of Object.values(TERM_PARAMS)) {
		const value = search().get(param);
		if (value !== null && !url.searchParams.has(param)) url.searchParams.set(param, value);
	}
	return `${url.pathname}${url.search}${url.hash}`;
}

/** Replaces the query without adding an entry to the browser's history. */
export function setSearch(params: URLSearchParams): void {
	const text = params.toString();
	history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
	query = location.search;
}

function readAddress(): void {
	path = location.pathname;
	query = location.search;
}

/** Follows links between dashboard pages without a page load. */
export function watchLinks(): void {
	window.addEventListener('popstate', readAddress);
	document.addEventListener('click', (event) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element ? event.target.closest('a') : null;
		if (link === null || link.target !== '' || link.hasAttribute('download')) return;
		const { origin, pathname, search: linkedQuery, hash } = new URL(link.href);
		if (origin !== location.origin || hash !== '' || routeOf(pathname) === undefined) return;
		event.preventDefault();
		go(`${pathname}${linkedQuery}`);
	});
}
