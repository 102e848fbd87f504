/**
 * The sites of the exchanges that this service trades at: where their requests and streams go, for real money in each region and
 * for test money. Origins as browsers write them. Pure.
 */
import type { TradedVenue } from './venues.ts';

export type VenueHosts = {
	/** `https://…`, of requests. */
	readonly rest: string;
	/** `wss://…`, of books and prices. */
	readonly publicStream: string;
	/** `wss://…`, of the account. */
	readonly privateStream: string;
};

/** What the settings name of a site. */
export const HOST_NAMES = ['rest', 'publicStream', 'privateStream'] as const;

/** Exchanges with more than one site. KuCoin has one, and tells the addresses of its streams itself. */
export const VENUES_WITH_SITES = ['bybit', 'binance', 'okx', 'hyperliquid'] as const;
export type VenueWithSites = (typeof VENUES_WITH_SITES)[number];

/** Which site of an exchange is meant. */
export type VenueSite = {
	readonly hosts: VenueHosts;
	/** Its money is test money: requests say so where the exchange wants it. */
	readonly isTest: boolean;
};

/** Of each exchange's main site, as its own pages and ccxt name them (read 2026-11). */
export const MAIN_HOSTS: Readonly<Record<TradedVenue, VenueHosts>> = {
	bybit: hosts('https://api.bybit.com', 'wss://stream.bybit.com'),
	kucoin: hosts('https://api-futures.kucoin.com', 'wss://ws-api-futures.kucoin.com'),
	binance: hosts('https://fapi.binance.com', 'wss://fstream.binance.com'),
	okx: hosts('https://www.okx.com', 'wss://ws.okx.com:8443'),
	hyperliquid: hosts('https://api.hyperliquid.xyz', 'wss://api.hyperliquid.xyz'),
};

/** Whether it is where an exchange's requests go that nothing is set of. */
export function isMainSite(venue: string, { hosts: { rest } }: VenueSite): boolean {
	return rest === MAIN_HOSTS[venue as TradedVenue].rest;
}

export type RegionalSite = {
	readonly venue: VenueWithSites;
	/** Whose accounts live there: the domain at which they were opened. */
	readonly region: string;
	readonly hosts: VenueHosts;
	/** Where it is documented, and when that was read. */
	readonly source: string;
};

const BYBIT_PAGES =
	'pages "Integration Guidance", "Connect" and "Get System Status" of bybit-exchange.github.io/docs/v5, as of 2026-07-24';
const OKX_PAGES =
	'section "Production Trading Services" of my.okx.com/docs-v5 (EEA) and app.okx.com/docs-v5 (US), by the client okx-api of 2026-04-28';

/** Sites of real money beside the main one: a key of an account there is unknown everywhere else. */
export const REGIONAL_SITES: readonly RegionalSite[] = [
	bybitOf('bybit.eu'),
	bybitOf('bybit.tr'),
	bybitOf('bybit.kz'),
	bybitOf('bybitgeorgia.ge'),
	bybitOf('bybit.id'),
	okxOf('my.okx.com', 'eea', 'wseea'),
	okxOf('app.okx.com', 'us', 'wsus'),
];

/** What to set where an exchange does not know a key; undefined where it has no other site. */
export function otherSiteSentence(venue: string): string | undefined {
	const regions = REGIONAL_SITES.filter((site) => site.venue === venue).map(({ region }) => region);
	if (regions.length === 0) return undefined;
	return `A key of another site (${regions.join(', ')}) is known there alone: set hosts.${venue}, see docs/modes.md.`;
}

function hosts(rest: string, stream: string): VenueHosts {
	return { rest, publicStream: stream, privateStream: stream };
}

function bybitOf(domain: string): RegionalSite {
	return {
		venue: 'bybit',
		region: domain,
		hosts: hosts(`https://api.${domain}`, `wss://stream.${domain}`),
		source: BYBIT_PAGES,
	};
}

function okxOf(region: string, rest: string, stream: string): RegionalSite {
	return {
		venue: 'okx',
		region,
		hosts: hosts(`https://${rest}.okx.com`, `wss://${stream}.okx.com:8443`),
		source: OKX_PAGES,
	};
}
