import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberText, typedFault, typedNumber } from './typed-number.ts';

describe('typed number', () => {
	test.each([
		['', undefined],
		['  ', undefined],
		['2.5', 2.5],
		['2.', 2],
		['.5', 0.5],
		['-1.5', -1.5],
		['−1.5', -1.5],
		['1000', 1_000],
		['1,000', 1_000],
		['1,234,567.25', 1_234_567.25],
		['12 345.5', 12_345.5],
		['12\u202f345', 12_345],
		[' 7 ', 7],
	])('reads %j', (text, value) => {
		expect(typedNumber(text)).toEqual({ value });
	});

	test.each([
		['2,5', '2.5'],
		['0,5', '0.5'],
		['1,25', '1.25'],
		['1000,50', '1000.50'],
		['1.000,50', '1000.50'],
		['12.345.678,9', '12345678.9'],
		['1 000,5', '1000.5'],
		['-1,5', '-1.5'],
		['1234,567', '1234.567'],
		['0,125', '0.125'],
		['0,500', '0.500'],
		['-0,500', '-0.500'],
		['01,000', '01.000'],
	])('refuses the decimal comma of %j and suggests a point', (text, better) => {
		expect(typedNumber(text)).toEqual({ fault: `Use a decimal point: ${better}` });
		expect(typedNumber(better).value).toBe(Number(better));
	});

	test.each([
		'1,00',
		'1,0000',
		'1,000,00',
		',5',
		'1,,000',
		'1, 000',
		'1 00',
		'1.2.3',
		'1.000.000',
		'0 500',
		'0,500,000',
		'0.500,5',
	])('never reads %j by dropping characters', (text) => {
		expect(typedNumber(text).fault).toMatch(/^(?:Use a decimal point: 1\.00{1,3}$|Not a number: )/);
	});

	test.each(['two', '1e3', '0x10', '5 %', '5USD', '1_000', 'NaN', 'Infinity', '--1', '1-2', "1'000"])(
		'refuses %j',
		(text) => {
			expect(typedNumber(text).fault).toMatch(/^Not a number: “/);
		},
	);

	test('refuses more digits than a number keeps instead of rounding', () => {
		expect(typedNumber('1000.00000000001').value).toBe(1_000.00000000001);
		expect(typedNumber('0.000000000123456789012345').value).toBe(1.23456789012345e-10);
		for (const text of ['1000.000000000001', '12345678901234567', '1,000,000,000,000.5000'])
			expect(typedNumber(text)).toEqual({ fault: 'Use at most 15 digits.' });
	});

	test('repeats every digit', () => {
		const repeated = (text: string) => numberText(typedNumber(text).value ?? Number.NaN);
		expect(['1000.555', '0.00049', '0.12345', '1,234,567.25', '-2.34567'].map(repeated)).toEqual([
			'1,000.555',
			'0.00049',
			'0.12345',
			'1,234,567.25',
			'-2.34567',
		]);
	});

	test('reads back every number that the pages write', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
				fc.integer({ min: 0, max: 4 }),
				(whole, places) => {
					const value = whole / 10 ** places;
					expect(typedNumber(value.toLocaleString('en-US', { maximumFractionDigits: 4 })).value).toBe(value);
				},
			),
		);
	});

	test('refuses a text or keeps all of its digits and its sign', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'0123456789,. -'), maxLength: 12 }), (text) => {
				const { value } = typedNumber(text);
				if (value === undefined) return;
				const [whole = '', decimals = ''] = text.replaceAll(/[, ]/g, '').split('.');
				expect(value).toBe(Number(`${whole === '' || whole === '-' ? `${whole}0` : whole}.${decimals}0`));
				if (text.includes(',')) expect(text.split('.')[0]).toMatch(/^ *-?[1-9]\d{0,2}(?:,\d{3})+ *$/);
			}),
			{ numRuns: 2_000 },
		);
	});
});

test('states the bound for a number outside it and nothing for an empty field', () => {
	const fault = (text: string) => typedFault(text, (value) => value > 0, 'Must be above 0.');
	expect([fault(''), fault('1'), fault('0'), fault('0,5')]).toEqual([
		undefined,
		undefined,
		'Must be above 0.',
		'Use a decimal point: 0.5',
	]);
});
