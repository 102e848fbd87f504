import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { otherSiteSentence } from '../../domain/venue-text.ts';
import { binanceAccountStream } from '../binance/stream.ts';
import { TESTABLE_VENUES, VENUE_FACTS } from '../facts.ts';
import { dialectOf } from '../modules.ts';
import { openAtSite, publicStreamOf } from './at-site.ts';

const SITE = {
	hosts: {
		rest: 'https://rest.example',
		publicStream: 'wss://public.example:8443',
		privateStream: 'wss://private.example',
	},
	isTest: false,
};

const textsOf = (value: unknown): readonly string[] =>
	typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);

type Addresses = { readonly urls: { readonly api: unknown } };

test.each(TESTABLE_VENUES)('moves every address of the main site of %s, and no other', async (venue) => {
	const dialect = dialectOf(venue);
	const main = VENUE_FACTS[venue].sites.main;
	const before = (await openAtSite(dialect, {})) as unknown as Addresses & {
		readonly implodeHostname: (url: string) => string;
	};
	const after = (await openAtSite(dialect, { site: SITE })) as unknown as Addresses;
	const were = textsOf(before.urls.api).map((url) => before.implodeHostname(url));
	const are = textsOf(after.urls.api);
	const isOfMain = (url: string): boolean =>
		[main.rest, main.privateStream].some((host) => url === host || url.startsWith(`${host}/`));
	const [moved, kept] = [were.filter(isOfMain), were.filter((url) => !isOfMain(url))];
	expect(moved.some((url) => url.startsWith('https://'))).toBe(true);
	expect(moved.some((url) => url.startsWith('wss://'))).toBe(true);
	expect(are.filter(isOfMain)).toEqual([]);
	expect(are.filter((url) => url.startsWith(SITE.hosts.rest)).length).toBe(
		moved.filter((url) => url.startsWith('https://')).length,
	);
	expect(are.filter((url) => url.startsWith(SITE.hosts.privateStream)).length).toBe(
		moved.filter((url) => url.startsWith('wss://')).length,
	);
	expect(are.map((url) => before.implodeHostname(url)).filter((url) => kept.includes(url)).length).toBe(
		kept.length,
	);
});

test('opens an account stream at the private host of the site', async () => {
	const exchange = await openAtSite(dialectOf('binance'), { site: SITE });
	const opened: string[] = [];
	Object.assign(exchange, { watch: async (url: string) => opened.push(url) });
	await binanceAccountStream.listen(
		async () => ({ listenKey: 'abc' }),
		exchange,
		() => false,
	);
	expect(opened).toEqual([
		'wss://private.example/private/ws?listenKey=abc&events=ORDER_TRADE_UPDATE/ACCOUNT_UPDATE/MARGIN_CALL/listenKeyExpired',
	]);
});

test('reads books and prices from the public host of the site, else of the main site', () => {
	expect(publicStreamOf(VENUE_FACTS.okx.sites, { site: SITE })).toBe('wss://public.example:8443');
	expect(publicStreamOf(VENUE_FACTS.okx.sites, {})).toBe('wss://ws.okx.com:8443');
});

test('fails if ccxt has no address of the main site', async () => {
	await expect(
		openAtSite(
			{ ...dialectOf('bybit'), facts: { ...VENUE_FACTS.bybit, sites: VENUE_FACTS.okx.sites } },
			{ site: SITE },
		),
	).rejects.toThrow("ccxt's bybit has no address at https://www.okx.com");
});

test('every test environment has three origins, differs from all real sites, and is documented', () => {
	const page = readFileSync(new URL('../../../docs/modes.md', import.meta.url), 'utf8');
	const all = Object.values(VENUE_FACTS).map((facts) => facts.sites);
	const sites = all.flatMap(({ test: its }) =>
		its === undefined ? [] : [its.hosts, ...its.regional.map(({ hosts }) => hosts)],
	);
	const real = all.flatMap(({ main, regional }) => [main, ...regional.map(({ hosts }) => hosts)]);
	expect(sites.length).toBeGreaterThan(5);
	for (const hosts of sites) {
		for (const [name, origin] of Object.entries(hosts)) {
			expect(new URL(origin).origin).toBe(origin);
			expect(origin.startsWith(name === 'rest' ? 'https://' : 'wss://')).toBe(true);
			expect(page).toContain(`\`${origin}\``);
		}
		expect(real.map(({ privateStream }) => privateStream)).not.toContain(hosts.privateStream);
	}
});

test('every regional site has three origins, and is named in the error sentence and the documents', () => {
	const page = readFileSync(new URL('../../../docs/modes.md', import.meta.url), 'utf8');
	const regional = Object.values(VENUE_FACTS).flatMap(({ name, sites }) =>
		sites.regional.map((site) => ({ ...site, name, sites })),
	);
	expect(regional.length).toBeGreaterThan(5);
	for (const { name: venue, sites, region, hosts, source } of regional) {
		expect(sites.test).toBeDefined();
		expect(source).toMatch(/20\d\d-\d\d-\d\d/);
		for (const [name, origin] of Object.entries(hosts)) {
			expect(new URL(origin).origin).toBe(origin);
			expect(origin.startsWith(name === 'rest' ? 'https://' : 'wss://')).toBe(true);
			expect(page).toContain(`\`${origin}\``);
		}
		expect(otherSiteSentence(venue, sites)?.text).toContain(region);
	}
	expect(otherSiteSentence('kucoin', VENUE_FACTS.kucoin.sites)).toBeUndefined();
});
