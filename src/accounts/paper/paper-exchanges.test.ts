/** Tests paper accounts in a market that the test controls, with a real database and a test clock. */

import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	type HandDrivenMarket,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../../test/support/hand-driven-market.ts';
import { type Decimal, fromInteger, ONE, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { SettledRate } from '../../domain/funding.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { PaperStore } from '../../ports/paper-store.ts';
import type { AccountHint, OrderReport, VenueOrder, VenueTrading } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import type { PublicTrade, RiskTier } from '../../ports/venue-market.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createPaperStore } from '../../store/paper.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createPaperExchanges, type PaperExchanges } from './paper-exchanges.ts';

const START = Date.UTC(2026, 10, 20, 7, 0);
const SETTLEMENT = START + HOUR_MS;
const LATENCY_MS = 80;
const BTC = instrumentOf('bybit', 'BTC');
const ACCOUNT = { accountId: 'paper_ann', venue: 'bybit', deposit: fromInteger(10_000), openedAt: START - 1 };
const KEYS = { apiKey: ACCOUNT.accountId, secret: 'none' };
const BOOK = bookOf(
	[
		['99', '5'],
		['98', '5'],
	],
	[
		['101', '2'],
		['102', '5'],
	],
);

const database = databasePerTest();
let clock: VirtualClock;
let market: HandDrivenMarket;
let exchanges: PaperExchanges;
let store: PaperStore;
/** The venue's public responses. A string in `rates` is the error message while the venue does not respond. */
const says: {
	trades: readonly PublicTrade[];
	tiers: readonly RiskTier[] | null;
	rates: readonly SettledRate[] | string;
	roundTripMs: number | null;
} = { trades: [], tiers: null, rates: [], roundTripMs: null };

