import { expect, test } from 'vitest';
import { exactUsd, usd, usdExact, usdExactFigure, usdFigure } from './money.ts';

test.each<[number | null, string, string]>([
	[1_234.5, '+1,234.50', '+1,234.5000'],
	[-0.0045, '−0.0045', '−0.0045'],
	[0.0476, '+0.05', '+0.0476'],
	[0, '0.00', '0.0000'],
	[-0.000_01, '0.0000', '0.0000'],
	[null, '—', '—'],
])('writes %s USD as %s, and as %s in a result', (value, short, exact) => {
	expect(usdFigure(value, true)).toBe(short);
	expect(usdExactFigure(value, true)).toBe(exact);
});

test('writes the unit after a figure but not after an unknown one', () => {
	expect([usd(2), usd(undefined), usdExact(2), usdExact(null)]).toEqual(['2.00 USD', '—', '2.0000 USD', '—']);
});

test('keeps every digit in a tooltip, which an unknown figure does not have', () => {
	expect([exactUsd(9_999.2465884), exactUsd(-0.1 - 0.2), exactUsd(null)]).toEqual([
		'9,999.2465884 USD',
		'−0.3 USD',
		undefined,
	]);
});
