import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../domain/decimal.ts';
import {
	exactInBytes,
	exactOfNumber,
	exactOfText,
	numberInBytes,
	numberOfText,
	scaled,
} from './exact-numbers.ts';

const inBytes = (text: string): [Uint8Array, number, number] => [
	Buffer.from(`x${text},`),
	1,
	1 + text.length,
];
const shown = (value: bigint | undefined) =>
	value === undefined ? undefined : formatDecimal(value as never);

describe('a number of recorded data', () => {
	test.each([
		['0.0001', '0.0001'],
		['-0.00123456789012345', '-0.00123456789012345'],
		['1e-7', '0.0000001'],
		['-2.5E-05', '-0.000025'],
		['1.2500000000000006e-05', '0.000012500000000000'],
		['0.0000000000000000015', '0.000000000000000002'],
		['-0.0000000000000000015', '-0.000000000000000002'],
		['7', '7'],
		['.5', '0.5'],
		['5.', '5'],
		['+3', '3'],
		['-0', '0'],
	])('reads %s exactly, rounded to 18 decimals', (text, expected) => {
		const exact = Number(expected) === 0 ? '0' : expected.replace(/(\.\d*?)0+$/, '$1');
		expect(shown(exactOfText(text))).toBe(exact);
		expect(shown(exactInBytes(...inBytes(text)))).toBe(exact);
	});

	test.each([
		'',
		'-',
		'.',
		'NaN',
		'Infinity',
		'-Infinity',
		'0x10',
		'1_000',
		'1,5',
		' 1',
		'1 ',
		'--1',
		'1e',
		'null',
		'1.2.3',
	])('does not read %j as a number', (text) => {
		expect(exactOfText(text)).toBeUndefined();
		expect(exactInBytes(...inBytes(text))).toBeUndefined();
		expect(numberOfText(text)).toBeNaN();
		expect(numberInBytes(...inBytes(text))).toBeNaN();
	});

	test('has the same value as text, as bytes and as a double', () => {
		fc.assert(
			fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (value) => {
				const text = String(value);
				expect(exactOfNumber(value)).toBe(exactOfText(text));
				expect(exactInBytes(...inBytes(text))).toBe(exactOfText(text));
				expect(numberInBytes(...inBytes(text))).toBe(Number(text));
			}),
		);
		fc.assert(
			fc.property(fc.integer({ min: -1e15, max: 1e15 }), fc.integer({ min: 0, max: 12 }), (units, places) => {
				const value = units / 10 ** places;
				expect(exactOfNumber(value)).toBe(exactOfText(String(value)));
				expect(numberInBytes(...inBytes(value.toFixed(places)))).toBe(Number(value.toFixed(places)));
			}),
		);
	});

	test('scales whole numbers of any unit, and rounds half away from zero', () => {
		expect(scaled(15n, 19)).toBe(2n);
		expect(scaled(-15n, 19)).toBe(-2n);
		expect(scaled(14n, 19)).toBe(1n);
		expect(scaled(3n, -1)).toBe(30n * 10n ** 18n);
		expect(scaled(125n, 2)).toBe(125n * 10n ** 16n);
	});

	test('is not read from a double that is not finite', () => {
		for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
			expect(exactOfNumber(value)).toBeUndefined();
	});
});
