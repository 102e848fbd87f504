/** Converts params to OpenRPC content descriptors, one per parameter. */
import type { JsonSchema } from './published-schema.ts';

/** OpenRPC content descriptor for a parameter or result, with its JSON Schema. */
export type ContentDescriptor = {
	readonly name: string;
	readonly description?: string;
	readonly required: boolean;
	readonly deprecated?: true;
	readonly schema: JsonSchema;
};

/**
 * Describes each parameter. Required ones come first, as the specification demands. The title of each schema begins
 * with the text `title`.
 */
export function paramDescriptors(params: JsonSchema, title: string): readonly ContentDescriptor[] {
	const required = new Set((params.required ?? []) as readonly string[]);
	const members = Object.entries((params.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
	return members
		.map(([name, { description, ...schema }]): ContentDescriptor => {
			const isDeprecated = schema.deprecated === true;
			return {
				name,
				...(typeof description === 'string' ? { description } : {}),
				required: required.has(name),
				...(isDeprecated ? { deprecated: true } : {}),
				schema: titled(schema, `${title}${pascal(name)}`),
			};
		})
		.sort((a, b) => Number(b.required) - Number(a.required));
}

/** Adds a title to a schema. A reference gets no title, because draft-07 ignores keywords beside `$ref`. */
export function titled(schema: JsonSchema, title: string): JsonSchema {
	return schema.$ref === undefined ? { title, ...schema } : schema;
}

/** Converts a name to Pascal case: `get_opportunities` → `GetOpportunities`, `rpc.discover` → `RpcDiscover`. */
export function pascal(name: string): string {
	return name
		.split(/[_.]/)
		.map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
		.join('');
}
