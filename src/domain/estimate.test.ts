import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { atPlaces, published } from './estimate.ts';

/** Computes the published figure through its text, without the fast path. */
function byText(value: number): bigint {
	return parseDecimal(Math.abs(value) < 1e-3 ? value.toFixed(18) : value.toPrecision(15));
}

describe('a published figure', () => {
	test('equals the decimal of its text, at every size', () => {
		const sized = fc
			.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -24, max: 20 }))
			.map(([share, exponent]) => share * 10 ** exponent);
		fc.assert(
			fc.property(sized, (value) => published(value) === byText(value)),
			{ seed: 20261126, numRuns: 20_000 },
		);
	});

	test.each([
		[0, '0'],
		[-0, '0'],
		[-1e-20, '0'],
		[1e-18, '0.000000000000000001'],
		[9.9999999999999e-4, '0.00099999999999999'],
		[0.001, '0.001'],
		[-0.1, '-0.1'],
		[123_456_789_012_345.6, '123456789012346'],
		[99_999_999_999_999.95, '100000000000000'],
		[1e21, '1000000000000000000000'],
	])('%j is %s', (value, text) => {
		expect(published(value)).toBe(parseDecimal(text));
	});

	test.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %j', (value) => {
		expect(() => published(value)).toThrow(/decimal/i);
	});
});

test('rounds a statistic to the number of its text', () => {
	const places = fc.constantFrom(2, 4, 12);
	const values = fc.oneof(
		fc.double({ min: -3, max: 3, noNaN: true }),
		fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }),
		// Values halfway between two possible results, and their closest neighbors.
		fc
			.tuple(
				fc.integer({ min: -2_000_000, max: 2_000_000 }),
				fc.constantFrom(2, 4, 12),
				fc.constantFrom(-1, 0, 1),
			)
			.map(([units, digits, beside]) => ((units + 0.5) / 10 ** digits) * (1 + beside * Number.EPSILON)),
	);
	fc.assert(
		fc.property(values, places, (value, digits) => atPlaces(value, digits) === Number(value.toFixed(digits))),
		{ seed: 20261127, numRuns: 20_000 },
	);
	expect(atPlaces(Number.NaN, 4)).toBeNaN();
});
