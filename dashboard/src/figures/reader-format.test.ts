import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { momentText, timeOfDay } from './moments.ts';
import { usd } from './money.ts';
import { type NumberFormat, setReaderFormat, zoneOffsetMinutes } from './reader-format.ts';
import { percent } from './shares.ts';
import { fieldText, numberText, typedNumber } from './typed-number.ts';

afterEach(() => setReaderFormat('point', 'local'));

const AT = Date.parse('2026-07-01T12:30:00.000Z');

describe('numbers', () => {
	test.each([
		['point', '1,234.50 USD', '0.120 %', '1,234,567.25', '1234567.25'],
		['comma', '1.234,50 USD', '0,120 %', '1.234.567,25', '1234567,25'],
		['space', '1\u202f234,50 USD', '0,120 %', '1\u202f234\u202f567,25', '1234567,25'],
	] as const)('are written with a %s', (format, money, share, text, field) => {
		setReaderFormat(format, 'local');
		expect([usd(1_234.5), percent(0.0012), numberText(1_234_567.25), fieldText(1_234_567.25)]).toEqual([
			money,
			share,
			text,
			field,
		]);
	});

	test.each(['point', 'comma', 'space'] as const)(
		'written with a %s are read back',
		(format: NumberFormat) => {
			setReaderFormat(format, 'local');
			fc.assert(
				fc.property(
					fc.integer({ min: -(10 ** 10), max: 10 ** 10 }),
					fc.integer({ min: 0, max: 4 }),
					(whole, places) => {
						const value = whole / 10 ** places;
						expect([typedNumber(numberText(value)).value, typedNumber(fieldText(value)).value]).toEqual([
							value,
							value,
						]);
					},
				),
			);
		},
	);

	test.each([
		['comma', '2,5', 2.5],
		['comma', '1.000,5', 1_000.5],
		['comma', '1.234', 1_234],
		['space', '1 234,5', 1_234.5],
		['space', ',5', 0.5],
	] as const)('typed with a %s: %j', (format, typed, value) => {
		setReaderFormat(format, 'local');
		expect(typedNumber(typed)).toEqual({ value });
	});

	test.each([
		['2.5', '2,5'],
		['1,000.50', '1000,50'],
		['0.125', '0,125'],
	])('typed with the wrong sign are refused with a suggestion: %j', (typed, better) => {
		setReaderFormat('comma', 'local');
		expect(typedNumber(typed)).toEqual({ fault: `Use a decimal comma: ${better}` });
	});
});

describe('times', () => {
	test.each([
		['UTC', '12:30:00', 0],
		['Europe/Madrid', '14:30:00', 120],
		['Asia/Kolkata', '18:00:00', 330],
		['America/New_York', '08:30:00', -240],
	])('are in %s', (zone, time, offset) => {
		setReaderFormat('point', zone);
		expect([timeOfDay(AT), zoneOffsetMinutes(AT)]).toEqual([time, offset]);
		expect(momentText(AT, { now: AT })).toBe(`1 Jul, ${time.slice(0, 5)}`);
	});

	test('an explicit zone wins over the reader’s', () => {
		setReaderFormat('point', 'Asia/Tokyo');
		expect(timeOfDay(AT, 'UTC')).toBe('12:30:00');
	});
});
