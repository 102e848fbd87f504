/**
 * Tests paper accounts on the public data of each simulated exchange (books, trades, risk tiers), through the real
 * adapter over real sockets. Another user of the exchange makes real trades there, which shorten the queue ahead of
 * the paper order.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaperExchanges, type PaperExchanges } from '../../src/accounts/paper/paper-exchanges.ts';
import {
	add,
	type Decimal,
	fromInteger,
	min,
	mulTrunc,
	ONE,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { levelsFor, midPrice, type OrderBook, type Side } from '../../src/domain/order-book.ts';
import { guardedPrice } from '../../src/engine/decide/order-terms.ts';
import { createMarket, type RunningMarket } from '../../src/market/market.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { OrderReport, VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createPaperStore } from '../../src/store/paper.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { isTradedAt } from '../../src/venues/facts.ts';
import { until } from '../e2e/polling.ts';
import { credentialsOf, type Fixture, openFixture, reportOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const CLOCKS_APART_MS_MAX = 500;
/** The deposit is large, because one level of these books is worth more than most accounts. */
const DEPOSIT_USD = 100_000_000;
const DEPOSIT = fromInteger(DEPOSIT_USD);

describe.each(VENUE_ROWS)('$venue', (row) => {
	const { venue } = row;
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-paper-'));
	let fixture: Fixture;
	let market: RunningMarket;
	let database: DatabaseSync;
	let exchanges: PaperExchanges;
	let paper: VenueTrading;
	let instrument: Instrument;
	let orders = 0;

	beforeAll(async () => {
		fixture = await openFixture(row);
		instrument = fixture.instrument('SOL');
		market = createMarket({
			sources: [fixture.data],
			isTraded: isTradedAt,
			clock: systemClock,
			random: systemRandom,
			log: SILENT_LOGGER,
			limits: { tickerPeriodMs: 1_000, tickerStaleMs: 5_000, bookStaleMs: 5_000, bookDepth: 50 },
		});
		database = openDatabase(folder);
		const store = createPaperStore(createSqliteDatabase(database));
		const account = { accountId: 'paper_ann', venue, deposit: DEPOSIT, openedAt: systemClock.now() };
		await store.open(account);
		exchanges = createPaperExchanges({
			market,
			readsOf: () => fixture.data,
			store,
			clock: systemClock,
			random: systemRandom,
			log: SILENT_LOGGER,
			latencyMs: null,
			sweepMs: 60_000,
		});
		paper = exchanges.open(venue, { apiKey: account.accountId, secret: 'none' });
		// The request budgets of some exchanges delay the start.
		await until({ what: 'the account to be warm', periodMs: 100 }, () =>
			paper.warmUp().then(
				() => true as const,
				() => undefined,
			),
		);
		await paper.prepare(instrument.symbol, fromInteger(2), 'isolated');
	});

	afterAll(async () => {
		await exchanges.close();
		await market.close();
		await fixture.close();
		database.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const mid = async (): Promise<Decimal> =>
		midPrice(await fixture.data.fetchBook(instrument.symbol, 50)) ?? ZERO;

	function order(
		side: Side,
		quantity: Decimal,
		limitPrice: Decimal,
		change: Partial<VenueOrder> = {},
	): VenueOrder {
		orders += 1;
		return {
			symbol: instrument.symbol,
			clientOrderId: String(orders).padStart(32, '0'),
			side,
			quantity,
			limitPrice,
			timeInForce: 'IOC',
			reduceOnly: false,
			leverage: fromInteger(2),
			marginMode: 'isolated',
			...change,
		};
	}

	function untilEnded(clientOrderId: string): Promise<OrderReport> {
		return until({ what: `${clientOrderId} to end`, periodMs: 20 }, async () => {
			const report = await reportOf(paper, instrument.symbol, clientOrderId);
			return report.status === 'open' ? undefined : report;
		});
	}

	/** Returns every book that the market published while `work` ran. */
	async function booksDuring(work: () => Promise<void>): Promise<readonly OrderBook[]> {
		const seen: OrderBook[] = [];
		const stop = market.onChange(({ instrument: { symbol }, book }) => {
			if (symbol === instrument.symbol && book !== undefined) seen.push(book);
		});
		await work();
		stop();
		return seen;
	}

	test('fills an order level by level from a later book, with the taker fee', async () => {
		const touch = (await fixture.data.fetchBook(instrument.symbol, 50)).asks[0];
		const quantity = add(touch?.[1] ?? ZERO, fromInteger(3));
		const sent = order(
			'buy',
			quantity,
			guardedPrice('buy', await mid(), fromInteger(50), instrument.tickSize),
		);
		let report: OrderReport | undefined;
		const books = await booksDuring(async () => {
			expect(await paper.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
			report = await untilEnded(sent.clientOrderId);
		});
		const fills = report?.fills ?? [];
		expect(fills.length).toBeGreaterThan(1);
		const isOf = (book: OrderBook): boolean =>
			fills.every(({ price, quantity: got }, index) => {
				const level = levelsFor(book, 'buy')[index];
				return level !== undefined && level[0] === price && got <= level[1];
			});
		expect(books.some(isOf)).toBe(true);
		const { taker } = fixture.data.baseFees(instrument.symbol);
		for (const { price, quantity: got, fee } of fills)
			expect(Math.abs(Number(sub(fee, mulTrunc(mulTrunc(price, got), taker))))).toBeLessThan(1e10);
		expect(new Set(fills.map(({ feeAsset }) => feeAsset))).toEqual(new Set([row.collateral]));
		const [position] = await paper.positions();
		expect(position).toMatchObject({
			symbol: instrument.symbol,
			leverage: fromInteger(2),
			marginMode: 'isolated',
		});
		expect(position?.quantity).toBe(sum(fills.map((fill) => fill.quantity)));
		expect(position?.liquidationPrice).toBeLessThan(position?.entryPrice ?? ZERO);
	});

	test('fills a post-only order only from trades beyond the queue', async () => {
		const other = await fixture.simulator.createAccount('other', { deposit: String(DEPOSIT_USD) });
		const trading = fixture.open(credentialsOf(other));
		await trading.warmUp();
		await trading.prepare(instrument.symbol, fromInteger(2), 'isolated');
		// This price is too far below the best bid for the market to get there without our trade.
		const price = guardedPrice('sell', await mid(), fromInteger(10), instrument.tickSize);
		const rests = order('buy', ONE, price, { timeInForce: 'postOnly' });
		await paper.placeOrder(rests);
		// The two clocks agree only to within milliseconds, so a trade counts only if it is certainly later than the
		// order.
		await until({ what: 'the order to rest', periodMs: 50 }, async () => {
			const [stored] = database.prepare("SELECT * FROM paper_order WHERE status = 'resting'").all();
			const restsFor = systemClock.now() - Number(stored?.counts_from ?? Number.MAX_SAFE_INTEGER);
			return restsFor > CLOCKS_APART_MS_MAX ? true : undefined;
		});
		expect((await reportOf(paper, instrument.symbol, rests.clientOrderId)).filledQuantity).toBe(ZERO);
		// A real user sells through the price, and the volume beyond the queue fills the paper order.
		const through = guardedPrice('sell', price, fromInteger(20), instrument.tickSize);
		const { bids } = await fixture.data.fetchBook(instrument.symbol, 50);
		const depth = sum(bids.filter(([at]) => at >= through).map(([, quantity]) => quantity));
		for (let left = depth; left > 0n; left = sub(left, min(left, instrument.quantityMax))) {
			const sold = order('sell', min(left, instrument.quantityMax), through);
			expect(await trading.placeOrder(sold)).toMatchObject({ kind: 'accepted' });
		}
		const report = await untilEnded(rests.clientOrderId);
		expect(report).toMatchObject({ status: 'filled', filledQuantity: ONE });
		const { maker } = fixture.data.baseFees(instrument.symbol);
		for (const fill of report.fills) {
			expect(fill.price).toBe(price);
			expect(Math.abs(Number(sub(fill.fee, mulTrunc(mulTrunc(price, fill.quantity), maker))))).toBeLessThan(
				1e10,
			);
		}
		await trading.close();
	});

	test('a closed position is flat, and cash equals deposit plus result minus fees', async () => {
		const held = (await paper.positions())[0]?.quantity ?? ZERO;
		const limit = guardedPrice('sell', await mid(), fromInteger(100), instrument.tickSize);
		const exit = order('sell', held, limit, { reduceOnly: true });
		await paper.placeOrder(exit);
		expect(await untilEnded(exit.clientOrderId)).toMatchObject({ status: 'filled', filledQuantity: held });
		expect(await paper.positions()).toEqual([]);
		const fills = await paper.accountFills(instrument.symbol, 0, Number.MAX_SAFE_INTEGER);
		const cash = fills.map(({ side, price, quantity, fee }) => {
			const value = mulTrunc(price, quantity);
			return sub(side === 'sell' ? value : sub(ZERO, value), fee);
		});
		expect((await paper.balance()).walletBalance).toBe(add(DEPOSIT, sum(cash)));
	});

	test('the exchange never sees the paper account', async () => {
		const { accounts } = (await fixture.simulator.admin('GET', '/accounts')) as {
			readonly accounts: readonly { readonly name: string }[];
		};
		expect(accounts.map(({ name }) => name)).toEqual(['other']);
	});
});
