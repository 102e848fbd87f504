/**
 * The sites of an exchange: where its requests and streams go, for real money in each region and for test money. Origins as
 * browsers write them. Pure.
 */

export type VenueHosts = {
	/** `https://…`, of requests. */
	readonly rest: string;
	/** `wss://…`, of books and prices. */
	readonly publicStream: string;
	/** `wss://…`, of the account. */
	readonly privateStream: string;
};

/** The hosts of a site that the settings name. */
export const HOST_NAMES = ['rest', 'publicStream', 'privateStream'] as const;

/** Which site of an exchange is meant. */
export type VenueSite = {
	readonly hosts: VenueHosts;
	/** Its money is test money: requests say so where the exchange wants it. */
	readonly isTest: boolean;
};

/** A site beside the main one, where an account that was opened there is known and nowhere else. */
export type RegionalSite = {
	/** The domain at which accounts of it were opened. */
	readonly region: string;
	readonly hosts: VenueHosts;
	/** The page that documents it, and when that was read. */
	readonly source: string;
};

/** The test environment of an exchange, where accounts hold test money alone. */
export type TestSite = {
	readonly hosts: VenueHosts;
	/** The page on which a user makes keys of it. */
	readonly keyPage: string;
	/** Whether requests with test money go to the host of real money, so that the host of requests proves nothing. */
	readonly sharesRest: boolean;
	readonly regional: readonly RegionalSite[];
};

/** All hosts of one exchange that the service may ask: main, regional and test sites, and further hosts. */
export type VenueSites = {
	/** As its own pages and ccxt name it. */
	readonly main: VenueHosts;
	/** Hosts that an adapter asks besides, whatever the site. */
	readonly further: readonly string[];
	/** Sites of real money beside the main one. */
	readonly regional: readonly RegionalSite[];
	/** Absent where no test environment of it is used. */
	readonly test?: TestSite;
};

/** Hosts of a site with one host of streams. */
export function hostsAt(rest: string, stream: string): VenueHosts {
	return { rest, publicStream: stream, privateStream: stream };
}

/** Whether it is where an exchange's requests go that nothing is set of, for real money. */
export function isMainSite({ main }: VenueSites, { hosts: { rest }, isTest }: VenueSite): boolean {
	return !isTest && rest === main.rest;
}

/**
 * How exchanges name hosts of test environments, theirs and no other: `api-testnet`, `demo-fapi`, `wspap`, `binancefuture.com`. A
 * whole word of the name counts: `latest` is not `test`.
 */
const TEST_HOST = /(?:^|[.-])(?:test|testnet|demo)(?:[.-]|$)|pap\.okx\.com$|(?:^|\.)binancefuture\.com$/;

/**
 * The host of an account that is not named like one of a test environment; undefined where there is none. An unknown host is
 * taken for one of real money: an exchange has spare hosts that no list here names. Books may be the real ones.
 */
export function notOfTest({ sharesRest }: TestSite, { rest, privateStream }: VenueHosts): string | undefined {
	return (sharesRest ? [privateStream] : [rest, privateStream])
		.map((origin) => URL.parse(origin)?.hostname ?? origin)
		.find((host) => !TEST_HOST.test(host));
}

/** Whether one of the hosts is of the exchange's test environment and of nothing else. */
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

/** Advice where an exchange's test environment does not know a key; undefined where it has none. */
export function testKeySentence({ test }: VenueSites): string | undefined {
	if (test === undefined) return undefined;
	return `Mode testnet takes keys of the exchange's test environment alone, and one of a real account is unknown there: make one at ${test.keyPage}, see docs/modes.md.`;
}

/** Said of a key of a test environment where one of a real account is needed. */
export const REAL_KEY_SENTENCE =
	'It is a key of the test environment, which mode testnet takes; here a key of a real account is needed.';

/** The setting to change where an exchange does not know a key; undefined where it has no other site. */
export function otherSiteSentence(venue: string, { regional }: VenueSites): string | undefined {
	if (regional.length === 0) return undefined;
	const regions = regional.map(({ region }) => region).join(', ');
	return `A key of another site (${regions}) is known there alone: set hosts.${venue}, see docs/modes.md.`;
}
