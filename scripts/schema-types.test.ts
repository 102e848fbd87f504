import { expect, test } from 'vitest';
import { expandedType, NamedTypes, typeOf } from './schema-types.ts';

const INPUT = { named: new NamedTypes(), io: 'input' } as const;
const OUTPUT = { named: new NamedTypes(), io: 'output' } as const;

test.each([
	[{ type: 'integer' }, 'number'],
	[{ type: ['string', 'null'] }, 'string | null'],
	[{ anyOf: [{ type: 'null' }, { type: 'number' }] }, 'number | null'],
	[{ enum: ['a', 'b'] }, '"a" | "b"'],
	[{ const: true, type: 'boolean' }, 'true'],
	[{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
	[{ type: 'array', items: { enum: ['a', 'b'] } }, 'readonly ("a" | "b")[]'],
	[{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, 'readonly [string, number]'],
	[{ type: 'object', additionalProperties: { type: 'number' } }, '{ readonly [name: string]: number }'],
	[{ type: 'object', properties: {} }, '{ readonly [name: string]: never }'],
	[{}, 'unknown'],
])('%j is %s', (schema, type) => {
	expect(expandedType(schema, OUTPUT)).toBe(type);
});

test('a member shows its description, rule and default, and allows undefined when it is optional', () => {
	const schema = {
		type: 'object',
		required: ['a'],
		properties: {
			a: { type: 'number', description: 'USD.', exclusiveMinimum: 0, maximum: 9 },
			b: { type: 'boolean', default: false },
		},
	};
	expect(expandedType(schema, INPUT)).toBe(
		'{\n/** USD. Above 0, at most 9. */\nreadonly "a": number;\n/** Default false. */\nreadonly "b"?: boolean | undefined;\n}',
	);
	expect(expandedType(schema, OUTPUT)).toContain('/** USD. */\nreadonly "a": number;\n');
	expect(expandedType(schema, OUTPUT)).toContain('readonly "b"?: boolean;');
});

test('refers to a named schema by its name, whatever its description; one schema has one name', () => {
	const named = new NamedTypes();
	named.add('Point', { type: 'object', properties: { x: { type: 'number' } } });
	const again = { type: 'object', description: 'Where.', properties: { x: { type: 'number' } } };
	expect(typeOf({ type: 'array', items: again }, { named, io: 'output' })).toBe('readonly Point[]');
	expect(() => named.add('Other', again)).toThrow('The types Point and Other have one schema.');
});

test('rejects an unknown type', () => {
	expect(() => expandedType({ type: 'date' }, OUTPUT)).toThrow('date');
});
