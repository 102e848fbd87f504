/**
 * Defines the sites of an exchange: hosts for its requests and streams, for real money in each region and for test
 * money. Origins are written as browsers write them. Pure functions.
 */

/** Origins of an exchange's hosts. */
export type VenueHosts = {
	/** Origin for requests, `https://…`. */
	readonly rest: string;
	/** Origin of the streams of books and prices, `wss://…`. */
	readonly publicStream: string;
	/** Origin of the account streams, `wss://…`. */
	readonly privateStream: string;
};

/** Names that the settings use for a site's hosts. */
export const HOST_NAMES = ['rest', 'publicStream', 'privateStream'] as const;

/** One site of an exchange. */
export type VenueSite = {
	readonly hosts: VenueHosts;
	/** True for test money, which some exchanges require requests to declare. */
	readonly isTest: boolean;
};

/** A regional site in addition to the main one. Other sites do not know the accounts that were opened on it. */
export type RegionalSite = {
	/** Domain on which the site's accounts were opened. */
	readonly region: string;
	readonly hosts: VenueHosts;
	/** Page that documents the site, and the date on which it was read. */
	readonly source: string;
};

/** Test environment of an exchange, in which accounts hold only test money. */
export type TestSite = {
	readonly hosts: VenueHosts;
	/** Page on which a user creates API keys for the test environment. */
	readonly keyPage: string;
	/**
	 * True if requests with test money go to the host for real money, so that the host alone does not identify the
	 * test environment.
	 */
	readonly sharesRest: boolean;
	readonly regional: readonly RegionalSite[];
};

/** All hosts of one exchange that the service may contact: main, regional and test sites, and additional hosts. */
export type VenueSites = {
	/** Hosts of the default site for real money, taken from the exchange's own pages and ccxt. */
	readonly main: VenueHosts;
	/** Additional hosts that an adapter contacts, whichever site is in use. */
	readonly further: readonly string[];
	/** Real-money sites in addition to the main one. */
	readonly regional: readonly RegionalSite[];
	/** Test environment of the exchange; absent if the service does not use it. */
	readonly test?: TestSite;
};

/** Returns the hosts of a site that has a single stream host. */
export function hostsAt(rest: string, stream: string): VenueHosts {
	return { rest, publicStream: stream, privateStream: stream };
}

/** Returns true for the default site, which has the main hosts and real money. */
export function isMainSite({ main }: VenueSites, { hosts: { rest }, isTest }: VenueSite): boolean {
	return !isTest && rest === main.rest;
}

/**
 * Names of test environment hosts, such as `api-testnet`, `demo-fapi`, `wspap` and `binancefuture.com`. The pattern
 * matches only whole words of the name, so `latest` does not match `test`.
 */
const TEST_HOST = /(?:^|[.-])(?:test|testnet|demo)(?:[.-]|$)|pap\.okx\.com$|(?:^|\.)binancefuture\.com$/;

/**
 * Returns the first account-data host whose name is not that of a test environment; undefined if there is none. An
 * unknown host counts as real money, because exchanges have spare hosts that are not listed here. The public stream
 * is not checked, because order books may come from the real exchange.
 */
export function notOfTest({ sharesRest }: TestSite, { rest, privateStream }: VenueHosts): string | undefined {
	return (sharesRest ? [privateStream] : [rest, privateStream])
		.map((origin) => URL.parse(origin)?.hostname ?? origin)
		.find((host) => !TEST_HOST.test(host));
}

/** Returns true if one of the hosts belongs only to the exchange's test environment. */
export function isTestAmong(
	{ hosts, regional, sharesRest }: TestSite,
	{ rest, privateStream, publicStream }: VenueHosts,
): boolean {
	return [hosts, ...regional.map((site) => site.hosts)].some(
		(one) =>
			one.privateStream === privateStream ||
			one.publicStream === publicStream ||
			(!sharesRest && one.rest === rest),
	);
}
