/** Converts methods to MCP tools with the same names and JSON Schemas, and adds notes for agents. */
import {
	fromJsonSchema,
	type JsonSchemaType,
	type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../domain/exact-json.ts';
import { type JsonSchema, mapSchema, publishedSchema } from '../methods/published-schema.ts';
import type { Method } from '../rpc/method.ts';
import { NOT_TOOLS, notesOf } from './tool-notes.ts';

/** A method as an MCP tool. */
export type MethodTool = {
	readonly method: Method;
	readonly title: string;
	readonly description: string;
	readonly annotations: {
		readonly title: string;
		readonly readOnlyHint: boolean;
		readonly destructiveHint: boolean;
		readonly idempotentHint: boolean;
		readonly openWorldHint: boolean;
	};
	readonly input: StandardSchemaWithJSON<JsonObject>;
	readonly output: StandardSchemaWithJSON;
	/**
	 * True if the result is not an object. MCP requires an object, so the result is then wrapped in the field
	 * `result`.
	 */
	readonly isWrapped: boolean;
};

/** Converts all methods except those in `NOT_TOOLS` and those that require a logged-in browser. */
export function toolsOf(methods: readonly Method[]): readonly MethodTool[] {
	return methods
		.filter(({ name, isOfLogin }) => isOfLogin !== true && !Object.hasOwn(NOT_TOOLS, name))
		.map(toolOf);
}

function toolOf(method: Method): MethodTool {
	const { title, note, readOnly, destructive, idempotent, openWorld } = notesOf(method);
	const { schema, isWrapped } = objectSchema(schemaOf(method, 'result', 'output'));
	return {
		method,
		title,
		description: [
			method.summary,
			...(note === undefined ? [] : [note]),
			method.scope === 'public' ? 'Needs no token.' : `Needs a token with scope ${method.scope}.`,
		].join(' '),
		annotations: {
			title,
			readOnlyHint: readOnly,
			destructiveHint: destructive,
			idempotentHint: idempotent,
			openWorldHint: openWorld,
		},
		input: withoutValidation(schemaOf(method, 'params', 'input')),
		output: withoutValidation(schema),
		isWrapped,
	};
}

/**
 * Returns a published schema in MCP's JSON Schema version, 2020-12 (specification of 2025-11-25, basic, JSON Schema
 * usage, read 2026-11-22).
 */
function schemaOf(method: Method, member: 'params' | 'result', io: 'input' | 'output'): JsonSchema {
	return mapSchema(publishedSchema(method[member], io), inDialect);
}

/**
 * Converts draft-07 to 2020-12. The items of a fixed-length list move from `items` to `prefixItems`; our schemas need
 * no other change.
 */
function inDialect({ items, ...schema }: JsonSchema): JsonSchema {
	if (items === undefined) return schema;
	return Array.isArray(items) ? { ...schema, prefixItems: items } : { ...schema, items };
}

/** Wraps a schema in an object with the field `result`, unless it is already an object or a union of objects. */
function objectSchema(schema: JsonSchema): {
	readonly schema: JsonSchema;
	readonly isWrapped: boolean;
} {
	if (isObjectSchema(schema)) return { schema: { type: 'object', ...schema }, isWrapped: false };
	return {
		schema: {
			type: 'object',
			properties: { result: schema },
			required: ['result'],
			additionalProperties: false,
		},
		isWrapped: true,
	};
}

function isObjectSchema(schema: unknown): boolean {
	if (typeof schema !== 'object' || schema === null) return false;
	const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: unknown };
	return type === 'object' || (Array.isArray(anyOf) && anyOf.every(isObjectSchema));
}

/** Publishes a schema without validating against it, so that the method itself refuses with its own message. */
function withoutValidation<T>(schema: JsonSchema): StandardSchemaWithJSON<T, T> {
	return fromJsonSchema<T>(schema as JsonSchemaType, {
		getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
	});
}
