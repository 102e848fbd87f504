/** Section `hosts`: at which site of an exchange the accounts are, where it is not the main one. */
import * as z from 'zod';
import type { TradingMode } from '../domain/trading-mode.ts';
import {
	HOST_NAMES,
	hasTestSite,
	isTestAmong,
	MAIN_HOSTS,
	notOfTest,
	TEST_HOSTS,
	VENUES_WITH_SITES,
	type VenueHosts,
	type VenueSite,
	type VenueWithSites,
} from '../domain/venue-sites.ts';
import { isTradedAt, type TradedVenue, VENUE_FACTS } from '../domain/venues.ts';
import { section } from './values.ts';

function originOf(scheme: 'https' | 'wss', description: string) {
	return z
		.string()
		.max(255)
		.refine((text) => text.startsWith(`${scheme}://`) && URL.parse(text)?.origin === text, {
			error: `must be a ${scheme} URL of scheme and authority alone, in lower case, without a slash at the end`,
		})
		.nullable()
		.meta({ default: null, description })
		.optional()
		.transform((given) => given ?? null);
}

const venueSchema = (venue: VenueWithSites) =>
	section(`Of ${VENUE_FACTS[venue].shownName}: all three, or none.`, {
		rest: originOf('https', `Of requests; null: ${MAIN_HOSTS[venue].rest}.`),
		publicStream: originOf(
			'wss',
			`Of the streams of books and prices; null: ${MAIN_HOSTS[venue].publicStream}.`,
		),
		privateStream: originOf('wss', `Of the streams of accounts; null: ${MAIN_HOSTS[venue].privateStream}.`),
	});

/** Section `hosts`: for each exchange with several sites the host names in use; null is the main site. */
export const hostsSchema = section(
	'At which site of an exchange the accounts are, where it is not the main one (in mode testnet the test environment): keys of a regional site (OKX EEA and US, Bybit EU and others) are unknown at every other. The known ones stand in [modes.md](modes.md#regional-sites). KuCoin has one site.',
	Object.fromEntries(VENUES_WITH_SITES.map((venue) => [venue, venueSchema(venue)])) as {
		[Venue in VenueWithSites]: ReturnType<typeof venueSchema>;
	},
);

/** Host names by exchange; null where the exchange's main site is meant. */
export type HostsSettings = Readonly<
	Record<VenueWithSites, { readonly [Name in keyof VenueHosts]: string | null }>
>;

/** Faults of the hosts taken together, as [path, rule]. */
export function hostsFaults(mode: string, hosts: HostsSettings): [string, string][] {
	return VENUES_WITH_SITES.flatMap((venue) => {
		const given = HOST_NAMES.filter((name) => hosts[venue][name] !== null);
		const path = `hosts.${venue}`;
		if (given.length === 0) return [];
		if (mode === 'simulated')
			return [[path, 'must be null in mode simulated, which has exchanges of its own'] as [string, string]];
		if (given.length < HOST_NAMES.length)
			return [
				[path, `must have ${HOST_NAMES.join(', ')}, all three: they are of one site`] as [string, string],
			];
		return wrongMoney(mode, venue, hosts[venue] as VenueHosts).map((rule): [string, string] => [path, rule]);
	});
}

/** Test money never meets a site of real money, nor the other way round. */
function wrongMoney(mode: string, venue: VenueWithSites, given: VenueHosts): readonly string[] {
	if (mode !== 'testnet')
		return isTestAmong(venue, given)
			? [`must be of real money in mode ${mode}: these are of the test environment, which mode testnet uses`]
			: [];
	const real = notOfTest(venue, given);
	return real === undefined
		? []
		: [
				`must be of a test environment in mode testnet: ${real} is not named like one, so it may be of real money`,
			];
}

type SitedSettings = { readonly mode: TradingMode; readonly hosts: HostsSettings };

/** The site of every exchange that is configured and traded at. */
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

/** The site of an exchange that is traded at: in mode testnet its test environment. Undefined for one that is only read. */
export function siteOf({ mode, hosts }: SitedSettings, venue: string): VenueSite | undefined {
	if (!isTradedAt(venue)) return undefined;
	const isTest = mode === 'testnet';
	const usual = isTest && hasTestSite(venue) ? TEST_HOSTS[venue] : MAIN_HOSTS[venue as TradedVenue];
	const given = Object.hasOwn(hosts, venue) ? hosts[venue as VenueWithSites] : undefined;
	return {
		hosts: {
			rest: given?.rest ?? usual.rest,
			publicStream: given?.publicStream ?? usual.publicStream,
			privateStream: given?.privateStream ?? usual.privateStream,
		},
		isTest,
	};
}
