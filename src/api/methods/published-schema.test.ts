import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { publishedSchemas } from '../../../test/support/published-schemas.ts';
import { parseExactJson } from '../../domain/exact-json.ts';
import { decimal, integer, integerOr, oneOf, text } from '../rpc/params.ts';
import { instantOrNull } from '../rpc/record-fields.ts';
import { openRpcDocument } from './openrpc.ts';
import { type JsonSchema, mapSchema, publishedSchema } from './published-schema.ts';
import { METHODS } from './registry.ts';

describe('a published schema', () => {
	test('has only explicit bounds of integers', () => {
		expect(publishedSchema(z.strictObject({ a: z.int(), b: z.int().min(0) }), 'output').properties).toEqual({
			a: { type: 'integer' },
			b: { type: 'integer', minimum: 0 },
		});
	});

	test('describes an instant by its format', () => {
		expect(publishedSchema(instantOrNull('When.'), 'output')).toEqual({
			anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
			description: 'When. ISO 8601, UTC.',
		});
	});

	test('has the description of a nullable value on the member', () => {
		const rule = { description: 'How much.', unit: 'USD', above: '0', atMost: '5' };
		expect(publishedSchema(z.strictObject({ a: decimal(rule).nullable() }), 'input').properties).toEqual({
			a: {
				description: 'How much. Unit: USD.',
				anyOf: [{ type: 'number', exclusiveMinimum: 0, maximum: 5 }, { type: 'null' }],
			},
		});
	});

	test('describes a tuple as a list of items', () => {
		expect(publishedSchema(z.tuple([z.string(), z.number()]), 'output')).toMatchObject({
			type: 'array',
			items: [{ type: 'string' }, { type: 'number' }],
		});
	});
});

test('mapSchema changes every schema once, innermost first', () => {
	const seen: unknown[] = [];
	const schema = publishedSchema(
		z.strictObject({
			a: z.array(z.string()),
			b: z.record(z.string(), z.int()),
			c: z.union([z.literal(1), z.null()]),
		}),
		'output',
	);
	const mapped = mapSchema(schema, (part) => {
		seen.push(part.type ?? 'union');
		return { ...part, seen: true };
	});
	expect(seen).toEqual(['string', 'array', 'integer', 'object', 'number', 'null', 'union', 'object']);
	expect(JSON.stringify(mapped).match(/"seen":true/g)).toHaveLength(seen.length);
});

/** Returns values at the limits of a schema, such as a number's bounds or every choice of an enum. */
function borders(schema: JsonSchema, example: unknown): readonly unknown[] {
	const { type, enum: choices, anyOf, properties, items } = schema;
	if (Array.isArray(anyOf)) return anyOf.flatMap((part) => borders(part, example));
	if (Array.isArray(choices)) return choices;
	switch (type) {
		case 'null':
			return [null];
		case 'boolean':
			return [true, false];
		case 'integer':
		case 'number':
			return [schema.minimum, schema.maximum, schema.default].filter((value) => value !== undefined);
		case 'string':
			// A text of a pattern names its bounds as examples.
			if (typeof schema.pattern === 'string' && Array.isArray(schema.examples)) return schema.examples;
			return [schema.minLength, schema.maxLength].flatMap((length) =>
				typeof length === 'number' ? ['x'.repeat(length)] : [],
			);
		case 'array': {
			const inside = borders(items as JsonSchema, undefined);
			return [schema.minItems, schema.maxItems].flatMap((count) =>
				typeof count === 'number' ? inside.map((value) => Array.from({ length: count }, () => value)) : [],
			);
		}
		case 'object': {
			const whole = (example ?? {}) as Readonly<Record<string, unknown>>;
			const members = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
			return [
				whole,
				...members.flatMap(([name, member]) =>
					borders(member, whole[name]).map((value) => ({ ...whole, [name]: value })),
				),
			];
		}
		default:
			throw new Error(`This test does not know the type ${JSON.stringify(type)}.`);
	}
}

describe('methods accept the values at the bounds of their published schemas', () => {
	const document = openRpcDocument(METHODS, { version: '0.2.0', endpoint: 'http://127.0.0.1/jsonrpc/' });
	const published = publishedSchemas(document);
	/** Params of the method's alternative form; the method refuses them together with the example's params. */
	const OTHER_FORM: Readonly<Record<string, readonly string[]>> = { check_pair_status: ['pair', 'exchange'] };

	test.each(METHODS)('$name', ({ name, params, example }) => {
		const index = METHODS.findIndex((method) => method.name === name);
		const refused: string[] = [];
		for (const [at, { name: param, schema }] of (document.methods[index]?.params ?? []).entries()) {
			if (OTHER_FORM[name]?.includes(param)) continue;
			const values = borders(schema, example.params[param]);
			expect(values, param).not.toEqual([]);
			for (const value of values) {
				expect(published.faults(`/methods/${index}/params/${at}/schema`, value)).toEqual([]);
				const call = JSON.stringify({ ...example.params, [param]: value });
				if (!params.safeParse(parseExactJson(call, 16)).success) refused.push(call);
			}
		}
		expect(refused).toEqual([]);
	});

	test('values just beyond the bounds are refused', () => {
		const schema = z.strictObject({
			a: integer({ description: 'A.', atLeast: 1, atMost: 5 }),
			b: integerOr(1, { description: 'B.', atLeast: 1, atMost: 5 }),
			c: text(3, 'C.'),
			d: oneOf(['x', 'y'], 'x', 'D.'),
		});
		const takes = (values: object) =>
			schema.safeParse(parseExactJson(JSON.stringify({ a: 1, c: 'x', ...values }), 16)).success;
		expect(takes({})).toBe(true);
		for (const wrong of [{ a: 0 }, { a: 6 }, { b: 6 }, { c: 'xxxx' }, { c: '' }, { d: 'z' }])
			expect([wrong, takes(wrong)]).toEqual([wrong, false]);
	});
});
