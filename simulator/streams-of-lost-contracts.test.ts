/** What the streams of a contract do when it gets another name while they are heard, at every exchange. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseDecimal } from '../src/domain/decimal.ts';
import { openExchange, type SimulatedExchange } from './core/exchange.ts';
import type { ExchangeName, Face } from './core/types.ts';
import { openWorld } from './core/world.ts';
import { FACES } from './simulator.ts';

const START = Date.UTC(2026, 10, 20, 12, 30);

type Streams = {
	readonly symbol: string;
	readonly other: string;
	readonly path: string;
	readonly query?: (face: Face) => string;
	readonly commands: (symbol: string) => readonly object[];
};

const STREAMS: Readonly<Record<ExchangeName, Streams>> = {
	bybit: {
		symbol: 'BTCUSDT',
		other: 'ETHUSDT',
		path: '/v5/public/linear',
		commands: (symbol) => [
			{ op: 'subscribe', args: [`orderbook.50.${symbol}`, `orderbook.1.${symbol}`, `tickers.${symbol}`] },
		],
	},
	kucoin: {
		symbol: 'XBTUSDTM',
		other: 'ETHUSDTM',
		path: '/',
		query: (face) => {
			const request = { method: 'POST', path: '/api/v1/bullet-public', query: '', headers: {}, body: '' };
			return `token=${JSON.parse(face.handle(request).body).data.token}&connectId=1`;
		},
		commands: (symbol) =>
			['/contractMarket/level2Depth50', '/contractMarket/tickerV2', '/contract/instrument'].map((name) => ({
				id: '1',
				type: 'subscribe',
				topic: `${name}:${symbol}`,
			})),
	},
	binance: {
		symbol: 'BTCUSDT',
		other: 'ETHUSDT',
		path: '/ws',
		commands: (symbol) => {
			const name = symbol.toLowerCase();
			const streams = [
				`${name}@depth@100ms`,
				`${name}@depth5@100ms`,
				`${name}@markPrice@1s`,
				`${name}@ticker`,
			];
			return [{ method: 'SUBSCRIBE', params: [...streams, '!markPrice@arr@1s'], id: 1 }];
		},
	},
	okx: {
		symbol: 'BTC-USDT-SWAP',
		other: 'ETH-USDT-SWAP',
		path: '/ws/v5/public',
		commands: (instId) => [
			{
				op: 'subscribe',
				args: ['books', 'tickers', 'mark-price', 'funding-rate'].map((channel) => ({ channel, instId })),
			},
		],
	},
	hyperliquid: {
		symbol: 'BTC',
		other: 'ETH',
		path: '/ws',
		commands: (coin) =>
			['l2Book', 'bbo', 'activeAssetCtx'].map((type) => ({
				method: 'subscribe',
				subscription: { type, coin },
			})),
	},
};

let dataDir: string;
let exchange: SimulatedExchange | undefined;
let now: number;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
	dataDir = mkdtempSync(join(tmpdir(), 'lost-contract-'));
	now = START;
});
afterEach(() => {
	exchange?.close();
	vi.useRealTimers();
	rmSync(dataDir, { recursive: true, force: true });
});

test.each(Object.keys(STREAMS) as ExchangeName[])(
	'%s: the streams of a contract that gets another name end in silence, the others go on',
	async (name) => {
		const { symbol, other, path, query, commands } = STREAMS[name];
		const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
		const world = openWorld({ dataDir, seed: 7, nowMs: START });
		exchange = openExchange({ name, world, dataDir, clock: () => now });
		const face = (await (FACES[name] as NonNullable<(typeof FACES)[ExchangeName]>)())(exchange);
		const frames: string[] = [];
		let hear: (text: string) => void = () => {};
		face.connect({
			path,
			query: query?.(face) ?? '',
			send: (text) => frames.push(text),
			close: () => {},
			onMessage: (listener) => {
				hear = listener;
			},
			onClose: () => {},
		});
		for (const listed of [symbol, other])
			for (const command of commands(listed)) hear(JSON.stringify(command));
		await Promise.resolve();
		/** Frames of five seconds in which both contracts move, by contract. */
		const counts = () => {
			frames.length = 0;
			for (let second = 0; second < 5; second += 1) {
				for (const underlying of ['BTC', 'ETH'])
					exchange?.shock({ underlying, factor: parseDecimal('1.01'), halfLifeMs: undefined });
				now += 1_000;
				vi.advanceTimersByTime(1_000);
			}
			const of = (listed: string) =>
				frames.filter((text) => text.includes(`"${listed}"`) || text.includes(`:${listed}"`));
			return [of(symbol).length, of(other).length];
		};
		const [before = 0, otherBefore = 0] = counts();
		expect(Math.min(before, otherBefore)).toBeGreaterThan(4);
		// A change that is still to be told when the contract goes.
		exchange.shock({ underlying: 'BTC', factor: parseDecimal('1.02'), halfLifeMs: undefined });
		exchange.contracts.rename(symbol, `X${symbol}`);
		const [after, otherAfter = 0] = counts();
		expect(after).toBe(0);
		expect(otherAfter).toBeGreaterThan(4);
		expect(errors).not.toHaveBeenCalled();
		errors.mockRestore();
	},
);
