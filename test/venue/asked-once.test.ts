/**
 * Checks that the adapter makes account-wide requests only once when many instruments are opened simultaneously, over
 * real sockets.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromInteger } from '../../src/domain/decimal.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { UNWATCHED } from '../../src/venues/shared/watched-request.ts';
import { credentialsOf, type Fixture, LEVERAGE, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const INSTRUMENTS = 12;

/** How often each request is allowed. A request that is not listed is allowed once per instrument. */
const OF_ACCOUNT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	bybit: { privateGetV5AccountInfo: 1, privatePostV5AccountSetMarginMode: 1, privateGetV5AccountFeeRate: 1 },
	kucoin: { futuresPrivateGetPositionGetPositionMode: 1, futuresPrivateGetPositions: 2 },
	binance: {
		fapiPrivateGetAccountConfig: 1,
		fapiPrivateGetSymbolConfig: 1,
		fapiPrivateV3GetPositionRisk: 2,
	},
	okx: { privateGetAccountConfig: 1, privateGetAccountPositions: 2 },
	// All reads at Hyperliquid share this operation: one request for fees, one per instrument, and one per order
	// connection.
	hyperliquid: { publicPostInfo: 1 + INSTRUMENTS + 2 },
};

/** The request that sets a symbol's leverage. At KuCoin each order carries the leverage instead. */
const SETS_LEVERAGE: Readonly<Record<string, string>> = {
	bybit: 'privatePostV5PositionSetLeverage',
	binance: 'fapiPrivatePostLeverage',
	okx: 'privatePostAccountSetLeverage',
	hyperliquid: 'privatePostExchange',
};

describe.each(VENUE_ROWS)('$venue', (row) => {
	let fixture: Fixture;
	let trading: VenueTrading;
	const asked = new Map<string, number>();
	/** Highest observed number of concurrent requests of each type. */
	const together = new Map<string, number>();

	beforeAll(async () => {
		fixture = await openFixture(row);
		const account = await fixture.simulator.createAccount('opener', { deposit: '10000' });
		const underWay = new Map<string, number>();
		const tracer = {
			...UNWATCHED.tracer,
			span<T>(...[name, kind, attributes, work]: Parameters<typeof UNWATCHED.tracer.span<T>>): T {
				const operation = String(attributes['carrywire.request.operation']);
				asked.set(operation, (asked.get(operation) ?? 0) + 1);
				const now = (underWay.get(operation) ?? 0) + 1;
				underWay.set(operation, now);
				together.set(operation, Math.max(now, together.get(operation) ?? 0));
				const ended = (): unknown => underWay.set(operation, (underWay.get(operation) ?? 0) - 1);
				const done = UNWATCHED.tracer.span(name, kind, attributes, work);
				Promise.resolve(done).then(ended, ended);
				return done;
			},
		};
		trading = fixture.open(credentialsOf(account), () => 0, { ...UNWATCHED, tracer });
	});

	afterAll(async () => {
		await trading.close();
		await fixture.close();
	});

	test('fetches account-wide settings and fees once for all openings', async () => {
		const symbols = fixture.instruments.slice(0, INSTRUMENTS).map(({ symbol }) => symbol);
		expect(symbols).toHaveLength(INSTRUMENTS);
		await Promise.all([
			...symbols.map((symbol) => trading.prepare(symbol, LEVERAGE, 'isolated')),
			...symbols.map((symbol) => trading.fees(symbol)),
		]);
		for (const [operation, most] of Object.entries(OF_ACCOUNT[row.venue] ?? {}))
			expect(asked.get(operation) ?? 0, operation).toBeLessThanOrEqual(most);
		const all = (): number => [...asked.values()].reduce((sum, count) => sum + count, 0);
		const before = all();
		await Promise.all(symbols.map((symbol) => trading.prepare(symbol, LEVERAGE, 'isolated')));
		// Keep-alive requests on order connections may be counted too.
		expect(all() - before).toBeLessThan(INSTRUMENTS / 2);
	});

	const setsLeverage = SETS_LEVERAGE[row.venue];
	if (setsLeverage !== undefined)
		test('sets two leverages of one instrument in sequence', async () => {
			const [{ symbol } = { symbol: '' }] = fixture.instruments;
			const before = asked.get(setsLeverage) ?? 0;
			together.clear();
			await Promise.all([3, 4].map((times) => trading.prepare(symbol, fromInteger(times), 'isolated')));
			expect((asked.get(setsLeverage) ?? 0) - before).toBe(2);
			expect(together.get(setsLeverage)).toBe(1);
		});
});
