import { afterEach, describe, expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { AccountHint } from '../../ports/venue.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { dialectOf } from '../modules.ts';
import { createAccountStream } from './account-stream.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';

/** Order statuses of each exchange: first those of an order in progress, then those of an ended order. */
const ORDER_STATES = {
	bybit: [
		['New', 'PartiallyFilled', ''],
		['Filled', 'Cancelled', 'PartiallyFilledCanceled', 'Deactivated', 'Rejected'],
	],
	kucoin: [['open', 'match'], ['done']],
	binance: [
		['NEW', 'PARTIALLY_FILLED', ''],
		['FILLED', 'CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'REJECTED'],
	],
	okx: [
		['live', 'partially_filled'],
		['filled', 'canceled', 'mmp_canceled'],
	],
	hyperliquid: [
		['open', 'triggered'],
		['filled', 'canceled', 'scheduledCancel', 'badAloPxRejected'],
	],
} as const;

const BALANCE: AccountHint = { kind: 'balance' };

const cleanUps: (() => void)[] = [];
afterEach(() => {
	for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Creates ccxt's side of a stream, which the test controls. */
function open() {
	const clock = createVirtualClock(1_760_000_000_000);
	const seen = { opened: 0, closings: 0, control: [] as unknown[], waiting: 0, refuses: false };
	let lose: ((error: Error) => void) | undefined;
	const exchange = {
		options: {},
		handleMessage: (_client: unknown, message: unknown) => void seen.control.push(message),
		async close() {
			seen.closings += 1;
			lose?.(new Error('closed by the user'));
		},
	} as unknown as CcxtExchange & { handleMessage: (client: unknown, message: unknown) => void };
	const dialect = {
		...dialectOf('bybit'),
		accountStream: {
			...dialectOf('bybit').accountStream,
			listen: (): Promise<void> => {
				seen.opened += 1;
				if (seen.refuses) return Promise.reject(new Error('the key is refused'));
				return new Promise((_resolve, reject) => {
					seen.waiting += 1;
					lose = (error) => {
						seen.waiting -= 1;
						lose = undefined;
						reject(error);
					};
				});
			},
		},
	};
	const stream = createAccountStream({
		dialect,
		exchange: async () => exchange,
		call: async () => undefined,
		clock,
		random: { hex: () => '00', unit: () => 0.5 },
		log: SILENT_LOGGER,
	});
	cleanUps.push(() => stream.close());
	return {
		clock,
		seen,
		stream,
		lose: () => lose?.(new Error('connection reset')),
		send: (message: unknown) => exchange.handleMessage(undefined, message),
	};
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

describe('an account stream', () => {
	test('opens with the first listener and closes with the last', async () => {
		const { clock, seen, stream } = open();
		await pass(clock, 0);
		expect(seen.opened).toBe(0);
		const stopOne = stream.watch(() => {});
		const stopTwo = stream.watch(() => {});
		await pass(clock, 0);
		expect([seen.opened, seen.waiting]).toEqual([1, 1]);
		stopOne();
		stopOne();
		await pass(clock, 0);
		expect(seen.waiting).toBe(1);
		stopTwo();
		await pass(clock, 120_000);
		expect([seen.opened, seen.waiting, clock.waiting()]).toEqual([1, 0, 0]);
		stream.watch(() => {});
		await pass(clock, 0);
		expect([seen.opened, seen.waiting]).toEqual([2, 1]);
	});

	test('reconnects after growing pauses, which reset after a steady connection', async () => {
		const { clock, seen, stream, lose } = open();
		seen.refuses = true;
		stream.watch(() => {});
		const after: number[] = [];
		for (const ms of [0, 500, 1_000, 2_000, 4_000]) {
			await pass(clock, ms);
			after.push(seen.opened);
		}
		expect(after).toEqual([1, 2, 3, 4, 5]);
		await pass(clock, 120_000);
		// The pauses grow to 30 s, so there are five more attempts in these two minutes.
		expect(seen.opened).toBe(5 + 5);
		seen.refuses = false;
		await pass(clock, 30_000);
		expect(seen.waiting).toBe(1);
		await pass(clock, 60_000);
		const before = seen.opened;
		lose();
		await pass(clock, 499);
		expect(seen.opened).toBe(before);
		await pass(clock, 1);
		expect(seen.opened).toBe(before + 1);
	});

	test('reconnects on renewal only while there is a listener', async () => {
		const { clock, seen, stream } = open();
		stream.renew();
		await pass(clock, 60_000);
		expect(seen.opened).toBe(0);
		stream.watch(() => {});
		await pass(clock, 0);
		stream.renew();
		await pass(clock, 500);
		expect([seen.opened, seen.waiting]).toEqual([2, 1]);
	});

	test('reports the reason of a loss until the next message', async () => {
		const { clock, stream, lose, send } = open();
		expect(stream.fault()).toBeNull();
		stream.watch(() => {});
		await pass(clock, 0);
		lose();
		await pass(clock, 500);
		expect(stream.fault()).toContain('connection reset');
		send({ topic: 'wallet', data: [] });
		expect(stream.fault()).toBeNull();
	});

	test('leaves no timer and opens nothing after closing, even during a pause', async () => {
		const { clock, seen, stream } = open();
		seen.refuses = true;
		const heard: AccountHint[] = [];
		stream.watch((hint) => heard.push(hint));
		await pass(clock, 100);
		expect(clock.waiting()).toBe(1);
		stream.close();
		await pass(clock, 120_000);
		expect([seen.opened, clock.waiting()]).toEqual([1, 0]);
		stream.watch(() => {})();
		expect(seen.opened).toBe(1);
	});

	test('delivers each change once to each listener, and leaves answers to commands to ccxt', async () => {
		const { clock, seen, stream, send } = open();
		const heard: AccountHint[] = [];
		stream.watch(() => {
			throw new Error('a listener of no use');
		});
		stream.watch((hint) => heard.push(hint));
		await pass(clock, 0);
		const row = { symbol: 'BTCUSDT', category: 'linear', orderLinkId: 'mine' };
		send({ topic: 'execution', data: [row, row, { ...row, orderLinkId: '' }] });
		send({ op: 'pong' });
		send({ topic: 'wallet', data: [{}] });
		expect(heard).toEqual([
			{ kind: 'order', symbol: 'BTCUSDT', clientOrderId: 'mine' },
			{ kind: 'order', symbol: 'BTCUSDT', clientOrderId: null },
			BALANCE,
		]);
		expect(seen.control).toEqual([{ op: 'pong' }]);
	});
});

test.each([
	['bybit', (word) => ({ topic: 'order', data: [{ category: 'linear', symbol: 'X', orderStatus: word }] })],
	['kucoin', (word) => ({ topic: '/contractMarket/tradeOrders', data: { symbol: 'X', status: word } })],
	['binance', (word) => ({ e: 'ORDER_TRADE_UPDATE', o: { s: 'X', X: word } })],
	['okx', (word) => ({ arg: { channel: 'orders' }, data: [{ instType: 'SWAP', instId: 'X', state: word }] })],
	['hyperliquid', (word) => ({ channel: 'orderUpdates', data: [{ order: { coin: 'X' }, status: word }] })],
] as const satisfies readonly (readonly [string, (word: string) => object])[])(
	'%s: distinguishes the end of an order from earlier changes',
	(venue, push) => {
		const [going, ends] = ORDER_STATES[venue];
		const { hintsOf } = dialectOf(venue).accountStream;
		const hint = { kind: 'order', symbol: 'X', clientOrderId: null };
		for (const word of going) expect(hintsOf(push(word)), word).toEqual([hint]);
		for (const word of ends) expect(hintsOf(push(word)), word).toEqual([{ ...hint, hasEnded: true }]);
	},
);

describe('the hints of a message', () => {
	const order = (symbol: string, clientOrderId: string | null): AccountHint => ({
		kind: 'order',
		symbol,
		clientOrderId,
	});
	const of = (venue: 'bybit' | 'kucoin', message: unknown) => dialectOf(venue).accountStream.hintsOf(message);

	test.each([
		[
			'an order',
			{ topic: 'order', data: [{ category: 'linear', symbol: 'XRPUSDT', orderLinkId: '' }] },
			[order('XRPUSDT', null)],
		],
		['an order of an option', { topic: 'order', data: [{ category: 'option', symbol: 'ETH-C' }] }, []],
		[
			'a position',
			{ topic: 'position', data: [{ category: 'linear', symbol: 'BTCUSDT', size: '0' }] },
			[{ kind: 'position', symbol: 'BTCUSDT' }],
		],
		['the wallet', { topic: 'wallet', data: [] }, [BALANCE]],
		['no rows', { topic: 'order', data: null }, []],
		[
			'rows of garbage',
			{ topic: 'execution', data: [null, 7, { symbol: 5, category: 'linear' }] },
			[order('5', null)],
		],
		['an answer', { success: true, op: 'auth' }, undefined],
		['no object', 'pong', undefined],
	] as const)('Bybit: %s', (_what, message, hints) => {
		expect(of('bybit', message)).toEqual(hints);
	});

	const orders = '/contractMarket/tradeOrders';
	const positions = '/contract/positionAll';
	test.each([
		[
			'an order',
			{ type: 'message', topic: orders, data: { symbol: 'XBTUSDTM', clientOid: 'mine' } },
			[order('XBTUSDTM', 'mine')],
		],
		[
			'a position',
			{
				topic: positions,
				subject: 'position.change',
				data: { symbol: 'XBTUSDTM', changeReason: 'positionChange' },
			},
			[{ kind: 'position', symbol: 'XBTUSDTM' }],
		],
		[
			'a moved mark',
			{
				topic: positions,
				subject: 'position.change',
				data: { symbol: 'XBTUSDTM', changeReason: 'markPriceChange' },
			},
			[],
		],
		[
			'a settlement',
			{ topic: positions, subject: 'position.settlement', data: { fundingFee: -296 } },
			[BALANCE],
		],
		['the wallet', { topic: '/contractAccount/wallet', data: { currency: 'USDT' } }, [BALANCE]],
		['an order without a symbol', { topic: orders, data: null }, []],
		['an answer', { id: '1', type: 'ack' }, undefined],
		['a welcome', { id: 'privateFutures', type: 'welcome' }, undefined],
	] as const)('KuCoin: %s', (_what, message, hints) => {
		expect(of('kucoin', message)).toEqual(hints);
	});
});
