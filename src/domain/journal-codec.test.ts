/** Checks that journal payloads are decoded as they were written, with exact decimals. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, parseDecimal } from './decimal.ts';
import { decodePayload, encodePayload } from './journal-codec.ts';

const decimals = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value) => value as Decimal);
const payloads = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		decimals,
		fc.string(),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('value'), { maxLength: 5 }),
		fc.dictionary(
			fc.string().filter((key) => key !== '$d' && key !== '__proto__'),
			tie('value'),
			{ maxKeys: 5, noNullPrototype: true },
		),
	),
})).value;

test('preserves every payload', () => {
	fc.assert(
		fc.property(payloads, (payload) => {
			expect(decodePayload(encodePayload(payload))).toEqual(payload);
		}),
	);
});

test('reads only an exact tag as a decimal', () => {
	expect(decodePayload('{"a":{"$d":"1.5"},"b":[{"$d":"-2"}],"c":{"$d":"3","e":1},"d":{"$d":4}}')).toEqual({
		a: parseDecimal('1.5'),
		b: [parseDecimal('-2')],
		c: { $d: '3', e: 1 },
		d: { $d: 4 },
	});
	expect(decodePayload('{"$d":"7"}')).toBe(parseDecimal('7'));
});

test('rejects a truncated text and a tag that is not a number', () => {
	expect(() => decodePayload('{"a":')).toThrow(SyntaxError);
	expect(() => decodePayload('{"a":{"$d":"x"}}')).toThrow(/x/);
});

test('keeps a member with the name of the prototype as an ordinary member', () => {
	const read = decodePayload('{"__proto__":{"polluted":{"$d":"1"}}}') as Record<string, unknown>;
	expect(read.polluted).toBeUndefined();
	expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});
