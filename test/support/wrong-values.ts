/** Generates values that a published JSON Schema forbids. Each of them is wrong in exactly one place. */
import fc from 'fast-check';
import type { JsonSchema } from '../../src/api/methods/published-schema.ts';
import './seeded-properties.ts';

export type Wrong = {
	/** Path of the wrong value in the params, for example `exit.max_hours`. */
	readonly path: string;
	readonly what: 'type' | 'range' | 'length' | 'choice' | 'pattern' | 'unknown member' | 'absent';
	/** Values of the complete param, wrong only at `path`. If the value is undefined, the param is left out. */
	readonly values: fc.Arbitrary<unknown>;
};

const OF_EVERY_TYPE: readonly (readonly [type: string, value: unknown])[] = [
	['string', 'text'],
	['integer', 7],
	['number', 1.5],
	['boolean', true],
	['null', null],
	['array', []],
	['array', [['text']]],
	['object', {}],
	['object', { text: 1 }],
];

/** @param example a valid value, in which one part is replaced by a wrong one */
export function wrongValues(path: string, schema: JsonSchema, example: unknown): readonly Wrong[] {
	const value = besideNull(schema);
	return [
		...wrongTypes(path, schema, value),
		...wrongNumbers(path, value),
		...wrongTexts(path, value),
		...wrongLists(path, value),
		...wrongObjects(path, value, example),
	];
}

/** Returns the part of the schema that describes the value when it is not null. */
function besideNull(schema: JsonSchema): JsonSchema {
	const parts = (schema.anyOf ?? []) as readonly JsonSchema[];
	return parts.find(({ type }) => type !== 'null') ?? schema;
}

function typesOf(schema: JsonSchema): readonly string[] {
	const parts = (schema.anyOf ?? [schema]) as readonly JsonSchema[];
	const types = parts.flatMap(({ type }) => [type as string | readonly string[]].flat());
	return types.includes('number') ? [...types, 'integer'] : types;
}

function wrongTypes(path: string, schema: JsonSchema, value: JsonSchema): Wrong[] {
	const allowed = typesOf(schema);
	const others = OF_EVERY_TYPE.filter(([type]) => !allowed.includes(type)).map(([, other]) => other);
	if (value.type === undefined || others.length === 0) return [];
	return [{ path, what: 'type', values: fc.constantFrom(...others) }];
}

function wrongNumbers(path: string, { type, minimum, exclusiveMinimum, maximum }: JsonSchema): Wrong[] {
	if (type !== 'number' && type !== 'integer') return [];
	const finite = { noNaN: true, noDefaultInfinity: true };
	const outside = [
		...(typeof minimum === 'number' ? [fc.double({ ...finite, max: minimum, maxExcluded: true })] : []),
		...(typeof exclusiveMinimum === 'number' ? [fc.double({ ...finite, max: exclusiveMinimum })] : []),
		...(typeof maximum === 'number' ? [fc.double({ ...finite, min: maximum, minExcluded: true })] : []),
		...(type === 'integer' ? [fc.integer({ min: 1, max: 9 }).map((count) => count + 0.5)] : []),
	];
	return outside.map((values) => ({ path, what: 'range', values }));
}

function wrongTexts(
	path: string,
	{ type, maxLength, minLength, enum: choices, pattern }: JsonSchema,
): Wrong[] {
	if (type !== 'string') return [];
	const wrong: Wrong[] = [];
	if (typeof maxLength === 'number')
		wrong.push({
			path,
			what: 'length',
			values: fc.string({ minLength: maxLength + 1, maxLength: maxLength + 20 }),
		});
	if (typeof minLength === 'number' && minLength > 0)
		wrong.push({ path, what: 'length', values: fc.constant('') });
	if (Array.isArray(choices))
		wrong.push({ path, what: 'choice', values: fc.string().filter((text) => !choices.includes(text)) });
	if (typeof pattern === 'string') {
		const fits = new RegExp(pattern, 'u');
		const values = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
		wrong.push({ path, what: 'pattern', values: values.filter((text) => !fits.test(text)) });
	}
	return wrong;
}

function wrongLists(path: string, { type, minItems, maxItems, items }: JsonSchema): Wrong[] {
	if (type !== 'array') return [];
	const inside =
		typeof items === 'object' && items !== null && !Array.isArray(items)
			? wrongValues(`${path}.0`, items as JsonSchema, undefined)
			: [];
	const ofLength = (length: number) => fc.constant(Array.from({ length }, () => 'x'));
	const lengths = [
		...(typeof minItems === 'number' && minItems > 0 ? [ofLength(minItems - 1)] : []),
		...(typeof maxItems === 'number' ? [ofLength(maxItems + 1)] : []),
	];
	return [
		...lengths.map((values): Wrong => ({ path, what: 'length', values })),
		...inside.map((wrong) => ({ ...wrong, values: wrong.values.map((value) => [value]) })),
	];
}

function wrongObjects(path: string, schema: JsonSchema, example: unknown): Wrong[] {
	const { properties, required = [], additionalProperties } = schema;
	if (typeof properties !== 'object' || properties === null) return [];
	const whole = typeof example === 'object' && example !== null ? example : {};
	const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
	const below = members.flatMap(([name, member]) =>
		wrongValues(`${path}.${name}`, member, Object.entries(whole).find(([key]) => key === name)?.[1]).map(
			(wrong) => ({ ...wrong, values: wrong.values.map((value) => ({ ...whole, [name]: value })) }),
		),
	);
	const absent = (required as readonly string[]).map((name): Wrong => {
		const values = fc.constant(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));
		return { path: `${path}.${name}`, what: 'absent', values };
	});
	const unknown: Wrong[] =
		additionalProperties === false
			? [
					{
						path: `${path}.no_such_member`,
						what: 'unknown member',
						values: fc.constant({ ...whole, no_such_member: 1 }),
					},
				]
			: [];
	return [...below, ...absent, ...unknown];
}
