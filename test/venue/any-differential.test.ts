/**
 * Compares the generic ccxt adapter with the dedicated one at the same simulated exchange on a stopped clock. Both
 * must read exactly the same values.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVenue, type VenueFixture } from '../../simulator/core/venue-fixture.ts';
import { exchangeNamed } from '../../simulator/exchanges.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { InstrumentTicker, VenueMarketData } from '../../src/ports/venue-market.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { VENUE_FACTS } from '../../src/venues/facts.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { openAnyVenueMarketData } from '../../src/venues/read-only/market-data.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { TICKER_TEXT } from '../../src/venues/shared/text.ts';
import { until } from '../e2e/polling.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const DAY_MS = 24 * 3_600_000;
/** ccxt 4.5.84 does not send OKX the end of the range, so it reads only the latest hundred rates. */
const SETTLED_DAYS: Readonly<Partial<Record<TradedVenue, number>>> = { okx: 30 };
const SETTLED_DAYS_OTHERS = 60;

/** Ticker fields that ccxt's unified API never has. They must be null here, whatever the venue reports. */
const NEVER = { fundingCap: null, fundingFloor: null, delistingAt: null } as const;

/**
 * ccxt lists Hyperliquid's contracts by number. It takes the next full hour as the next settlement, which no response
 * contains, so there is nothing to compare.
 */
const ROWS = VENUE_ROWS.filter(({ venue }) => venue !== 'hyperliquid');

describe.each(ROWS)('$venue', ({ venue, symbols, instrumentsMin }) => {
	let fixture: VenueFixture;
	let own: VenueMarketData;
	let any: VenueMarketData;

	beforeAll(async () => {
		fixture = await openVenue(venue, await exchangeNamed(venue).loadFrontEnd());
		const options = {
			venue,
			clock: { ...systemClock, now: fixture.now },
			random: systemRandom,
			log: SILENT_LOGGER,
			sharedAddress: createSharedAddress(systemClock),
			redirect: { port: Number(new URL(fixture.origin).port) },
		};
		own = openVenueMarketData({ ...options, module: moduleOf(venue) });
		any = openAnyVenueMarketData({ ...options, ccxtClass: VENUE_FACTS[venue].ccxtClass });
		await Promise.all([own.loadInstruments(), any.loadInstruments()]);
	});

	afterAll(async () => {
		await Promise.all([own.close(), any.close()]);
		await fixture.close();
	});

	test('lists the same instruments with the same terms', async () => {
		const [ours, theirs] = await Promise.all([own.loadInstruments(), any.loadInstruments()]);
		expect(ours.length).toBeGreaterThanOrEqual(instrumentsMin);
		const bySymbol = new Map(theirs.map((instrument) => [instrument.symbol, instrument]));
		for (const instrument of ours) {
			const read = bySymbol.get(instrument.symbol);
			expect(read, instrument.symbol).toMatchObject({
				...instrument,
				// ccxt omits some limits. The generic adapter's limits may then be wider or absent, never narrower.
				quantityMin: read?.quantityMin,
				quantityMax: read?.quantityMax,
				notionalMin: read?.notionalMin,
				leverageMax: read?.leverageMax,
			});
			expect(read?.quantityMin, instrument.symbol).toBeLessThanOrEqual(instrument.quantityMin);
			expect(read?.quantityMax, instrument.symbol).toBeGreaterThanOrEqual(instrument.quantityMax);
			expect(read?.notionalMin, instrument.symbol).toBeLessThanOrEqual(instrument.notionalMin);
		}
	});

	test('reads the same prices, rates, intervals and settlements of every instrument', async () => {
		const ours = await own.fetchTickers();
		expect(ours.length).toBeGreaterThanOrEqual(instrumentsMin);
		const read = async () => new Map((await any.fetchTickers()).map((ticker) => [ticker.symbol, ticker]));
		// If the unified API gives only some intervals, the adapter reads the intervals of watched contracts one by
		// one.
		const first = await read();
		const untold = ours.flatMap(({ symbol }) => (first.get(symbol)?.funding === null ? [symbol] : []));
		const watching = any.streamBooks(untold, { onBook() {}, onDown() {} });
		const bySymbol = await until({ what: 'all intervals', periodMs: 500 }, async () => {
			const theirs = await read();
			return untold.every((symbol) => theirs.get(symbol)?.funding !== null) ? theirs : undefined;
		});
		await watching.close();
		for (const ticker of ours) {
			const their = bySymbol.get(ticker.symbol);
			// Only streamed tickers carry a time of receipt.
			const told = { ...ticker, receivedAt: undefined };
			expect(their, ticker.symbol).toEqual({ ...told, ...NEVER, ...missing(their) });
			expect(their?.funding, ticker.symbol).not.toBeNull();
		}
	});

	test('reads the same settled rates, over more than one page', async () => {
		const to = fixture.now();
		const days = SETTLED_DAYS[venue] ?? SETTLED_DAYS_OTHERS;
		const [ours, theirs] = await Promise.all(
			[own, any].map((data) => data.fetchSettledRates(symbols.BTC, to - days * DAY_MS, to, 'prompt')),
		);
		expect(ours?.rates.length).toBeGreaterThan(days);
		expect(theirs).toEqual(ours);
	});

	test('reads the same book', async () => {
		const [ours, theirs] = await Promise.all([own, any].map((data) => data.fetchBook(symbols.BTC, 20)));
		expect(ours?.bids.length).toBeGreaterThan(10);
		expect(theirs?.bids.slice(0, 10)).toEqual(ours?.bids.slice(0, 10));
		expect(theirs?.asks.slice(0, 10)).toEqual(ours?.asks.slice(0, 10));
	});

	test('reports how each requirement is met and lacks nothing essential', () => {
		const needs = any.needs?.() ?? [];
		expect(needs.filter(({ isEssential }) => isEssential).map(({ need, met }) => [need, met])).toEqual([
			['instruments', 'yes'],
			['prices', 'yes'],
			['funding', 'yes'],
		]);
		for (const { met, consequence, how } of needs) {
			expect(how).not.toBe('');
			expect(consequence === null).toBe(met === 'yes');
		}
	});

	// This case comes last because it restarts the exchange's clock. Some streams send nothing until something
	// changes.
	test('streams books', async () => {
		fixture.exchange.start();
		const stop = systemClock.every(50, () => fixture.pass(100));
		const heard = await new Promise<string>((resolve) => {
			const stream = any.streamBooks([symbols.BTC], {
				onBook: ({ symbol, book }) => {
					if (book.bids.length === 0) return;
					void stream.close();
					resolve(symbol);
				},
				onDown: () => {},
			});
		}).finally(stop);
		expect(heard).toBe(symbols.BTC);
	});
});

/** Returns the fields that are null because a venue's unified API lacks them. Nothing else may differ. */
function missing(read: InstrumentTicker | undefined): Partial<InstrumentTicker> {
	return {
		...(read?.openInterest === null ? { openInterest: null } : {}),
		...(read?.volume24h === null ? { volume24h: null } : {}),
		...(read?.index === null ? { index: null, problems: [TICKER_TEXT.figure({ price: 'index' })] } : {}),
	};
}
