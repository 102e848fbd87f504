/** Tests the adapter's account reads and settings at each simulated exchange. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	parseDecimal,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { AccountFill, FillReport, VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { casesOf } from './cases.ts';
import { type Fixture, LEVERAGE, openFixture, orderOf, reportOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const MONTH_MS = 30 * 86_400_000;

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let trading: VenueTrading;
	let btc: Instrument;
	let buyLimit: Decimal;
	let counter = 0;
	let name: string;

	beforeAll(async () => {
		fixture = await openFixture(row);
		btc = fixture.instrument('BTC');
		buyLimit = await fixture.priceOf(btc, 'buy');
	});

	beforeEach(async () => {
		counter += 1;
		name = `owner${counter}`;
		({ trading } = await fixture.trader(name));
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
	});

	afterEach(() => trading.close());

	afterAll(() => fixture.close());

	async function bought(): Promise<VenueOrder> {
		counter += 1;
		const clientOrderId = counter.toString(16).padStart(32, 'd');
		const sent = orderOf({ symbol: btc.symbol, clientOrderId, limitPrice: buyLimit });
		expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
		return sent;
	}

	prove('funding payments', 'books each once under one id, negative for the payer', async () => {
		const since = systemClock.now() - 1_000;
		const { quantity } = await bought();
		await fixture.simulator.admin('POST', '/settle', { symbol: btc.symbol });
		const payments = await trading.fundingPayments(btc.symbol, since, systemClock.now() + 1_000);
		expect(payments.length).toBe(1);
		const [payment] = payments;
		if (payment?.quantity !== null) expect(payment?.quantity).toBe(quantity);
		if (payment?.rate !== null) expect((payment?.amount ?? ZERO) > 0n).toBe((payment?.rate ?? ZERO) < 0n);
		expect(payment?.amount).not.toBe(ZERO);
		expect(await trading.fundingPayments(btc.symbol, since, systemClock.now() + 1_000)).toEqual(payments);
	});

	prove('account fills', 'lists fills of our own and foreign orders, each once, oldest first', async () => {
		const since = systemClock.now() - 1_000;
		const ours = await bought();
		const { fills, venueOrderId } = await reportOf(trading, btc.symbol, ours.clientOrderId);
		const byHandTerms = { symbol: btc.symbol, side: 'sell', quantity: '0.004' };
		await fixture.simulator.admin('POST', `/accounts/${name}/trade`, byHandTerms);
		const all = await trading.accountFills(btc.symbol, since, systemClock.now() + 1_000);
		const mine = all.filter((fill) => fill.venueOrderId === venueOrderId);
		expect(figures(mine)).toEqual(figures(fills));
		expect(new Set(mine.map((fill) => fill.clientOrderId))).toEqual(
			new Set([row.fillsNameOrders ? ours.clientOrderId : null]),
		);
		const byHand = all.filter((fill) => fill.venueOrderId !== venueOrderId);
		expect(byHand.reduce<Decimal>((total, fill) => add(total, fill.quantity), ZERO)).toBe(
			parseDecimal('0.004'),
		);
		expect(byHand.every((fill) => fill.side === 'sell' && fill.clientOrderId === null)).toBe(true);
		expect(all.every((fill) => fill.cause === 'order')).toBe(true);
		expect(all.map((fill) => fill.filledAt)).toEqual(all.map((fill) => fill.filledAt).sort((a, b) => a - b));
		expect(await trading.accountFills(btc.symbol, since - 60_000, since - 1)).toEqual([]);
		// This range is longer than any venue allows in one request.
		const month: readonly AccountFill[] = await trading.accountFills(
			btc.symbol,
			since - MONTH_MS,
			systemClock.now() + 1_000,
		);
		expect(month).toEqual(all);
		expect(await trading.tradedSymbols(since, systemClock.now() + 1_000)).toEqual([btc.symbol]);
	});

	/**
	 * Returns the fields of each fill that both the order's report and the account's fill list contain. The fills are
	 * in a fixed order.
	 */
	function figures(fills: readonly FillReport[]): readonly object[] {
		return fills
			.map(({ tradeId, quantity, price, fee, feeAsset, feeQuantity }) => ({
				tradeId,
				quantity,
				price,
				fee,
				feeAsset,
				feeQuantity,
			}))
			.sort((a, b) => a.tradeId.localeCompare(b.tradeId));
	}

	prove(
		'leverage and margin mode',
		'remembers a prepared instrument and sends no second request',
		async () => {
			await fixture.simulator.admin('POST', '/faults', {
				operation: 'any',
				count: 100,
				action: { kind: 'status', at: 'before', status: 500 },
			});
			await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
			await expect(trading.prepare(btc.symbol, fromInteger(3), 'isolated')).rejects.toMatchObject({
				kind: 'unavailable',
			});
			// A failed preparation leaves the settings unknown.
			await expect(trading.prepare(btc.symbol, LEVERAGE, 'isolated')).rejects.toMatchObject({
				kind: 'unavailable',
			});
			await fixture.simulator.admin('DELETE', '/faults');
			await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
		},
	);

	prove('leverage and margin mode', 'refuses a leverage that the venue does not allow', async () => {
		const odd = trading.prepare(btc.symbol, parseDecimal(row.leverageRefused), 'isolated');
		await expect(odd).rejects.toMatchObject({ name: 'VenueError', kind: 'rejected' });
	});

	prove('leverage and margin mode', 'does not switch the margin mode while a position is open', async () => {
		await bought();
		const other = trading.prepare(btc.symbol, LEVERAGE, 'cross');
		await expect(other).rejects.toMatchObject({ name: 'VenueError', kind: 'rejected' });
		expect((await trading.positions())[0]).toMatchObject({ leverage: LEVERAGE, marginMode: 'isolated' });
	});

	prove('fees', 'states the rates charged on the account’s fills', async () => {
		const { taker, maker } = await trading.fees(btc.symbol);
		expect({ taker, maker }).toEqual(fixture.data.baseFees(btc.symbol));
	});

	prove('balance', 'lists only assets held, each fully available', async () => {
		const { walletBalance, equity, available, marginUsed, otherAssets } = await trading.balance();
		expect([walletBalance, equity, available].map(formatDecimal)).toEqual(['10000', '10000', '10000']);
		expect([marginUsed, otherAssets]).toEqual([ZERO, []]);
	});

	prove('external flows', 'includes deposits and withdrawals, not trades, fees or settlements', async () => {
		const since = systemClock.now() - 60_000;
		await bought();
		await fixture.simulator.admin('POST', '/settle', { symbol: btc.symbol });
		await fixture.simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '55.5' });
		await fixture.simulator.admin('POST', `/accounts/${name}/withdraw`, { amount: '5.25' });
		const flows = await trading.externalFlows(since, systemClock.now() + 1_000);
		expect(flows.map((flow) => formatDecimal(flow.amount)).sort()).toEqual(['-5.25', '10000', '55.5']);
		expect(new Set(flows.map((flow) => flow.asset))).toEqual(new Set([row.collateral]));
		expect(flows.map((flow) => flow.at)).toEqual(flows.map((flow) => flow.at).sort((a, b) => a - b));
	});
});
