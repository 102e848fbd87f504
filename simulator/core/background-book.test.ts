import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { createBackgroundBook } from './background-book.ts';
import { createMarket, refreshVisible } from './market.ts';
import type { RestingOrder } from './resting-orders.ts';
import { scriptedWorld } from './scripted-world-fixture.ts';
import type { BookLevel, Side } from './types.ts';
import { keptTexts, mergeLevels } from './visible-book.ts';

const SEED = 20261127;
const SIDES = ['buy', 'sell'] as const;
const world = scriptedWorld();
const [instrument] = world.instruments('bybit');
if (instrument === undefined) throw new Error('The scripted world lists nothing.');
const { tickSize, lotSize } = instrument;

/** Ten levels of 10,000 USDT each, five ticks apart at a price of 1,000 ticks. */
const profile = {
	halfSpread: parseDecimal('0.0006'),
	levelStep: parseDecimal('0.005'),
	levelNotional: Array.from({ length: 10 }, () => fromInteger(10_000)),
	refillPerSecond: parseDecimal('0.02'),
};
const ofTicks = (ticks: number): Decimal => (BigInt(Math.round(ticks * 10)) * tickSize) as Decimal;
const scaled = (ticks: number): Decimal => (ofTicks(ticks) / 10n) as Decimal;

/** Mostly small price moves, and sometimes one large enough to replace the anchor. */
const moves = fc.array(
	fc.oneof(
		{ weight: 9, arbitrary: fc.integer({ min: -30, max: 30 }) },
		{ weight: 1, arbitrary: fc.integer({ min: -300, max: 300 }) },
	),
	{
		minLength: 1,
		maxLength: 40,
	},
);

/** Returns the fair prices after the given moves, each in tenths of a tick. */
function pathOf(steps: readonly number[]): readonly Decimal[] {
	let tenths = 10_000;
	return steps.map((step) => {
		tenths = Math.max(2_000, tenths + step);
		return scaled(tenths / 10);
	});
}

function levelsOf(book: ReturnType<typeof createBackgroundBook>, side: Side): readonly string[] {
	return book.levels(side).map(({ price, quantity, rank, shown }) => {
		expect(shown).toEqual([price, quantity]);
		return `${rank} ${formatDecimal(price)} ${formatDecimal(quantity)}`;
	});
}

test('a book read at every step equals one read for the first time', () => {
	fc.assert(
		fc.property(moves, (steps) => {
			const asked = createBackgroundBook(instrument);
			const path = pathOf(steps);
			for (const [step, fair] of path.entries()) {
				asked.moveTo(step + 1, fair, profile);
				const plain = createBackgroundBook(instrument);
				for (const [at, earlier] of path.slice(0, step + 1).entries()) plain.moveTo(at + 1, earlier, profile);
				for (const side of SIDES) expect(levelsOf(asked, side)).toEqual(levelsOf(plain, side));
			}
		}),
		{ seed: SEED, numRuns: 60 },
	);
});

test('liquidity taken is missing at every later step until it is refilled', () => {
	const takes = fc.array(
		fc.record({ move: fc.integer({ min: -30, max: 30 }), rank: fc.nat(9), side: fc.constantFrom(...SIDES) }),
		{
			minLength: 1,
			maxLength: 25,
		},
	);
	fc.assert(
		fc.property(takes, (steps) => {
			const path = pathOf(steps.map(({ move }) => move));
			const play = (asks: boolean) => {
				const book = createBackgroundBook(instrument);
				for (const [at, { side, rank }] of steps.entries()) {
					// Each step takes two seconds, in which 4 % of a level refills, so taken liquidity comes back
					// only partly.
					book.moveTo((at + 1) * 2_000, path[at] as Decimal, profile);
					if (asks) for (const each of SIDES) book.levels(each);
					const level = book.levels(side).find((each) => each.rank === rank);
					if (level !== undefined && level.quantity > lotSize) book.take(side, rank, lotSize);
				}
				return SIDES.map((side) => levelsOf(book, side));
			};
			expect(play(true)).toEqual(play(false));
		}),
		{ seed: SEED, numRuns: 100 },
	);
});

test('a visible book is the sum of background and orders, independent of its past', () => {
	const order = (side: Side, ticks: number, priority: number): RestingOrder =>
		({
			order: { request: { quantity: lotSize }, filledQuantity: 0n },
			price: (BigInt(ticks) * tickSize) as Decimal,
			...{ side, priority },
		}) as unknown as RestingOrder;
	const steps = fc.array(
		fc.record({
			move: fc.integer({ min: -30, max: 30 }),
			act: fc.constantFrom('nothing', 'nothing', 'place', 'cancel'),
			side: fc.constantFrom(...SIDES),
			away: fc.integer({ min: 1, max: 40 }),
		}),
		{ minLength: 1, maxLength: 40 },
	);
	fc.assert(
		fc.property(steps, (drawn) => {
			const market = createMarket(world, instrument, 1);
			const resting: RestingOrder[] = [];
			const path = pathOf(drawn.map(({ move }) => move));
			for (const [at, { act, side, away }] of drawn.entries()) {
				market.background.moveTo(at + 1, path[at] as Decimal, profile);
				if (act === 'place') {
					const placed = order(side, side === 'buy' ? 1_000 - away : 1_000 + away, at);
					resting.push(placed);
					market.resting.add(placed);
				}
				const gone = act === 'cancel' ? resting.pop() : undefined;
				if (gone !== undefined) market.resting.remove(gone);
				const before = market.visible.sequence;
				const delta = refreshVisible(market, at + 1);
				expect(market.visible.sequence).toBe(before + (delta === undefined ? 0 : 1));
				const plain = (one: Side) =>
					mergeLevels(one, market.background.levels(one), market.resting.side(one));
				expect(market.visible.bids).toEqual(plain('buy'));
				expect(market.visible.asks).toEqual(plain('sell'));
			}
		}),
		{ seed: SEED, numRuns: 100 },
	);
});

test('the cached text of a side equals the text written from scratch', () => {
	const pool = Array.from({ length: 6 }, (_, at): BookLevel => [fromInteger(at), fromInteger(at * 2)]);
	const write = ([price, quantity]: BookLevel): string =>
		`${formatDecimal(price)}:${formatDecimal(quantity)}`;
	fc.assert(
		fc.property(
			fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 6 }), { maxLength: 20 }),
			(sides) => {
				const text = keptTexts(write);
				for (const side of sides) {
					expect(text(side)).toBe(side.map(write).join(','));
					expect(text(side)).toBe(side.map(write).join(','));
				}
			},
		),
		{ seed: SEED, numRuns: 200 },
	);
});
