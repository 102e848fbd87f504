/** The methods as tools: the same names, the same JSON Schemas, and what an agent must know. Made once for all calls. */
import {
	fromJsonSchema,
	type JsonSchemaType,
	type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../domain/exact-json.ts';
import { type JsonSchema, mapSchema, publishedSchema } from '../methods/published-schema.ts';
import type { Method } from '../rpc/method.ts';
import { NOT_TOOLS, notesOf } from './tool-notes.ts';

/** Method in the form in which MCP lists a tool. */
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
	/** The result is no object, so it stands under `result`: MCP wants an object. */
	readonly isWrapped: boolean;
};

/** Tools of all methods except those of a login in the browser and those in `NOT_TOOLS`. */
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
			method.scope === 'public' ? 'Needs no token.' : `Needs a token of scope ${method.scope}.`,
		].join(' '),
		annotations: {
			title,
			readOnlyHint: readOnly,
			destructiveHint: destructive,
			idempotentHint: idempotent,
			openWorldHint: openWorld,
		},
		input: unjudged(schemaOf(method, 'params', 'input')),
		output: unjudged(schema),
		isWrapped,
	};
}

/** As it is published, in the dialect of MCP: 2020-12 (specification of 2025-11-25, basic, JSON Schema usage, read 2026-11-22). */
function schemaOf(method: Method, member: 'params' | 'result', io: 'input' | 'output'): JsonSchema {
	return mapSchema(publishedSchema(method[member], io), inDialect);
}

/** What draft-07 says of a list of fixed length under `items`, 2020-12 says under `prefixItems`. Nothing else differs here. */
function inDialect({ items, ...schema }: JsonSchema): JsonSchema {
	if (items === undefined) return schema;
	return Array.isArray(items) ? { ...schema, prefixItems: items } : { ...schema, items };
}

/** An object, or one of several, as it is; anything else as the member `result` of one. */
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

/** A schema that is shown and refuses nothing: what does not fit is refused by the method, in its own words. */
function unjudged<T>(schema: JsonSchema): StandardSchemaWithJSON<T, T> {
	return fromJsonSchema<T>(schema as JsonSchemaType, {
		getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
	});
}