beforeEach(async () => {
	clock = createVirtualClock(START);
	market = createHandDrivenMarket(['bybit']);
	market.list(BTC, { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') });
	market.put(BTC, { ticker: tickerAt('100') });
	Object.assign(says, { trades: [], tiers: null, rates: [], roundTripMs: null });
	await createPaperStore(createSqliteDatabase(database.now())).open(ACCOUNT);
	await start();
});

function tickerAt(mark: string) {
	return tickerOf(BTC.symbol, mark, fundingOf('0.0001', 8, SETTLEMENT));
}

/** Starts a process on the state that the previous process stored. */
async function start(
	change: { readonly latencyMs?: number | null; readonly store?: PaperStore } = {},
): Promise<void> {
	store = change.store ?? createPaperStore(createSqliteDatabase(database.now()));
	exchanges = createPaperExchanges({
		market,
		readsOf: () => ({
			fetchTrades: async () => says.trades,
			roundTripMs: () => says.roundTripMs,
			fetchRiskTiers: async () => says.tiers,
			fetchSettledRates: async (_symbol, from, to) => {
				if (typeof says.rates === 'string') throw new VenueError('bybit', 'unavailable', says.rates);
				const inRange = says.rates.filter(({ settledAt }) => settledAt >= from && settledAt <= to);
				return { rates: inRange.toSorted((a, b) => b.settledAt - a.settledAt), unusable: [] };
			},
			baseFees: () => ({ taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') }),
		}),
		store,
		clock,
		random: seededRandom(7),
		log: SILENT_LOGGER,
		latencyMs: change.latencyMs === undefined ? LATENCY_MS : change.latencyMs,
		sweepMs: 60_000,
	});
	await exchanges.start();
}

/** Ends the process abruptly and starts another one. */
async function restart(): Promise<void> {
	await exchanges.close();
	database.reopen();
	await start();
}

async function session(leverage = ONE): Promise<VenueTrading> {
	const trading = exchanges.open('bybit', KEYS);
	await trading.prepare(BTC.symbol, leverage, 'isolated');
	return trading;
}

async function pass(ms: number): Promise<void> {
	const until = clock.now() + ms;
	while (await clock.advance(until));
	clock.leap(until);
}

function order(id: string, change: Partial<VenueOrder> = {}): VenueOrder {
	return {
		symbol: BTC.symbol,
		clientOrderId: id,
		side: 'buy',
		quantity: ONE,
		limitPrice: fromInteger(105),
		timeInForce: 'IOC',
		reduceOnly: false,
		leverage: ONE,
		marginMode: 'isolated',
		...change,
	};
}

async function reportOf(trading: VenueTrading, id: string): Promise<OrderReport> {
	const finding = await trading.findOrder(BTC.symbol, id);
	if (finding.kind !== 'found') throw new Error(`The order ${id} is ${finding.kind}.`);
	return finding.report;
}

const shows = (book: OrderBook): void => market.put(BTC, { book });

async function bought(trading: VenueTrading, quantity: Decimal = ONE): Promise<void> {
	void trading.placeOrder(order('entry', { quantity }));
	await pass(LATENCY_MS);
	shows({ ...BOOK });
	await pass(0);
}

async function heldBy(trading: VenueTrading): Promise<Decimal> {
	return (await trading.positions())[0]?.quantity ?? ZERO;
}

describe('an order after its latency', () => {
	test('is filled by the first book after its latency, not by the book at sending', async () => {
		const trading = await session();
		shows(BOOK);
		const outcome = trading.placeOrder(order('a', { quantity: fromInteger(3) }));
		await pass(LATENCY_MS - 1);
		// While the order is in flight, no book fills it.
		shows(bookOf([['98', '5']], [['99', '9']]));
		expect((await reportOf(trading, 'a')).status).toBe('open');
		await pass(1);
		expect(await outcome).toMatchObject({ kind: 'accepted' });
		shows(
			bookOf(
				[['102', '5']],
				[
					['103', '2'],
					['104', '9'],
				],
			),
		);
		const report = await reportOf(trading, 'a');
		expect(report).toMatchObject({ status: 'filled', filledQuantity: fromInteger(3) });
		expect(report.fills.map(({ price, quantity }) => [price, quantity])).toEqual([
			[fromInteger(103), fromInteger(2)],
			[fromInteger(104), ONE],
		]);
		expect(report.fills[0]?.filledAt).toBe(START + LATENCY_MS);
		expect(report.fills[0]?.fee).toBe(parseDecimal('0.103'));
	});

	test('ignores the book from before its arrival when other data changes', async () => {
		const trading = await session();
		shows(BOOK);
		void trading.placeOrder(order('a'));
		await pass(LATENCY_MS);
		market.put(BTC, { ticker: tickerAt('100.5') });
		await pass(2_000);
		expect((await reportOf(trading, 'a')).status).toBe('open');
		shows({ ...BOOK });
		expect((await reportOf(trading, 'a')).status).toBe('filled');
	});

	test('stays unfilled if the later book has moved past its limit, and the rest of an IOC order ends', async () => {
		const trading = await session();
		void trading.placeOrder(order('a', { quantity: fromInteger(3), limitPrice: fromInteger(101) }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect(await reportOf(trading, 'a')).toMatchObject({
			status: 'canceled',
			filledQuantity: fromInteger(2),
		});
	});

	test('waits for the usual round trip to the exchange without a configured latency', async () => {
		await exchanges.close();
		await start({ latencyMs: null });
		const trading = exchanges.open('bybit', KEYS);
		shows(BOOK);
		const ask = market.refreshBook;
		// The request for the first book also measures the latency.
		Object.assign(market, {
			refreshBook(venue: string, symbol: string) {
				says.roundTripMs = 40;
				return ask(venue, symbol);
			},
		});
		await trading.warmUp();
		await trading.prepare(BTC.symbol, ONE, 'isolated');
		void trading.placeOrder(order('a'));
		await pass(39);
		shows({ ...BOOK });
		expect((await reportOf(trading, 'a')).status).toBe('open');
		await pass(1);
		shows({ ...BOOK });
		expect((await reportOf(trading, 'a')).status).toBe('filled');
	});

	test('does not get quantities that an earlier order took until others replace them', async () => {
		const trading = await session();
		await bought(trading, fromInteger(2));
		void trading.placeOrder(order('b', { limitPrice: fromInteger(101) }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect((await reportOf(trading, 'b')).filledQuantity).toBe(ZERO);
		shows(bookOf([['99', '5']], [['102', '5']]));
		void trading.placeOrder(order('c', { limitPrice: fromInteger(101) }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect((await reportOf(trading, 'c')).filledQuantity).toBe(ONE);
	});
});

describe('durability', () => {
	test('fills an order in flight at a restart with the first book of the next process', async () => {
		const trading = await session();
		void trading.placeOrder(order('a'));
		await pass(LATENCY_MS / 2);
		await restart();
		const again = exchanges.open('bybit', KEYS);
		expect((await reportOf(again, 'a')).status).toBe('open');
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect(await reportOf(again, 'a')).toMatchObject({ status: 'filled', filledQuantity: ONE });
		expect(await heldBy(again)).toBe(ONE);
	});

	test('keeps positions, fills and taken levels over a restart', async () => {
		await bought(await session(), fromInteger(2));
		await restart();
		const again = exchanges.open('bybit', KEYS);
		expect(await heldBy(again)).toBe(fromInteger(2));
		expect(await again.accountFills(BTC.symbol, START, clock.now())).toHaveLength(1);
		expect(await again.tradedSymbols(START, clock.now())).toEqual([BTC.symbol]);
		void again.placeOrder(order('b', { limitPrice: fromInteger(101) }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect((await reportOf(again, 'b')).filledQuantity).toBe(ZERO);
	});

	test('reports an order that cannot be stored as unknown and does not place it', async () => {
		const whole = createPaperStore(createSqliteDatabase(database.now()));
		let full = false;
		await exchanges.close();
		await start({
			store: {
				...whole,
				async write(accountId, change) {
					if (full) throw new Error('database or disk is full');
					await whole.write(accountId, change);
				},
			},
		});
		const trading = await session();
		full = true;
		expect(await trading.placeOrder(order('a'))).toMatchObject({ kind: 'unknown' });
		expect(await trading.findOrder(BTC.symbol, 'a')).toEqual({ kind: 'absent' });
	});

	test('repeats a fill that cannot be stored with a later book', async () => {
		const whole = createPaperStore(createSqliteDatabase(database.now()));
		let full = false;
		await exchanges.close();
		await start({
			store: {
				...whole,
				async write(accountId, change) {
					if (full) throw new Error('database or disk is full');
					await whole.write(accountId, change);
				},
			},
		});
		const trading = await session();
		void trading.placeOrder(order('a'));
		await pass(LATENCY_MS);
		full = true;
		shows({ ...BOOK });
		expect(await heldBy(trading)).toBe(ZERO);
		full = false;
		shows({ ...BOOK });
		expect(await heldBy(trading)).toBe(ONE);
	});

	test('accepts a client order id once', async () => {
		const trading = await session();
		await bought(trading);
		expect(await trading.placeOrder(order('entry'))).toMatchObject({ kind: 'unknown' });
		expect(await heldBy(trading)).toBe(ONE);
	});
});

describe('waiting and resting orders', () => {
	test('cancels an order before its first book, after the latency', async () => {
		const trading = await session();
		void trading.placeOrder(order('a'));
		await pass(LATENCY_MS);
		const cancel = trading.cancelOrder(BTC.symbol, 'a');
		await pass(LATENCY_MS);
		expect(await cancel).toMatchObject({ kind: 'asked' });
		shows({ ...BOOK });
		expect(await reportOf(trading, 'a')).toMatchObject({ status: 'canceled', filledQuantity: ZERO });
		const twice = trading.cancelOrder(BTC.symbol, 'a');
		await pass(LATENCY_MS);
		expect(await twice).toMatchObject({ kind: 'refused' });
	});

	test('returns the code of a refusal and leaves no order', async () => {
		const trading = await session();
		const outcome = trading.placeOrder(order('a', { quantity: parseDecimal('0.0001') }));
		await pass(LATENCY_MS);
		expect(await outcome).toMatchObject({ kind: 'rejected', code: 'QUANTITY_NOT_ON_LOT', passing: false });
		expect(await trading.findOrder(BTC.symbol, 'a')).toEqual({ kind: 'absent' });
	});

	test('fills a resting order by later trades, each once', async () => {
		const trading = await session();
		const hints: AccountHint[] = [];
		trading.watchAccount((hint) => hints.push(hint));
		void trading.placeOrder(order('a', { limitPrice: fromInteger(98), timeInForce: 'postOnly' }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		await pass(500);
		const trade = (tradeId: string, quantity: string): PublicTrade => ({
			tradeId,
			price: fromInteger(98),
			quantity: parseDecimal(quantity),
			tradedAt: clock.now(),
		});
		says.trades = [trade('1', '5.25')];
		await pass(1_000);
		expect(await heldBy(trading)).toBe(parseDecimal('0.25'));
		await pass(5_000);
		expect(await heldBy(trading)).toBe(parseDecimal('0.25'));
		says.trades = [trade('2', '9'), ...says.trades];
		await pass(1_000);
		expect(await reportOf(trading, 'a')).toMatchObject({ status: 'filled', filledQuantity: ONE });
		expect(hints.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order', 'position', 'balance']));
	});

	test('ignores trades from while the process was down', async () => {
		const trading = await session();
		void trading.placeOrder(order('a', { limitPrice: fromInteger(98), timeInForce: 'postOnly' }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		await exchanges.close();
		await pass(10_000);
		const before = { tradeId: '1', price: fromInteger(98), quantity: fromInteger(50), tradedAt: clock.now() };
		await pass(1_000);
		await restart();
		const again = exchanges.open('bybit', KEYS);
		says.trades = [before];
		await pass(3_000);
		expect(await heldBy(again)).toBe(ZERO);
		says.trades = [{ ...before, tradeId: '2', tradedAt: clock.now() }, before];
		await pass(1_000);
		expect(await heldBy(again)).toBe(ONE);
	});

	test('counts trades before a cancel', async () => {
		const trading = await session();
		void trading.placeOrder(order('a', { limitPrice: fromInteger(98), timeInForce: 'postOnly' }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		await pass(10);
		says.trades = [
			{ tradeId: '1', price: fromInteger(98), quantity: parseDecimal('5.5'), tradedAt: clock.now() },
		];
		const cancel = trading.cancelOrder(BTC.symbol, 'a');
		await pass(LATENCY_MS);
		expect(await cancel).toMatchObject({ kind: 'asked' });
		expect(await reportOf(trading, 'a')).toMatchObject({
			status: 'canceled',
			filledQuantity: parseDecimal('0.5'),
		});
	});
});

describe('settlements', () => {
	const paidAt = (settledAt: number, rate: string): SettledRate => ({ settledAt, rate: parseDecimal(rate) });
	const payments = (trading: VenueTrading) => trading.fundingPayments(BTC.symbol, START, clock.now());

	test('are paid at the settled rate on the last mark before the instant', async () => {
		const trading = await session();
		await bought(trading, fromInteger(2));
		await pass(SETTLEMENT - clock.now() - 500);
		market.put(BTC, { ticker: tickerAt('110') });
		await pass(600);
		says.rates = [paidAt(SETTLEMENT, '0.0003')];
		market.put(BTC, { ticker: tickerAt('120') });
		await pass(1_000);
		expect(await payments(trading)).toEqual([
			{
				recordId: `${BTC.symbol}-${SETTLEMENT}`,
				symbol: BTC.symbol,
				settledAt: SETTLEMENT,
				rate: parseDecimal('0.0003'),
				amount: parseDecimal('-0.066'),
				quantity: fromInteger(2),
			},
		]);
		const { walletBalance } = await trading.balance();
		expect(walletBalance).toBe(parseDecimal('9999.833'));
		await pass(10 * 60_000);
		expect(await payments(trading)).toHaveLength(1);
	});

	test('are paid on the first price after the instant if none was seen shortly before', async () => {
		const trading = await session();
		await bought(trading);
		await pass(SETTLEMENT - clock.now() - 6_000);
		market.put(BTC, { ticker: tickerAt('110') });
		await pass(7_000);
		says.rates = [paidAt(SETTLEMENT, '0.0003')];
		market.put(BTC, { ticker: tickerAt('120') });
		await pass(1_000);
		expect((await payments(trading)).map(({ amount }) => amount)).toEqual([parseDecimal('-0.036')]);
	});

	test('are caught up for positions held while the process was down, and only for those', async () => {
		const trading = await session();
		await bought(trading);
		await exchanges.close();
		await pass(3 * HOUR_MS);
		says.rates = [
			paidAt(START - HOUR_MS, '0.01'),
			paidAt(SETTLEMENT, '0.0001'),
			paidAt(SETTLEMENT + HOUR_MS, '-0.0002'),
		];
		await restart();
		market.put(BTC, { ticker: tickerAt('100') });
		await pass(120_000);
		const paid = await payments(exchanges.open('bybit', KEYS));
		expect(paid.map(({ settledAt, amount }) => [settledAt, amount])).toEqual([
			[SETTLEMENT, parseDecimal('-0.01')],
			[SETTLEMENT + HOUR_MS, parseDecimal('0.02')],
		]);
	});

	test('are looked up among the booked payments once per read, and not read again once they are booked', async () => {
		const real = createPaperStore(createSqliteDatabase(database.now()));
		const lookups: number[] = [];
		const counting: PaperStore = {
			...real,
			payments(...args) {
				lookups.push(clock.now());
				return real.payments(...args);
			},
		};
		await exchanges.close();
		await start({ store: counting });
		const trading = await session();
		await bought(trading);
		await pass(SETTLEMENT - clock.now() - 500);
		// Rates of the day before, which the account did not hold, stay unpaid permanently.
		says.rates = Array.from({ length: 20 }, (_, hour) => paidAt(START - hour * HOUR_MS, '0.0001'));
		market.put(BTC, { ticker: tickerAt('110') });
		await pass(600);
		lookups.length = 0;
		market.put(BTC, { ticker: tickerAt('120') });
		// The settled rate is published 1.5 s after the settlement.
		await pass(1_500);
		expect(lookups.map((at) => at - SETTLEMENT)).toEqual([400, 1_100]);
		says.rates = [paidAt(SETTLEMENT, '0.0003'), ...says.rates];
		await pass(60_000 - 2_000);
		// One more read pays it. Later, only the sweep of each minute reads.
		expect(lookups.map((at) => at - SETTLEMENT).slice(2)).toEqual([2_100]);
		expect(await payments(trading)).toHaveLength(1);
	});

	test('are paid on the position at the instant, even if it was closed right after', async () => {
		const trading = await session();
		await bought(trading);
		await pass(SETTLEMENT - clock.now() + 100);
		void trading.placeOrder(order('exit', { side: 'sell', limitPrice: fromInteger(90), reduceOnly: true }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect(await heldBy(trading)).toBe(ZERO);
		says.rates = 'maintenance';
		market.put(BTC, { ticker: tickerAt('100') });
		await pass(60_000);
		expect(await payments(trading)).toEqual([]);
		says.rates = [paidAt(SETTLEMENT, '0.0001')];
		await pass(60_000);
		expect((await payments(trading)).map(({ quantity }) => quantity)).toEqual([ONE]);
	});
});

describe('a position with exhausted margin', () => {
	test('is taken over at its bankruptcy price and reported as a liquidation', async () => {
		says.tiers = [
			{
				valueMax: fromInteger(1_000_000),
				maintenanceRate: parseDecimal('0.005'),
				deduction: ZERO,
				leverageMax: fromInteger(50),
			},
		];
		const trading = await session(fromInteger(10));
		void trading.placeOrder(order('a', { leverage: fromInteger(10), quantity: fromInteger(2) }));
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		const [position] = await trading.positions();
		expect(position).toMatchObject({ leverage: fromInteger(10), liquidationPrice: parseDecimal('91.405') });
		const rests = order('rests', { limitPrice: fromInteger(50), timeInForce: 'postOnly' });
		void trading.placeOrder(rests);
		await pass(LATENCY_MS);
		shows({ ...BOOK });
		expect((await reportOf(trading, 'rests')).status).toBe('open');
		market.put(BTC, { ticker: tickerAt('91.41') });
		expect(await heldBy(trading)).toBe(fromInteger(2));
		await pass(5);
		market.put(BTC, { ticker: tickerAt('91.4') });
		expect(await heldBy(trading)).toBe(ZERO);
		expect((await reportOf(trading, 'rests')).status).toBe('canceled');
		const fills = await trading.accountFills(BTC.symbol, clock.now(), clock.now());
		expect(fills).toMatchObject([
			{ cause: 'liquidation', side: 'sell', price: parseDecimal('90.9'), clientOrderId: null },
		]);
		// The wallet has lost the margin of 20.2, and has paid the entry fee and the takeover fee.
		expect((await trading.balance()).walletBalance).toBe(parseDecimal('9979.6081'));
	});
});

describe('a position in an unlisted instrument', () => {
	test('is valued at the last mark, also after a restart', async () => {
		const trading = await session();
		await bought(trading);
		market.put(BTC, { ticker: tickerAt('111') });
		await pass(15_000);
		market.delist(BTC);
		expect((await trading.positions())[0]).toMatchObject({
			quantity: ONE,
			markPrice: fromInteger(111),
			adlRank: null,
		});
		await restart();
		const again = exchanges.open('bybit', KEYS);
		expect((await again.balance()).equity).toBe(parseDecimal('10009.9495'));
		const outcome = again.placeOrder(order('b'));
		await pass(LATENCY_MS);
		expect(await outcome).toMatchObject({ kind: 'rejected', code: 'UNKNOWN_INSTRUMENT' });
	});

	test('is settled at that mark when an announced delisting is due', async () => {
		const trading = await session();
		await bought(trading);
		const delistingAt = clock.now() + 60_000;
		market.put(BTC, { ticker: { ...tickerAt('90'), delistingAt } });
		await pass(15_000);
		market.delist(BTC);
		await restart();
		const again = exchanges.open('bybit', KEYS);
		expect(await heldBy(again)).toBe(ONE);
		await pass(60_000);
		expect(await heldBy(again)).toBe(ZERO);
		expect(await again.accountFills(BTC.symbol, delistingAt, clock.now())).toMatchObject([
			{ cause: 'delisting', price: fromInteger(90), fee: ZERO },
		]);
		expect((await again.balance()).walletBalance).toBe(parseDecimal('9988.9495'));
	});
});

describe('an unreachable exchange', () => {
	test('accepts no orders and answers no reads until it is back', async () => {
		const trading = await session();
		market.setStatus('bybit', { state: 'down', reason: 'no answer' });
		expect(await trading.placeOrder(order('a'))).toMatchObject({
			kind: 'rejected',
			code: 'NOT_SENT',
			passing: true,
		});
		expect(await trading.findOrder(BTC.symbol, 'a')).toMatchObject({ kind: 'unavailable' });
		expect(await trading.cancelOrder(BTC.symbol, 'a')).toMatchObject({ kind: 'unknown' });
		for (const read of [trading.balance(), trading.positions(), trading.externalFlows(0, clock.now())])
			await expect(read).rejects.toThrow(VenueError);
		market.setStatus('bybit', { state: 'fresh', reason: null });
		expect(await trading.balance()).toEqual({
			walletBalance: fromInteger(10_000),
			equity: fromInteger(10_000),
			available: fromInteger(10_000),
			marginUsed: ZERO,
			otherAssets: [],
		});
	});

	test('refuses a session whose key has no account', async () => {
		const nobodys = exchanges.open('bybit', { apiKey: 'paper_nobody', secret: 'none' });
		await expect(nobodys.describeKey()).rejects.toThrow(KeyRefusedError);
		await expect(nobodys.placeOrder(order('a'))).rejects.toThrow(KeyRefusedError);
		await expect(exchanges.open('kucoin', KEYS).describeKey()).rejects.toThrow(KeyRefusedError);
	});
});

test('reports the account as paper, with its initial deposit', async () => {
	const trading = exchanges.open('bybit', KEYS);
	expect(await trading.describeKey()).toMatchObject({
		uid: ACCOUNT.accountId,
		permissions: ['paper'],
		canTrade: true,
		canWithdraw: false,
		canTransfer: false,
	});
	// A paper account has one wallet.
	expect([trading.wallets, trading.transferOwn, trading.outsideMoves]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(await trading.externalFlows(0, clock.now())).toEqual([
		{
			recordId: 'deposit',
			kind: 'paper deposit',
			cause: 'deposit',
			asset: 'USDT',
			amount: fromInteger(10_000),
			at: ACCOUNT.openedAt,
		},
	]);
	expect(await trading.externalFlows(START, clock.now())).toEqual([]);
});

test('raises the sum of the deposits, once for each sum, and keeps it after a restart', async () => {
	const hints: AccountHint[] = [];
	const trading = exchanges.open('bybit', KEYS);
	trading.watchAccount((hint) => hints.push(hint));
	const deposit = (total: number) => exchanges.deposit('bybit', ACCOUNT.accountId, fromInteger(total));
	await deposit(9_000);
	await Promise.all([deposit(12_000), deposit(12_000)]);
	await restart();
	await deposit(12_000);
	await deposit(12_500);
	const after = exchanges.open('bybit', KEYS);
	expect(await after.balance()).toMatchObject({ walletBalance: fromInteger(12_500) });
	const flows = await after.externalFlows(0, clock.now() + 1);
	expect(flows.map(({ amount }) => amount)).toEqual([10_000, 2_000, 500].map(fromInteger));
	expect(new Set(flows.map(({ recordId }) => recordId)).size).toBe(3);
	expect(hints).toEqual([{ kind: 'balance' }]);
	expect(await after.fundingPayments(BTC.symbol, 0, clock.now())).toEqual([]);
});
