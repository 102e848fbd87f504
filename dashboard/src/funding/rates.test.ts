import { expect, test } from 'vitest';
import { heatOf, rateFigure, rateOf8h, rateText } from './rates.ts';

test('writes a rate in the unit, always with its sign', () => {
	const rate = { per8h: -0.0000877, apr: -0.0960315 };
	expect([rateText(rate, 'per_8h'), rateText(rate, 'per_year')]).toEqual(['−0.0088 %', '−9.60 %']);
	expect([rateFigure(rate, 'per_8h'), rateFigure(rate, 'per_year')]).toEqual(['−0.0088', '−9.60']);
	expect(rateFigure({ per8h: 0.0001, apr: 0.1095 }, 'per_8h', false)).toBe('0.0100');
	expect(rateFigure({ per8h: null, apr: null }, 'per_8h')).toBe('—');
});

test('converts a settled rate per 8 hours to a year', () => {
	expect(rateOf8h(0.0001, 'per_year')).toBe('+10.95 %');
	expect(rateOf8h(0.0001, 'per_8h')).toBe('+0.0100 %');
	expect(rateOf8h(null, 'per_year')).toBe('—');
});

test('colours grow with the size of the rate, whatever its sign, up to 100 % a year', () => {
	expect([0, 0.01, 0.25, 1, 30].map(heatOf)).toEqual(['0%', '10%', '50%', '100%', '100%']);
	expect(heatOf(-0.25)).toBe('50%');
});
