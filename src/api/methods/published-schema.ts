/**
 * Converts the schemas of params and results to published JSON Schema: draft-07, which OpenRPC requires, without
 * redundant keywords.
 */
import * as z from 'zod';

/** JSON Schema, draft-07 (https://json-schema.org/draft-07/json-schema-validation, read 2026-11-22). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Keywords whose value is one schema, a list of schemas, or a map of schemas by name. */
const ONE = ['items', 'additionalProperties', 'additionalItems', 'not', 'propertyNames', 'contains'] as const;
const LIST = ['anyOf', 'oneOf', 'allOf', 'items'] as const;
const BY_NAME = ['properties', 'patternProperties'] as const;

/**
 * Converts a zod schema to its published JSON Schema. `input` is what a caller sends, `output` what a method returns.
 * Rules that JSON Schema cannot express, such as limits between two fields, are omitted. Therefore a value that does
 * not fit the JSON Schema is always refused, but one that fits may also be refused.
 */
export function publishedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _draft, ...written } = z.toJSONSchema(schema, {
		io,
		target: 'draft-7',
		unrepresentable: 'any',
	});
	return mapSchema(written, plain);
}

/** Replaces every schema inside a schema, and then the schema itself, with the result of `change`. */
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
	return withOuterDescription({
		...rest,
		// zod limits every integer to the safe integers; the published schema omits these two bounds.
		...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
		...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
		// The format `date-time` already implies the pattern.
		...(pattern === undefined || rest.format === 'date-time' ? {} : { pattern }),
		// Property names are always strings, so a rule that says only this is redundant.
		...(propertyNames === undefined || isAnyText(propertyNames) ? {} : { propertyNames }),
	});
}

function isAnyText(schema: unknown): boolean {
	return isSchema(schema) && schema.type === 'string' && Object.keys(schema).length === 1;
}

/** Moves the description from a nullable property's value to the property itself, where readers expect it. */
function withOuterDescription(schema: JsonSchema): JsonSchema {
	const { anyOf } = schema;
	if (!Array.isArray(anyOf) || anyOf.length !== 2 || schema.description !== undefined) return schema;
	const value = anyOf.find((part) => isSchema(part) && part.type !== 'null');
	if (!isSchema(value) || value.description === undefined || !anyOf.some(isNull)) return schema;
	const { description, ...described } = value;
	return { description, ...schema, anyOf: [described, { type: 'null' }] };
}

function isNull(part: unknown): boolean {
	return isSchema(part) && part.type === 'null';
}
