import { expect, test } from 'vitest';
import {
	counted,
	dayText,
	fixed,
	minuteText,
	monthText,
	percent,
	signedPercent,
	signedUsd,
	spanText,
	usd,
} from './figures.ts';

test('writes USD with cents, grouped digits and a minus sign', () => {
	expect(usd(1234567.891)).toBe('1,234,567.89 USD');
	expect(usd(-0.5)).toBe('−0.50 USD');
	expect(signedUsd(12)).toBe('+12.00 USD');
	expect(usd(null)).toBe('–');
});

test('writes no sign before a figure that rounds to zero', () => {
	expect([usd(-0.001), signedUsd(0.004), signedUsd(-0.004), signedUsd(0)]).toEqual(
		Array.from({ length: 4 }, () => '0.00 USD'),
	);
	expect(signedPercent(-0.000001)).toBe('0.00\u00a0%');
});

test('writes fractions as percentages with two digits', () => {
	expect(percent(0.05255)).toBe('5.25\u00a0%');
	expect(signedPercent(0.1)).toBe('+10.00\u00a0%');
	expect(percent(null)).toBe('–');
});

test('writes times in UTC', () => {
	const at = Date.UTC(2025, 9, 5, 8, 7, 59);
	expect([dayText(at), minuteText(at), monthText(at)]).toEqual([
		'5 Oct 2025',
		'5 Oct 2025, 08:07',
		'Oct 2025',
	]);
});

test.each([
	[45_000, '45 s'],
	[600_000, '10 min'],
	[3_600_000, '1 h'],
	[5_400_000, '1.5 h'],
	[47 * 3_600_000, '47 h'],
	[365 * 86_400_000, '365 days'],
	[1234.5 * 86_400_000, '1,234.5 days'],
])('writes %i ms as %s', (ms, text) => {
	expect(spanText(ms)).toBe(text);
});

test('writes counts with their nouns', () => {
	expect([counted(1, 'trade'), counted(1200, 'trade'), counted(0, 'entry', 'entries')]).toEqual([
		'1 trade',
		'1,200 trades',
		'0 entries',
	]);
	expect(fixed(2.345, 1)).toBe('2.3');
});
