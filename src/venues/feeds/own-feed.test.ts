/** Runs the feed on scripted connections and a controlled clock, and checks its reactions to stream faults. */
import { describe, expect, test } from 'vitest';
import { openScriptedFeed as open, pass } from '../../../test/support/scripted-feed.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { binanceProtocol } from '../binance/books.ts';
import { bybitProtocol } from '../bybit/books.ts';
import { hyperliquidProtocol } from '../hyperliquid/books.ts';
import { noneCounted } from './book-feed.ts';
import type { FeedRequest } from './protocol.ts';

function bybit(type: 'snapshot' | 'delta', coin: string, u: number, bid: string, ts = u): object {
	const isSnapshot = type === 'snapshot';
	return {
		topic: `orderbook.50.${coin}USDT`,
		type,
		ts,
		data: {
			s: `${coin}USDT`,
			b: [[bid, '1']],
			a: isSnapshot ? [['200', '1']] : [],
			u,
			seq: u,
		},
	};
}

describe('feed in step', () => {
	test('delivers changes at most every 200 ms per symbol, and always the last state', async () => {
		const { clock, accept, send, bids, newest, feed } = await open(bybitProtocol, ['SOL', 'BTC']);
		accept();
		expect(newest().address).toBe('wss://stream.bybit.com/v5/public/linear');
		expect(newest().sent).toEqual([
			'{"req_id":"1","op":"subscribe","args":["orderbook.50.SOLUSDT","orderbook.50.BTCUSDT"]}',
		]);
		send(bybit('snapshot', 'SOL', 10, '100'));
		await pass(clock, 10);
		send(bybit('snapshot', 'BTC', 7, '9'));
		for (let u = 11; u < 17; u += 1) {
			await pass(clock, 10);
			send(bybit('delta', 'SOL', u, String(90 + u)));
		}
		await pass(clock, 300);
		expect(bids()).toEqual(['SOLUSDT 100', 'BTCUSDT 9', 'SOLUSDT 106']);
		expect(feed.counters()).toEqual({ ...noneCounted(), messages: 8, books: 3 });
	});

	test('measures the offset of the exchange’s clock by the least delayed message', async () => {
		const { clock, accept, send, feed } = await open(bybitProtocol, ['SOL']);
		expect(feed.clockOffsetMs()).toBeUndefined();
		accept();
		for (const [u, aheadMs] of [30, 41, 12].entries()) {
			send(bybit('snapshot', 'SOL', 10 + u, '100', clock.now() + aheadMs));
			await pass(clock, 250);
		}
		expect(feed.clockOffsetMs()).toBe(41);
		// After two windows the earlier best value is no longer used.
		for (let minute = 0; minute < 3; minute += 1) {
			await pass(clock, 9_000);
			for (let second = 0; second < 52; second += 1) {
				send(bybit('snapshot', 'SOL', 20, '100', clock.now() - 5));
				await pass(clock, 1_000);
			}
		}
		expect(feed.clockOffsetMs()).toBe(-5);
	});

	test('reports a one-sided book as down until it has both sides', async () => {
		const { clock, accept, send, down, bids } = await open(bybitProtocol, ['SOL']);
		accept();
		send({
			topic: 'orderbook.50.SOLUSDT',
			type: 'snapshot',
			data: { s: 'SOLUSDT', b: [], a: [['9', '1']], u: 3 },
		});
		await pass(clock, 300);
		expect([down, bids()]).toEqual([['SOLUSDT: One side of the book is empty.'], []]);
		send({
			topic: 'orderbook.50.SOLUSDT',
			type: 'delta',
			data: { s: 'SOLUSDT', b: [['8', '1']], a: [], u: 4 },
		});
		await pass(clock, 300);
		expect(bids()).toEqual(['SOLUSDT 8']);
	});
});

