import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts';
import {
	decimalNumberText,
	encodeExactJson,
	JsonText,
	JsonTextError,
	NumberText,
	parseExactJson,
} from './exact-json.ts';

const anyDecimal = fc.bigInt({ min: -(10n ** 36n), max: 10n ** 36n }).map((value) => value as Decimal);

describe('decimalNumberText', () => {
	test.each([
		['12.5', '12.5'],
		['0', '0'],
		['-0.1', '-0.1'],
		['1e-18', '0.000000000000000001'],
		['100000', '100000'],
		['123456789012345', '123456789012345'],
		['1234567890123456', '1234567890123460'],
		['0.001234567890123445', '0.00123456789012344'],
		['0.001234567890123455', '0.00123456789012346'],
		['-0.001234567890123445', '-0.00123456789012344'],
		['999999999999999.9', '1000000000000000'],
		['0.9999999999999999', '1'],
	])('writes %s as %s', (value, written) => {
		expect(decimalNumberText(parseDecimal(value))).toBe(written);
	});

	test('reads back the written double, within half a unit of the 15th digit', () => {
		fc.assert(
			fc.property(anyDecimal, (value) => {
				const written = decimalNumberText(value);
				expect(JSON.parse(written)).toBe(Number(written));
				const kept = parseDecimal(written);
				// JSON parsers turn the written text into a double. The shortest text of that double is the same
				// number.
				expect(parseDecimal(String(Number(written)))).toBe(kept);
				const digits = (value < 0n ? -value : value).toString().length;
				const unit = digits > 15 ? 10n ** BigInt(digits - 15) : 0n;
				const error = kept > value ? kept - value : value - kept;
				expect(error * 2n <= unit).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});

	test('writes up to 15 digits exactly', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n }), (value) => {
				expect(decimalNumberText(value as Decimal)).toBe(formatDecimal(value as Decimal));
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe('parseExactJson', () => {
	test('keeps the text of numbers', () => {
		const value = parseExactJson('{"a":0.10,"b":[1e308,-0,12345678901234567890]}', 8) as Record<
			string,
			unknown
		>;
		expect(value.a).toEqual(new NumberText('0.10'));
		expect(value.b).toEqual(['1e308', '-0', '12345678901234567890'].map((text) => new NumberText(text)));
	});

	test('writes text as it was read', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
				const text = JSON.stringify(value);
				expect(encodeExactJson(parseExactJson(text, 64))).toBe(text);
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each([
		['{"limit":101,"limit":1}', 'limit'],
		['{"a":{"b":1,"c":[],"b":2}}', 'b'],
		['[{"x":1},{"x":1,"\\u0078":2}]', 'x'],
		['{"__proto__":1,"__proto__":2}', '__proto__'],
		['{"a" :1 , "a"\n: 2}', 'a'],
	])('refuses a duplicate member: %s', (text, member) => {
		expect(() => parseExactJson(text, 32)).toThrow(`duplicate member in one object: "${member}"`);
	});

	test.each([
		'{"a":{"a":{"a":1}},"b":{"a":2}}',
		'[{"a":1},{"a":1}]',
		'{"a":"a","b":["a","a"],"c":"\\"a\\":"}',
		'{"a":"{\\"a\\":1,\\"a\\":2}"}',
		'{"":1,"a":2}',
	])('accepts a name that repeats in different objects or in text: %s', (text) => {
		expect(() => parseExactJson(text, 32)).not.toThrow();
	});

	test('gives a reviver the text of each number, whatever names an object has', () => {
		const names = fc.constantFrom('a', 'b', '0', '10', '2', '-1', '1e3', '__proto__', 'x"y', '\\u0031', '');
		const numberTexts = fc.constantFrom('0', '-0', '1.50', '1e5', '-2E-3', '12345678901234567890', '0.1');
		const { text } = fc.letrec<{ text: string; object: string; array: string }>((tie) => ({
			text: fc.oneof(
				numberTexts,
				fc.constantFrom('null', 'true', '"1, 2"', '"\\""', '""'),
				tie('object'),
				tie('array'),
			),
			object: fc
				.uniqueArray(fc.tuple(names, tie('text')), { maxLength: 5, selector: ([name]) => name })
				.map(
					(members) => `{ ${members.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(',')}}`,
				),
			array: fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(' , ')} ]`),
		}));
		const keepText = (_name: string, value: unknown, context?: { readonly source?: string }) =>
			typeof value === 'number' ? new NumberText(context?.source ?? '') : value;
		fc.assert(
			fc.property(text, (json) => {
				expect(parseExactJson(json, 1_000)).toStrictEqual(JSON.parse(json, keepText));
			}),
			{ numRuns: 2_000 },
		);
	});

	test('checks the depth before it builds anything', () => {
		const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
		expect(parseExactJson(nested(32), 32)).toBeDefined();
		expect(() => parseExactJson(nested(33), 32)).toThrow(JsonTextError);
		expect(() => parseExactJson(nested(100_000), 32)).toThrow('more than 32 levels deep');
	});

	test('keeps __proto__ as an own member and changes no object', () => {
		const value = parseExactJson('{"__proto__":{"polluted":true}}', 8) as object;
		expect(Object.hasOwn(value, '__proto__')).toBe(true);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect('polluted' in {}).toBe(false);
	});
});

describe('encodeExactJson', () => {
	test('omits undefined members and keeps null', () => {
		expect(encodeExactJson({ a: undefined, b: null, c: parseDecimal('0.30') })).toBe('{"b":null,"c":0.3}');
	});

	test.each([Number.NaN, Number.POSITIVE_INFINITY])(
		'refuses %s: only an explicit null is written as null',
		(value) => {
			expect(() => encodeExactJson({ rate: value })).toThrow('"rate"');
		},
	);

	test('writes everything but decimals like JSON.stringify', () => {
		const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };
		const leaf = fc.oneof(
			anyDecimal,
			fc.string({ unit: 'binary' }),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.integer(),
			fc.constantFrom(
				true,
				false,
				null,
				undefined,
				-0,
				new Date(0),
				[undefined, () => 1],
				Object.create(null),
			),
		);
		const { value: anyValue } = fc.letrec<{ readonly value: unknown }>((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4, withCrossShrink: true },
				leaf,
				fc.array(tie('value'), { maxLength: 5 }),
				fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 5 }),
			),
		}));
		fc.assert(
			fc.property(anyValue, (value) => {
				const holder = [value];
				const expected = JSON.stringify(holder, (_member, each) =>
					typeof each === 'bigint' ? rawJSON(decimalNumberText(each as Decimal)) : each,
				);
				expect(encodeExactJson(holder)).toBe(expected);
			}),
			{ numRuns: 2_000 },
		);
	});

	test('inserts a part that is already written unchanged', () => {
		const part = new JsonText(encodeExactJson({ c: parseDecimal('0.30') }));
		expect(encodeExactJson({ a: [part], b: part })).toBe('{"a":[{"c":0.3}],"b":{"c":0.3}}');
	});
});
