import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { ContractError } from './contract-listing.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';

const HOUR_MS = 3_600_000;
const SYMBOL = 'AAAUSDT';

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const listed = () => fixture.exchange.instruments().map(({ symbol }) => symbol);

describe('tick and lot of a contract', () => {
	it('apply to orders and books, survive a restart, and a listener of the book misses nothing', () => {
		const { exchange, clock } = fixture;
		const id = fixture.account('ann');
		const before = exchange.book(SYMBOL, 100);
		const levels = { bids: new Map(before.bids), asks: new Map(before.asks) };
		let sequence = before.sequence;
		exchange.onBook(SYMBOL, (delta) => {
			expect(delta.sequence).toBe(sequence + 1);
			sequence = delta.sequence;
			for (const side of ['bids', 'asks'] as const)
				for (const [price, quantity] of delta[side])
					if (quantity === 0n) levels[side].delete(price);
					else levels[side].set(price, quantity);
		});
		const { tickSize, lotSize } = exchange.contracts.setSteps(SYMBOL, {
			tickSize: parseDecimal('1'),
			lotSize: parseDecimal('0.5'),
		});
		expect([tickSize, lotSize]).toEqual([parseDecimal('1'), parseDecimal('0.5')]);
		clock.now += 400;
		const { bids, asks } = exchange.book(SYMBOL, 100);
		for (const [price] of [...bids, ...asks]) expect(price % parseDecimal('1')).toBe(0n);
		expect([...levels.bids]).toHaveLength(bids.length);
		expect(new Map(levels.asks)).toEqual(new Map(asks));
		expect(() => exchange.placeOrder(id, orderOf('buy', '0.7'))).toThrow(/step|lot|multiple/i);
		exchange.placeOrder(id, orderOf('buy', '1.5'));
		expect(fixture.reopen().instrument(SYMBOL)).toMatchObject({ tickSize, lotSize });
	});
});

describe('a new name', () => {
	it('keeps positions, orders and history, even after a restart; the old name is unknown', () => {
		const { exchange } = fixture;
		const id = fixture.account('ann');
		exchange.placeOrder(id, orderOf('buy', '2'));
		exchange.placeOrder(id, orderOf('sell', '1', { price: '150', clientOrderId: 'resting' }));
		const history = exchange.fundingHistory({ symbol: SYMBOL, limit: 5 }).map(({ at, rate }) => [at, rate]);
		exchange.contracts.rename(SYMBOL, 'NEWUSDT');
		for (const here of [exchange, fixture.reopen()]) {
			expect(here.instruments().map(({ symbol }) => symbol)).toContain('NEWUSDT');
			expect(here.instruments().map(({ symbol }) => symbol)).not.toContain(SYMBOL);
			expect(here.positions(id).map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
				['NEWUSDT', parseDecimal('2')],
			]);
			expect(here.openOrders(id, 'NEWUSDT').map(({ request }) => request.clientOrderId)).toEqual(['resting']);
			expect(here.fundingHistory({ symbol: 'NEWUSDT', limit: 5 }).map(({ at, rate }) => [at, rate])).toEqual(
				history,
			);
		}
		expect(() => exchange.placeOrder(id, orderOf('buy', '1'))).toThrow(/lists no AAAUSDT/);
		exchange.placeOrder(id, { ...orderOf('sell', '2'), symbol: 'NEWUSDT', reduceOnly: true });
		expect(exchange.positions(id)).toEqual([]);
		exchange.contracts.rename('NEWUSDT', SYMBOL);
		expect(listed()).toContain(SYMBOL);
	});

	it('is refused if another contract has it', () => {
		expect(() => fixture.exchange.contracts.rename(SYMBOL, 'BBBUSDT')).toThrow(ContractError);
	});
});

describe('a new interval', () => {
	it('begins with a settlement at its instant and continues from there, each paid once', () => {
		const { exchange, clock } = fixture;
		const id = fixture.account('ann');
		exchange.placeOrder(id, orderOf('buy', '2'));
		const from = clock.now + 60_000;
		exchange.contracts.setFundingInterval(SYMBOL, { from, intervalMs: HOUR_MS });
		expect(exchange.funding(SYMBOL).nextSettlementAt).toBe(from);
		clock.now = from + 3 * HOUR_MS + 1;
		expect(exchange.funding(SYMBOL)).toMatchObject({
			intervalMs: HOUR_MS,
			nextSettlementAt: from + 4 * HOUR_MS,
		});
		const paid = exchange.fundingPayments(id, { symbol: SYMBOL, limit: 100 }).map(({ at }) => at);
		expect(paid.filter((at) => at >= from)).toEqual([3, 2, 1, 0].map((hours) => from + hours * HOUR_MS));
		expect(exchange.fundingHistory({ symbol: SYMBOL, from, limit: 10 }).map(({ at }) => at)).toEqual(
			[3, 2, 1, 0].map((hours) => from + hours * HOUR_MS),
		);
	});

	it('cannot begin in the past', () => {
		expect(() =>
			fixture.exchange.contracts.setFundingInterval(SYMBOL, { from: fixture.clock.now, intervalMs: HOUR_MS }),
		).toThrow(ContractError);
	});
});

describe('an unlisted contract', () => {
	it('is absent, even after a restart, until it is listed', () => {
		const { exchange } = fixture;
		exchange.contracts.setListed(SYMBOL, false);
		expect(listed()).not.toContain(SYMBOL);
		expect(() => exchange.quote(SYMBOL)).toThrow(/lists no/);
		expect(fixture.reopen().instrument(SYMBOL)).toBeUndefined();
		exchange.contracts.setListed(SYMBOL, true);
		expect(listed()).toContain(SYMBOL);
		expect(exchange.book(SYMBOL, 5).bids.length).toBeGreaterThan(0);
		expect(() => exchange.contracts.setListed(SYMBOL, true)).toThrow(ContractError);
	});

	it('must have no positions', () => {
		fixture.exchange.placeOrder(fixture.account('ann'), orderOf('buy', '1'));
		expect(() => fixture.exchange.contracts.setListed(SYMBOL, false)).toThrow(/holds/);
	});
});
