import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionOf } from '../../simulator/core/margin.ts';
import { applyFill } from '../../simulator/core/position.ts';
import { scriptedInstrument } from '../../simulator/core/scripted-world-fixture.ts';
import { abs, divUp, formatDecimal, fromInteger, mulDown, parseDecimal, sub, ZERO } from './decimal.ts';
import { liquidationDistance, maintenanceRateMax } from './isolated-margin.ts';

test.each([
	['1', '50', '0.960784313725490196'],
	['5', '50', '0.17647058823529411'],
	['5', '20', '0.142857142857142857'],
	['20', '20', '0'],
])('allows a distance of %s of at most %s: %s', (leverage, most, distance) => {
	const found = liquidationDistance(parseDecimal(leverage), maintenanceRateMax(Number(most)));
	expect(Number(formatDecimal(found))).toBeCloseTo(Number(distance), 12);
});

test('estimates no liquidation farther than any simulated exchange does', () => {
	const rate = fc
		.integer({ min: 1, max: 400 })
		.map((tenths) => divUp(fromInteger(tenths), fromInteger(10_000)));
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 20 }), rate, fc.boolean(), (leverage, maintenance, isLong) => {
			const entry = fromInteger(1_000);
			const { position } = applyFill(undefined, {
				symbol: 'SOLUSDT',
				side: isLong ? 'buy' : 'sell',
				quantity: fromInteger(1),
				price: entry,
				fee: ZERO,
				at: 1,
			});
			if (position === undefined) throw new Error('A fill opens a position.');
			const held = {
				held: position,
				instrument: scriptedInstrument('SOLUSDT', {
					maintenanceMarginRate: maintenance,
					tickSize: parseDecimal('0.000001'),
				}),
				mark: entry,
				leverage: fromInteger(leverage),
				mode: 'isolated' as const,
			};
			const { liquidationPrice } = positionOf(held, { wallet: entry, positions: [held], orderMargin: ZERO });
			const stated = liquidationPrice === undefined ? fromInteger(1_000) : abs(sub(liquidationPrice, entry));
			const ours = liquidationDistance(fromInteger(leverage), maintenance);
			const isNearer = mulDown(ours, entry) > stated;
			expect(
				isNearer,
				`${formatDecimal(ours)} of ${formatDecimal(entry)}, stated ${formatDecimal(stated)}`,
			).toBe(false);
		}),
	);
});
