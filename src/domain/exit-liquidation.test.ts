import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, parseDecimal as d, fromInteger, isMultipleOf, sub } from './decimal.ts';
import {
	entryDistances,
	halved,
	legDistances,
	liquidationDistance,
	liquidationStep,
	NO_ENTRY_DISTANCES,
	type PairMargin,
} from './exit-liquidation.ts';

const LIMITS = { warnShare: d('0.5'), shrinkShare: d('0.3'), shrinksMax: 2 };

/** Builds a pair that is long at 100 with liquidation at 60 (40 % away), and short at 100 with liquidation at 140. */
function margin(mark: string, change: Partial<PairMargin> = {}): PairMargin {
	return {
		long: { mark: d(mark), liquidationPrice: d('60'), entryPrice: d('100') },
		short: { mark: d(mark), liquidationPrice: d('140'), entryPrice: d('100') },
		...change,
	};
}

function stepAt(mark: string, shrinks = 0, distanceMin: Decimal | null = null) {
	const entry = entryDistances(margin('100'), NO_ENTRY_DISTANCES);
	return liquidationStep(legDistances(margin(mark), entry), shrinks, distanceMin, LIMITS);
}

test('measures the adverse move of the mark, and returns nothing for impossible prices', () => {
	expect(liquidationDistance('long', d('80'), d('60'))).toBe(d('0.25'));
	expect(liquidationDistance('short', d('80'), d('100'))).toBe(d('0.25'));
	expect(liquidationDistance('long', d('80'), d('80'))).toBe(0n);
	expect(liquidationDistance('long', d('80'), d('81'))).toBeNull();
	expect(liquidationDistance('short', d('80'), d('79'))).toBeNull();
	for (const [mark, price] of [
		[null, d('60')],
		[d('80'), null],
		[d('0'), d('60')],
		[d('80'), d('0')],
		[d('-80'), d('60')],
	] as const)
		expect(liquidationDistance('long', mark, price)).toBeNull();
});

test('warns at half of the distance at entry and halves the pair at 30 %', () => {
	// Half of the 40 % remains at a mark of 75, because (75 − 60) / 75 is 20 %. 30 % remains at 12 %, a mark of 60 /
	// 0.88 = 68.18.
	expect(stepAt('76').kind).toBe('none');
	expect(stepAt('75')).toMatchObject({ kind: 'warn', worst: { leg: 'long', left: d('0.5') } });
	expect(stepAt('68.2').kind).toBe('warn');
	expect(stepAt('68.1').kind).toBe('shrink');
	// For the short leg, 30 % of the 40 % remains at 125, because (140 − 125) / 125 is 12 %.
	expect(stepAt('124').kind).toBe('warn');
	expect(stepAt('125')).toMatchObject({ kind: 'shrink', worst: { leg: 'short' } });
});

test('halves a halved pair again at half of that share, then closes it', () => {
	// 15 % of the entry distance of 40 % is 6 %, reached at a mark of 60 / 0.94 = 63.83. 7.5 % of 40 % is 3 %, reached
	// at a mark of 60 / 0.97 = 61.86.
	expect(stepAt('64', 1).kind).toBe('warn');
	expect(stepAt('63.8', 1).kind).toBe('shrink');
	expect(stepAt('63.8', 2).kind).toBe('warn');
	expect(stepAt('61.8', 2).kind).toBe('close');
	expect(stepAt('61.8', 9).kind).toBe('close');
});

test('closes at the caller’s own minimum distance, whatever the distance at entry', () => {
	expect(stepAt('100', 0, d('0.39')).kind).toBe('none');
	expect(stepAt('98', 0, d('0.39'))).toMatchObject({ kind: 'close', worst: { leg: 'long' } });
	const unknownEntry = legDistances(margin('62'), NO_ENTRY_DISTANCES);
	expect(liquidationStep(unknownEntry, 0, d('0.05'), LIMITS).kind).toBe('close');
	expect(liquidationStep(unknownEntry, 0, null, LIMITS).kind).toBe('none');
});

test('sees the danger of one leg when the other is unknown', () => {
	const blind = margin('68', { short: { mark: null, liquidationPrice: null, entryPrice: null } });
	const entry = entryDistances(blind, NO_ENTRY_DISTANCES);
	expect(entry).toEqual({ long: d('0.4'), short: null });
	expect(liquidationStep(legDistances(blind, entry), 0, null, LIMITS).kind).toBe('shrink');
	expect(liquidationStep([], 0, d('0.5'), LIMITS).kind).toBe('none');
});

test('widens the distance at entry with added margin, and does not narrow it with lost margin', () => {
	const added = margin('100', { long: { mark: d('100'), liquidationPrice: d('50'), entryPrice: d('100') } });
	const lost = margin('100', { long: { mark: d('100'), liquidationPrice: d('90'), entryPrice: d('100') } });
	const first = entryDistances(margin('100'), NO_ENTRY_DISTANCES);
	const wider = entryDistances(added, first);
	expect(wider.long).toBe(d('0.5'));
	expect(entryDistances(lost, wider)).toEqual(wider);
	expect(liquidationStep(legDistances(lost, wider), 0, null, LIMITS)).toMatchObject({
		kind: 'shrink',
		worst: { left: d('0.2') },
	});
});

test('halves on the common lot, and closes all if a half is too small to trade', () => {
	expect(halved(d('10'), d('0.5'), d('1'))).toBe(d('5'));
	expect(halved(d('10.5'), d('0.5'), d('1'))).toBe(d('5'));
	expect(halved(d('1.5'), d('0.5'), d('1'))).toBe(0n);
	expect(halved(d('2'), d('0.5'), d('1'))).toBe(d('1'));
	const lots = fc.integer({ min: 1, max: 1_000_000 });
	fc.assert(
		fc.property(
			lots,
			fc.integer({ min: 1, max: 500 }),
			fc.integer({ min: 1, max: 10_000 }),
			(held, lot, least) => {
				const [coins, step, smallest] = [fromInteger(held * lot), fromInteger(lot), fromInteger(least)];
				const kept = halved(coins, step, smallest);
				expect(isMultipleOf(kept, step)).toBe(true);
				expect(kept === 0n || (kept >= smallest && sub(coins, kept) >= smallest)).toBe(true);
				expect(kept * 2n <= coins).toBe(true);
			},
		),
	);
});

test('takes a more severe step the nearer the mark is', () => {
	const severity = { none: 0, warn: 1, shrink: 2, close: 3 };
	const marks = fc.integer({ min: 6_001, max: 10_000 });
	fc.assert(
		fc.property(marks, marks, fc.integer({ min: 0, max: 3 }), (a, b, shrinks) => {
			const [nearer, farther] = [Math.min(a, b), Math.max(a, b)];
			const at = (mark: number) => severity[stepAt(`${mark}e-2`, shrinks).kind];
			expect(at(nearer)).toBeGreaterThanOrEqual(at(farther));
		}),
	);
});
