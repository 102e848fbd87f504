/** Tests the streams of a contract that is renamed while clients listen to them, on every exchange. */

import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseDecimal } from '../src/domain/decimal.ts';
import type { ApiKey } from './core/api-keys.ts';
import { openExchange, type SimulatedExchange } from './core/exchange.ts';
import type { FrontEnd } from './core/types.ts';
import { openWorld } from './core/world.ts';
import { EXCHANGE_NAMES, EXCHANGES, type ExchangeName, exchangeNamed } from './exchanges.ts';

const START = Date.UTC(2026, 10, 20, 12, 30);

type Streams = {
	readonly symbol: string;
	readonly other: string;
	readonly path: string;
	readonly query?: (frontEnd: FrontEnd) => string;
	readonly commands: (symbol: string) => readonly object[];
	/** Path, query and commands of the account stream. */
	readonly account: {
		readonly path: string;
		readonly query?: (frontEnd: FrontEnd, key: ApiKey) => string;
		readonly commands: (key: ApiKey) => readonly object[];
	};
};

function hmac(key: ApiKey, payload: string, encoding: 'hex' | 'base64'): string {
	return createHmac('sha256', key.secret).update(payload).digest(encoding);
}

function bullet(frontEnd: FrontEnd, path: string, headers: Record<string, string>): string {
	const { body } = frontEnd.handle({ method: 'POST', path, query: '', headers, body: '' });
	return `token=${JSON.parse(body).data.token}&connectId=1`;
}

