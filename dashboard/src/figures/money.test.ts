import { expect, test } from 'vitest';
import { usd, usdExact, usdExactFigure, usdFigure } from './money.ts';

test.each<[number | null, string, string]>([
	[1_234.5, '+1,234.50', '+1,234.5000'],
	[-0.0045, '−0.0045', '−0.0045'],
	[0.0476, '+0.05', '+0.0476'],
	[0, '0.00', '0.0000'],
	[-0.000_01, '0.0000', '0.0000'],
	[null, '—', '—'],
])('%s USD is written %s, and as a result %s', (value, short, exact) => {
	expect(usdFigure(value, true)).toBe(short);
	expect(usdExactFigure(value, true)).toBe(exact);
});

test('the unit stands beside a figure, and not beside what is unknown', () => {
	expect([usd(2), usd(undefined), usdExact(2), usdExact(null)]).toEqual(['2.00 USD', '—', '2.0000 USD', '—']);
});