describe('book out of step', () => {
	test('is reported as down, resubscribed alone, and current again from the snapshot on', async () => {
		const { clock, accept, send, bids, down, newest, connections, feed } = await open(bybitProtocol, [
			'SOL',
			'BTC',
		]);
		accept();
		send(bybit('snapshot', 'SOL', 10, '100'), bybit('snapshot', 'BTC', 7, '9'));
		await pass(clock, 300);
		send(bybit('delta', 'SOL', 12, '101'), bybit('delta', 'SOL', 13, '102'), bybit('delta', 'BTC', 8, '10'));
		await pass(clock, 300);
		expect(down).toEqual(['SOLUSDT: The book is out of step: update 12 came after 10.']);
		expect(newest().sent.slice(1)).toEqual([
			'{"req_id":"2","op":"unsubscribe","args":["orderbook.50.SOLUSDT"]}',
			'{"req_id":"3","op":"subscribe","args":["orderbook.50.SOLUSDT"]}',
		]);
		send(
			bybit('delta', 'SOL', 14, '103'),
			bybit('snapshot', 'SOL', 20, '104'),
			bybit('delta', 'SOL', 21, '105'),
		);
		await pass(clock, 300);
		expect(bids()).toEqual(['SOLUSDT 100', 'BTCUSDT 9', 'BTCUSDT 10', 'SOLUSDT 104', 'SOLUSDT 105']);
		expect(connections).toHaveLength(1);
		expect(feed.counters()).toMatchObject({
			gaps: 1,
			gapsBy: { sequence: 1, checksum: 0 },
			resyncs: 1,
			reconnects: 0,
		});
	});

	test('ignores a repeated message; a restart of the exchange replaces the book', async () => {
		const { clock, accept, send, bids, down } = await open(bybitProtocol, ['SOL']);
		accept();
		send(
			bybit('snapshot', 'SOL', 10, '100'),
			bybit('delta', 'SOL', 11, '101'),
			bybit('delta', 'SOL', 11, '101'),
		);
		await pass(clock, 300);
		send({ ...bybit('snapshot', 'SOL', 1, '50'), type: 'delta' });
		await pass(clock, 300);
		expect([bids(), down]).toEqual([['SOLUSDT 100', 'SOLUSDT 101', 'SOLUSDT 50'], []]);
	});

	test('treats a crossed book and an unreadable message as a gap', async () => {
		const { clock, accept, send, down, newest } = await open(bybitProtocol, ['SOL']);
		accept();
		send(bybit('snapshot', 'SOL', 10, '100'), bybit('delta', 'SOL', 11, '200'));
		await pass(clock, 10);
		expect(down).toEqual(['SOLUSDT: The book is out of step: the best bid is not below the best ask.']);
		send(bybit('snapshot', 'SOL', 12, '100'));
		await pass(clock, 300);
		newest().events.onMessage(
			Buffer.from(
				'{"topic":"orderbook.50.SOLUSDT","type":"delta","data":{"s":"SOLUSDT","b":[["x","1"]],"u":13}}',
			),
		);
		await pass(clock, 10);
		expect(down[1]).toMatch(
			/^SOLUSDT: The book is out of step: byte \d+ of a frame of \d+ bytes is not a number\.$/,
		);
	});

	test('waits longer before each further restart', async () => {
		const { clock, accept, send, newest } = await open(bybitProtocol, ['SOL']);
		accept();
		const resyncedAt: number[] = [];
		for (let second = 0; second < 240; second += 1) {
			const before = newest().sent.length;
			send(bybit('snapshot', 'SOL', 10, '100'), bybit('delta', 'SOL', 12, '101'));
			await pass(clock, 1_000);
			if (newest().sent.some((text, index) => index >= before && text.includes('"subscribe"')))
				resyncedAt.push(second);
		}
		const pauses = resyncedAt.slice(1).map((at, index) => at - (resyncedAt[index] ?? 0));
		expect(pauses.at(-1)).toBeGreaterThanOrEqual(58);
		expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
	});
});

