/** What opening on many instruments at once asks of an exchange, over real sockets: what is of the whole account, once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { UNWATCHED } from '../../src/venues/watched-request.ts';
import { credentialsOf, LEVERAGE, openStage, type Stage } from './stage.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const INSTRUMENTS = 12;

/** How often each may be asked for; what is not named is of each instrument. */
const OF_ACCOUNT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	bybit: { privateGetV5AccountInfo: 1, privatePostV5AccountSetMarginMode: 1, privateGetV5AccountFeeRate: 1 },
	kucoin: { futuresPrivateGetPositionGetPositionMode: 1, futuresPrivateGetPositions: 2 },
	binance: {
		fapiPrivateGetAccountConfig: 1,
		fapiPrivateGetSymbolConfig: 1,
		fapiPrivateV3GetPositionRisk: 2,
	},
	okx: { privateGetAccountConfig: 1, privateGetAccountPositions: 2 },
	// All of it is one kind of request: one for the fees, one for the positions of each instrument, one setting of each, and one for
	// each connection of orders.
	hyperliquid: { publicPostInfo: 1 + INSTRUMENTS + 2 },
};

describe.each(VENUE_ROWS)('$venue', (row) => {
	let stage: Stage;
	let trading: VenueTrading;
	const asked = new Map<string, number>();

	beforeAll(async () => {
		stage = await openStage(row);
		const account = await stage.simulator.createAccount('opener', { deposit: '10000' });
		const tracer = {
			...UNWATCHED.tracer,
			span<T>(...[name, kind, attributes, work]: Parameters<typeof UNWATCHED.tracer.span<T>>): T {
				const operation = String(attributes['carrywire.request.operation']);
				asked.set(operation, (asked.get(operation) ?? 0) + 1);
				return UNWATCHED.tracer.span(name, kind, attributes, work);
			},
		};
		trading = stage.open(credentialsOf(account), () => 0, { ...UNWATCHED, tracer });
	});

	afterAll(async () => {
		await trading.close();
		await stage.close();
	});

	test('settings and fees of the whole account are asked for once, whatever is opened', async () => {
		const symbols = stage.instruments.slice(0, INSTRUMENTS).map(({ symbol }) => symbol);
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
		// Where that takes long the connections of orders are touched meanwhile.
		expect(all() - before).toBeLessThan(INSTRUMENTS / 2);
	});
});
