import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	divDown,
	fromInteger,
	isMultipleOf,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sub,
} from '../../domain/decimal.ts';
import { guardedPrice } from './order-terms.ts';

const BPS = fromInteger(10_000);
const ticks = fc.constantFrom('0.0000000001', '0.00001', '0.01', '0.1', '0.5', '1').map(parseDecimal);
const mids = fc.integer({ min: 1_000, max: 10_000_000 }).map((units) => parseDecimal(`${units}e-3`));
const guards = fc.integer({ min: 1, max: 1_500 }).map((tenths) => parseDecimal(`${tenths}e-1`));

describe('the guarded price', () => {
	test('is on the tick and never worse than the guard, unless a coarse tick makes the mid the limit', () => {
		fc.assert(
			fc.property(mids, guards, ticks, (mid, bps, tick) => {
				const share = divDown(bps, BPS);
				const buy = guardedPrice('buy', mid, bps, tick);
				const sell = guardedPrice('sell', mid, bps, tick);
				expect(isMultipleOf(buy, tick) && isMultipleOf(sell, tick)).toBe(true);
				const most = mulDown(mid, add(ONE, share));
				const least = mulUp(mid, sub(ONE, share));
				expect(buy <= most || buy < add(mid, tick)).toBe(true);
				expect(sell >= least || sell > sub(mid, tick) || sell === tick).toBe(true);
				expect(buy >= mid && (sell <= mid || sell === tick)).toBe(true);
			}),
		);
	});

	test.each([
		['buy', '50000.07', '10', '0.1', '50050'],
		['sell', '50000.07', '10', '0.1', '49950.1'],
		['buy', '100', '10', '1', '100'],
		['sell', '100.4', '10', '1', '100'],
	] as const)('%s at a mid of %s inside %s bp on a tick of %s is %s', (side, mid, bps, tick, expected) => {
		expect(guardedPrice(side, parseDecimal(mid), parseDecimal(bps) as Decimal, parseDecimal(tick))).toBe(
			parseDecimal(expected),
		);
	});
});
