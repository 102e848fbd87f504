import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { add, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { delistingPrice } from './delisting.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import type { Instrument } from './types.ts';

const SYMBOL = 'AAAUSDT';
const MINUTE_MS = 60_000;

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const refusalOf = (act: () => unknown): unknown => {
	try {
		act();
		return 'taken';
	} catch (error) {
		return (error as { readonly code?: string }).code;
	}
};

describe('a paused contract', () => {
	it('takes no orders, not even reduce-only ones, until the pause ends', () => {
		const { exchange } = fixture;
		const id = fixture.account('ann');
		exchange.placeOrder(id, orderOf('buy', '2'));
		exchange.announcements.setPaused(SYMBOL, true);
		expect(refusalOf(() => exchange.placeOrder(id, orderOf('sell', '2', { reduceOnly: true })))).toBe(
			'NOT_TRADED',
		);
		expect(exchange.positions(id)).toHaveLength(1);
		exchange.announcements.setPaused(SYMBOL, false);
		exchange.placeOrder(id, orderOf('sell', '2', { reduceOnly: true }));
		expect(exchange.positions(id)).toEqual([]);
	});
});

describe('a delisted contract', () => {
	it('is settled at its time: orders end, positions close at one price, and wallets equal their ledgers', () => {
		const { exchange, clock } = fixture;
		const [ann, bob] = [fixture.account('ann'), fixture.account('bob')];
		exchange.placeOrder(ann, orderOf('buy', '2'));
		exchange.placeOrder(bob, orderOf('sell', '3'));
		exchange.placeOrder(ann, orderOf('sell', '1', { price: '150', clientOrderId: 'resting' }));
		const wallets = [ann, bob].map((id) => exchange.balance(id).walletBalance);
		const at = clock.now + 10 * MINUTE_MS;
		exchange.announcements.setDelisting(SYMBOL, at);
		clock.now = at - 1;
		expect(exchange.positions(ann)).toHaveLength(1);
		clock.now = at;
		for (const [index, id] of [ann, bob].entries()) {
			expect([exchange.positions(id), exchange.openOrders(id, undefined)]).toEqual([[], []]);
			const [settled, opened] = exchange.fills(id, { symbol: SYMBOL, limit: 10 });
			expect(settled).toMatchObject({ origin: 'delisting', fee: ZERO, at });
			expect(settled?.quantity).toBe(opened?.quantity);
			expect(exchange.balance(id).walletBalance).toBe(
				add(wallets[index] ?? ZERO, settled?.realizedPnl ?? ZERO),
			);
		}
		const prices = [ann, bob].map((id) => exchange.fills(id, { symbol: SYMBOL, limit: 1 })[0]?.price);
		expect(prices[0]).toBe(prices[1]);
	});

	it('takes no orders and leaves the list, even after a restart; its history stays available; it can come back', () => {
		const { exchange, clock } = fixture;
		const id = fixture.account('ann');
		exchange.placeOrder(id, orderOf('buy', '2'));
		exchange.announcements.setDelisting(SYMBOL, clock.now);
		for (const open of [() => exchange, fixture.reopen]) {
			const here = open();
			expect(here.positions(id)).toEqual([]);
			expect(here.instruments().map(({ symbol }) => symbol)).not.toContain(SYMBOL);
			expect(refusalOf(() => here.placeOrder(id, orderOf('buy', '2')))).toBe('NOT_TRADED');
			expect(here.fills(id, { symbol: SYMBOL, limit: 10 })).toHaveLength(2);
			expect(here.instrument(SYMBOL)?.symbol).toBe(SYMBOL);
		}
		exchange.contracts.setListed(SYMBOL, true);
		expect(exchange.instruments().map(({ symbol }) => symbol)).toContain(SYMBOL);
		exchange.placeOrder(id, orderOf('buy', '2'));
		expect(exchange.positions(id)).toHaveLength(1);
	});
});

describe('the price of a settlement', () => {
	it('is the average of the index, one value a second, over the exchange’s own period', () => {
		const { exchange, world, clock } = fixture;
		const instrument = exchange.instrument(SYMBOL) as Instrument;
		const movedAt = clock.now;
		const moving = {
			...world,
			index: (_: Instrument, at: number) => parseDecimal(at < movedAt ? '100' : '110'),
		};
		const at = movedAt + 15 * MINUTE_MS;
		const priceOf = (venue: string) =>
			delistingPrice({ world: moving, terms: world.terms(venue) }, instrument, at);
		// The index was 100 before and 110 for the last fifteen minutes: half of a 30-minute average and a quarter of
		// a 60-minute average.
		expect(['bybit', 'kucoin', 'binance'].map((venue) => priceOf(venue))).toEqual(
			Array.from({ length: 3 }, () => parseDecimal('105')),
		);
		expect([priceOf('okx'), priceOf('hyperliquid')]).toEqual([parseDecimal('102.5'), parseDecimal('102.5')]);
		const uneven = { ...world, index: () => parseDecimal('100.0061') };
		expect(delistingPrice({ world: uneven, terms: exchange.terms }, instrument, at)).toBe(
			parseDecimal('100.01'),
		);
	});
});
