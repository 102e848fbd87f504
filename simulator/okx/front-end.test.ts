/**
 * Tests the OKX front end: how long it keeps data, its request limits, and its private stream during forced closes.
 */

import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import { openExchange, type SimulatedExchange } from '../core/exchange.ts';
import type { FrontEnd } from '../core/types.ts';
import { openWorld } from '../core/world.ts';
import { EXCHANGES } from '../exchanges.ts';
import { createOkxFrontEnd } from './front-end.ts';

const START = Date.UTC(2026, 10, 20, 12, 30);
const SYMBOL = 'BTC-USDT-SWAP';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ORDER = '/api/v5/trade/order';

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of bodies and frames
type Body = any;

let dataDir: string;
let exchange: SimulatedExchange;
let frontEnd: FrontEnd;
let key: ApiKey;
let now: number;

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'okx-face-'));
	now = START;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	exchange = openExchange({ name: 'okx', world, dataDir, clock: () => now });
	frontEnd = createOkxFrontEnd(exchange);
	key = exchange.accounts.ensure({ name: 'ann' }).key;
});
afterEach(() => {
	vi.useRealTimers();
	exchange.close();
	rmSync(dataDir, { recursive: true, force: true });
});

const signature = (text: string): string => createHmac('sha256', key.secret).update(text).digest('base64');

function ask(method: 'GET' | 'POST', path: string, params: Readonly<Record<string, unknown>> = {}): Body {
	const query = method === 'GET' ? new URLSearchParams(params as Record<string, string>).toString() : '';
	const body = method === 'POST' ? JSON.stringify(params) : '';
	const timestamp = new Date(now).toISOString();
	const target = query === '' ? path : `${path}?${query}`;
	const headers = {
		'ok-access-key': key.key,
		'ok-access-passphrase': key.passphrase,
		'ok-access-timestamp': timestamp,
		'ok-access-sign': signature(`${timestamp}${method}${target}${body}`),
	};
	return JSON.parse(frontEnd.handle({ method, path, query, headers, body }).body);
}

function order(change: Readonly<Record<string, unknown>> = {}): Body {
	const params = { instId: SYMBOL, tdMode: 'isolated', side: 'buy', ordType: 'market', sz: '100', ...change };
	const answer = ask('POST', ORDER, params);
	expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
	return answer.data[0];
}

const lookup = (clOrdId: string): Body => ask('GET', ORDER, { instId: SYMBOL, clOrdId });

describe('retention', () => {
	test('keeps an order canceled without a fill for two hours, and one with fills for longer', () => {
		const px = (Number(exchange.quote(SYMBOL).last) / 1e18) * 0.97;
		order({ clOrdId: 'canceled', ordType: 'ioc', px: px.toFixed(0) });
		order({ clOrdId: 'filled' });
		now += 2 * HOUR_MS - 1;
		expect(lookup('canceled').data).toMatchObject([{ state: 'canceled', accFillSz: '0' }]);
		now += 2;
		expect(lookup('canceled')).toMatchObject({ code: '51603', data: [] });
		expect(lookup('filled').data).toMatchObject([{ state: 'filled', accFillSz: '100' }]);
	});

	test('lists fills of three days, and in the other list of three months', () => {
		order({ clOrdId: 'filled' });
		const fills = (list: string): number =>
			ask('GET', `/api/v5/trade/${list}`, { instType: 'SWAP' }).data.length;
		const count = fills('fills');
		expect(count).toBeGreaterThan(0);
		now += 3 * DAY_MS + 1;
		expect([fills('fills'), fills('fills-history')]).toEqual([0, count]);
		now += 90 * DAY_MS;
		expect(fills('fills-history')).toBe(0);
	});

	test('refuses the client order id of a resting order and accepts that of an ended one', () => {
		const px = ((Number(exchange.quote(SYMBOL).last) / 1e18) * 0.97).toFixed(0);
		const resting = {
			instId: SYMBOL,
			tdMode: 'isolated',
			side: 'buy',
			ordType: 'limit',
			sz: '1',
			px,
			clOrdId: 'one',
		};
		order(resting);
		expect(ask('POST', ORDER, resting)).toMatchObject({ code: '1', data: [{ sCode: '51016', ordId: '' }] });
		ask('POST', '/api/v5/trade/cancel-order', { instId: SYMBOL, clOrdId: 'one' });
		const again = order({ ...resting, sz: '2' });
		expect(lookup('one').data).toMatchObject([{ ordId: again.ordId, sz: '2', state: 'live' }]);
	});
});

