import { expect, test } from 'vitest';
import { mainHostsOf, testHostsOf } from '../../test/support/venue-hosts.ts';
import { parseExactJson } from '../domain/exact-json.ts';
import { TESTABLE_VENUES, VENUE_FACTS } from '../venues/facts.ts';
import { readConfig } from './config.ts';
import { type HostsSettings, hostsFaults, siteOf, sitesOf } from './hosts.ts';

const TEST_HOSTS = Object.fromEntries(TESTABLE_VENUES.map((venue) => [venue, testHostsOf(venue)]));
const NONE = { rest: null, publicStream: null, privateStream: null };
const UNSET: HostsSettings = { bybit: NONE, binance: NONE, okx: NONE, hyperliquid: NONE };
const EEA = {
	rest: 'https://eea.okx.com',
	publicStream: 'wss://wseea.okx.com:8443',
	privateStream: 'wss://wseea.okx.com:8443',
};

const EEA_DEMO = {
	rest: 'https://eea.okx.com',
	publicStream: 'wss://wseeapap.okx.com:8443',
	privateStream: 'wss://wseeapap.okx.com:8443',
};

function faultsOf(hosts: object): readonly string[] {
	const read = readConfig(parseExactJson(JSON.stringify({ mode: 'live', hosts }), 8) as never);
	return 'faults' in read ? read.faults.map(({ path, rule }) => `${path} ${rule}`) : [];
}

test('uses the main site of an exchange without a setting, and none for one that is only read', () => {
	expect(siteOf({ mode: 'live', hosts: UNSET }, 'okx')).toEqual({ hosts: mainHostsOf('okx'), isTest: false });
	expect(siteOf({ mode: 'live', hosts: UNSET }, 'kucoin')).toEqual({
		hosts: mainHostsOf('kucoin'),
		isTest: false,
	});
	expect(siteOf({ mode: 'live', hosts: UNSET }, 'gate')).toBeUndefined();
	expect(Object.keys(sitesOf({ mode: 'live', hosts: UNSET, venues: ['bybit', 'gate', 'kucoin'] }))).toEqual([
		'bybit',
		'kucoin',
	]);
});

test('uses the configured site', () => {
	expect(siteOf({ mode: 'live', hosts: { ...UNSET, okx: EEA } }, 'okx')).toEqual({
		hosts: EEA,
		isTest: false,
	});
	expect(hostsFaults('live', { ...UNSET, okx: EEA })).toEqual([]);
	expect(VENUE_FACTS.okx.sites.regional.find(({ region }) => region === 'my.okx.com')?.hosts).toEqual(EEA);
});

test.each([
	[
		'a part of a site',
		'live',
		{ ...EEA, privateStream: null },
		'must set all three of rest, publicStream, privateStream',
	],
	['any in simulated mode', 'simulated', EEA, 'must be null in simulated mode'],
	[
		'real money in testnet mode',
		'testnet',
		EEA,
		'the name of wseea.okx.com does not look like one, so it may use real money',
	],
	['the main site in testnet mode', 'testnet', mainHostsOf('okx'), 'ws.okx.com does not look like one'],
	['test money in live mode', 'live', testHostsOf('okx'), 'must be real-money hosts in live mode'],
	['test money on paper', 'paper', EEA_DEMO, 'must be real-money hosts in paper mode'],
])('%s: a fault', (_what, mode, okx, rule) => {
	const faults = hostsFaults(mode, { ...UNSET, okx });
	expect(faults.map(([path]) => path)).toEqual(['hosts.okx']);
	expect(faults[0]?.[1]).toContain(rule);
});

test.each([
	['http', 'http://eea.okx.com'],
	['a path', 'https://eea.okx.com/api'],
	['a slash at the end', 'https://eea.okx.com/'],
	['capitals', 'https://EEA.okx.com'],
	['no URL', 'eea.okx.com'],
	['the scheme of a stream', 'wss://eea.okx.com'],
])('refuses %s for requests', (_what, rest) => {
	expect(faultsOf({ okx: { ...EEA, rest } })).toEqual([
		'hosts.okx.rest must be a https URL with only a host and an optional port, in lower case, without a slash at the end',
	]);
});

test('requires wss for streams, and no setting for KuCoin with its single site', () => {
	expect(faultsOf({ okx: EEA })).toEqual([]);
	expect(faultsOf({ okx: { ...EEA, publicStream: 'ws://wseea.okx.com' } })[0]).toContain(
		'hosts.okx.publicStream must be a wss URL',
	);
	expect(faultsOf({ kucoin: EEA })[0]).toContain('hosts');
});

test('uses the test environments in testnet mode, or the configured ones', () => {
	const venues = Object.keys(TEST_HOSTS);
	const sites = sitesOf({ mode: 'testnet', hosts: UNSET, venues });
	for (const [venue, hosts] of Object.entries(TEST_HOSTS))
		expect(sites[venue]).toEqual({ hosts, isTest: true });
	expect(siteOf({ mode: 'testnet', hosts: { ...UNSET, okx: EEA_DEMO } }, 'okx')).toEqual({
		hosts: EEA_DEMO,
		isTest: true,
	});
	expect(hostsFaults('testnet', { ...UNSET, okx: EEA_DEMO })).toEqual([]);
	expect(hostsFaults('testnet', { ...UNSET, ...TEST_HOSTS })).toEqual([]);
	expect(VENUE_FACTS.okx.sites.test?.regional.find(({ region }) => region === 'my.okx.com')?.hosts).toEqual(
		EEA_DEMO,
	);
});

test('reports an invalid URL in testnet mode as a fault', () => {
	const bybit = { rest: 'eea', publicStream: 'x', privateStream: 'foo' };
	const read = readConfig(parseExactJson(JSON.stringify({ mode: 'testnet', hosts: { bybit } }), 8) as never);
	expect('faults' in read ? read.faults[0]?.rule : undefined).toContain('must be a https URL');
});

test('refuses an unlisted host of real money in testnet mode', () => {
	const spare = { ...testHostsOf('bybit'), rest: 'https://api.bytick.com' };
	expect(hostsFaults('testnet', { ...UNSET, bybit: spare })[0]?.[1]).toContain(
		'the name of api.bytick.com does not',
	);
	for (const host of ['latest-api.bybit.com', 'fastest.bybit.com', 'democracy.bybit.com'])
		expect(
			hostsFaults('testnet', {
				...UNSET,
				bybit: { ...testHostsOf('bybit'), rest: `https://${host}` },
			})[0]?.[1],
		).toContain(`the name of ${host} does not look like one`);
	const earlier = 'wss://fstream.binancefuture.com';
	const binance = { ...testHostsOf('binance'), publicStream: earlier, privateStream: earlier };
	expect(hostsFaults('testnet', { ...UNSET, binance })).toEqual([]);
});

test('allows a test environment to use only the books of real money', () => {
	const demo = {
		rest: 'https://api-demo.bybit.com',
		publicStream: mainHostsOf('bybit').publicStream,
		privateStream: 'wss://stream-demo.bybit.com',
	};
	expect(hostsFaults('testnet', { ...UNSET, bybit: demo })).toEqual([]);
	for (const part of ['rest', 'privateStream'] as const)
		expect(
			hostsFaults('testnet', { ...UNSET, bybit: { ...demo, [part]: mainHostsOf('bybit')[part] } }),
		).toEqual([
			['hosts.bybit', expect.stringMatching(/bybit\.com does not look like one, so it may use real money/)],
		]);
});
