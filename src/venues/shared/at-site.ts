/**
 * Opens an exchange's ccxt instance at one of the exchange's sites. ccxt's own addresses are those of the main site.
 */
import type { VenueHosts, VenueSite, VenueSites } from '../../domain/venue-sites.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { classByCodesAlone } from './answers.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { SessionDialect } from './dialect.ts';
import { openCcxt } from './instance.ts';
import { otherCcxt } from './text.ts';

/** Site of an exchange, or the local port that replaces it. */
export type Reaching = {
	/** The exchange's site; undefined means the main site. */
	readonly site?: VenueSite | undefined;
	/** Local port that replaces the exchange, in simulated mode and rehearsals. */
	readonly redirect?: { readonly port: number } | undefined;
};

/** Opens the exchange's ccxt instance at the site. @throws Error if this ccxt has no address at the main site */
export function openAtSite(
	dialect: SessionDialect,
	{ site, redirect }: Reaching,
	credentials?: VenueCredentials,
): Promise<CcxtExchange> {
	return openCcxt(dialect.facts.ccxtClass, {
		settings: dialect.settings,
		...(dialect.members === undefined ? {} : { members: dialect.members }),
		credentials,
		keyForm: dialect.facts.keyForm,
		redirectPort: redirect?.port,
		adapt(exchange) {
			classByCodesAlone(exchange);
			dialect.adapt?.(exchange);
			if (site !== undefined) moveTo(exchange, dialect.facts.sites, site);
		},
	});
}

/** Returns the origin of the site's public streams (books and prices). */
export function publicStreamOf({ main }: VenueSites, { site }: Reaching): string {
	return (site?.hosts ?? main).publicStream;
}

/** Changes an instance's addresses to those of the site. @throws Error if it has no address at the main site */
export function moveTo(exchange: CcxtExchange, { main }: VenueSites, { hosts }: VenueSite): void {
	const target = exchange as unknown as {
		readonly urls: { api: unknown };
		implodeHostname: (url: string) => string;
	};
	let moved = 0;
	const move = (value: unknown): unknown => {
		if (typeof value === 'object' && value !== null)
			return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, move(inner)]));
		if (typeof value !== 'string') return value;
		const url = target.implodeHostname(value);
		const to = hostFor(url, main, hosts);
		if (to === undefined) return value;
		moved += 1;
		return to;
	};
	target.urls.api = move(target.urls.api);
	if (moved === 0) throw new Error(otherCcxt(exchange.id, `no address at ${main.rest}`));
}

/**
 * Moves an address to the site's host; returns undefined for an address outside the main site. Only account streams
 * come from ccxt, so the public stream's host does not matter.
 */
function hostFor(url: string, main: VenueHosts, hosts: VenueHosts): string | undefined {
	for (const [from, to] of [
		[main.rest, hosts.rest],
		[main.privateStream, hosts.privateStream],
	] as const)
		if (url === from || url.startsWith(`${from}/`)) return `${to}${url.slice(from.length)}`;
	return undefined;
}
