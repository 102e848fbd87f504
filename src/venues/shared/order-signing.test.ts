/**
 * What leaves of an order and of reads that are begun around it in the same turn, by the pinned ccxt itself: an order has its own
 * window, deadline and stamp, and no read has any of them.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { dialectOf } from '../modules.ts';
import { openAtSite } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { callMethod } from './instance.ts';
import { signedAsOrder, stampRequests } from './order-signing.ts';

const NOW = 1_760_000_000_000;
const OFFSET_MS = 7_000;
const CREDENTIALS = {
	apiKey: `0x${'1'.repeat(40)}`,
	secret: `0x${'2'.repeat(64)}`,
	passphrase: 'phrase',
};

type Leaving = {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
};

const opened: CcxtExchange[] = [];
afterEach(() => Promise.all(opened.splice(0).map((exchange) => exchange.close())));

/** An instance as a session opens it, from which nothing leaves: what would is listed. */
async function open(venue: string) {
	const dialect = dialectOf(venue, false, CREDENTIALS);
	const exchange = await openAtSite(dialect, {}, CREDENTIALS);
	opened.push(exchange);
	const leaving: Leaving[] = [];
	Object.assign(exchange, {
		milliseconds: () => NOW,
		undiciRequest: async (url: string, { headers, body }: Omit<Leaving, 'url'>) => {
			leaving.push({ url, headers, body });
			throw new TypeError('nothing leaves');
		},
	});
	stampRequests(exchange, OFFSET_MS);
	return { dialect, exchange, leaving };
}

const READS: Readonly<Record<string, string>> = {
	binance: 'fapiPrivateV3GetAccount',
	bybit: 'privateGetV5AccountInfo',
	kucoin: 'futuresPrivateGetPositions',
	okx: 'privateGetAccountBalance',
};

/** The stamp of a request, milliseconds, wherever the exchange takes it. */
function stampOf({ url, headers, body = '' }: Leaving): number {
	const named = { ...headers };
	const iso = named['OK-ACCESS-TIMESTAMP'];
	if (iso !== undefined) return Date.parse(iso);
	const inHeader = named['X-BAPI-TIMESTAMP'] ?? named['KC-API-TIMESTAMP'];
	return Number(inHeader ?? /\btimestamp=(\d+)/.exec(`${url}&${body}`)?.[1]);
}

/** How long the exchange may take it, milliseconds; undefined where the request does not say. */
function windowOf({ url, headers, body = '' }: Leaving): number | undefined {
	const said =
		headers['X-BAPI-RECV-WINDOW'] ??
		headers['X-BAPI-RECV_WINDOW'] ??
		/\brecvWindow=(\d+)/.exec(`${url}&${body}`)?.[1];
	return said === undefined ? undefined : Number(said);
}

describe.each(Object.entries(READS))('%s', (venue, read) => {
	test('an order between two reads of the same turn is signed by its own rules, and they by theirs', async () => {
		const { dialect, exchange, leaving } = await open(venue);
		const begin = (method: string) => callMethod(exchange, method, { symbol: 'BTCUSDT' }).catch(() => 0);
		const asOrder = () =>
			signedAsOrder(exchange, dialect, { now: NOW, offsetMs: OFFSET_MS }, () => begin(dialect.orderMethod));
		await Promise.all([begin(read), asOrder(), begin(read), asOrder(), begin(read)]);
		expect(leaving).toHaveLength(5);
		const isOrder = ({ body }: Leaving): boolean => body !== undefined && body !== '';
		const orders = leaving.filter(isOrder);
		const reads = leaving.filter((request) => !isOrder(request));
		expect([orders.length, reads.length]).toEqual([2, 3]);

		const venueNow = NOW + OFFSET_MS;
		expect(new Set(orders.map(stampOf))).toEqual(new Set([venueNow + (dialect.orderStampAheadMs ?? 0)]));
		expect(new Set(reads.map(stampOf))).toEqual(new Set([venueNow]));
		expect(new Set(orders.map(windowOf))).toEqual(new Set([dialect.orderSettings.recvWindow]));
		expect(new Set(reads.map(windowOf))).toEqual(new Set([dialect.settings.recvWindow]));

		const headers = dialect.orderHeaders?.(venueNow) ?? {};
		for (const order of orders) expect(order.headers).toMatchObject(headers);
		for (const name of Object.keys(headers))
			for (const one of reads) expect(Object.keys(one.headers)).not.toContain(name);
	});
});

test('an order that cannot be begun leaves the members as they were', async () => {
	const { dialect, exchange } = await open('bybit');
	exchange.headers = { 'x-own': '1' };
	const before = structuredClone({ ...exchange.options, headers: exchange.headers });
	const failing = () => {
		expect(exchange.options.recvWindow).toBe(dialect.orderSettings.recvWindow);
		expect(exchange.headers).toMatchObject({ 'x-own': '1' });
		throw new Error('no method');
	};
	expect(() => signedAsOrder(exchange, dialect, { now: 0, offsetMs: OFFSET_MS }, failing)).toThrow(
		'no method',
	);
	expect({ ...exchange.options, headers: exchange.headers }).toEqual(before);
});

test('at Hyperliquid an order has its end in what is signed', async () => {
	const { dialect, exchange, leaving } = await open('hyperliquid');
	const params = { action: { type: 'order', orders: [], grouping: 'na' }, lifetimeMs: 3_000 };
	await signedAsOrder(exchange, dialect, { now: NOW, offsetMs: OFFSET_MS }, () =>
		callMethod(exchange, dialect.orderMethod, params).catch(() => 0),
	);
	const venueNow = NOW + OFFSET_MS;
	expect(JSON.parse(leaving[0]?.body ?? '{}')).toMatchObject({
		nonce: venueNow,
		expiresAfter: venueNow + 3_000,
	});
});
