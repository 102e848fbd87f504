/**
 * Tests unmodified ccxt.pro against the streams of the Bybit front end: messages must match the exchange's own state.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../e2e/polling.ts';
import { type BybitSetup, startBybit } from './bybit-setup.ts';
import { SYMBOL, type Truth, UNIFIED } from './bybit-truth.ts';
import { CcxtError, type CcxtHandle } from './harness.ts';

const OTHER = 'ETH/USDT:USDT';

let setup: BybitSetup;
let truth: Truth;
let rest: CcxtHandle;
let pro: CcxtHandle;

beforeAll(async () => {
	setup = await startBybit();
	({ truth } = setup);
	rest = await setup.open(setup.account);
	pro = await setup.open(setup.account, { pro: true });
	await Promise.all([rest.call('loadMarkets'), pro.call('loadMarkets')]);
});

afterAll(() => setup?.close());

describe('public streams', () => {
	it('show the book and keep it equal to the exchange', async () => {
		const first = await pro.call('watchOrderBook', UNIFIED);
		expect(first.bids[0][0]).toBeLessThan(first.asks[0][0]);
		expect(first.bids.length).toBeGreaterThan(1);
		const both = await pro.call('watchOrderBookForSymbols', [UNIFIED, OTHER]);
		expect([UNIFIED, OTHER]).toContain(both.symbol);
		// Our own resting order must appear at its level and disappear after the cancel.
		const price = gapBelow(first.bids);
		const sent = await rest.call('createOrder', UNIFIED, 'limit', 'buy', 0.777, price, { postOnly: true });
		await untilBook((bids) => (bids.get(price) ?? 0) >= 0.777);
		await rest.call('cancelOrder', sent.id, UNIFIED);
		await untilBook((bids) => (bids.get(price) ?? 0) < 0.777);
	});

	it('show the ticker with mark, index and next settlement', async () => {
		const ticker = await pro.call('watchTicker', UNIFIED);
		expect(ticker.symbol).toBe(UNIFIED);
		const next = truth.world.nextSettlementAt(truth.instrument(SYMBOL), Date.now());
		expect(ticker.info.nextFundingTime).toBe(String(next));
		expect(ticker.info.fundingIntervalHour).toBe('8');
		expect(ticker.markPrice).toBeGreaterThan(0);
		expect(ticker.indexPrice).toBeGreaterThan(0);
		expect(ticker.bid).toBeLessThan(ticker.ask);
		const update = await pro.call('watchTicker', UNIFIED);
		expect(update.info).toMatchObject({ symbol: SYMBOL, nextFundingTime: String(next) });
	});
});

/**
 * Returns a price halfway between two levels, so far below the best bid that the market does not reach it during the
 * test.
 */
function gapBelow(bids: readonly (readonly [number, number])[]): number {
	const [upper, lower] = bids.slice(10, 12).map(([price]) => price);
	expect(lower).toBeGreaterThan(0);
	return Math.round(((upper ?? 0) + (lower ?? 0)) * 5) / 10;
}

/** Waits for book updates until the bids pass the test. */
async function untilBook(isReached: (bids: ReadonlyMap<number, number>) => boolean): Promise<void> {
	for (;;) {
		const book = await pro.call('watchOrderBook', UNIFIED);
		if (isReached(new Map(book.bids))) return;
	}
}

