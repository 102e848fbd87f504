import { expect, test } from 'vitest';
import { parseDecimal as d } from './decimal.ts';
import {
	coinsText,
	coinsTexts,
	durationText,
	instantText,
	percentTexts,
	usdText,
	usdTexts,
} from './figure-text.ts';

test.each([
	['12773.9298834', '12,773.93 USD'],
	['0', '0.00 USD'],
	['-1234567.005', '-1,234,567.01 USD'],
	['0.00471', '0.0047 USD'],
	['999.999', '1,000.00 USD'],
])('writes %s as %s', (value, text) => {
	expect(usdText(d(value))).toBe(text);
});

test('rounds two amounts to cents, or as far as they can be distinguished', () => {
	expect(usdTexts(d('12773.9298834'), d('9999.2465884'))).toEqual(['12,773.93 USD', '9,999.25 USD']);
	expect(usdTexts(d('100.00041'), d('100.00039'))).toEqual(['100.00041 USD', '100.00039 USD']);
	expect(usdTexts(d('5'), d('5'))).toEqual(['5.00 USD', '5.00 USD']);
	expect(usdTexts(d('0.01'), d('20'))).toEqual(['0.0100 USD', '20.00 USD']);
	expect(usdTexts(d('0.000000000000000001'), d('0'))).toEqual([
		'0.000000000000000001 USD',
		'0.000000000000000000 USD',
	]);
});

test('writes percentages with at most two places unless more distinguish them', () => {
	expect(percentTexts(d('12.3456'), d('15'))).toEqual(['12.35 %', '15 %']);
	expect(percentTexts(d('2.0001'), d('2'))).toEqual(['2.0001 %', '2 %']);
});

test('writes quantities with eight significant digits', () => {
	expect(coinsText(d('120000000.123456'))).toBe('120,000,000');
	expect(coinsText(d('0.0123456789123'))).toBe('0.0123457');
	expect(coinsText(d('1234.56789'))).toBe('1,234.5679');
	expect(coinsTexts(d('0.00000000012'), d('0.00000000011'))).toEqual(['0.00000000012', '0.00000000011']);
});

test('writes times in the most readable unit', () => {
	expect([durationText(340), durationText(12_449), durationText(90_000)]).toEqual([
		'340 ms',
		'12.4 s',
		'90 s',
	]);
});

test('times are short UTC times, and a number that no date can hold stays a number', () => {
	expect(instantText(Date.UTC(2026, 10, 30, 2, 10, 59))).toBe('30 Nov, 02:10 UTC');
	expect(instantText(8.64e15 + 1)).toBe('8640000000000001');
});
