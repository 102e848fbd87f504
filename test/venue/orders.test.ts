/**
 * Tests orders through the adapter against each simulated exchange over real sockets: their outcomes, the queries
 * that determine an unknown outcome, and exact figures.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { add, type Decimal, mulDown, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { OrderReport, VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import { VenueRateLimitError } from '../../src/ports/venue-error.ts';
import { ACCOUNT_WAIT_MS_MAX } from '../../src/venues/shared/venue-limits.ts';
import { until } from '../e2e/polling.ts';
import { casesOf } from './cases.ts';
import { type Fixture, LEVERAGE, openFixture, orderOf, reportOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let trading: VenueTrading;
	let btc: Instrument;
	let taking: Readonly<Record<'buy' | 'sell', Decimal>>;
	let counter = 0;
	let clockOffsetMs: number | null = null;

	beforeAll(async () => {
		fixture = await openFixture(row);
		btc = fixture.instrument('BTC');
		taking = { buy: await fixture.priceOf(btc, 'buy'), sell: await fixture.priceOf(btc, 'sell') };
	});

	/** Each test has its own account, because exchanges and the adapter limit orders per account. */
	beforeEach(async () => {
		counter += 1;
		clockOffsetMs = null;
		({ trading } = await fixture.trader(`trader${counter}`, () => clockOffsetMs));
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
	});

	afterEach(() => trading.close());

	afterAll(() => fixture.close());

	/** Builds an immediate-or-cancel order whose limit price is far enough beyond the best price to fill. */
	function order(terms: Partial<VenueOrder> = {}): VenueOrder {
		counter += 1;
		const clientOrderId = counter.toString(16).padStart(32, 'a');
		return orderOf({
			symbol: btc.symbol,
			clientOrderId,
			limitPrice: taking[terms.side ?? 'buy'],
			...terms,
		});
	}

	/** Builds a post-only buy far below the market. */
	const resting = (): VenueOrder => order({ timeInForce: 'postOnly', limitPrice: taking.sell });

	async function fault(action: Readonly<Record<string, unknown>>, operation = 'order.create'): Promise<void> {
		await fixture.simulator.admin('POST', '/faults', { operation, count: 1, action });
	}

	const quantityOf = ({ fills }: OrderReport): Decimal =>
		fills.reduce((total, { quantity }) => add(total, quantity), ZERO);

	const reported = (clientOrderId: string): Promise<OrderReport> =>
		reportOf(trading, btc.symbol, clientOrderId);

	async function held(): Promise<Decimal> {
		return (await trading.positions()).find((position) => position.symbol === btc.symbol)?.quantity ?? ZERO;
	}

	prove('immediate order', 'shows exact fills in the order, the position and the wallet', async () => {
		const before = await trading.balance();
		const sent = order();
		expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
		const report = await reported(sent.clientOrderId);
		expect(report.status).toBe('filled');
		expect(report.fills.reduce<Decimal>((total, fill) => add(total, fill.quantity), ZERO)).toBe(
			sent.quantity,
		);
		expect(await held()).toBe(sent.quantity);
		const fees = report.fills.reduce<Decimal>((total, fill) => add(total, fill.fee), ZERO);
		expect(sub(before.walletBalance, (await trading.balance()).walletBalance)).toBe(fees);
		const position = (await trading.positions())[0];
		expect(position).toMatchObject({ leverage: LEVERAGE, marginMode: 'isolated' });
	});

	prove('partial fill', 'ends an immediate order with its partial fill', async () => {
		await fault({ kind: 'partialFill', share: '0.5' });
		const sent = order();
		await trading.placeOrder(sent);
		const report = await reported(sent.clientOrderId);
		expect(['canceled', 'expired']).toContain(report.status);
		expect(report.filledQuantity).toBe(mulDown(sent.quantity, parseDecimal('0.5')));
	});

	prove('refusals', 'reports insufficient margin and other refusals of the venue', async () => {
		expect(await trading.placeOrder(order({ quantity: parseDecimal('90') }))).toMatchObject({
			kind: 'rejected',
			code: row.codes.noMargin,
			passing: false,
		});
		await fault({ kind: 'reject' });
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'rejected' });
	});

	prove('reduce-only', 'refuses without a position and never reduces beyond it', async () => {
		expect(await trading.placeOrder(order({ side: 'sell', reduceOnly: true }))).toMatchObject({
			kind: 'rejected',
			code: row.codes.nothingToReduce,
		});
		const bought = order();
		await trading.placeOrder(bought);
		const sold = order({ side: 'sell', reduceOnly: true, quantity: parseDecimal('0.03') });
		await trading.placeOrder(sold);
		expect((await reported(sold.clientOrderId)).filledQuantity).toBe(bought.quantity);
		expect(await held()).toBe(ZERO);
	});

	prove('duplicate order id', 'reports a duplicate as unknown and keeps the first order once', async () => {
		// Every exchange requires unique ids among open orders. Most allow reusing the id of an ended one.
		const first = resting();
		await trading.placeOrder(first);
		expect(await trading.placeOrder(first)).toMatchObject({ kind: 'unknown' });
		expect((await reported(first.clientOrderId)).filledQuantity).toBe(ZERO);
		expect(await held()).toBe(ZERO);
	});

	prove('clock', 'stamps requests with the venue’s time as last measured', async () => {
		// The offset is beyond the venue's limit, so the refusal shows that the timestamp includes the offset.
		clockOffsetMs = row.clock.refusedAheadMs;
		expect(await trading.placeOrder(order())).toMatchObject({
			kind: 'rejected',
			code: row.codes.clock,
			passing: true,
		});
		await expect(trading.balance()).rejects.toMatchObject({ kind: 'unavailable' });
		clockOffsetMs = 0;
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'accepted' });
	});

	prove('late orders', 'are refused after the shortest window that the venue allows', async () => {
		const { orderWindowMs, readAgeMs, requestWindowMs } = row.clock;
		expect(trading.requestWindowMs).toBe(requestWindowMs);
		// One second of the window remains. If a busy machine uses it up, the next order has another second.
		clockOffsetMs = 1_000 - orderWindowMs;
		await until({ what: 'an order inside the window', periodMs: 250 }, async () =>
			(await trading.placeOrder(order())).kind === 'accepted' ? true : undefined,
		);
		await fault({ kind: 'delay', at: 'before', ms: 1_800 });
		const late = order();
		expect(await trading.placeOrder(late)).toMatchObject(
			row.late === 'unknown'
				? { kind: 'unknown' }
				: { kind: 'rejected', code: row.codes.late ?? row.codes.clock, passing: true },
		);
		// Queries with timestamps of this age still get a response, because they have a longer window where the venue
		// allows one.
		clockOffsetMs = -readAgeMs;
		const finding = await until({ what: 'an answer inside the window', periodMs: 250 }, async () => {
			const found = await trading.findOrder(btc.symbol, late.clientOrderId);
			return found.kind === 'unavailable' ? undefined : found;
		});
		expect(finding).toEqual({ kind: 'absent' });
	});

	prove('rate limit', 'refuses an order temporarily; a read waits or states the wait', async () => {
		await fault({ kind: 'rateLimit' });
		const sent = order();
		expect(await trading.placeOrder(sent)).toMatchObject(
			row.overLimit === 'unknown' ? { kind: 'unknown' } : { kind: 'rejected', passing: true },
		);
		// Another account reads. If one limit covers orders and reads, this account now holds back deferrable
		// requests.
		const { trading: other } = await fixture.trader(`reader${counter}`);
		await fault({ kind: 'rateLimit' }, 'account');
		const end = await other.balance().catch((error: unknown) => error);
		await other.close();
		const { faults } = (await fixture.simulator.admin('GET', '/faults')) as { faults: { hits: number }[] };
		expect(faults.at(-1)?.hits).toBe(1);
		// The adapter waits out the limits of Bybit and OKX, which last only seconds. The other limits may last a
		// minute.
		if (row.venue === 'bybit' || row.venue === 'okx') expect(end).toHaveProperty('walletBalance');
		else if (end instanceof Error) expect(end).toBeInstanceOf(VenueRateLimitError);
		if (end instanceof VenueRateLimitError) expect(end.retryAfterMs).toBeGreaterThan(ACCOUNT_WAIT_MS_MAX / 2);
		expect(await trading.findOrder(btc.symbol, sent.clientOrderId)).toEqual({ kind: 'absent' });
		expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
	});

	prove('post-only', 'rests until it is cancelled', async () => {
		const sent = resting();
		expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
		expect(await reported(sent.clientOrderId)).toMatchObject({ status: 'open', filledQuantity: ZERO });
		expect(await trading.cancelOrder(btc.symbol, sent.clientOrderId)).toMatchObject({ kind: 'asked' });
		expect(await reported(sent.clientOrderId)).toMatchObject({ status: 'canceled', fills: [] });
	});

	prove('post-only that would take', 'ends or is refused without a fill', async () => {
		const crossing = order({ timeInForce: 'postOnly' });
		const outcome = await trading.placeOrder(crossing);
		if (row.postOnlyThatTakes === 'ended') {
			expect(outcome).toMatchObject({ kind: 'accepted' });
			expect(await reported(crossing.clientOrderId)).toMatchObject({ status: 'canceled', fills: [] });
		} else expect(outcome).toMatchObject({ kind: 'rejected', code: 'POST_ONLY_WOULD_TAKE', passing: true });
		expect(await held()).toBe(ZERO);
	});

	prove('cancel', 'refuses to cancel an ended or nonexistent order', async () => {
		const sent = resting();
		await trading.placeOrder(sent);
		await trading.cancelOrder(btc.symbol, sent.clientOrderId);
		expect(await trading.cancelOrder(btc.symbol, sent.clientOrderId)).toMatchObject({ kind: 'refused' });
		expect(await trading.cancelOrder(btc.symbol, 'e'.repeat(32))).toMatchObject({ kind: 'refused' });
		expect(await trading.cancelOrder('NOBODY', 'e'.repeat(32))).toMatchObject({ kind: 'refused' });
	});

	prove('cancel', 'is unknown when its answer is lost, whatever its effect', async () => {
		const sent = resting();
		await trading.placeOrder(sent);
		await fault({ kind: 'dropAnswer' }, 'order.cancel');
		expect(await trading.cancelOrder(btc.symbol, sent.clientOrderId)).toMatchObject({ kind: 'unknown' });
		expect((await reported(sent.clientOrderId)).status).toBe('canceled');
	});

	for (const [what, action, tookEffect] of [
		['a lost request', { kind: 'dropRequest' }, false],
		['a lost answer', { kind: 'dropAnswer' }, true],
		['a 500 before the effect', { kind: 'status', at: 'before', status: 500 }, false],
		['a 500 after the effect', { kind: 'status', at: 'after', status: 500 }, true],
	] as const)
		prove('lost answers', `${what} is unknown, and the venue knows the order or does not`, async () => {
			await fault(action);
			const sent = order();
			expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'unknown' });
			const finding = await trading.findOrder(btc.symbol, sent.clientOrderId);
			expect(finding.kind).toBe(tookEffect ? 'found' : 'absent');
			expect(await held()).toBe(tookEffect ? sent.quantity : ZERO);
		});

	prove('absence is proof', 'reports a client order id that was never sent as absent', async () => {
		expect(await trading.findOrder(btc.symbol, 'f'.repeat(32))).toEqual({ kind: 'absent' });
	});

	prove('late reads', 'does not report an order as ended before all its fills show', async () => {
		const action = { kind: 'lag', orders: 3_000, fills: 3_000, positions: 3_000 };
		let hasBeenLate = false;
		for (const seed of [1, 2, 3]) {
			await fixture.simulator.admin('POST', '/faults', { operation: 'any', seed, action });
			const sent = order({ quantity: parseDecimal('0.05') });
			expect(await trading.placeOrder(sent)).toMatchObject({ kind: 'accepted' });
			for (;;) {
				const finding = await trading.findOrder(btc.symbol, sent.clientOrderId);
				if (finding.kind === 'found' && finding.report.status !== 'open') {
					expect(finding.report).toMatchObject({ status: 'filled', filledQuantity: sent.quantity });
					expect(quantityOf(finding.report)).toBe(sent.quantity);
					break;
				}
				hasBeenLate = true;
				if (finding.kind === 'found') expect(quantityOf(finding.report)).toBe(finding.report.filledQuantity);
			}
			await fixture.simulator.admin('DELETE', '/faults');
		}
		expect(hasBeenLate).toBe(true);
	});

	prove('unreachable', 'reports a dead venue as unavailable and its order as not sent', async () => {
		await fixture.simulator.admin('POST', '/down', {});
		try {
			expect(await trading.findOrder(btc.symbol, 'f'.repeat(32))).toMatchObject({ kind: 'unavailable' });
			// Without any connection, the order certainly was not sent.
			expect(await trading.placeOrder(order())).toMatchObject({
				kind: 'rejected',
				code: 'NOT_SENT',
				passing: true,
			});
		} finally {
			await fixture.simulator.admin('POST', '/up', {});
		}
	});
});
