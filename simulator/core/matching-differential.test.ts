/** Compares the exchange's matching with another order book, `nodejs-order-book`: the same orders must give the same trades and books. */
import fc from 'fast-check';
import { OrderBook, Side as TheirSide } from 'nodejs-order-book';
import { expect, test } from 'vitest';
import { type Decimal, formatDecimal, sub } from '../../src/domain/decimal.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import type { Side, TimeInForce } from './types.ts';

const A = 'AAAUSDT';
const RUNS = 40;
const ORDERS_PER_RUN = { minLength: 60, maxLength: 160 };
/** Prices in ticks of 0.01. The range is small, so that queues are long and every level is visible. */
const TICKS = { min: 9_990, max: 10_010 };

const step = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.record({
			kind: fc.constant('limit' as const),
			side: fc.constantFrom<Side>('buy', 'sell'),
			quantity: fc.integer({ min: 1, max: 12 }),
			ticks: fc.integer(TICKS),
			timeInForce: fc.constantFrom<TimeInForce>('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'PostOnly'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('market' as const),
			side: fc.constantFrom<Side>('buy', 'sell'),
			quantity: fc.integer({ min: 1, max: 30 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('cancel' as const),
			place: fc.double({ min: 0, max: 0.999, noNaN: true }),
		}),
	},
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One trade as its maker sees it: order id, price in ticks, quantity. */
type Trade = readonly [maker: string, ticks: number, quantity: number];
/** Price in ticks and quantity per level, best first. */
type Levels = readonly (readonly [ticks: number, quantity: number])[];

type Book = {
	/** Places the order and returns its trades, earliest first. */
	run(id: string, step: Exclude<Step, { kind: 'cancel' }>): readonly Trade[];
	cancel(id: string): void;
	bids(): Levels;
	asks(): Levels;
	/** Remaining quantity of each resting order. */
	resting(): ReadonlyMap<string, number>;
};

const ticksOf = (price: Decimal): number => Math.round(Number(formatDecimal(price)) * 100);
const wholeOf = (quantity: Decimal): number => Number(formatDecimal(quantity));

/**
 * Wraps the exchange, without background liquidity, as a `Book`. One account places all buys and another all sells,
 * so that no order meets one of its own account.
 */
function ours({ exchange, account }: ExchangeFixture): Book {
	const ids = { buy: account('buyer', '1000000000'), sell: account('seller', '1000000000') };
	let trades: Trade[] = [];
	for (const id of Object.values(ids)) {
		exchange.onAccount(id, (event) => {
			if (event.kind !== 'fill' || !event.fill.isMaker) return;
			const { clientOrderId = '', price, quantity } = event.fill;
			trades.push([clientOrderId, ticksOf(price), wholeOf(quantity)]);
		});
	}
	const open = () => Object.values(ids).flatMap((id) => exchange.openOrders(id, A));
	const levels = (side: 'bids' | 'asks'): Levels =>
		exchange.book(A, 50)[side].map(([price, quantity]) => [ticksOf(price), wholeOf(quantity)]);
	return {
		run(id, each) {
			trades = [];
			const own = { clientOrderId: id };
			const change =
				each.kind === 'market' ? own : { ...own, price: `${each.ticks}e-2`, timeInForce: each.timeInForce };
			exchange.placeOrder(ids[each.side], orderOf(each.side, String(each.quantity), change));
			return trades;
		},
		cancel(id) {
			const order = open().find(({ request }) => request.clientOrderId === id);
			if (order !== undefined) exchange.cancelOrder(order.accountId, { orderId: order.id });
		},
		bids: () => levels('bids'),
		asks: () => levels('asks'),
		resting: () =>
			new Map(
				open().map(({ request, filledQuantity }) => [
					request.clientOrderId ?? '',
					wholeOf(sub(request.quantity, filledQuantity)),
				]),
			),
	};
}

function theirs(): Book {
	const book = new OrderBook();
	const resting = (): Map<string, number> => {
		const { bids, asks } = book.snapshot();
		return new Map([...bids, ...asks].flatMap(({ orders }) => orders.map(({ id, size }) => [id, size])));
	};
	const sideOf = (side: Side): TheirSide => (side === 'buy' ? TheirSide.BUY : TheirSide.SELL);
	return {
		run(id, each) {
			const before = resting();
			const common = { id, side: sideOf(each.side), size: each.quantity };
			const isPostOnly = each.kind === 'limit' && each.timeInForce === 'PostOnly';
			const answer =
				each.kind === 'market'
					? book.market(common)
					: book.limit({
							...common,
							price: each.ticks,
							postOnly: isPostOnly,
							timeInForce: isPostOnly ? 'GTC' : each.timeInForce,
						} as Parameters<OrderBook['limit']>[0]);
			const trades: Trade[] = [];
			for (const maker of answer.done) {
				if (maker.id === id || !('price' in maker)) continue;
				trades.push([maker.id, maker.price, before.get(maker.id) ?? Number.NaN]);
			}
			const { partial, partialQuantityProcessed } = answer;
			if (partial !== null && partial.id !== id) {
				trades.push([partial.id, partial.price, partialQuantityProcessed]);
			}
			return trades;
		},
		cancel: (id) => void book.cancel(id),
		bids: () => [...book.depth()[1]].sort(([a], [b]) => b - a),
		asks: () => [...book.depth()[0]].sort(([a], [b]) => a - b),
		resting,
	};
}

test('thousands of random orders give the same trades and the same book in both', () => {
	let orders = 0;
	let traded = 0;
	fc.assert(
		fc.property(fc.array(step, ORDERS_PER_RUN), (steps) => {
			const fixture = openFixture();
			try {
				fixture.world.profile = { ...fixture.world.profile, levelNotional: [] };
				const [mine, other] = [ours(fixture), theirs()];
				const placed: string[] = [];
				for (const each of steps) {
					if (each.kind === 'cancel') {
						const id = placed[Math.floor(each.place * placed.length)] ?? 'none';
						mine.cancel(id);
						other.cancel(id);
					} else {
						const id = `order-${placed.length}`;
						placed.push(id);
						const trades = mine.run(id, each);
						expect(trades).toEqual(other.run(id, each));
						traded += trades.length;
					}
					expect(mine.bids()).toEqual(other.bids());
					expect(mine.asks()).toEqual(other.asks());
				}
				expect(mine.resting()).toEqual(other.resting());
				orders += placed.length;
				expect(fixture.errors).toEqual([]);
			} finally {
				fixture.close();
			}
		}),
		{ numRuns: RUNS },
	);
	expect(orders).toBeGreaterThan(3_000);
	expect(traded).toBeGreaterThan(1_000);
});
