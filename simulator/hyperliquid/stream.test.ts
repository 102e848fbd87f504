/** Tests the messages of the contract context channel and their timing. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { openExchange, type SimulatedExchange } from '../core/exchange.ts';
import type { FrontEnd } from '../core/types.ts';
import { openWorld } from '../core/world.ts';
import { EXCHANGES } from '../exchanges.ts';
import { createHyperliquidFrontEnd } from './front-end.ts';

const START = Date.UTC(2026, 10, 20, 12, 30);

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of frames and bodies
type Frame = any;

let dataDir: string;
let exchange: SimulatedExchange;
let frontEnd: FrontEnd;
let now: number;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
	dataDir = mkdtempSync(join(tmpdir(), 'hyperliquid-stream-'));
	now = START;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	exchange = openExchange({ name: 'hyperliquid', world, dataDir, clock: () => now });
	frontEnd = createHyperliquidFrontEnd(exchange);
});
afterEach(() => {
	exchange.close();
	vi.useRealTimers();
	rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Connects a client. `say` sends a message as the client; `take` returns the messages received since the last call.
 */
function connect() {
	const frames: Frame[] = [];
	let hear: (text: string) => void = () => undefined;
	let end: () => void = () => undefined;
	frontEnd.connect({
		path: '/ws',
		query: '',
		send: (text) => frames.push(JSON.parse(text)),
		close: () => undefined,
		onMessage: (listener) => {
			hear = listener;
		},
		onClose: (listener) => {
			end = listener;
		},
	});
	return {
		say: (method: string, coin: string) =>
			hear(JSON.stringify({ method, subscription: { type: 'activeAssetCtx', coin } })),
		take: (): Frame[] => frames.splice(0),
		end: () => end(),
	};
}

/** Requests and returns the contract's current context. */
function contextOf(coin: string): Frame {
	const body = JSON.stringify({ type: 'metaAndAssetCtxs' });
	const answer = frontEnd.handle({ method: 'POST', path: '/info', query: '', headers: {}, body });
	const [meta, contexts] = JSON.parse(answer.body);
	return contexts[meta.universe.findIndex(({ name }: Frame) => name === coin)];
}

test('a subscription is acknowledged and gets the whole context, equal to that of a request', () => {
	const { say, take } = connect();
	say('subscribe', 'BTC');
	const [acknowledged, told, ...others] = take();
	expect(acknowledged).toEqual({
		channel: 'subscriptionResponse',
		data: { method: 'subscribe', subscription: { type: 'activeAssetCtx', coin: 'BTC' } },
	});
	expect(told).toEqual({ channel: 'activeAssetCtx', data: { coin: 'BTC', ctx: contextOf('BTC') } });
	expect(Object.keys(told.data.ctx)).toEqual(
		expect.arrayContaining([
			'funding',
			'openInterest',
			'premium',
			'oraclePx',
			'markPx',
			'midPx',
			'dayNtlVlm',
		]),
	);
	expect(others).toEqual([]);
});

test('a change is sent once, within a second, and nothing is sent without a change', () => {
	const { say, take } = connect();
	say('subscribe', 'BTC');
	take();
	vi.advanceTimersByTime(5_000);
	expect(take()).toEqual([]);
	const before = contextOf('BTC');
	exchange.shock({ underlying: 'BTC', factor: parseDecimal('1.05'), halfLifeMs: undefined });
	now += 1;
	vi.advanceTimersByTime(1_000);
	const told = take();
	expect(told).toEqual([{ channel: 'activeAssetCtx', data: { coin: 'BTC', ctx: contextOf('BTC') } }]);
	expect(told[0].data.ctx.markPx).not.toBe(before.markPx);
	vi.advanceTimersByTime(5_000);
	expect(take()).toEqual([]);
});

test('a paused contract has no mid and no impact prices, also on its stream', () => {
	const { say, take } = connect();
	say('subscribe', 'ETH');
	take();
	exchange.announcements.setPaused('ETH', true);
	vi.advanceTimersByTime(1_000);
	const [told] = take();
	expect(told.data.ctx).toMatchObject({ midPx: null, impactPxs: null });
});

test('nothing more is sent after an unsubscription or the end of the connection', () => {
	const first = connect();
	const second = connect();
	for (const { say, take } of [first, second]) {
		say('subscribe', 'BTC');
		take();
	}
	first.say('unsubscribe', 'BTC');
	expect(first.take()).toMatchObject([{ channel: 'subscriptionResponse', data: { method: 'unsubscribe' } }]);
	second.end();
	exchange.shock({ underlying: 'BTC', factor: parseDecimal('1.05'), halfLifeMs: undefined });
	now += 1;
	vi.advanceTimersByTime(2_000);
	expect([first.take(), second.take()]).toEqual([[], []]);
});

test('a second subscription, and one to an unknown contract, are refused with a sentence', () => {
	const { say, take } = connect();
	say('subscribe', 'BTC');
	take();
	say('subscribe', 'BTC');
	say('subscribe', 'NOPE');
	expect(take()).toEqual([
		{ channel: 'error', data: 'Already subscribed: {"type":"activeAssetCtx","coin":"BTC"}' },
		{ channel: 'error', data: 'Invalid subscription {"type":"activeAssetCtx","coin":"NOPE"}' },
	]);
});
