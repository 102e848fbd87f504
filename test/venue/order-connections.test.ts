/**
 * Tests order connections over real sockets: separate from reads, open before the first order, and kept open while an
 * order may follow.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { VenueOrder, VenueTrading } from '../../src/ports/venue.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { IDLE_MS_MAX, TOUCH_AFTER_MS } from '../../src/venues/shared/order-connections.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { until } from '../e2e/polling.ts';
import {
	openWatchingProxy,
	type Remembered,
	type SeenRequest,
	type Verdict,
	type WatchingProxy,
} from '../support/watching-proxy.ts';
import { credentialsOf, type Fixture, LEVERAGE, openFixture, orderOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/** Patterns that distinguish the request types of each exchange. */
const KINDS: Readonly<
	Record<string, { readonly order: RegExp; readonly cancel: RegExp; readonly touch: RegExp }>
> = {
	bybit: {
		order: /^POST \/v5\/order\/create/,
		cancel: /^POST \/v5\/order\/cancel/,
		touch: /^GET \/v5\/market\/time/,
	},
	kucoin: {
		order: /^POST \/api\/v1\/orders /,
		cancel: /^DELETE \/api\/v1\/orders\//,
		touch: /^GET \/api\/v1\/timestamp/,
	},
	binance: {
		order: /^POST \/fapi\/v1\/order/,
		cancel: /^DELETE \/fapi\/v1\/order/,
		touch: /^GET \/fapi\/v1\/time/,
	},
	okx: {
		order: /^POST \/api\/v5\/trade\/order /,
		cancel: /^POST \/api\/v5\/trade\/cancel-order/,
		touch: /^GET \/api\/v5\/public\/time/,
	},
	hyperliquid: {
		order: /^POST \/exchange .*"type":"order"/,
		cancel: /^POST \/exchange .*"type":"cancelByCloid"/,
		touch: /^POST \/info .*"exchangeStatus"/,
	},
};

