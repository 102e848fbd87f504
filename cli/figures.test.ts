import { describe, expect, test } from 'vitest';
import {
	duration,
	exact,
	fixed,
	gain,
	holdingTime,
	hours,
	percent,
	time,
	timeOfMs,
	timeOfSeconds,
	UNKNOWN,
	unknownNotes,
	usd,
} from './figures.ts';

test.each([
	[percent(0.16425), '16.43'],
	[percent(-0.0001, 4), '-0.0100'],
	[percent(0), '0.00'],
	[fixed(1_234_567.891, 1), '1,234,567.9'],
	[fixed(-0.004, 2), '0.00'],
	[usd(1_234.5), '1,234.50'],
	[usd(0.0312), '0.0312'],
	[usd(-0.0312), '-0.0312'],
	[usd(0), '0.00'],
	[exact(0.0000001234), '0.0000001234'],
	[exact(96_001.2), '96,001.2'],
	[hours(168), '168'],
	[hours(0.25), '0.3'],
	[holdingTime(8), '8 hours'],
	[holdingTime(24), '1 day'],
	[holdingTime(36), '36 hours'],
	[holdingTime(720), '30 days'],
])('formats a figure: %s', (shown, wanted) => expect(shown).toBe(wanted));

test('shows an unknown value as a dash in every format', () => {
	for (const of of [percent, usd, exact, hours, time, timeOfSeconds] as ((value: null) => string)[])
		expect(of(null)).toBe(UNKNOWN);
	expect(fixed(null, 2)).toBe(UNKNOWN);
	expect(percent(undefined)).toBe(UNKNOWN);
});

test('tones a gain good and a loss bad, and leaves zero and unknown neutral', () => {
	const tones = [1, -1, 0, null].map((value) => gain(value, 'x'));
	expect(tones.map((toned) => (typeof toned === 'string' ? toned : toned.tone))).toEqual([
		'good',
		'bad',
		undefined,
		undefined,
	]);
});

describe('times', () => {
	const at = Date.UTC(2026, 10, 22, 23, 30, 5);
	test.each([
		[0, '2026-11-22 23:30:05Z'],
		[60, '2026-11-23 00:30:05+01:00 (23:30Z)'],
		[-210, '2026-11-22 20:00:05-03:30 (23:30Z)'],
	])('are shown for a clock %i minutes ahead of UTC', (offset, wanted) =>
		expect(timeOfMs(at, offset)).toBe(wanted),
	);

	test('that cannot be parsed are shown unchanged', () => expect(time('soon')).toBe('soon'));

	test.each([
		[-5, '0 s'],
		[59_999, '59 s'],
		[61_000, '1 min'],
		[3_700_000, '1 h 1 min'],
		[100_000_000, '1 d 3 h'],
	])('show a duration of %i ms as %s', (ms, wanted) => expect(duration(ms)).toBe(wanted));
});

test('lists each reason for unknown values once, with the records it concerns', () => {
	const young = { field: 'net.basis', code: 'X', message: 'Too young.' };
	const record = (basis: number | null) => ({
		net: { basis },
		accounts: [{ exchange: 'bybit', runway: null }],
		reasons: [young],
	});
	expect(
		unknownNotes([
			{ name: 'A', record: record(null) },
			{ name: 'B', record: record(1) },
			{ name: 'C', record: record(null) },
		]),
	).toEqual(['– A, C: Too young. (net basis)']);
	const field = 'accounts.bybit.runway';
	expect(unknownNotes([{ name: 'D', record: { ...record(1), reasons: [{ ...young, field }] } }])).toEqual([
		'– D: Too young. (accounts bybit runway)',
	]);
});
