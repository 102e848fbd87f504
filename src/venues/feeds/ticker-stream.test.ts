/** Runs the ticker stream on scripted connections and a controlled clock. */

import { expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { binanceMarks } from '../binance/stream.ts';
import { hyperliquidContexts } from '../hyperliquid/stream.ts';
import { moduleOf } from '../modules.ts';
import { publicStreamOf } from '../shared/at-site.ts';
import type { OpenWire, WireEvents } from './feed-socket.ts';
import type { TickerProtocol } from './ticker-protocol.ts';
import { openTickerStream } from './ticker-stream.ts';

const START = 1_760_000_000_000;

type Connection = { readonly events: WireEvents; readonly sent: string[]; cuts: number };

function openScripted(protocol: TickerProtocol = hyperliquidContexts) {
	const clock = createVirtualClock(START);
	const connections: Connection[] = [];
	const warned: string[] = [];
	const openWire: OpenWire = (_address, events) => {
		const connection: Connection = { events, sent: [], cuts: 0 };
		connections.push(connection);
		return {
			send: (text) => connection.sent.push(text),
			ping() {},
			cut: () => {
				connection.cuts += 1;
			},
		};
	};
	const stream = openTickerStream({
		protocol,
		publicStream: publicStreamOf(moduleOf(protocol.venue).facts.sites, {}),
		openWire,
		clock,
		random: { unit: () => 0.5, hex: (bytes) => '0'.repeat(2 * bytes) },
		log: { ...SILENT_LOGGER, warn: (_facts, what) => warned.push(String(what)) },
	});
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		while (await clock.advance(until));
		clock.leap(until);
	};
	return { clock, connections, stream, warned, pass };
}

function push({ events }: Connection, coin: string, ctx: object): void {
	events.onMessage(Buffer.from(JSON.stringify({ channel: 'activeAssetCtx', data: { coin, ctx } })));
}

/** Filters the sent commands for subscriptions and unsubscriptions. */
function commandsOf({ sent }: Connection): readonly string[] {
	return sent
		.map((text) => JSON.parse(text) as { method: string; subscription?: { type: string; coin: string } })
		.flatMap(({ method, subscription }) =>
			subscription === undefined ? [] : [`${method} ${subscription.type} ${subscription.coin}`],
		);
}

async function opened(...symbols: readonly string[]) {
	return openedBy(hyperliquidContexts, symbols);
}

async function openedBy(protocol: TickerProtocol, symbols: readonly string[]) {
	const scripted = openScripted(protocol);
	scripted.stream.watch(symbols);
	await scripted.pass(0);
	const [connection] = scripted.connections;
	if (connection === undefined) throw new Error('No connection was opened.');
	connection.events.onOpen();
	await scripted.pass(1_000);
	return { ...scripted, connection };
}

test('connects only once a symbol is wanted', async () => {
	const { connections, stream, pass } = openScripted();
	stream.watch([]);
	await pass(60_000);
	expect(connections).toEqual([]);
	stream.close();
});

test('subscribes each symbol once, and keeps its message with the time of receipt', async () => {
	const { clock, connection, stream, pass } = await opened('BTC', 'ETH');
	stream.watch(['BTC', 'ETH']);
	await pass(500);
	expect(commandsOf(connection)).toEqual(['subscribe activeAssetCtx BTC', 'subscribe activeAssetCtx ETH']);
	expect(stream.latest('BTC')).toBeUndefined();
	push(connection, 'BTC', { markPx: '1' });
	const receivedAt = clock.now();
	await pass(3_000);
	expect(stream.latest('BTC')).toEqual({ body: { markPx: '1' }, receivedAt });
	push(connection, 'BTC', { markPx: '2' });
	expect(stream.latest('BTC')).toEqual({ body: { markPx: '2' }, receivedAt: receivedAt + 3_000 });
	expect(stream.latest('ETH')).toBeUndefined();
	stream.close();
});

