import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { EXCHANGES } from '../exchanges.ts';
import { openExchange, type SimulatedExchange } from './exchange.ts';
import { openWorld } from './world.ts';

/** 2026-01-05 10:07:00 UTC. */
const NOW = Date.UTC(2026, 0, 5, 10, 7);

describe.each(['bybit', 'kucoin'] as const)('%s in the seeded world', (name) => {
	let dataDir: string;
	let exchange: SimulatedExchange;
	const clock = { now: NOW };
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'carrywire-world-'));
		clock.now = NOW;
		const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 11, nowMs: NOW });
		exchange = openExchange({ name, world, dataDir, clock: () => clock.now });
	});
	afterEach(() => {
		exchange.close();
		rmSync(dataDir, { recursive: true, force: true });
	});

	test('every instrument has a book, a price, a funding history, and takes an order', () => {
		const { account } = exchange.accounts.ensure({ name: 'ann', deposit: parseDecimal('1000000') });
		const instruments = exchange.instruments();
		expect(instruments.length).toBeGreaterThan(30);
		for (const instrument of instruments) {
			const { symbol } = instrument;
			const { bids, asks } = exchange.book(symbol, 50);
			expect(bids.length).toBeGreaterThan(10);
			expect(asks.length).toBeGreaterThan(10);
			const [bid, ask] = [bids[0]?.[0] ?? ZERO, asks[0]?.[0] ?? ZERO];
			const { mark, last, high24h, low24h } = exchange.quote(symbol);
			expect(bid < ask && bid > ZERO).toBe(true);
			expect(low24h <= last && last <= high24h && mark > ZERO).toBe(true);
			const month = NOW - 35 * 86_400_000;
			const history = exchange.fundingHistory({ symbol, from: month, limit: 1_000 });
			const oldest = history[history.length - 1]?.at ?? NOW;
			expect(oldest - month).toBeLessThanOrEqual(exchange.funding(symbol).intervalMs);
			const minimum = instrument.notionalMin > ZERO ? parseDecimal('10') : ZERO;
			const lots = (minimum * 10n ** 18n) / (mark * instrument.lotSize) + 1n;
			const order = exchange.placeOrder(account.id, {
				symbol,
				side: 'buy',
				kind: 'market',
				quantity: (lots * instrument.lotSize) as typeof ZERO,
				price: undefined,
				timeInForce: 'IOC',
				reduceOnly: false,
				clientOrderId: undefined,
				leverage: undefined,
				marginMode: undefined,
			});
			expect([symbol, order.status]).toEqual([symbol, 'filled']);
		}
		expect(exchange.positions(account.id)).toHaveLength(instruments.length);
		clock.now += 8 * 3_600_000;
		const paid = new Set(exchange.fundingPayments(account.id, { limit: 1_000 }).map((each) => each.symbol));
		expect(paid.size).toBe(instruments.length);
	});
});