describe('a connection', () => {
	test('takes its books down when lost, and reopens after growing pauses until it works', async () => {
		const { clock, accept, send, bids, down, connections, newest } = await open(bybitProtocol, [
			'SOL',
			'BTC',
		]);
		accept();
		send(bybit('snapshot', 'SOL', 10, '100'));
		await pass(clock, 1_100);
		newest().events.onClose('the connection closed with code 1006');
		expect(down).toEqual([
			'SOLUSDT BTCUSDT: The book stream was lost: the connection closed with code 1006.',
		]);
		await pass(clock, 199);
		expect(connections).toHaveLength(1);
		await pass(clock, 1);
		expect(connections).toHaveLength(2);
		newest().events.onClose('connect ECONNREFUSED');
		await pass(clock, 399);
		expect(connections).toHaveLength(2);
		await pass(clock, 1);
		expect(connections).toHaveLength(3);
		// The feed ignores events from the lost connection.
		connections[0]?.events.onMessage(Buffer.from(JSON.stringify(bybit('delta', 'SOL', 11, '101'))));
		accept();
		send(bybit('snapshot', 'SOL', 50, '110'), bybit('snapshot', 'BTC', 5, '9'));
		await pass(clock, 1_100);
		newest().events.onClose('again');
		await pass(clock, 200);
		expect(connections).toHaveLength(4);
		expect(bids()).toEqual(['SOLUSDT 100', 'SOLUSDT 110', 'BTCUSDT 9']);
	});

	test('is dropped without an answer to our heartbeat', async () => {
		const { clock, accept, send, connections, newest, down } = await open(bybitProtocol, ['SOL']);
		accept();
		send(bybit('snapshot', 'SOL', 10, '100'));
		for (let u = 11; u < 19; u += 1) {
			await pass(clock, 1_000);
			send(bybit('delta', 'SOL', u, String(90 + u)));
		}
		await pass(clock, 9_000);
		// A book that stops changing reveals the dead connection before the heartbeat does.
		await pass(clock, 3_000);
		expect(connections[0]?.cuts).toBe(1);
		expect(down[0]).toMatch(/^SOLUSDT: The book stream was lost: no book message arrived for [\d.]+ s\.$/);
		expect(connections.length).toBeGreaterThan(1);
		accept();
		// The second connection is open, but does not respond to a ping.
		const second = newest();
		await pass(clock, 22_000);
		expect(second.sent.filter((text) => text === '{"op":"ping"}')).toHaveLength(1);
		expect(second.cuts).toBe(1);
	});

	test('is dropped if it never opens', async () => {
		const { clock, connections } = await open(bybitProtocol, ['SOL']);
		await pass(clock, 12_000);
		expect(connections).toHaveLength(2);
		expect(connections[0]?.cuts).toBe(1);
	});

	test('sends its commands no faster than the exchange allows', async () => {
		const coins = Array.from({ length: 120 }, (_, index) => `C${index}`);
		const { clock, accept, connections } = await open(bybitProtocol, coins);
		accept();
		const counts: (number | undefined)[] = [];
		for (let step = 0; step < 4; step += 1) {
			counts.push(connections[0]?.sent.length);
			await pass(clock, bybitProtocol.commandGapMs);
		}
		expect(counts).toEqual([1, 2, 3, 3]);
	});

	test('carries its share of the instruments and no more', async () => {
		const coins = Array.from({ length: 450 }, (_, index) => `C${index}`);
		const { connections } = await open(bybitProtocol, coins);
		expect(connections).toHaveLength(3);
	});

	test('subscribes the other symbols of a command when one is refused', async () => {
		const { clock, accept, send, newest, down } = await open(bybitProtocol, ['SOL', 'NOPE']);
		accept();
		send({ success: false, ret_msg: 'error:handler not found', req_id: '1', op: 'subscribe' });
		await pass(clock, 500);
		expect(newest().sent.slice(1)).toEqual([
			'{"req_id":"2","op":"subscribe","args":["orderbook.50.SOLUSDT"]}',
			'{"req_id":"3","op":"subscribe","args":["orderbook.50.NOPEUSDT"]}',
		]);
		send({ success: false, ret_msg: 'error:handler not found', req_id: '3', op: 'subscribe' });
		await pass(clock, 10);
		expect(down).toEqual(['NOPEUSDT: bybit refused the subscription: error:handler not found.']);
	});

	test('ends when the feed is closed', async () => {
		const { clock, accept, send, connections, feed, books } = await open(bybitProtocol, ['SOL']);
		accept();
		await feed.close();
		send(bybit('snapshot', 'SOL', 10, '100'));
		await pass(clock, 60_000);
		expect([connections.length, connections[0]?.cuts, books.length, clock.waiting()]).toEqual([1, 1, 0, 0]);
	});
});

