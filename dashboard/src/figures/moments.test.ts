import { expect, test } from 'vitest';
import { momentText, relativeText, timeOfDay } from './moments.ts';

const NOW = Date.parse('2026-11-30T01:00:00.000Z');
const IN_NEW_YORK = { now: NOW, timeZone: 'America/New_York' };

test('writes a time in the zone of the reader', () => {
	expect(momentText('2026-11-30T02:10:07.000Z', { now: NOW, timeZone: 'UTC' })).toBe('30 Nov, 02:10');
	expect(momentText('2026-11-30T02:10:07.000Z', IN_NEW_YORK)).toBe('29 Nov, 21:10');
	expect(momentText('2026-11-30T02:10:07.000Z', { ...IN_NEW_YORK, seconds: true })).toBe('29 Nov, 21:10:07');
	expect(timeOfDay('2026-11-30T02:10:07.000Z', 'America/New_York')).toBe('21:10:07');
});

test('writes the year of a time in another year', () => {
	expect(momentText('2027-01-01T02:10:00.000Z', IN_NEW_YORK)).toBe('31 Dec, 21:10');
	expect(momentText('2027-01-02T02:10:00.000Z', IN_NEW_YORK)).toBe('1 Jan 2027, 21:10');
});

test.each([
	[-4_200, '4.2 s ago'],
	[-30 * 60_000, '30 min ago'],
	[32_000, 'in 32 s'],
	[7_500_000, 'in 2 h 5 min'],
	[-86_400_000, '28 Nov, 20:00'],
	[86_400_000, '30 Nov, 20:00'],
])('writes a time %d ms away as %s', (ms, text) => {
	expect(relativeText(NOW + ms, IN_NEW_YORK)).toBe(text);
});

test('writes a dash for an unknown time', () => {
	expect([momentText(null, IN_NEW_YORK), relativeText(undefined, IN_NEW_YORK), timeOfDay(null)]).toEqual([
		'—',
		'—',
		'—',
	]);
});
