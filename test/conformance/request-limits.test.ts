/**
 * Checks that every adapter request has one of our limits, and that none of our limits exceeds the simulated
 * exchange's. The simulator's limits were transcribed independently from the same documentation pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BYBIT_LIMITS } from '../../simulator/bybit/limits.ts';
import { KUCOIN_LIMITS } from '../../simulator/kucoin/limits.ts';
import { OKX_LIMITS } from '../../simulator/okx/limits.ts';
import { type TradedVenue, VENUE_NAMES } from '../../src/venues/facts.ts';
import { dialectOf } from '../../src/venues/modules.ts';

const VENUES = join(import.meta.dirname, '../../src/venues');
/** Matches ccxt's name for a request in an adapter's source. */
const REQUEST = /'((?:private|public|fapi|sapi|futures|uta)\w*?(?:Get|Post|Delete|Put)[A-Z]\w*)'/g;

function requestsOf(venue: TradedVenue): readonly string[] {
	const files = readdirSync(join(VENUES, venue))
		.filter((name) => !/\.test\.ts$|^budgets\.ts$/.test(name))
		.map((name) => join(VENUES, venue, name));
	const found = files.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(REQUEST)].flatMap(([, method]) => method ?? []),
	);
	return [...new Set(found)].sort();
}

/** Limits for requests that no adapter makes yet. */
const UNUSED: Readonly<Partial<Record<TradedVenue, readonly string[]>>> = {
	bybit: ['privateGetV5AssetCoinQueryInfo'],
};

/**
 * Venues whose documentation gives a weight for each request, so our table of limits must list every request. Most
 * Binance requests weigh 1 and are omitted.
 */
const WEIGHS_ALL: ReadonlySet<TradedVenue> = new Set(['kucoin']);

/** Requests that are restricted only by the limit per IP address. */
const OF_ADDRESS_ALONE: Readonly<Partial<Record<TradedVenue, RegExp>>> = {
	bybit: /^public/,
	kucoin: /^(?!privateGetUserApiKey|utaPrivate)/,
	binance: /^(?!fapiPrivatePostOrder$|fapiPublicGetFunding)/,
	okx: /^$/,
	hyperliquid: /./,
};

describe.each(VENUE_NAMES)('%s', (venue) => {
	const { limits, weights } = dialectOf(venue);
	const requests = requestsOf(venue);

	test('each adapter request has a limit, and each limit has a request', () => {
		expect(requests.length).toBeGreaterThan(1);
		const withoutOwn = requests.filter((method) => limits.endpoints[method] === undefined);
		expect(withoutOwn.filter((method) => OF_ADDRESS_ALONE[venue]?.test(method) !== true)).toEqual([]);
		for (const method of withoutOwn) {
			const drawn = limits.pools.map(({ drawnBy }) => drawnBy(method, weights[method] ?? 1));
			expect(Math.max(0, ...drawn), method).toBeGreaterThan(0);
		}
		const named = [...Object.keys(limits.endpoints), ...Object.keys(weights)];
		expect(named.filter((method) => !requests.includes(method))).toEqual(UNUSED[venue] ?? []);
		if (WEIGHS_ALL.has(venue)) expect(requests.filter((method) => !named.includes(method))).toEqual([]);
	});
});

/** Converts `METHOD /path` to ccxt's name for the request, without its `private` or `public` prefix. */
function suffixOf(endpoint: string, root: RegExp): string {
	const [method = '', path = ''] = endpoint.split(' ');
	const parts = path.replace(root, '').split(/[^a-zA-Z0-9]+/);
	return [method.toLowerCase(), ...parts]
		.map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
		.join('');
}

/** Returns how many requests of each type the simulated exchange accepts per second. */
function simulatedRates(
	limits: readonly (readonly [endpoint: string, perSecond: number])[],
	root: RegExp,
): ReadonlyMap<string, number> {
	return new Map(limits.map(([endpoint, rate]) => [suffixOf(endpoint, root), rate]));
}

test.each([
	[
		'bybit',
		simulatedRates(
			[
				...Object.entries(BYBIT_LIMITS.perSecond),
				...Object.entries(BYBIT_LIMITS.perMinute ?? {}).map(
					([endpoint, max]) => [endpoint, max / 60] as const,
				),
			],
			/^\//,
		),
	],
	[
		'okx',
		simulatedRates(
			Object.entries(OKX_LIMITS.endpoints).map(([endpoint, { max, windowMs = OKX_LIMITS.windowMs }]) => [
				endpoint,
				max / (windowMs / 1_000),
			]),
			/^\/api\/v5\//,
		),
	],
] as const)('%s: no request is allowed more often than the simulated exchange accepts it', (venue, rates) => {
	const { endpoints } = dialectOf(venue).limits;
	let compared = 0;
	for (const [method, [first]] of Object.entries(endpoints)) {
		const rate = rates.get(method.replace(/^(?:private|public)/, ''));
		if (rate === undefined || first === undefined) continue;
		expect(first.max / (first.perMs / 1_000), method).toBeLessThanOrEqual(rate);
		compared += 1;
	}
	expect(compared).toBe(Object.keys(endpoints).length);
});

test('kucoin: no request has a lower weight than at the simulated exchange', () => {
	const { weights } = dialectOf('kucoin');
	const simulated = new Map(
		Object.entries(KUCOIN_LIMITS.weights).map(([endpoint, weight]) => [
			suffixOf(endpoint, /^\/api\/v[12]\//),
			weight,
		]),
	);
	let compared = 0;
	for (const [method, weight] of Object.entries(weights)) {
		const theirs = simulated.get(method.replace(/^(?:futures)?(?:Private|Public|private|public)/, ''));
		if (theirs === undefined) continue;
		expect(weight, method).toBeGreaterThanOrEqual(theirs);
		compared += 1;
	}
	expect(compared).toBeGreaterThan(10);
});
