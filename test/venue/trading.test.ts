/** The adapter's trading session against each simulated exchange over real sockets: outcomes, proofs, exact figures. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	mulDown,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/execution/order-terms.ts';
import type { OrderReport, VenueMarketData, VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openVenueMarketData } from '../../src/venues/ccxt/market-data.ts';
import { openVenueTrading } from '../../src/venues/ccxt/trading.ts';
import { startSimulator } from '../conformance/harness.ts';

const byId = (a: { readonly tradeId: string }, b: { readonly tradeId: string }): number =>
	a.tradeId.localeCompare(b.tradeId);

type Simulator = Awaited<ReturnType<typeof startSimulator>>;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const LEVERAGE = fromInteger(2);

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Simulator;
	let data: VenueMarketData;
	let trading: VenueTrading;
	let instruments: readonly Instrument[];
	let btc: Instrument;
	let mid: Decimal;
	let counter = 0;
	let clockOffsetMs: number | null = null;
	let name: string;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		data = openVenueMarketData({
			venue,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
		});
		instruments = await data.loadInstruments();
		btc = named('BTC');
		mid = midPrice(await data.fetchBook(btc.symbol, 50)) ?? ZERO;
	});

	/** An account of its own for each test: exchanges limit orders per account, and so does the adapter. */
	beforeEach(async () => {
		counter += 1;
		name = `trader${counter}`;
		const account = await simulator.createAccount(name, { deposit: '10000' });
		trading = openVenueTrading({
			venue,
			credentials: { apiKey: account.key, secret: account.secret, passphrase: account.passphrase },
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
			instrumentOf: (symbol) => instruments.find((instrument) => instrument.symbol === symbol),
			clockOffsetMs: () => clockOffsetMs,
		});
		await trading.warmUp();
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
	});

	afterEach(() => trading.close());

	afterAll(async () => {
		await data.close();
		await simulator[Symbol.asyncDispose]();
	});

	function named(coin: string): Instrument {
		const found = instruments.find((instrument) => instrument.coin === coin);
		if (found === undefined) throw new Error(`${venue} lists no ${coin}`);
		return found;
	}

	/** An immediate-or-cancel order well inside the book. */
	function order(terms: Partial<VenueOrder> = {}): VenueOrder {
		counter += 1;
		const side = terms.side ?? 'buy';
		return {
			symbol: btc.symbol,
			clientOrderId: counter.toString(16).padStart(32, 'a'),
			side,
			quantity: parseDecimal('0.01'),
			limitPrice: guardedPrice(side, mid, fromInteger(100), btc.tickSize),
			timeInForce: 'IOC',
			reduceOnly: false,
			leverage: LEVERAGE,
			marginMode: 'isolated',
			...terms,
		};
	}

	async function fault(action: Readonly<Record<string, unknown>>): Promise<void> {
		await simulator.admin('POST', '/faults', { operation: 'order.create', count: 1, action });
	}

	async function reported(clientOrderId: string): Promise<OrderReport> {
		const finding = await trading.findOrder(btc.symbol, clientOrderId);
		if (finding.kind !== 'found') throw new Error(`${clientOrderId} is ${finding.kind}`);
		return finding.report;
	}

	async function held(): Promise<Decimal> {
		return (await trading.positions()).find((position) => position.symbol === btc.symbol)?.quantity ?? ZERO;
	}

	test('instruments count coins and USD per coin, whatever the venue calls them', () => {
		expect(btc.symbol).toBe(venue === 'bybit' ? 'BTCUSDT' : 'XBTUSDTM');
		expect(formatDecimal(btc.lotSize)).toBe('0.001');
		const pepe = named('PEPE');
		expect(pepe.symbol).toBe(venue === 'bybit' ? '1000PEPEUSDT' : 'PEPEUSDTM');
		expect(pepe.lotSize % pepe.coinsPerOrderUnit).toBe(0n);
		expect(instruments.length).toBeGreaterThan(40);
	});

	test('tickers carry an estimate, an interval and the coming instant of every instrument', async () => {
		const tickers = await data.fetchTickers();
		expect(tickers.length).toBe(instruments.length);
		for (const ticker of tickers) {
			expect(ticker.problems).toEqual([]);
			expect([1, 4, 8]).toContain((ticker.funding?.intervalMs ?? 0) / 3_600_000);
			expect(ticker.funding?.nextSettlementAt).toBeGreaterThan(systemClock.now());
		}
	});

	test.each(['prompt', 'background'] as const)(
		'settled rates go back 30 days, newest first (%s)',
		async (pace) => {
			const now = systemClock.now();
			const { rates, unusable } = await data.fetchSettledRates(btc.symbol, now - 30 * 86_400_000, now, pace);
			expect([rates.length, unusable]).toEqual([90, []]);
			for (const [index, rate] of rates.entries()) {
				const older = rates[index + 1];
				if (older !== undefined) expect(rate.settledAt - older.settledAt).toBe(8 * 3_600_000);
			}
		},
	);

	test('an accepted order is found with its exact fills, and shows in the position and the wallet', async () => {
		const before = await trading.balance();
		const sent = order();
		expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
		const report = await reported(sent.clientOrderId);
		expect(report.status).toBe('filled');
		expect(report.fills.reduce<Decimal>((total, fill) => add(total, fill.quantity), ZERO)).toBe(
			sent.quantity,
		);
		expect(await held()).toBe(sent.quantity);
		const fees = report.fills.reduce<Decimal>((total, fill) => add(total, fill.fee), ZERO);
		expect(sub(before.walletBalance, (await trading.balance()).walletBalance)).toBe(fees);
		const position = (await trading.positions())[0];
		expect(position).toMatchObject({ leverage: LEVERAGE, marginMode: 'isolated' });
	});

	test('a settlement is booked with the sign of who pays, once, under one id', async () => {
		const since = systemClock.now() - 1_000;
		await trading.placeOrder(order());
		await simulator.admin('POST', '/settle', { symbol: btc.symbol });
		const payments = await trading.fundingPayments(btc.symbol, since, systemClock.now() + 1_000);
		expect(payments.length).toBe(1);
		const [payment] = payments;
		expect(payment?.quantity).toBe(parseDecimal('0.01'));
		expect((payment?.amount ?? ZERO) > 0n).toBe((payment?.rate ?? ZERO) < 0n);
		expect(await trading.fundingPayments(btc.symbol, since, systemClock.now() + 1_000)).toEqual(payments);
	});

	test('what the venue refuses is rejected with its code; what is there already is unknown', async () => {
		expect(await trading.placeOrder(order({ quantity: parseDecimal('90') }))).toMatchObject({
			kind: 'rejected',
			code: venue === 'bybit' ? '110007' : '300003',
		});
		expect(await trading.placeOrder(order({ side: 'sell', reduceOnly: true }))).toMatchObject({
			kind: 'rejected',
			code: venue === 'bybit' ? '110017' : '300009',
		});
		await fault({ kind: 'reject' });
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'rejected' });
		const first = order();
		await trading.placeOrder(first);
		expect(await trading.placeOrder(first)).toMatchObject({ kind: 'unknown' });
		expect((await reported(first.clientOrderId)).filledQuantity).toBe(first.quantity);
	});

	test('requests carry the venue’s time as it was last measured', async () => {
		// Further ahead than the venue takes: proof that the offset is in the stamp.
		clockOffsetMs = venue === 'bybit' ? 1_500 : 6_000;
		expect(await trading.placeOrder(order())).toMatchObject({
			kind: 'rejected',
			code: venue === 'bybit' ? '10002' : '400002',
		});
		await expect(trading.balance()).rejects.toMatchObject({ kind: 'unavailable' });
		clockOffsetMs = 0;
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'accepted' });
	});

	test('an order that arrives after its window is refused and never there, and the window is as short as the venue allows', async () => {
		const windowMs = venue === 'bybit' ? 2_500 : 5_000;
		expect(trading.requestWindowMs).toBe(venue === 'bybit' ? 4_500 : 13_000);
		clockOffsetMs = 300 - windowMs;
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'accepted' });
		await fault({ kind: 'delay', at: 'before', ms: 600 });
		const late = order();
		expect(await trading.placeOrder(late)).toMatchObject({
			kind: 'rejected',
			code: venue === 'bybit' ? '10002' : '400002',
			passing: true,
		});
		// Reads of that age are answered: at Bybit their window is longer.
		clockOffsetMs = venue === 'bybit' ? -3_000 : 300 - windowMs;
		expect(await trading.findOrder(btc.symbol, late.clientOrderId)).toEqual({ kind: 'absent' });
		clockOffsetMs = 0;
	});

	test('a post-only order rests until it is cancelled, and a second cancel has nothing to cancel', async () => {
		const resting = order({
			timeInForce: 'postOnly',
			limitPrice: guardedPrice('sell', mid, fromInteger(100), btc.tickSize),
		});
		expect(await trading.placeOrder(resting)).toMatchObject({ kind: 'accepted' });
		expect(await reported(resting.clientOrderId)).toMatchObject({ status: 'open', filledQuantity: ZERO });
		expect(await trading.cancelOrder(btc.symbol, resting.clientOrderId)).toMatchObject({ kind: 'asked' });
		expect(await reported(resting.clientOrderId)).toMatchObject({ status: 'canceled', fills: [] });
		expect(await trading.cancelOrder(btc.symbol, resting.clientOrderId)).toMatchObject({ kind: 'refused' });
		expect(await trading.cancelOrder(btc.symbol, 'e'.repeat(32))).toMatchObject({ kind: 'refused' });
		expect(await trading.cancelOrder('NOBODY', 'e'.repeat(32))).toMatchObject({ kind: 'refused' });
	});

	test('a post-only order that would take is accepted and has ended without a fill', async () => {
		const crossing = order({ timeInForce: 'postOnly' });
		expect(await trading.placeOrder(crossing)).toMatchObject({ kind: 'accepted' });
		expect(await reported(crossing.clientOrderId)).toMatchObject({ status: 'canceled', fills: [] });
		expect(await held()).toBe(ZERO);
	});

	test('a cancel whose answer is lost is unknown, whatever it did', async () => {
		const resting = order({
			timeInForce: 'postOnly',
			limitPrice: guardedPrice('sell', mid, fromInteger(100), btc.tickSize),
		});
		await trading.placeOrder(resting);
		await simulator.admin('POST', '/faults', {
			operation: 'order.cancel',
			count: 1,
			action: { kind: 'dropAnswer' },
		});
		expect(await trading.cancelOrder(btc.symbol, resting.clientOrderId)).toMatchObject({ kind: 'unknown' });
		expect((await reported(resting.clientOrderId)).status).toBe('canceled');
	});

	test('fills of the account are those of our orders and of others, each once, oldest first', async () => {
		const since = systemClock.now() - 1_000;
		const ours = order();
		await trading.placeOrder(ours);
		const { fills, venueOrderId } = await reported(ours.clientOrderId);
		await simulator.admin('POST', `/accounts/${name}/trade`, {
			symbol: btc.symbol,
			side: 'sell',
			quantity: '0.004',
		});
		const all = await trading.accountFills(btc.symbol, since, systemClock.now() + 1_000);
		const mine = all.filter((fill) => fill.venueOrderId === venueOrderId);
		expect(
			mine
				.map(({ tradeId, quantity, price, fee, feeAsset, feeQuantity }) => ({
					tradeId,
					quantity,
					price,
					fee,
					feeAsset,
					feeQuantity,
				}))
				.sort(byId),
		).toEqual(
			fills
				.map(({ tradeId, quantity, price, fee, feeAsset, feeQuantity }) => ({
					tradeId,
					quantity,
					price,
					fee,
					feeAsset,
					feeQuantity,
				}))
				.sort(byId),
		);
		// KuCoin's fills do not name the client order id.
		expect(new Set(mine.map((fill) => fill.clientOrderId))).toEqual(
			new Set([venue === 'bybit' ? ours.clientOrderId : null]),
		);
		const byHand = all.filter((fill) => fill.venueOrderId !== venueOrderId);
		expect(byHand.reduce<Decimal>((total, fill) => add(total, fill.quantity), ZERO)).toBe(
			parseDecimal('0.004'),
		);
		expect(byHand.every((fill) => fill.side === 'sell' && fill.clientOrderId === null)).toBe(true);
		expect(all.every((fill) => fill.cause === 'order')).toBe(true);
		expect(all.map((fill) => fill.filledAt)).toEqual(all.map((fill) => fill.filledAt).sort((a, b) => a - b));
		expect(await trading.accountFills(btc.symbol, since - 60_000, since - 1)).toEqual([]);
		// Longer than one request of either venue may ask.
		const month = await trading.accountFills(btc.symbol, since - 30 * 86_400_000, systemClock.now() + 1_000);
		expect(month).toEqual(all);
	});

	test('what was prepared is remembered: nothing is asked before the next order', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'any',
			count: 100,
			action: { kind: 'status', at: 'before', status: 500 },
		});
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
		await expect(trading.prepare(btc.symbol, fromInteger(3), 'isolated')).rejects.toMatchObject({
			kind: 'unavailable',
		});
		// Nothing is known after a preparation that failed.
		await expect(trading.prepare(btc.symbol, LEVERAGE, 'isolated')).rejects.toMatchObject({
			kind: 'unavailable',
		});
		await simulator.admin('DELETE', '/faults');
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
	});

	test('the balance names no asset that is not held, and a flow its asset', async () => {
		expect((await trading.balance()).otherAssets).toEqual([]);
		const flows = await trading.externalFlows(systemClock.now() - 60_000, systemClock.now() + 1_000);
		expect(flows.map((flow) => flow.asset)).toEqual(['USDT']);
	});

	test('a leverage that the venue cannot take is refused before anything is sent', async () => {
		const odd = trading.prepare(btc.symbol, parseDecimal(venue === 'bybit' ? '1000' : '1.5'), 'isolated');
		await expect(odd).rejects.toMatchObject({ name: 'VenueError', kind: 'rejected' });
	});

	test.each([
		['a lost request', { kind: 'dropRequest' }, false],
		['a lost answer', { kind: 'dropAnswer' }, true],
		['a 500 before the effect', { kind: 'status', at: 'before', status: 500 }, false],
		['a 500 after the effect', { kind: 'status', at: 'after', status: 500 }, true],
	] as const)(
		'%s is unknown, and the venue knows the order or does not',
		async (_what, action, tookEffect) => {
			await fault(action);
			const sent = order();
			expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'unknown' });
			const finding = await trading.findOrder(btc.symbol, sent.clientOrderId);
			expect(finding.kind).toBe(tookEffect ? 'found' : 'absent');
			expect(await held()).toBe(tookEffect ? sent.quantity : ZERO);
		},
	);

	test('a partly filled IOC ends with what was filled', async () => {
		await fault({ kind: 'partialFill', share: '0.5' });
		const sent = order();
		await trading.placeOrder(sent);
		const report = await reported(sent.clientOrderId);
		expect(report.status).toBe('canceled');
		expect(report.filledQuantity).toBe(mulDown(sent.quantity, parseDecimal('0.5')));
	});

	test('deposits are external flows; trades, fees and settlements are not', async () => {
		const since = systemClock.now();
		await simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '55.5' });
		await simulator.admin('POST', `/accounts/${name}/withdraw`, { amount: '5.25' });
		const flows = await trading.externalFlows(since, systemClock.now() + 1_000);
		expect(flows.map((flow) => formatDecimal(flow.amount)).sort()).toEqual(['-5.25', '55.5']);
	});

	test('a client order id that was never sent is absent, a dead venue is unavailable', async () => {
		expect(await trading.findOrder(btc.symbol, 'f'.repeat(32))).toEqual({ kind: 'absent' });
		await simulator.admin('POST', '/down', {});
		expect(await trading.findOrder(btc.symbol, 'f'.repeat(32))).toMatchObject({ kind: 'unavailable' });
		// No connection is made at all, which proves that nothing was sent.
		expect(await trading.placeOrder(order())).toMatchObject({
			kind: 'rejected',
			code: 'NOT_SENT',
			passing: true,
		});
		await simulator.admin('POST', '/up', {});
	});

	test('every instrument gets a book over the stream', async () => {
		const missing = new Set(instruments.map((instrument) => instrument.symbol));
		await new Promise<void>((resolve) => {
			const stream = data.streamBooks([...missing], {
				onBook({ symbol, book }) {
					expect(midPrice(book)).toBeDefined();
					missing.delete(symbol);
					if (missing.size === 0) void stream.close().then(resolve);
				},
				onDown() {},
			});
		});
		expect(missing.size).toBe(0);
	});
});
