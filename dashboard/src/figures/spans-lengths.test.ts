import { expect, test } from 'vitest';
import { duration, holdingTime, hours, instantText, spanText } from './spans.ts';

test.each([
	[0, '0 ms'],
	[250, '250 ms'],
	[1_500, '1.5 s'],
	[60_000, '60 s'],
	[300_000, '5 min'],
	[14_400_000, '4 h'],
	[604_800_000, '7 d'],
])('writes a setting of %i ms as %s', (ms, text) => {
	expect(duration(ms)).toBe(text);
});

test.each([
	[400, '0 s'],
	[59_000, '59 s'],
	[200_000, '3 min 20 s'],
	[7_500_000, '2 h 5 min'],
	[443_000_000, '5 d 3 h'],
])('writes an elapsed %i ms as %s', (ms, text) => {
	expect(spanText(ms)).toBe(text);
});

test.each([
	[1, '1 hour'],
	[8, '8 hours'],
	[24, '1 day'],
	[36, '36 hours'],
	[72, '3 days'],
	[100.5, '100.5 hours'],
	[720, '30 days'],
	[2_160, '90 days'],
])('writes a holding period of %d hours as %s', (hours, text) => {
	expect(holdingTime(hours)).toBe(text);
});

test.each([
	[5.25, '5.3 hours'],
	[18.2, '18 hours'],
	[36.2, '1.5 days'],
	[76.8, '3.2 days'],
	[null, '—'],
])('writes a break-even after %s hours as %s', (value, text) => {
	expect(hours(value)).toBe(text);
});

test('writes an instant in UTC', () => {
	expect(instantText('2026-11-30T02:10:05.000Z')).toBe('2026-11-30 02:10:05 UTC');
	expect(instantText(undefined)).toBe('—');
});