describe('book that the exchange repeats', () => {
	const l2Book = (coin: string, time: number, bid: string) => ({
		channel: 'l2Book',
		data: {
			coin: `${coin}USDT`,
			time,
			levels: [[{ px: bid, sz: '1', n: 1 }], [{ px: '200', sz: '1', n: 1 }]],
		},
	});

	test('is not current without repeats, and ignores older messages', async () => {
		const { clock, accept, send, bids, down, newest, connections } = await open(hyperliquidProtocol, [
			'SOL',
			'BTC',
		]);
		accept();
		send(l2Book('SOL', 1_000, '100'), l2Book('SOL', 900, '99'));
		for (let time = 2; time < 6; time += 1) {
			send(l2Book('BTC', time * 1_000, '9'));
			await pass(clock, 5_000);
		}
		expect(bids()).toEqual(['SOLUSDT 100', ...Array(4).fill('BTCUSDT 9')]);
		expect(down).toHaveLength(1);
		expect(down[0]).toMatch(
			/^SOLUSDT: The book is out of step: no usable message arrived for 1\d(\.\d)? s\.$/,
		);
		expect(connections).toHaveLength(1);
		expect(newest().sent.slice(2, 4)).toEqual([
			'{"method":"unsubscribe","subscription":{"type":"l2Book","coin":"SOLUSDT"}}',
			'{"method":"subscribe","subscription":{"type":"l2Book","coin":"SOLUSDT"}}',
		]);
	});

	test('restarts if only older messages come', async () => {
		const { clock, accept, send, down, bids } = await open(hyperliquidProtocol, ['SOL', 'BTC']);
		accept();
		send(l2Book('SOL', 50_000, '100'));
		for (let time = 2; time < 16; time += 1) {
			send(l2Book('SOL', time * 1_000, '99'), l2Book('BTC', time * 1_000, '9'));
			await pass(clock, 1_000);
		}
		expect(down).toHaveLength(1);
		expect(bids().at(-2)).toBe('SOLUSDT 99');
	});
});

