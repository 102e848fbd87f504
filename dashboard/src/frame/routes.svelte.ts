/**
 * Which page of the dashboard is shown. Every page has an address of its own that the service answers too, so that it can
 * be kept, sent and opened in a second tab. The login and its passkeys are pages of the service: their links are left to the browser.
 */

export type Route =
	| { readonly page: 'opportunities' }
	| { readonly page: 'opportunity'; readonly id: string }
	| { readonly page: 'execute'; readonly id: string }
	| { readonly page: 'portfolio' }
	| { readonly page: 'execution'; readonly id: string }
	| { readonly page: 'status' }
	| { readonly page: SettingsPage }
	| { readonly page: 'disconnect'; readonly id: string }
	| { readonly page: 'agent'; readonly id: string };

const SETTINGS = ['connections', 'tokens', 'agents', 'audit', 'account'] as const;
type SettingsPage = (typeof SETTINGS)[number];

let path = $state(location.pathname);
let query = $state(location.search);
let visits = $state(0);

/** Undefined for what is no page of the dashboard. */
export function routeOf(pathname: string): Route | undefined {
	const [, account] = /^\/connections\/account\/([^/]+)\/disconnect\/?$/.exec(pathname) ?? [];
	if (account !== undefined) return { page: 'disconnect', id: decodeURIComponent(account) };
	const [first = '', id, last, ...more] = pathname.replace(/^\/|\/$/g, '').split('/');
	if (more.length > 0) return undefined;
	if (id === undefined)
		switch (first) {
			case '':
				return { page: 'opportunities' };
			case 'portfolio':
			case 'status':
				return { page: first };
			default: {
				const page = SETTINGS.find((name) => name === first);
				return page === undefined ? undefined : { page };
			}
		}
	if (first === 'opportunities' && last === undefined)
		return { page: 'opportunity', id: decodeURIComponent(id) };
	if (first === 'opportunities' && last === 'execute') return { page: 'execute', id: decodeURIComponent(id) };
	if (first === 'agents' && last === undefined) return { page: 'agent', id: decodeURIComponent(id) };
	if (first === 'executions' && last === undefined) return { page: 'execution', id: decodeURIComponent(id) };
	return undefined;
}

export function route(): Route | undefined {
	return routeOf(path);
}

/** What stands behind the `?` of the address. */
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

/** How often a link led to the page that was shown already: each time it begins anew. */
export function visit(): number {
	return visits;
}

/** Shows another page; the browser's way back leads here again. */
export function go(to: string): void {
	if (to === path) visits += 1;
	history.pushState(null, '', to);
	arrive();
	window.scrollTo(0, 0);
	// Whoever reads by ear or goes by keyboard begins at the top of the new page.
	document.getElementById('content')?.focus({ preventScroll: true });
}

/** Another query of the same page, which the way back does not step through. */
export function setSearch(params: URLSearchParams): void {
	const text = params.toString();
	history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
	query = location.search;
}

function arrive(): void {
	path = location.pathname;
	query = location.search;
}

/** Links to pages of the dashboard are followed without loading anything. */
export function watchLinks(): void {
	window.addEventListener('popstate', arrive);
	document.addEventListener('click', (event) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = event.target instanceof Element ? event.target.closest('a') : null;
		if (link === null || link.target !== '' || link.hasAttribute('download')) return;
		const { origin, pathname, search: asked, hash } = new URL(link.href);
		if (origin !== location.origin || hash !== '' || routeOf(pathname) === undefined) return;
		event.preventDefault();
		go(`${pathname}${asked}`);
	});
}
