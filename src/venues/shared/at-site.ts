/** A ccxt instance of a venue, pointed at one of its sites: ccxt's addresses name the main one. */
import type { VenueHosts, VenueSite, VenueSites } from '../../domain/venue-sites.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { classByCodesAlone } from './answers.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { SessionDialect } from './dialect.ts';
import { openCcxt } from './instance.ts';

/** The hosts, or the local port, at which a venue is reached. */
export type Reaching = {
	/** Undefined: its main site. */
	readonly site?: VenueSite | undefined;
	/** Simulated mode and rehearsals: the port of this machine that stands for it. */
	readonly redirect?: { readonly port: number } | undefined;
};

/** @throws Error when this ccxt has no address of the venue's main site */
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

/** The origin of the streams of books and prices. */
export function publicStreamOf({ main }: VenueSites, { site }: Reaching): string {
	return (site?.hosts ?? main).publicStream;
}

/** Brings an instance's addresses to the site. @throws Error when it has none of the venue's main hosts */
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
	if (moved === 0)
		throw new Error(`ccxt's ${exchange.id} has no address at ${main.rest}; it is not the pinned version.`);
}

/** The same path at the site; undefined for an address that is not of the main one. ccxt's streams are used for accounts alone. */
function hostFor(url: string, main: VenueHosts, hosts: VenueHosts): string | undefined {
	for (const [from, to] of [
		[main.rest, hosts.rest],
		[main.privateStream, hosts.privateStream],
	] as const)
		if (url === from || url.startsWith(`${from}/`)) return `${to}${url.slice(from.length)}`;
	return undefined;
}