test('refuses a request above the limit of an endpoint with 50011, and answers a later one', () => {
	const balance = (): string => ask('GET', '/api/v5/account/balance').code;
	expect(Array.from({ length: 11 }, balance)).toEqual([...Array.from({ length: 10 }, () => '0'), '50011']);
	now += 2_000;
	expect(balance()).toBe('0');
});

test('margin of an isolated position leaves the cash balance and returns', () => {
	const detail = (): Body => ask('GET', '/api/v5/account/balance').data[0].details[0];
	const before = Number(detail().cashBal);
	order();
	const held = detail();
	const margin = Number(held.isoEq) - Number(held.isoUpl);
	expect(margin).toBeGreaterThan(0);
	const [fill] = ask('GET', '/api/v5/trade/fills', { instType: 'SWAP' }).data;
	expect(Number(held.cashBal) + margin).toBeCloseTo(before + Number(fill.fee), 6);
	order({ side: 'sell', reduceOnly: true });
	expect(Number(detail().isoEq)).toBe(0);
});

/** Logs in and subscribes on the private stream. `take` returns the messages received since the last call. */
function listen(...args: readonly Readonly<Record<string, string>>[]): {
	take(): Body[];
	readonly closed: () => number | undefined;
} {
	let frames: Body[] = [];
	let closed: number | undefined;
	let hear: (text: string) => void = () => undefined;
	frontEnd.connect({
		path: '/ws/v5/private',
		query: '',
		send: (text) => frames.push(text === 'pong' ? text : JSON.parse(text)),
		close: (code) => {
			closed = code;
		},
		onMessage: (listener) => {
			hear = listener;
		},
		onClose: () => undefined,
	});
	const timestamp = String(Math.floor(now / 1_000));
	const sign = signature(`${timestamp}GET/users/self/verify`);
	const login = { apiKey: key.key, passphrase: key.passphrase, timestamp, sign };
	hear(JSON.stringify({ op: 'login', args: [login] }));
	hear(JSON.stringify({ op: 'subscribe', args }));
	frames = [];
	return { take: () => frames.splice(0).filter(({ data }) => data !== undefined), closed: () => closed };
}

describe('a forced close on the private stream', () => {
	const SWAPS = [
		{ channel: 'orders', instType: 'SWAP' },
		{ channel: 'positions', instType: 'SWAP' },
		{ channel: 'balance_and_position' },
	];

	test('reports a liquidation in the order and leaves no position', async () => {
		ask('POST', '/api/v5/account/set-leverage', { instId: SYMBOL, mgnMode: 'isolated', lever: '10' });
		order();
		const { take } = listen(...SWAPS);
		now += 1;
		exchange.shock({ underlying: 'BTC', factor: parseDecimal('0.85'), halfLifeMs: undefined });
		await Promise.resolve();
		const frames = take();
		const orders = frames.filter(({ arg }) => arg.channel === 'orders').flatMap(({ data }) => data);
		expect(orders.at(-1)).toMatchObject({
			category: 'full_liquidation',
			side: 'sell',
			clOrdId: '',
			state: 'filled',
		});
		expect(Number(orders.at(-1).tradeId)).toBeLessThan(0);
		const positions = frames.filter(({ arg }) => arg.channel === 'positions').flatMap(({ data }) => data);
		expect(positions.at(-1)).toMatchObject({ instId: SYMBOL, pos: '0' });
		const changes = frames
			.filter(({ arg }) => arg.channel === 'balance_and_position')
			.flatMap(({ data }) => data);
		expect(changes.map(({ eventType }) => eventType)).toContain('liquidation');
	});

	test('reports a deleveraging in the order and leaves the rest of the position', async () => {
		order({ side: 'sell' });
		const { take } = listen(...SWAPS);
		exchange.deleverage(key.accountId, SYMBOL, { quantity: parseDecimal('0.04'), price: undefined });
		await Promise.resolve();
		const frames = take();
		const orders = frames.filter(({ arg }) => arg.channel === 'orders').flatMap(({ data }) => data);
		expect(orders.at(-1)).toMatchObject({ category: 'adl', side: 'buy', accFillSz: '40' });
		const positions = frames.filter(({ arg }) => arg.channel === 'positions').flatMap(({ data }) => data);
		expect(positions.at(-1)).toMatchObject({ instId: SYMBOL, pos: '-60' });
	});
});

test('closes a connection that is silent for 30 seconds, with its code', () => {
	vi.useFakeTimers();
	const { closed } = listen();
	vi.advanceTimersByTime(29_999);
	expect(closed()).toBeUndefined();
	vi.advanceTimersByTime(1);
	expect(closed()).toBe(4_004);
});

test('closes the connections of a key that ends', () => {
	const { closed } = listen({ channel: 'account' });
	exchange.keys.revoke(key.accountId, key.key);
	expect(closed()).toBe(4_007);
});
