import { expect, test } from 'vitest';
import { decimalsOf } from './book-figures.ts';

test('uses the decimals of the most exact quantity', () => {
	expect(decimalsOf([2, 2.91, 1.895])).toBe(3);
	expect(decimalsOf([35_420, 100])).toBe(0);
	expect(decimalsOf([0.000_000_01, 0.1 + 0.2])).toBe(8);
	expect(decimalsOf([0.1 + 0.2])).toBe(1);
	expect(decimalsOf([])).toBe(0);
});