test('keeps a lost symbol’s age growing until the next connection updates it', async () => {
	const { clock, connection, connections, stream, pass } = await opened('BTC');
	push(connection, 'BTC', { markPx: '1' });
	const receivedAt = clock.now();
	connection.events.onClose('the connection closed with code 1006');
	await pass(2_000);
	expect(stream.latest('BTC')?.receivedAt).toBe(receivedAt);
	const [, second] = connections;
	second?.events.onOpen();
	await pass(0);
	expect(second === undefined ? [] : commandsOf(second)).toEqual(['subscribe activeAssetCtx BTC']);
	push(connection, 'BTC', { markPx: 'from the lost connection' });
	expect(stream.latest('BTC')?.body).toEqual({ markPx: '1' });
	if (second !== undefined) push(second, 'BTC', { markPx: '3' });
	expect(stream.latest('BTC')).toEqual({ body: { markPx: '3' }, receivedAt: clock.now() });
	stream.close();
});

test('replaces a connection that answers pings but sends no tickers', async () => {
	const { connection, connections, stream, pass } = await opened('BTC');
	for (let seconds = 0; seconds < 20; seconds += 1) {
		connection.events.onMessage(Buffer.from('{"channel":"pong"}'));
		await pass(1_000);
	}
	expect(connection.cuts).toBe(1);
	expect(connections.length).toBe(2);
	stream.close();
});

test('unsubscribes a symbol that is no longer wanted, and subscribes a new one', async () => {
	const { connection, stream, pass } = await opened('BTC', 'ETH');
	push(connection, 'ETH', { markPx: '1' });
	stream.watch(['BTC', 'SOL']);
	await pass(1_000);
	expect(commandsOf(connection).slice(2)).toEqual([
		'subscribe activeAssetCtx SOL',
		'unsubscribe activeAssetCtx ETH',
	]);
	push(connection, 'ETH', { markPx: '2' });
	expect(stream.latest('ETH')).toBeUndefined();
	stream.close();
});

test('logs a refusal, and ignores garbage', async () => {
	const { connection, stream, warned } = await opened('BTC');
	for (const text of [
		'{',
		'[]',
		'null',
		'{"channel":"activeAssetCtx"}',
		'{"channel":"activeAssetCtx","data":[]}',
	])
		connection.events.onMessage(Buffer.from(text));
	connection.events.onMessage(Buffer.from('{"channel":"activeAssetCtx","data":{"coin":"BTC","ctx":null}}'));
	expect(stream.latest('BTC')).toBeUndefined();
	connection.events.onMessage(Buffer.from('{"channel":"error","data":"Invalid subscription"}'));
	expect(warned).toEqual(['ticker subscription refused']);
	stream.close();
});

test('subscribes to all symbols once per connection, and keeps only wanted ones', async () => {
	const { clock, connection, connections, stream, warned, pass } = await openedBy(binanceMarks, [
		'BTCUSDT',
		'ETHUSDT',
	]);
	const mark = (s: string, p: string) => ({
		e: 'markPriceUpdate',
		E: START,
		s,
		p,
		i: '99',
		P: '98',
		r: '0.0001',
		T: START,
	});
	const pushMarks = (...events: readonly object[]) =>
		connection.events.onMessage(Buffer.from(JSON.stringify(events)));
	connection.events.onMessage(Buffer.from('{"result":null,"id":1}'));
	pushMarks(mark('BTCUSDT', '100'), mark('OTHERUSDT', '1'), { e: 'serverShutdown' }, mark('ETHUSDT', '10'));
	stream.watch(['BTCUSDT', 'SOLUSDT']);
	await pass(1_000);
	pushMarks(mark('SOLUSDT', '5'));
	const body = {
		symbol: 'BTCUSDT',
		markPrice: '100',
		indexPrice: '99',
		lastFundingRate: '0.0001',
		nextFundingTime: START,
	};
	expect(stream.latest('BTCUSDT')).toEqual({ body, receivedAt: clock.now() - 1_000 });
	expect(stream.latest('SOLUSDT')?.body).toMatchObject({ markPrice: '5' });
	expect([stream.latest('ETHUSDT'), stream.latest('OTHERUSDT')]).toEqual([undefined, undefined]);
	const subscription = '{"method":"SUBSCRIBE","params":["!markPrice@arr@1s"],"id":1}';
	expect(connection.sent).toEqual([subscription]);
	connection.events.onClose('the connection closed with code 1006');
	await pass(2_000);
	connections[1]?.events.onOpen();
	await pass(0);
	expect(connections[1]?.sent).toEqual([subscription]);
	connections[1]?.events.onMessage(Buffer.from('{"error":{"code":2,"msg":"Invalid request"}}'));
	expect(warned).toContain('ticker subscription refused');
	stream.close();
});