describe('private streams', () => {
	it('show an order, its trade, the position and the wallet as the exchange records them', async () => {
		const watched = [
			pro.call('watchOrders', UNIFIED),
			pro.call('watchMyTrades', UNIFIED),
			pro.call('watchBalance'),
			pro.call('watchPositions', [UNIFIED]),
		] as const;
		// ccxt answers the first watchPositions from REST (no position yet) and subscribes on the second.
		expect(await watched[3]).toEqual([]);
		const positions = pro.call('watchPositions', [UNIFIED]);
		await untilSent();
		const own = { clientOrderId: 'own-stream_1' };
		const sent = await rest.call('createOrder', UNIFIED, 'market', 'buy', 0.03, null, own);
		const fills = truth.fills({ clientOrderId: 'own-stream_1' });
		const [orders, trades, balance] = await Promise.all([watched[0], watched[1], watched[2]]);
		const order = orders.at(-1);
		expect(order).toMatchObject({
			id: sent.id,
			clientOrderId: 'own-stream_1',
			symbol: UNIFIED,
			status: 'closed',
		});
		expect(order.filled).toBe(0.03);
		expect(order.cost).toBeCloseTo(fills.value, 6);
		expect(order.fee.cost).toBeCloseTo(fills.fee, 8);
		expect(trades[0]).toMatchObject({ order: sent.id, symbol: UNIFIED, side: 'buy', takerOrMaker: 'taker' });
		const kept = await pro.read('myTrades');
		const total = kept.reduce((sum: number, trade: { amount: number }) => sum + trade.amount, 0);
		expect(total).toBeCloseTo(0.03, 9);
		expect(Number(balance.info[0].totalWalletBalance)).toBe(truth.wallet());
		const [position] = await positions;
		expect(position).toMatchObject({ symbol: UNIFIED, side: 'long', contracts: 0.03 });
		expect(position.entryPrice).toBeCloseTo(fills.value / 0.03, 6);
	});

	it('show a cancel and a settlement', async () => {
		const ticker = await rest.call('fetchTicker', UNIFIED);
		const price = Math.round(ticker.last * 0.97);
		const placed = pro.call('watchOrders', UNIFIED);
		const sent = await rest.call('createOrder', UNIFIED, 'limit', 'buy', 0.01, price);
		expect((await placed).at(-1)).toMatchObject({ id: sent.id, status: 'open', remaining: 0.01 });
		const gone = pro.call('watchOrders', UNIFIED);
		await rest.call('cancelOrder', sent.id, UNIFIED);
		expect((await gone).at(-1)).toMatchObject({ id: sent.id, status: 'canceled', filled: 0 });
		const before = truth.wallet();
		await setup.simulator.admin('POST', '/settle', { symbol: SYMBOL });
		expect(truth.wallet()).not.toBe(before);
		// Reads ccxt's cached balance, because watchBalance would miss a message that arrives between two calls.
		await until({ what: 'the wallet after the settlement', periodMs: 50 }, async () =>
			walletOf((await pro.read('balance')).unified) === truth.wallet() ? true : undefined,
		);
		expect(truth.lastPayment().amount).not.toBe(0);
	});

	it('restart with a snapshot after a disconnect', async () => {
		await pro.call('watchOrderBook', UNIFIED);
		const cut = pro.call('watchOrderBook', OTHER);
		await cut;
		const failing = failureOf(pro.call('watchOrders', UNIFIED));
		await setup.simulator.admin('POST', '/streams', { action: 'disconnect', scope: 'all' });
		expect((await failing).classes).toContain('NetworkError');
		const again = await pro.call('watchOrderBook', UNIFIED);
		expect(again.bids[0][0]).toBeLessThan(again.asks[0][0]);
	});

	it('reject a wrong secret with the exchange’s own message', async () => {
		const liar = await setup.open({ key: setup.account.key, secret: 'wrong' }, { pro: true });
		// Without these options, ccxt first requests the account type over REST, and that request already fails with
		// 10004.
		const unified = {
			enableUnifiedMargin: true,
			enableUnifiedAccount: true,
			fetchMarkets: { types: ['linear'] },
		};
		const blind = await setup.open(
			{ key: setup.account.key, secret: 'wrong' },
			{ pro: true, config: { options: unified, has: { fetchCurrencies: false } } },
		);
		expect((await failureOf(liar.call('watchOrders'))).classes[0]).toBe('AuthenticationError');
		await blind.call('loadMarkets');
		const failure = await failureOf(blind.call('watchOrders'));
		expect(failure.message).toContain('Params Error');
	});
});

function walletOf(balance: { readonly info: readonly { readonly totalWalletBalance: string }[] }): number {
	return Number(balance.info[0]?.totalWalletBalance);
}

async function failureOf(call: Promise<unknown>): Promise<CcxtError> {
	try {
		await call;
	} catch (error) {
		if (error instanceof CcxtError) return error;
		throw error;
	}
	throw new Error('The call did not fail.');
}

/**
 * Waits until the exchange has read every frame that ccxt has sent. It makes two requests on another connection,
 * because the first response may arrive in the same event-loop turn as the frames, but not earlier.
 */
async function untilSent(): Promise<void> {
	await pro.call('fetchTime');
	await pro.call('fetchTime');
}
