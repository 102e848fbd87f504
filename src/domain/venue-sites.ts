/**
 * Sites of an exchange: hosts of its requests and streams, for real money in each region and for test money. Origins
 * as browsers write them. Pure.
 */

export type VenueHosts = {
	/** `https://…`, for requests. */
	readonly rest: string;
	/** `wss://…`, for books and prices. */
	readonly publicStream: string;
	/** `wss://…`, for the account. */
	readonly privateStream: string;
};

/** Names of a site's hosts in the settings. */
export const HOST_NAMES = ['rest', 'publicStream', 'privateStream'] as const;

/** One site of an exchange. */
export type VenueSite = {
	readonly hosts: VenueHosts;
	/** True for test money, which some exchanges want stated in requests. */
	readonly isTest: boolean;
};

/** A regional site beside the main one; accounts opened there are unknown elsewhere. */
export type RegionalSite = {
	/** Domain at which its accounts were opened. */
	readonly region: string;
	readonly hosts: VenueHosts;
	/** Page that documents it, and the date it was read. */
	readonly source: string;
};

/** Test environment of an exchange, whose accounts hold only test money. */
export type TestSite = {
	readonly hosts: VenueHosts;
	/** Page on which a user creates its keys. */
	readonly keyPage: string;
	/** True if requests with test money go to the host of real money, so that the host alone proves nothing. */
	readonly sharesRest: boolean;
	readonly regional: readonly RegionalSite[];
};

/** All hosts of one exchange that the service may contact: main, regional and test sites, and further hosts. */
export type VenueSites = {
	/** From the exchange's own pages and ccxt. */
	readonly main: VenueHosts;
	/** Further hosts that an adapter contacts, whatever the site. */
	readonly further: readonly string[];
	/** Sites of real money beside the main one. */
	readonly regional: readonly RegionalSite[];
	/** Absent if no test environment is used. */
	readonly test?: TestSite;
};

/** Hosts of a site with a single stream host. */
export function hostsAt(rest: string, stream: string): VenueHosts {
	return { rest, publicStream: stream, privateStream: stream };
}

/** True for the default site: the main hosts and real money. */
export function isMainSite({ main }: VenueSites, { hosts: { rest }, isTest }: VenueSite): boolean {
	return !isTest && rest === main.rest;
}

/**
 * Names of test environment hosts: `api-testnet`, `demo-fapi`, `wspap`, `binancefuture.com`. Only a whole word of the
 * name counts: `latest` is not `test`.
 */
const TEST_HOST = /(?:^|[.-])(?:test|testnet|demo)(?:[.-]|$)|pap\.okx\.com$|(?:^|\.)binancefuture\.com$/;

/**
 * The first account host that does not have the name of a test environment; undefined if there is none. An unknown
 * host counts as real money, because exchanges have spare hosts that no list here names. Books may come from the real
 * exchange.
 */
export function notOfTest({ sharesRest }: TestSite, { rest, privateStream }: VenueHosts): string | undefined {
	return (sharesRest ? [privateStream] : [rest, privateStream])
		.map((origin) => URL.parse(origin)?.hostname ?? origin)
		.find((host) => !TEST_HOST.test(host));
}

/** True if one of the hosts belongs to the exchange's test environment only. */
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

/** Advice if an exchange's test environment does not know a key; undefined if there is no test environment. */
export function testKeySentence({ test }: VenueSites): string | undefined {
	if (test === undefined) return undefined;
	return `Testnet mode needs a key of the exchange's test environment, which does not accept keys of real accounts. Create one at ${test.keyPage}; see docs/modes.md.`;
}

/** Advice for a key of a test environment when a key of a real account is needed. */
export const REAL_KEY_SENTENCE =
	'This key is from the test environment and works only in testnet mode. Use a key of a real account here.';

/** Advice if an exchange does not know a key; undefined if it has no other site. */
export function otherSiteSentence(venue: string, { regional }: VenueSites): string | undefined {
	if (regional.length === 0) return undefined;
	const regions = regional.map(({ region }) => region).join(', ');
	return `A key of another site (${regions}) works only there. To use it, set hosts.${venue}; see docs/modes.md.`;
}