describe.each(VENUE_ROWS)('$venue', (row) => {
	const kinds = KINDS[row.venue] as (typeof KINDS)[string];
	let fixture: Fixture;
	let symbol: string;
	let taking: VenueOrder['limitPrice'];
	let resting: VenueOrder['limitPrice'];
	let proxy: WatchingProxy;
	let clock: VirtualClock;
	let trading: VenueTrading;
	let counter = 0;
	const memory: Remembered = new Map();

	beforeAll(async () => {
		fixture = await openFixture(row);
		const btc = fixture.instrument('BTC');
		({ symbol } = btc);
		taking = await fixture.priceOf(btc, 'buy');
		resting = await fixture.priceOf(btc, 'sell');
	});

	afterAll(() => fixture.close());

	/** Each test has its own account, with a session prepared for an order. */
	beforeEach(async () => {
		counter += 1;
		proxy = await openWatchingProxy(fixture.simulator.port, kinds.touch, memory);
		const account = await fixture.simulator.createAccount(`trader${counter}`, { deposit: '10000' });
		// This clock is stopped at the current time, because request timestamps must match the exchange's time.
		clock = createVirtualClock(Date.now());
		trading = openVenueTrading({
			module: moduleOf(row.venue),
			credentials: credentialsOf(account),
			clock,
			random: systemRandom,
			log: SILENT_LOGGER,
			sharedAddress: createSharedAddress(clock),
			redirect: { port: proxy.port },
			instrumentOf: (name) => fixture.instruments.find((instrument) => instrument.symbol === name),
			clockOffsetMs: () => Date.now() - clock.now(),
		});
		await trading.prepare(symbol, LEVERAGE, 'isolated');
	});

	afterEach(async () => {
		await trading.close();
		await proxy[Symbol.asyncDispose]();
	});

	function order(terms: Partial<VenueOrder> = {}): VenueOrder {
		counter += 1;
		return orderOf({
			symbol,
			clientOrderId: counter.toString(16).padStart(32, 'a'),
			limitPrice: taking,
			...terms,
		});
	}

	const of = (kind: RegExp, requests = proxy.requests): readonly SeenRequest[] =>
		requests.filter(({ text }) => kind.test(text));
	const connectionsOf = (requests: readonly SeenRequest[]): ReadonlySet<number> =>
		new Set(requests.map(({ connection }) => connection));
	const isOfOrders = ({ text }: SeenRequest): boolean =>
		[kinds.order, kinds.cancel, kinds.touch].some((kind) => kind.test(text));

	function happens(what: string, isSo: () => boolean): Promise<true> {
		return until({ what, periodMs: 5 }, () => (isSo() ? true : undefined));
	}

	/** Holds back the matching requests until the returned function is called. */
	function hold(isHeld: (seen: SeenRequest) => boolean): () => void {
		const gate = Promise.withResolvers<void>();
		proxy.rule = async (seen): Promise<Verdict> => {
			if (isHeld(seen)) await gate.promise;
			return 'forward';
		};
		return gate.resolve;
	}

	test('opens two connections before the first order', () => {
		expect(connectionsOf(of(kinds.touch)).size).toBe(2);
		for (const connection of connectionsOf(of(kinds.touch))) expect(proxy.open()).toContain(connection);
		expect(of(kinds.order)).toEqual([]);
	});

	test('sends an order and a cancel over them during reads, and never a read', async () => {
		const warm = connectionsOf(of(kinds.touch));
		const release = hold((seen) => !isOfOrders(seen));
		const before = proxy.requests.length;
		const reads = Promise.all([trading.positions(), trading.balance()]);
		await happens('a read to arrive', () => proxy.requests.length > before);
		const rests = order({ timeInForce: 'postOnly', limitPrice: resting });
		expect(await trading.placeOrder(rests)).toMatchObject({ kind: 'accepted' });
		expect(await trading.cancelOrder(symbol, rests.clientOrderId)).toMatchObject({ kind: 'asked' });
		for (const { connection } of [...of(kinds.order), ...of(kinds.cancel)])
			expect(warm).toContain(connection);
		release();
		await reads;
		const ofReads = connectionsOf(proxy.requests.filter((seen) => !isOfOrders(seen)));
		for (const connection of connectionsOf(proxy.requests.filter(isOfOrders)))
			expect(ofReads).not.toContain(connection);
	});

	test('gives each concurrent order its own connection', async () => {
		const release = hold(({ text }) => kinds.order.test(text));
		const sent = [order(), order(), order()].map((one) => trading.placeOrder(one));
		await happens('three orders to arrive', () => of(kinds.order).length === 3);
		expect(connectionsOf(of(kinds.order)).size).toBe(3);
		release();
		for (const outcome of await Promise.all(sent)) expect(outcome).toMatchObject({ kind: 'accepted' });
	});

	test('keeps idle connections alive in turn until they are no longer needed', async () => {
		const warm = connectionsOf(of(kinds.touch));
		expect(TOUCH_AFTER_MS).toBeLessThan(IDLE_MS_MAX);
		trading.keepOrdersWarm?.(3_600_000);
		for (let round = 1; round <= 3; round += 1) {
			const before = proxy.requests.length;
			const later = () => of(kinds.touch, proxy.requests.slice(before));
			await until({ what: 'both to be touched', periodMs: 5 }, async () => {
				await passTime(clock, 1_000);
				return later().length >= 2 ? (true as const) : undefined;
			});
			expect(connectionsOf(later()), `round ${round}`).toEqual(warm);
		}
		clock.leap(clock.now() + 3_600_000);
		const before = proxy.requests.length;
		await passTime(clock, 5 * TOUCH_AFTER_MS);
		expect(proxy.requests.length).toBe(before);
	});

	test('reopens a connection closed by the exchange and places the order once', async () => {
		const [first = 0] = connectionsOf(of(kinds.touch));
		const before = proxy.requests.length;
		await passTime(clock, IDLE_MS_MAX / 2);
		proxy.cut(first);
		const later = () => of(kinds.touch, proxy.requests.slice(before));
		await happens('another to be opened', () => later().length === 1);
		expect(proxy.open()).not.toContain(first);
		expect(proxy.open()).toContain(later()[0]?.connection);
		expect(await trading.placeOrder(order())).toMatchObject({ kind: 'accepted' });
		expect(of(kinds.order)).toHaveLength(1);
	});

	test.each(['drop', 'forward and drop'] as const)(
		'reports an order on a cut connection (%s) as unknown and does not resend it',
		async (verdict) => {
			proxy.rule = ({ text }) => (kinds.order.test(text) ? verdict : 'forward');
			const lost = order();
			expect(await trading.placeOrder(lost)).toMatchObject({ kind: 'unknown' });
			expect(of(kinds.order)).toHaveLength(1);
			expect((await trading.findOrder(symbol, lost.clientOrderId)).kind).toBe(
				verdict === 'drop' ? 'absent' : 'found',
			);
			proxy.rule = () => 'forward';
			expect(await trading.placeOrder(order())).toMatchObject({ kind: 'accepted' });
			expect(of(kinds.order)).toHaveLength(2);
		},
	);

	test('a closed session has no order connections', async () => {
		const ofOrders = connectionsOf(of(kinds.touch));
		await trading.close();
		await happens('them to be closed', () => proxy.open().every((connection) => !ofOrders.has(connection)));
		await passTime(clock, 5 * TOUCH_AFTER_MS);
		expect(connectionsOf(of(kinds.touch))).toEqual(ofOrders);
	});
});
