/**
 * Checks when Hyperliquid's tickers come from the stream and when from a request. Requests supply the first tickers,
 * check the stream at intervals, and replace it while it is silent.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { StreamedTicker } from '../feeds/ticker-protocol.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { hyperliquid } from './module.ts';

const START = Date.UTC(2026, 10, 21, 9, 30);
const COINS = ['BTC', 'ETH'];

const contextOf = (markPx: string) => ({
	funding: '0.0000125',
	openInterest: '100',
	dayNtlVlm: '1000000',
	oraclePx: '100',
	markPx,
	midPx: markPx,
});

let now = START;
let asked: string[] = [];
let isDown = false;
let delisted = new Set<string>();
let latest = new Map<string, StreamedTicker>();
let held: (() => void) | undefined;
let isHeld = false;

const call: Call = async (_kind, _method, params = {}) => {
	const type = String(params.type);
	asked.push(type);
	if (isHeld)
		await new Promise<void>((resolve) => {
			held = resolve;
		});
	if (isDown) throw new VenueError('hyperliquid', 'unavailable', 'down');
	return ANSWERS[type]?.();
};

const ANSWERS: Readonly<Record<string, () => unknown>> = {
	metaAndAssetCtxs: () => [
		{
			universe: COINS.map((name) => ({
				name,
				szDecimals: 3,
				maxLeverage: 20,
				...(delisted.has(name) ? { isDelisted: true } : {}),
			})),
		},
		COINS.map(() => contextOf('100')),
	],
	spotMeta: () => ({
		tokens: [
			{ name: 'USDC', index: 0 },
			{ name: 'USDT0', index: 1 },
		],
		universe: [{ name: '@1', tokens: [1, 0] }],
	}),
	predictedFundings: () => [],
	allMids: () => ({ '@1': '1.0' }),
};

const stream = { latest: (symbol: string) => latest.get(symbol), now: () => now };

let instruments: readonly Instrument[] = [];
let dialect: Dialect;

/** Creates a call function for the session. Each call function is a different object, as in a real session. */
const newCall =
	(): Call =>
	(...asks) =>
		call(...asks);

beforeEach(async () => {
	now = START;
	isDown = isHeld = false;
	held = undefined;
	delisted = new Set();
	latest = new Map();
	// A new session starts with an empty cache.
	dialect = hyperliquid.createDialect();
	instruments = (await dialect.readInstruments(newCall(), now)).instruments;
	asked = [];
});

const read = async () => {
	const find = (symbol: string) => instruments.find((instrument) => instrument.symbol === symbol);
	const tickers = await dialect.readTickers(newCall(), find, now, stream);
	return new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
};
const push = (coin: string, markPx: string) => latest.set(coin, { body: contextOf(markPx), receivedAt: now });
const pushAll = (markPx: string) => {
	for (const coin of COINS) push(coin, markPx);
};
const requests = () => asked.filter((type) => type === 'metaAndAssetCtxs').length;
/** Waits until background work has finished. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('tickers of Hyperliquid', () => {
	test('takes the first prices from the list of contracts, and waits for clock and quote rate', async () => {
		const tickers = await read();
		expect(requests()).toBe(0);
		expect(tickers.get('BTC')).toMatchObject({
			mark: parseDecimal('100'),
			receivedAt: START,
			funding: { nextSettlementAt: Date.UTC(2026, 10, 21, 10) },
			otherIndex: { quote: 'USDT', price: parseDecimal('100') },
		});
	});

	test('returns streamed rows with their own age and without a request', async () => {
		await read();
		for (let second = 1; second <= 25; second += 1) {
			now += 1_000;
			pushAll(String(100 + second));
			now += 400;
			const btc = (await read()).get('BTC');
			expect(btc).toMatchObject({ mark: parseDecimal(String(100 + second)), receivedAt: now - 400 });
			now -= 400;
		}
		expect(requests()).toBe(0);
	});

	test('requests all contracts every half minute, and adopts what only the answer has', async () => {
		await read();
		delisted.add('ETH');
		for (let second = 0; second < 60; second += 1) {
			now += 1_000;
			pushAll('101');
			await read();
			await settled();
		}
		expect(requests()).toBe(2);
		now += 1_000;
		pushAll('102');
		const tickers = await read();
		expect(tickers.get('ETH')).toMatchObject({ tradable: false, mark: parseDecimal('102') });
		expect(tickers.get('BTC')).toMatchObject({ tradable: true });
	});

	test('requests a contract without stream messages before it is stale, and keeps its age until then', async () => {
		await read();
		let oldest = 0;
		for (let second = 1; second <= 20; second += 1) {
			now += 1_000;
			push('BTC', '101');
			const eth = (await read()).get('ETH');
			oldest = Math.max(oldest, now - (eth?.receivedAt ?? now));
			await settled();
		}
		expect(oldest).toBeGreaterThan(3_000);
		expect(oldest).toBeLessThan(5_000);
		expect(requests()).toBe(5);
	});

	test('returns streamed rows at once while a request is in flight', async () => {
		await read();
		now += 30_000;
		pushAll('130');
		isHeld = true;
		expect((await read()).get('BTC')).toMatchObject({ mark: parseDecimal('130'), receivedAt: now });
		held?.();
	});

	test('waits for the answer and uses its prices while the stream is silent', async () => {
		await read();
		pushAll('101');
		now += 4_000;
		const btc = (await read()).get('BTC');
		expect(btc).toMatchObject({ mark: parseDecimal('100'), receivedAt: now });
		expect(requests()).toBe(1);
	});

	test('reports an exchange that answers no request as down despite its stream', async () => {
		await read();
		isDown = true;
		now += 10_000;
		pushAll('101');
		await read();
		await settled();
		for (let second = 0; second < 5; second += 1) {
			now += 1_000;
			pushAll('102');
			await expect(read()).rejects.toThrow('down');
		}
		isDown = false;
		now += 1_000;
		pushAll('103');
		expect((await read()).get('BTC')).toMatchObject({ mark: parseDecimal('103') });
	});

	test('does not fill members missing from a streamed context from an older answer', async () => {
		await read();
		now += 1_000;
		latest.set('BTC', { body: { funding: '0.0000125', oraclePx: '100' }, receivedAt: now });
		expect((await read()).get('BTC')).toMatchObject({ mark: null, tradable: false });
	});
});
