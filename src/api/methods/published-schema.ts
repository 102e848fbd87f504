/** The JSON Schema of a method's params or result as it is published: draft-07, which OpenRPC asks for, without noise. */
import * as z from 'zod';

/** JSON Schema, draft-07 (https://json-schema.org/draft-07/json-schema-validation, read 2026-11-22). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Keywords under which one schema stands, a list of them, or a map from names to them. */
const ONE = ['items', 'additionalProperties', 'additionalItems', 'not', 'propertyNames', 'contains'] as const;
const LIST = ['anyOf', 'oneOf', 'allOf', 'items'] as const;
const BY_NAME = ['properties', 'patternProperties'] as const;

/**
 * `input`: what a caller sends; `output`: what is answered. What zod cannot say in JSON Schema (a limit between two
 * members) is left out, so a value that does not fit the schema is always refused, and one that fits may still be.
 */
export function publishedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _draft, ...written } = z.toJSONSchema(schema, {
		io,
		target: 'draft-7',
		unrepresentable: 'any',
	});
	return mapSchema(written, plain);
}

/** Every schema in a schema, innermost first, in the place of which `change` puts what it answers. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
	const mapped: Record<string, unknown> = { ...schema };
	const inner = (value: unknown): unknown => (isSchema(value) ? mapSchema(value, change) : value);
	for (const keyword of ONE) if (isSchema(schema[keyword])) mapped[keyword] = inner(schema[keyword]);
	for (const keyword of LIST) {
		const parts = schema[keyword];
		if (Array.isArray(parts)) mapped[keyword] = parts.map(inner);
	}
	for (const keyword of BY_NAME) {
		const members = schema[keyword];
		if (isSchema(members))
			mapped[keyword] = Object.fromEntries(
				Object.entries(members).map(([name, member]) => [name, inner(member)]),
			);
	}
	return change(mapped);
}

function isSchema(value: unknown): value is JsonSchema {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(schema: JsonSchema): JsonSchema {
	const { minimum, maximum, pattern, propertyNames, ...rest } = schema;
	return saidOutside({
		...rest,
		// Every integer is bounded by what a double counts: it is said of none.
		...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
		...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
		// The format says it in a word.
		...(pattern === undefined || rest.format === 'date-time' ? {} : { pattern }),
		// Names of members are strings anyway.
		...(propertyNames === undefined || isAnyText(propertyNames) ? {} : { propertyNames }),
	});
}

function isAnyText(schema: unknown): boolean {
	return isSchema(schema) && schema.type === 'string' && Object.keys(schema).length === 1;
}

/** Of a value that may be null, what the value means is said of the member, where readers look. */
function saidOutside(schema: JsonSchema): JsonSchema {
	const { anyOf } = schema;
	if (!Array.isArray(anyOf) || anyOf.length !== 2 || schema.description !== undefined) return schema;
	const value = anyOf.find((part) => isSchema(part) && part.type !== 'null');
	if (!isSchema(value) || value.description === undefined || !anyOf.some(isNull)) return schema;
	const { description, ...said } = value;
	return { description, ...schema, anyOf: [said, { type: 'null' }] };
}

function isNull(part: unknown): boolean {
	return isSchema(part) && part.type === 'null';
}
