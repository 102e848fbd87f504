import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paperHolding } from '../../../test/support/paper-states.ts';
import '../../../test/support/seeded-properties.ts';
import {
	abs,
	add,
	type Decimal,
	fromInteger,
	mulTrunc,
	parseDecimal,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { PaperHolding } from '../../ports/paper-store.ts';
import type { RiskTier } from '../../ports/venue-market.ts';
import {
	bankruptcyPrice,
	freeMargin,
	isLost,
	liquidationPrice,
	type Margined,
	type MarginView,
	maintenanceMargin,
	marginBehind,
	tierOf,
	unrealizedOf,
} from './margin.ts';

const tier = (rate: string, change: Partial<RiskTier> = {}): RiskTier => ({
	valueMax: fromInteger(2_000_000),
	maintenanceRate: parseDecimal(rate),
	deduction: ZERO,
	leverageMax: fromInteger(100),
	...change,
});

function held(
	venue: string,
	quantity: string,
	entry: string,
	mark: string,
	change: Partial<PaperHolding> = {},
): Margined {
	const coins = parseDecimal(quantity);
	return {
		holding: paperHolding({
			quantity: coins,
			entryValue: mulTrunc(parseDecimal(entry), coins),
			tiers: [tier('0.005')],
			...change,
		}),
		instrument: { venue, tickSize: parseDecimal('0.01'), leverageMax: 100 },
		mark: parseDecimal(mark),
	};
}

const alone = (position: Margined, wallet = fromInteger(1_000_000)): MarginView => ({
	wallet,
	positions: [position],
	orderMargin: ZERO,
});

describe('liquidation prices', () => {
	test("match Bybit's help centre example: 20,000 at 50x and 0.5 % gives 19,700", () => {
		const position = held('bybit', '1', '20000', '20000', { leverage: fromInteger(50) });
		expect(liquidationPrice(position, alone(position))).toBe(fromInteger(19_700));
		expect(bankruptcyPrice(position, alone(position))).toBe(fromInteger(19_600));
	});

	test('are above the entry for a short', () => {
		const position = held('bybit', '-1', '20000', '20000', { leverage: fromInteger(50) });
		expect(liquidationPrice(position, alone(position))).toBe(fromInteger(20_300));
		expect(bankruptcyPrice(position, alone(position))).toBe(fromInteger(20_400));
	});

	test('use the value at the mark for maintenance margin at KuCoin', () => {
		const position = held('kucoin', '1', '20000', '19000', { leverage: fromInteger(10) });
		expect(maintenanceMargin(position)).toBe(fromInteger(95));
		expect(maintenanceMargin(held('bybit', '1', '20000', '19000', { leverage: fromInteger(10) }))).toBe(
			fromInteger(100),
		);
	});

	test('use the value at the mark in cross margin at every venue', () => {
		const cross = { leverage: fromInteger(10), marginMode: 'cross' as const };
		expect(maintenanceMargin(held('bybit', '1', '20000', '19000', cross))).toBe(fromInteger(95));
	});

	test('apply the deduction of a tier, and the next tier above its limit', () => {
		const tiers = [
			tier('0.005', { valueMax: fromInteger(1_000) }),
			tier('0.01', { valueMax: fromInteger(5_000), deduction: fromInteger(5) }),
		];
		expect(maintenanceMargin(held('kucoin', '1', '1000', '1000', { tiers }))).toBe(fromInteger(5));
		expect(maintenanceMargin(held('kucoin', '1', '1000', '3000', { tiers }))).toBe(fromInteger(25));
		expect(tierOf(tiers, { leverageMax: 100 }, fromInteger(9_000)).maintenanceRate).toBe(
			parseDecimal('0.01'),
		);
	});

	test('use the bound of the risk gate if a venue publishes no tiers', () => {
		expect(maintenanceMargin(held('okx', '1', '1000', '1000', { tiers: null }))).toBe(fromInteger(10));
	});

	test('move closer when settlements reduce isolated margins, each by its share', () => {
		const position = held('bybit', '1', '20000', '20000', { leverage: fromInteger(50) });
		const view = alone(position, fromInteger(300));
		expect(marginBehind(position, view)).toBe(fromInteger(300));
		expect(liquidationPrice(position, view)).toBe(fromInteger(19_800));
	});
});

describe('properties', () => {
	const draws = fc.record({
		venue: fc.constantFrom('bybit', 'kucoin'),
		isLong: fc.boolean(),
		entry: fc.integer({ min: 100, max: 90_000 }),
		leverage: fc.integer({ min: 2, max: 50 }),
		moveBps: fc.integer({ min: -9_000, max: 9_000 }),
		mode: fc.constantFrom('isolated' as const, 'cross' as const),
	});
	type Draw = typeof draws extends fc.Arbitrary<infer T> ? T : never;
	const positionOf = ({ venue, isLong, entry, leverage, moveBps, mode }: Draw): Margined =>
		held(venue, isLong ? '0.5' : '-0.5', String(entry), String((entry * (10_000 + moveBps)) / 10_000), {
			leverage: fromInteger(leverage),
			marginMode: mode,
		});

	test('a position is liquidated exactly beyond its liquidation price', () => {
		let lost = 0;
		fc.assert(
			fc.property(draws, (draw) => {
				const position = positionOf(draw);
				const view = alone(position, fromInteger(draw.entry));
				const price = liquidationPrice(position, view);
				const beyond = price !== null && (draw.isLong ? position.mark <= price : position.mark >= price);
				const distance = price === null ? fromInteger(1) : abs(sub(position.mark, price));
				// Very close to the liquidation price, rounding decides, so only larger distances are checked.
				if (distance > 1_000_000n) expect(isLost(position, view)).toBe(beyond);
				if (beyond) lost += 1;
			}),
			{ numRuns: 500 },
		);
		expect(lost).toBeGreaterThan(50);
	});

	test('a takeover loses the margin and nothing more', () => {
		fc.assert(
			fc.property(draws, (draw) => {
				const position = positionOf(draw);
				const view = alone(position, fromInteger(draw.entry));
				const loss = unrealizedOf({ ...position, mark: bankruptcyPrice(position, view) });
				const most = draw.mode === 'cross' ? view.wallet : marginBehind(position, view);
				expect(add(most, loss)).toBeGreaterThanOrEqual(0n);
			}),
			{ numRuns: 500 },
		);
	});
});

test('free margin is cash minus used margin plus the result of cross positions', () => {
	const isolated = held('bybit', '1', '1000', '900', { leverage: fromInteger(10) });
	const cross = held('bybit', '1', '1000', '1100', { leverage: fromInteger(10), marginMode: 'cross' });
	const free: Decimal = freeMargin({
		wallet: fromInteger(500),
		positions: [isolated, cross],
		orderMargin: fromInteger(7),
	});
	expect(free).toBe(fromInteger(500 - 100 - 110 + 100 - 7));
});
