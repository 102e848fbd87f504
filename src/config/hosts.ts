/** Defines section `hosts`: the exchange site where the accounts are, if it is not the default site. */
import * as z from 'zod';
import type { TradingMode } from '../domain/trading-mode.ts';
import type { VenueFacts } from '../domain/venue-facts.ts';
import {
	HOST_NAMES,
	isTestAmong,
	notOfTest,
	type VenueHosts,
	type VenueSite,
} from '../domain/venue-sites.ts';
import { TESTABLE_VENUES, VENUE_FACTS, venueFacts } from '../venues/facts.ts';
import { section } from './values.ts';

function originOf(scheme: 'https' | 'wss', description: string) {
	return z
		.string()
		.max(255)
		.refine((text) => text.startsWith(`${scheme}://`) && URL.parse(text)?.origin === text, {
			error: `must be a ${scheme} URL with only a host and an optional port, in lower case, without a slash at the end`,
		})
		.nullable()
		.meta({ default: null, description })
		.optional()
		.transform((given) => given ?? null);
}

/** A sentence for each exchange without a test environment. */
const ONE_SITE = Object.values(VENUE_FACTS).flatMap(({ shownName, sites }) =>
	sites.test === undefined ? [`${shownName} has only one site.`] : [],
);

const venueSchema = ({ shownName, sites: { main } }: VenueFacts) =>
	section(`Hosts of ${shownName}: set all three, or none.`, {
		rest: originOf('https', `Host for requests; null: ${main.rest}.`),
		publicStream: originOf('wss', `Host of the public market-data streams; null: ${main.publicStream}.`),
		privateStream: originOf('wss', `Host of the account streams; null: ${main.privateStream}.`),
	});

/**
 * Section `hosts`: the host names to use for each exchange with several sites; null means the default site. In
 * testnet mode the default is the test environment, otherwise the main site.
 */
export const hostsSchema = section(
	`Hosts of the exchange site where your accounts are, if it is not the default site. In testnet mode the default is the test environment. API keys from a regional site (OKX EEA and US, Bybit EU and others) work only on that site. The known sites are listed in [modes.md](modes.md#regional-sites). ${ONE_SITE.join(' ')}`,
	Object.fromEntries(TESTABLE_VENUES.map((venue) => [venue, venueSchema(VENUE_FACTS[venue])])),
);

/** Host names of exchanges with more than one site; null means the default site of the mode. */
export type HostsSettings = Readonly<Record<string, { readonly [Name in keyof VenueHosts]: string | null }>>;

/** Finds invalid combinations of hosts; returns them as [path, rule]. */
export function hostsFaults(mode: string, hosts: HostsSettings): [string, string][] {
	return Object.entries(hosts).flatMap(([venue, of]) => {
		const given = HOST_NAMES.filter((name) => of[name] !== null);
		const path = `hosts.${venue}`;
		if (given.length === 0) return [];
		if (mode === 'simulated')
			return [[path, 'must be null in simulated mode, which has its own exchanges'] as [string, string]];
		if (given.length < HOST_NAMES.length)
			return [
				[path, `must set all three of ${HOST_NAMES.join(', ')}, because they belong to one site`] as [
					string,
					string,
				],
			];
		return wrongMoney(mode, venue, of as VenueHosts).map((rule): [string, string] => [path, rule]);
	});
}

/**
 * Finds hosts for the wrong type of money. The service never uses test money at a real-money site, nor real money at
 * a test site.
 */
function wrongMoney(mode: string, venue: string, given: VenueHosts): readonly string[] {
	const test = venueFacts(venue)?.sites.test;
	if (test === undefined) return [];
	if (mode !== 'testnet')
		return isTestAmong(test, given)
			? [
					`must be real-money hosts in ${mode} mode, but these belong to the test environment, which only testnet mode uses`,
				]
			: [];
	const real = notOfTest(test, given);
	return real === undefined
		? []
		: [
				`must be hosts of a test environment in testnet mode, but the name of ${real} does not look like one, so it may use real money`,
			];
}

type SitedSettings = { readonly mode: TradingMode; readonly hosts: HostsSettings };

/** Returns the site of every configured exchange that the service trades on. */
export function sitesOf(
	config: SitedSettings & { readonly venues: readonly string[] },
): Readonly<Record<string, VenueSite>> {
	return Object.fromEntries(
		config.venues.flatMap((venue) => {
			const site = siteOf(config, venue);
			return site === undefined ? [] : [[venue, site]];
		}),
	);
}

/**
 * Returns the site of a traded exchange, which in testnet mode is its test environment; undefined for a read-only
 * exchange.
 */
export function siteOf({ mode, hosts }: SitedSettings, venue: string): VenueSite | undefined {
	const sites = venueFacts(venue)?.sites;
	if (sites === undefined) return undefined;
	const isTest = mode === 'testnet';
	const usual = (isTest ? sites.test?.hosts : undefined) ?? sites.main;
	const given = Object.hasOwn(hosts, venue) ? hosts[venue] : undefined;
	return {
		hosts: {
			rest: given?.rest ?? usual.rest,
			publicStream: given?.publicStream ?? usual.publicStream,
			privateStream: given?.privateStream ?? usual.privateStream,
		},
		isTest,
	};
}