describe('stream with requested snapshots', () => {
	const event = (U: number, u: number, pu: number, bid: string, coin = 'SOL') => ({
		e: 'depthUpdate',
		E: u,
		s: `${coin}USDT`,
		U,
		u,
		pu,
		b: [[bid, '1']],
		a: [],
	});
	const snapshot = (lastUpdateId: number, bid = '100') => ({
		lastUpdateId,
		bids: [[bid, '1']],
		asks: [['200', '1']],
	});

	/** Creates requests that stay in flight until the test answers or fails them. */
	function heldRequests() {
		const waiting: {
			readonly symbol: unknown;
			readonly answer: (body: unknown) => void;
			readonly fail: () => void;
		}[] = [];
		const asked: unknown[] = [];
		const request: FeedRequest = (method, params, weight) =>
			new Promise((resolve, reject) => {
				asked.push([method, params, weight]);
				waiting.push({
					symbol: params?.symbol,
					answer: resolve,
					fail: () => reject(new VenueError('binance', 'unavailable', 'busy')),
				});
			});
		return { waiting, asked, request };
	}

	test('keeps messages during the request, drops those within the snapshot, and continues from there', async () => {
		const { waiting, asked, request } = heldRequests();
		const { clock, accept, send, bids, down } = await open(binanceProtocol, ['SOL'], request);
		accept();
		expect(asked).toEqual([['fapiPublicGetDepth', { symbol: 'SOLUSDT', limit: 50 }, 2]]);
		send(event(1, 5, 0, '91'), event(6, 9, 5, '92'), event(10, 20, 9, '101'), event(21, 30, 20, '102'));
		await pass(clock, 300);
		expect(bids()).toEqual([]);
		waiting[0]?.answer(snapshot(15));
		await pass(clock, 300);
		send(event(33, 40, 30, '103'));
		await pass(clock, 300);
		expect([bids(), down]).toEqual([['SOLUSDT 102', 'SOLUSDT 103'], []]);
	});

	test('fills a gap by another snapshot, without another subscription', async () => {
		const { waiting, request } = heldRequests();
		const { clock, accept, send, bids, down, newest } = await open(binanceProtocol, ['SOL'], request);
		accept();
		waiting[0]?.answer(snapshot(15));
		await pass(clock, 300);
		send(event(16, 20, 15, '101'), event(31, 40, 30, '105'));
		await pass(clock, 300);
		expect(down).toEqual([
			'SOLUSDT: The book is out of step: update 40, which should follow 30, came after 20.',
		]);
		send(event(41, 50, 40, '106'));
		waiting[1]?.answer(snapshot(45, '104'));
		await pass(clock, 300);
		expect(bids()).toEqual(['SOLUSDT 100', 'SOLUSDT 101', 'SOLUSDT 106']);
		expect(newest().sent).toHaveLength(1);
	});

	test('requests one snapshot at a time; a failing one does not delay the others', async () => {
		const { waiting, request } = heldRequests();
		const { clock, accept, send, bids } = await open(binanceProtocol, ['SOL', 'BTC', 'ETH'], request);
		accept();
		await pass(clock, 0);
		expect(waiting.map(({ symbol }) => symbol)).toEqual(['SOLUSDT']);
		waiting[0]?.fail();
		await pass(clock, 600);
		waiting[1]?.answer(snapshot(15));
		await pass(clock, 0);
		waiting[2]?.answer(snapshot(15));
		await pass(clock, 0);
		waiting[3]?.answer(snapshot(15));
		await pass(clock, 0);
		expect(waiting.map(({ symbol }) => symbol)).toEqual(['SOLUSDT', 'BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
		send(event(16, 20, 15, '101', 'ETH'));
		await pass(clock, 300);
		expect(bids()).toEqual(['BTCUSDT 100', 'ETHUSDT 100', 'SOLUSDT 100', 'ETHUSDT 101']);
	});

	test('starts with few levels, and requests more with low priority before the known ones run out', async () => {
		const { waiting, asked, request } = heldRequests();
		const { clock, accept, send, bids, books, down } = await open(binanceProtocol, ['SOL'], request);
		accept();
		const bidsOf = (best: number, count: number) =>
			Array.from({ length: count }, (_, index) => [String(best - index), '1']);
		waiting[0]?.answer({ lastUpdateId: 15, bids: bidsOf(10_000, 50), asks: [['10001', '1']] });
		await pass(clock, 300);
		expect(asked.slice(1)).toEqual([['fapiPublicGetDepth', { symbol: 'SOLUSDT', limit: 500 }, 10]]);
		// A level below the known ones is ignored, because unknown levels may lie in between.
		send({ ...event(16, 20, 15, '9900') });
		await pass(clock, 300);
		expect(books.at(-1)?.book.bids).toHaveLength(50);
		waiting[1]?.answer({ lastUpdateId: 18, bids: bidsOf(10_000, 500), asks: [['10001', '1']] });
		await pass(clock, 300);
		// The price falls by 420 levels.
		const gone = bidsOf(10_000, 420).map(([price]) => [price, '0']);
		send({ ...event(21, 30, 20, ''), b: gone });
		await pass(clock, 2_300);
		expect([bids().at(-1), books.at(-1)?.book.bids.length, waiting.length]).toEqual(['SOLUSDT 9580', 50, 3]);
		send(event(31, 40, 30, '9581'));
		await pass(clock, 300);
		waiting[2]?.answer({ lastUpdateId: 35, bids: bidsOf(9_580, 500), asks: [['10001', '1']] });
		await pass(clock, 300);
		send(event(41, 50, 40, '9582'));
		await pass(clock, 3_000);
		expect([bids().slice(-2), down, waiting.length]).toEqual([['SOLUSDT 9581', 'SOLUSDT 9582'], [], 3]);
	});

	test('requests urgently for a book whose known levels are nearly gone', async () => {
		const { waiting, asked, request } = heldRequests();
		const { clock, accept, send } = await open(binanceProtocol, ['SOL', 'BTC', 'ETH'], request);
		accept();
		const fifty = Array.from({ length: 50 }, (_, index) => [String(1_000 - index), '1']);
		for (let index = 0; index < 3; index += 1) {
			waiting[index]?.answer({ lastUpdateId: 15, bids: fifty, asks: [['1001', '1']] });
			await pass(clock, 0);
		}
		await pass(clock, 100);
		// One deep request is in flight; the other two books wait for theirs.
		expect(asked).toHaveLength(4);
		waiting[3]?.answer({ lastUpdateId: 15, bids: fifty, asks: [['1001', '1']] });
		await pass(clock, 100);
		send({ ...event(16, 20, 15, '', 'ETH'), b: fifty.slice(0, 30).map(([price]) => [price, '0']) });
		await pass(clock, 100);
		expect(asked.at(-1)).toEqual(['fapiPublicGetDepth', { symbol: 'ETHUSDT', limit: 50 }, 2]);
	});
});