const STREAMS: Readonly<Partial<Record<ExchangeName, Streams>>> = {
	bybit: {
		symbol: 'BTCUSDT',
		other: 'ETHUSDT',
		path: '/v5/public/linear',
		commands: (symbol) => [
			{ op: 'subscribe', args: [`orderbook.50.${symbol}`, `orderbook.1.${symbol}`, `tickers.${symbol}`] },
		],
		account: {
			path: '/v5/private',
			commands: (key) => {
				const expires = START + 60_000;
				return [
					{ op: 'auth', args: [key.key, expires, hmac(key, `GET/realtime${expires}`, 'hex')] },
					{ op: 'subscribe', args: ['order', 'execution', 'position', 'wallet'] },
				];
			},
		},
	},
	kucoin: {
		symbol: 'XBTUSDTM',
		other: 'ETHUSDTM',
		path: '/',
		query: (frontEnd) => bullet(frontEnd, '/api/v1/bullet-public', {}),
		account: {
			path: '/',
			query: (frontEnd, key) => {
				const path = '/api/v1/bullet-private';
				return bullet(frontEnd, path, {
					'kc-api-key': key.key,
					'kc-api-timestamp': String(START),
					'kc-api-key-version': '2',
					'kc-api-passphrase': hmac(key, key.passphrase, 'base64'),
					'kc-api-sign': hmac(key, `${START}POST${path}`, 'base64'),
				});
			},
			commands: () =>
				['/contractMarket/tradeOrders', '/contract/positionAll', '/contractAccount/wallet'].map((topic) => ({
					id: '1',
					type: 'subscribe',
					topic,
					privateChannel: true,
				})),
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
		account: {
			path: '/private/ws',
			query: (frontEnd, key) => {
				const headers = { 'x-mbx-apikey': key.key };
				const path = '/fapi/v1/listenKey';
				const { body } = frontEnd.handle({ method: 'POST', path, query: '', headers, body: '' });
				return `listenKey=${JSON.parse(body).listenKey}&events=ORDER_TRADE_UPDATE/ACCOUNT_UPDATE`;
			},
			commands: () => [],
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
		account: {
			path: '/ws/v5/private',
			commands: (key) => {
				const timestamp = String(START / 1_000);
				const sign = hmac(key, `${timestamp}GET/users/self/verify`, 'base64');
				const channels = ['orders', 'positions', 'account', 'balance_and_position'];
				return [
					{ op: 'login', args: [{ apiKey: key.key, passphrase: key.passphrase, timestamp, sign }] },
					{ op: 'subscribe', args: channels.map((channel) => ({ channel, instType: 'SWAP' })) },
				];
			},
		},
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
		account: {
			path: '/ws',
			commands: ({ key: user }) =>
				['orderUpdates', 'userFills', 'userFundings'].map((type) => ({
					method: 'subscribe',
					subscription: { type, user },
				})),
		},
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

/** @throws Error if `STREAMS` lacks the exchange; every exchange has streams */
function streamsOf(name: ExchangeName): Streams {
	const streams = STREAMS[name];
	if (streams === undefined) throw new Error(`STREAMS has no row of ${name}.`);
	return streams;
}

async function openFrontEnd(name: ExchangeName): Promise<FrontEnd> {
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	exchange = openExchange({ name, world, dataDir, clock: () => now });
	return (await exchangeNamed(name).loadFrontEnd())(exchange);
}

/** Opens a connection, sends the commands, and returns the list that collects its frames. */
function connected(frontEnd: FrontEnd, path: string, query: string, commands: readonly object[]): string[] {
	const frames: string[] = [];
	let hear: (text: string) => void = () => {};
	frontEnd.connect({
		path,
		query,
		send: (text) => frames.push(text),
		close: () => {},
		onMessage: (listener) => {
			hear = listener;
		},
		onClose: () => {},
	});
	for (const command of commands) hear(JSON.stringify(command));
	return frames;
}

test.each(EXCHANGE_NAMES)(
	'%s: the streams of a renamed contract go silent, the others continue',
	async (name) => {
		const { symbol, other, path, query, commands } = streamsOf(name);
		const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
		const frontEnd = await openFrontEnd(name);
		const frames = connected(frontEnd, path, query?.(frontEnd) ?? '', [symbol, other].flatMap(commands));
		await Promise.resolve();
		/** Returns the number of frames per contract in five seconds in which both contracts change. */
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
		// This price change is still unsent when the contract is renamed.
		exchange?.shock({ underlying: 'BTC', factor: parseDecimal('1.02'), halfLifeMs: undefined });
		exchange?.contracts.rename(symbol, `X${symbol}`);
		const [after, otherAfter = 0] = counts();
		expect(after).toBe(0);
		expect(otherAfter).toBeGreaterThan(4);
		expect(errors).not.toHaveBeenCalled();
		errors.mockRestore();
	},
);

test.each(EXCHANGE_NAMES)(
	'%s: events just before a rename break neither the account stream nor other streams',
	async (name) => {
		const { symbol, other, path, query, commands, account } = streamsOf(name);
		const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
		const frontEnd = await openFrontEnd(name);
		const { key } = (exchange as SimulatedExchange).accounts.ensure({ name: 'ann' });
		const told = connected(
			frontEnd,
			account.path,
			account.query?.(frontEnd, key) ?? '',
			account.commands(key),
		);
		connected(frontEnd, path, query?.(frontEnd) ?? '', commands(symbol));
		await Promise.resolve();
		const take = (at: string) =>
			exchange?.placeOrder(key.accountId, {
				symbol: at,
				side: 'buy',
				kind: 'market',
				quantity: parseDecimal('1'),
				price: undefined,
				timeInForce: 'IOC',
				reduceOnly: false,
				clientOrderId: undefined,
				leverage: undefined,
				marginMode: undefined,
			});
		told.length = 0;
		take(symbol);
		exchange?.contracts.rename(symbol, `X${symbol}`);
		await Promise.resolve();
		// The old name is unknown, so a stream requested under it stays silent or is refused.
		connected(frontEnd, path, query?.(frontEnd) ?? '', commands(symbol));
		await Promise.resolve();
		take(other);
		await Promise.resolve();
		expect(told.some((frame) => frame.includes(`"${other}"`))).toBe(true);
		expect(errors).not.toHaveBeenCalled();
		errors.mockRestore();
	},
);
