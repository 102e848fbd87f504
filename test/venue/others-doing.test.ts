/**
 * Tests a venue's actions on an account, through the adapter: liquidation, deleveraging, and fees in the venue's own
 * coin.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { AccountFill, AccountHint, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { casesOf } from './cases.ts';
import { type Fixture, openFixture, orderOf, reportOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const LEVERAGE = fromInteger(5);
const HELD = parseDecimal('5');

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	const symbol = row.symbols.SOL;
	let fixture: Fixture;
	let trading: VenueTrading;
	let counter = 0;
	let name: string;
	let since: number;

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	beforeEach(async () => {
		counter += 1;
		name = `holder${counter}`;
		({ trading } = await fixture.trader(name));
		await trading.prepare(symbol, LEVERAGE, 'isolated');
		since = systemClock.now() - 1_000;
	});

	afterEach(() => trading.close());

	afterAll(() => fixture.close());

	async function buy(): Promise<string> {
		counter += 1;
		const clientOrderId = counter.toString(16).padStart(32, 'c');
		const limitPrice = await fixture.priceOf(fixture.instrument('SOL'), 'buy');
		const terms = { symbol, clientOrderId, limitPrice, quantity: HELD, leverage: LEVERAGE };
		await trading.placeOrder(orderOf(terms));
		expect((await reportOf(trading, symbol, clientOrderId)).filledQuantity).toBe(HELD);
		return clientOrderId;
	}

	const fills = (): Promise<readonly AccountFill[]> =>
		trading.accountFills(symbol, since, systemClock.now() + 1_000);

	const taken = async (cause: AccountFill['cause']): Promise<Decimal> =>
		sum((await fills()).filter((fill) => fill.cause === cause).map((fill) => fill.quantity));

	prove('liquidation', 'reports a liquidation and marks its fills as such', async () => {
		await buy();
		const heard: AccountHint[] = [];
		const flat = new Promise<void>((resolve) => {
			trading.watchAccount(async (hint) => {
				heard.push(hint);
				if (hint.kind === 'position' && (await trading.positions()).length === 0) resolve();
			});
		});
		const { simulator } = fixture;
		while (heard.length === 0) await simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '1' });
		await simulator.admin('POST', '/shocks', { coin: 'SOL', factor: '0.7' });
		await flat;
		// Restore the price for the later cases, because a buy at an earlier price does not fill during a move.
		await simulator.admin('POST', '/shocks', { coin: 'SOL', factor: '1.428571428571' });
		expect(await taken('liquidation')).toBe(HELD);
		const [last] = (await fills()).slice(-1);
		expect(last).toMatchObject({ side: 'sell', clientOrderId: null, cause: 'liquidation' });
		expect(heard).toContainEqual({ kind: 'position', symbol });
	});

	prove('deleveraging', 'reduces the position without a fee', async () => {
		await buy();
		await fixture.simulator.admin('POST', `/accounts/${name}/deleverage`, { symbol, quantity: '2' });
		expect(await taken('adl')).toBe(parseDecimal('2'));
		const [last] = (await fills()).slice(-1);
		expect(last).toMatchObject({ side: 'sell', clientOrderId: null, fee: ZERO });
		expect((await trading.positions()).map((position) => formatDecimal(position.quantity))).toEqual(['3']);
	});

	prove(
		'fee in the venue’s coin',
		'converts the fee to USD at the fill and shows the coin in the balance',
		async () => {
			const { feeCoin } = row;
			if (feeCoin === undefined) throw new Error(`${row.venue} states no coin of its own.`);
			const { asset } = feeCoin;
			await fixture.simulator.admin('POST', `/accounts/${name}/fee-asset`, { on: true, deposit: '100' });
			// The adapter rarely reads the balances of KuCoin's individual currencies. An external flow triggers that
			// read.
			const flows = await trading.externalFlows(since, systemClock.now() + 1_000);
			const holding = async (): Promise<Decimal> =>
				(await trading.balance()).otherAssets.find((held) => held.asset === asset)?.quantity ?? ZERO;
			const before = await trading.balance();
			const report = await reportOf(trading, symbol, await buy());
			const rate = (await trading.fees(symbol)).taker;
			for (const fill of report.fills) {
				expect(fill.feeAsset).toBe(asset);
				expect(fill.fee).toBe(mulTrunc(mulTrunc(fill.price, fill.quantity), rate));
			}
			const paid = sum(report.fills.map((fill) => fill.feeQuantity));
			expect(paid > ZERO).toBe(true);
			expect((await trading.balance()).walletBalance).toBe(before.walletBalance);
			expect(add(await holding(), paid)).toBe(fromInteger(100));
			if (feeCoin.isFlow)
				expect(flows.map((flow) => [flow.asset, formatDecimal(flow.amount)])).toContainEqual([asset, '100']);
			const own = await trading.externalFlows(since, systemClock.now() + 1_000);
			expect(own).toEqual(flows);
		},
	);
});
