import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { openExchange, type SimulatedExchange } from '../core/exchange.ts';
import type { OrderRequest } from '../core/types.ts';
import { openWorld } from '../core/world.ts';
import { EXCHANGES } from '../exchanges.ts';
import { connectStream } from './stream.ts';

const START = Date.UTC(2026, 10, 20, 12, 30);
const SYMBOL = 'XBTUSDTM';

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of frames
type Frame = any;

let dataDir: string;
let exchange: SimulatedExchange;
let me: string;
let now: number;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'kucoin-stream-'));
	now = START;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	exchange = openExchange({ name: 'kucoin', world, dataDir, clock: () => now });
	me = exchange.accounts.ensure({ name: 'ann' }).account.id;
});
afterEach(() => {
	exchange.close();
	rmSync(dataDir, { recursive: true, force: true });
});

function order(quantity: string, change: Partial<OrderRequest> = {}): void {
	exchange.placeOrder(me, {
		symbol: SYMBOL,
		side: 'buy',
		kind: 'market',
		quantity: parseDecimal(quantity),
		price: undefined,
		timeInForce: 'IOC',
		reduceOnly: false,
		clientOrderId: undefined,
		leverage: parseDecimal('10'),
		marginMode: 'isolated',
		...change,
	});
}

/** Subscribes to the topics and returns a function that takes the messages received since the last call. */
function listen(...topics: readonly string[]): () => Frame[] {
	let frames: Frame[] = [];
	let hear: (text: string) => void = () => undefined;
	connectStream(exchange, () => ({ accountId: me, key: 'mine' }), {
		path: '/',
		query: 'token=mine',
		send: (text) => frames.push(JSON.parse(text)),
		close: () => undefined,
		onMessage: (listener) => {
			hear = listener;
		},
		onClose: () => undefined,
	});
	for (const topic of topics) hear(JSON.stringify({ id: 1, type: 'subscribe', topic, privateChannel: true }));
	frames = [];
	return () => frames.splice(0).filter(({ type }) => type === 'message');
}

test('a liquidation sends a trade of type liquid and a position change with its reason', () => {
	order('0.1');
	const take = listen('/contractMarket/tradeOrders', '/contract/positionAll');
	const bankrupt = exchange.positions(me)[0]?.bankruptcyPrice;
	now += 1;
	exchange.shock({ underlying: 'BTC', factor: parseDecimal('0.85'), halfLifeMs: undefined });
	const frames = take();
	expect(frames.map(({ subject, data }: Frame) => [subject, data.type ?? data.changeReason])).toEqual([
		['orderChange', 'match'],
		['orderChange', 'filled'],
		['position.change', 'liquidation'],
	]);
	expect(frames[0].data).toMatchObject({
		tradeType: 'liquid',
		clientOid: '',
		side: 'sell',
		matchSize: '100',
	});
	expect(parseDecimal(frames[0].data.matchPrice)).toBe(bankrupt);
	expect(frames[2].data).toMatchObject({ symbol: SYMBOL, currentQty: 0, isOpen: false });
});

test('a deleveraging sends a trade of type adl', () => {
	order('0.1', { side: 'sell' });
	const take = listen('/contractMarket/tradeOrders:XBTUSDTM', '/contract/position:XBTUSDTM');
	exchange.deleverage(me, SYMBOL, { quantity: parseDecimal('0.04'), price: undefined });
	const frames = take();
	expect(frames.map(({ data }: Frame) => data.tradeType ?? data.changeReason)).toEqual(['adl', 'adl', 'adl']);
	expect(frames.at(-1).data).toMatchObject({ currentQty: -60, isOpen: true });
});

test('fees in KCS change the KCS wallet, not the USDT wallet', () => {
	exchange.accounts.payFeesInAsset('ann', { isOn: true, deposit: parseDecimal('10') });
	const take = listen('/contractAccount/wallet');
	order('0.01');
	const wallets = take()
		.filter(({ subject }: Frame) => subject === 'walletBalance.change')
		.map(({ data }: Frame) => [data.currency, data.walletBalance]);
	const [fill] = exchange.fills(me, { limit: 1 });
	expect(fill?.feeAsset).toBe('KCS');
	expect(wallets[0]).toEqual(['USDT', '100000']);
	expect(wallets[1]?.[0]).toBe('KCS');
	expect(Number(wallets[1]?.[1])).toBeLessThan(10);
});
