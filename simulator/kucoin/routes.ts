/** Types of an endpoint's handler. */
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange } from '../core/types.ts';
import type { Params } from './params.ts';

/**
 * Handles a public request and returns `data`. `path` has the path segments that match the pattern's `{}` parts.
 * @throws KucoinRefusal or ExchangeRefusal
 */
export type PublicRoute = (exchange: Exchange, params: Params, path: readonly string[]) => unknown;
export type PrivateRoute = (
	exchange: Exchange,
	params: Params,
	path: readonly string[],
	key: ApiKey,
) => unknown;

/** Finds the route whose pattern matches the path. Segments must be equal, and `{}` matches any segment. */
export function matchRoute<Route>(
	routes: Readonly<Record<string, Route>>,
	method: string,
	path: string,
): { readonly route: Route; readonly path: readonly string[] } | undefined {
	const given = path.split('/');
	const exact = routes[`${method} ${path}`];
	if (exact !== undefined) return { route: exact, path: [] };
	for (const [pattern, route] of Object.entries(routes)) {
		const [wanted, template] = pattern.split(' ');
		const parts = (template ?? '').split('/');
		if (wanted !== method || parts.length !== given.length || !(template ?? '').includes('{}')) continue;
		if (parts.every((part, index) => part === '{}' || part === given[index])) {
			return { route, path: given.filter((_, index) => parts[index] === '{}').map(decodeURIComponent) };
		}
	}
	return undefined;
}
