/**
 * Tests the public trades and risk tiers of each simulated exchange, which paper accounts read, through the adapter
 * over real sockets.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
	type Decimal,
	formatDecimal,
	fromInteger,
	isMultipleOf,
	parseDecimal,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { PublicTrade } from '../../src/ports/venue-market.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { dialectOf } from '../../src/venues/modules.ts';
import { openCcxt } from '../../src/venues/shared/instance.ts';
import { unifiedTrades } from '../../src/venues/shared/public-trades.ts';
import { until } from '../e2e/polling.ts';
import { casesOf } from './cases.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/** Maximum wait for a trade. A simulated exchange prints a background trade every three seconds. */
const TRADES_MS_MAX = 30_000;

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let instrument: Instrument;

	beforeAll(async () => {
		fixture = await openFixture(row);
		instrument = fixture.instrument('BTC');
	});

	afterAll(() => fixture.close());

	function someTrades(): Promise<readonly PublicTrade[]> {
		return until({ what: 'public trades', periodMs: 200 }, async () => {
			const trades = await fixture.data.fetchTrades(instrument.symbol);
			return trades.length >= 3 ? trades : undefined;
		});
	}

	prove('public trades', 'state whole lots in coins at prices of the book', async () => {
		const trades = await someTrades();
		const book = await fixture.data.fetchBook(instrument.symbol, 20);
		const best = book.bids[0]?.[0] ?? fromInteger(0);
		expect(new Set(trades.map(({ tradeId }) => tradeId)).size).toBe(trades.length);
		for (const { price, quantity, tradedAt } of trades) {
			expect(isMultipleOf(quantity, instrument.lotSize)).toBe(true);
			expect(Math.abs(Number(price - best) / Number(best))).toBeLessThan(0.05);
			expect(Math.abs(systemClock.now() - tradedAt)).toBeLessThan(TRADES_MS_MAX * 10);
		}
	});

	// For Hyperliquid, ccxt 4.5.84 reads only one user's trades and requires that user.
	if (row.venue !== 'hyperliquid')
		prove(
			'public trades',
			'ccxt’s own reading, used for venues without an adapter of ours, agrees',
			async () => {
				await someTrades();
				const { facts, settings } = dialectOf(row.venue);
				const exchange = await openCcxt(facts.ccxtClass, { settings, redirectPort: fixture.simulator.port });
				const unified = await unifiedTrades(exchange, instrument);
				await exchange.close();
				const own = new Map(
					(await fixture.data.fetchTrades(instrument.symbol)).map((trade) => [trade.tradeId, trade]),
				);
				expect(unified.length).toBeGreaterThan(0);
				expect(unified.map(({ tradeId }) => own.get(tradeId))).toEqual(unified);
			},
		);

	prove('risk tiers', 'state rates as fractions of the position value', async () => {
		const tiers = (await fixture.data.fetchRiskTiers(instrument.symbol)) ?? [];
		expect(tiers.length).toBeGreaterThan(0);
		const shown: (tier: { readonly maintenanceRate: Decimal; readonly leverageMax: Decimal }) => string = (
			tier,
		) => `${formatDecimal(tier.maintenanceRate)} at ${formatDecimal(tier.leverageMax)}`;
		expect(tiers.map(shown)).toEqual([row.btcTier]);
		expect(tiers[0]?.valueMax).toBeGreaterThan(parseDecimal('100000'));
	});
});
