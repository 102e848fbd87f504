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

/** The hosts of a site that the settings name. */
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

/** Hosts of each exchange's main site, as its own pages and ccxt name them (read 2026-11). */
export const MAIN_HOSTS: Readonly<Record<TradedVenue, VenueHosts>> = {
	bybit: hosts('https://api.bybit.com', 'wss://stream.bybit.com'),
	kucoin: hosts('https://api-futures.kucoin.com', 'wss://ws-api-futures.kucoin.com'),
	binance: hosts('https://fapi.binance.com', 'wss://fstream.binance.com'),
	okx: hosts('https://www.okx.com', 'wss://ws.okx.com:8443'),
	hyperliquid: hosts('https://api.hyperliquid.xyz', 'wss://api.hyperliquid.xyz'),
};

/** Whether it is where an exchange's requests go that nothing is set of, for real money. */
export function isMainSite(venue: string, { hosts: { rest }, isTest }: VenueSite): boolean {
	return !isTest && rest === MAIN_HOSTS[venue as TradedVenue].rest;
}

/**
 * Hosts of each exchange's test environment, where accounts hold test money alone:
 * - Bybit: page "Integration Guidance" of bybit-exchange.github.io/docs/v5 (as of 2026-07-24), and ccxt 4.5.84.
 * - Binance: page "General Info" of USDⓈ-M futures (developers.binance.com, as of 2026-09); its connectors and ccxt 4.5.84 still
 *   name `wss://fstream.binancefuture.com`, the earlier host of streams, which can be set.
 * - OKX: section "Demo Trading Services" of okx.com/docs-v5 (2026-07): requests go to the host of real money with the header
 *   `x-simulated-trading: 1`, streams to hosts of their own.
 * - Hyperliquid: page "API" (read 2026-11): the testnet is a chain of its own.
 */
export const TEST_HOSTS: Readonly<Record<VenueWithSites, VenueHosts>> = {
	bybit: hosts('https://api-testnet.bybit.com', 'wss://stream-testnet.bybit.com'),
	binance: hosts('https://demo-fapi.binance.com', 'wss://demo-fstream.binance.com'),
	okx: hosts('https://www.okx.com', 'wss://wspap.okx.com:8443'),
	hyperliquid: hosts('https://api.hyperliquid-testnet.xyz', 'wss://api.hyperliquid-testnet.xyz'),
};

/** The exchanges' pages on which a user makes keys of the test environment (read 2026-11). */
export const TEST_KEY_PAGES: Readonly<Record<VenueWithSites, string>> = {
	bybit: 'testnet.bybit.com/app/user/api-management',
	binance: 'demo.binance.com/en/my/settings/api-management',
	okx: 'okx.com: Demo trading, then API keys of demo trading',
	hyperliquid: 'app.hyperliquid-testnet.xyz/API',
};

export function hasTestSite(venue: string): venue is VenueWithSites {
	return Object.hasOwn(TEST_HOSTS, venue);
}

export type RegionalSite = {
	readonly venue: VenueWithSites;
	/** Whose accounts live there: the domain at which they were opened. */
	readonly region: string;
	readonly hosts: VenueHosts;
	/** The page that documents it, and when that was read. */
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

/** Demo trading of OKX at its regional sites (by the clients of my.okx.com/docs-v5 and app.okx.com/docs-v5, section "Demo Trading Services", 2026-07). */
export const REGIONAL_TEST_SITES: readonly RegionalSite[] = [
	okxOf('my.okx.com', 'eea', 'wseeapap'),
	okxOf('app.okx.com', 'us', 'wsuspap'),
];

/**
 * How exchanges name hosts of test environments, theirs and no other: `api-testnet`, `demo-fapi`, `wspap`, `binancefuture.com`. A
 * whole word of the name counts: `latest` is not `test`.
 */
const TEST_HOST = /(?:^|[.-])(?:test|testnet|demo)(?:[.-]|$)|pap\.okx\.com$|(?:^|\.)binancefuture\.com$/;

/**
 * The host of an account that is not named like one of a test environment; undefined where there is none. Whatever is not known to
 * be of test money is taken for real: an exchange has spare hosts that no list here names. OKX has both kinds of money under one
 * host of requests, and books may be the real ones.
 */
export function notOfTest(venue: VenueWithSites, { rest, privateStream }: VenueHosts): string | undefined {
	const ofAccount = venue === 'okx' ? [privateStream] : [rest, privateStream];
	return ofAccount
		.map((origin) => URL.parse(origin)?.hostname ?? origin)
		.find((host) => !TEST_HOST.test(host));
}

/** Whether one of the hosts is of the exchange's test environment and of nothing else. */
export function isTestAmong(
	venue: VenueWithSites,
	{ rest, privateStream, publicStream }: VenueHosts,
): boolean {
	const test = [
		TEST_HOSTS[venue],
		...REGIONAL_TEST_SITES.filter((site) => site.venue === venue).map((site) => site.hosts),
	];
	return test.some(
		(one) =>
			one.privateStream === privateStream ||
			one.publicStream === publicStream ||
			(venue !== 'okx' && one.rest === rest),
	);
}

/** Advice where an exchange's test environment does not know a key. */
export function testKeySentence(venue: string): string | undefined {
	if (!hasTestSite(venue)) return undefined;
	return `Mode testnet takes keys of the exchange's test environment alone, and one of a real account is unknown there: make one at ${TEST_KEY_PAGES[venue]}, see docs/modes.md.`;
}

/** Said of a key of a test environment where one of a real account is needed. */
export const REAL_KEY_SENTENCE =
	'It is a key of the test environment, which mode testnet takes; here a key of a real account is needed.';

/** The setting to change where an exchange does not know a key; undefined where it has no other site. */
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
