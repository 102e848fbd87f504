/** Turns a JSON Schema, as zod writes it, into rows for a documentation table. */

export type JsonSchema = {
	/** JSON type of the value; a list of types if the value may be null. */
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly required?: readonly string[];
	readonly items?: JsonSchema;
	readonly prefixItems?: readonly JsonSchema[];
	readonly additionalProperties?: JsonSchema | boolean;
	readonly anyOf?: readonly JsonSchema[];
	/** Variants of an object, told apart by one field such as `kind`. */
	readonly oneOf?: readonly JsonSchema[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	/**
	 * Default of a list whose entries zod transforms when it reads them. For that reason, the schema of the list has
	 * no `default`.
	 */
	readonly fallback?: unknown;
	readonly minimum?: number;
	readonly exclusiveMinimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly pattern?: string;
	readonly format?: string;
	readonly unit?: string;
};

export type SchemaRow = {
	/**
	 * Path of the field, for example `data[].net.cost.total`. In a list with several kinds of object it names the
	 * kind: `providers[kind=jwt].issuer`.
	 */
	readonly path: string;
	readonly schema: JsonSchema;
	readonly required: boolean;
};

/** Returns a row for every field below an object, including the fields of list items, in schema order. */
export function schemaRows(schema: JsonSchema, prefix = ''): readonly SchemaRow[] {
	const open = opened(schema);
	if (open.items?.oneOf !== undefined)
		return open.items.oneOf.flatMap((kind) => schemaRows(kind, `${prefix}[${kindText(kind)}]`));
	if (open.items !== undefined) return schemaRows(open.items, `${prefix}[]`);
	return Object.entries(open.properties ?? {}).flatMap(([name, member]) => {
		const path = prefix === '' ? name : `${prefix}.${name}`;
		const row: SchemaRow = { path, schema: member, required: open.required?.includes(name) ?? false };
		return [row, ...schemaRows(member, path)];
	});
}

/** Returns the constant field that identifies this variant of an object, such as `kind=jwt`. */
function kindText(schema: JsonSchema): string {
	return Object.entries(schema.properties ?? {})
		.flatMap(([name, member]) => (member.const === undefined ? [] : [`${name}=${String(member.const)}`]))
		.join(', ');
}

/** Returns the value's own schema if the schema only adds null to it; otherwise the schema itself. */
function opened(schema: JsonSchema): JsonSchema {
	const parts = schema.anyOf?.filter((part) => part.type !== 'null');
	return parts?.length === 1 && parts[0] !== undefined ? parts[0] : schema;
}

/** Describes a schema's type, such as `number`, `string or null` or `array of object`. */
export function typeText(schema: JsonSchema): string {
	if (schema.oneOf !== undefined) return [...new Set(schema.oneOf.map(typeText))].join(' or ');
	if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(' or ');
	if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
	if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
	if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeText).join(', ')}]`;
	if (schema.items !== undefined) return `array of ${typeText(schema.items)}`;
	if (typeof schema.additionalProperties === 'object')
		return `object of ${typeText(schema.additionalProperties)}`;
	return [schema.type ?? 'any'].flat().join(' or ');
}

/** Describes the constraints on a value beyond its type; empty if there are none. */
export function ruleText(schema: JsonSchema): string {
	const rules: string[] = [];
	if (schema.exclusiveMinimum !== undefined) rules.push(`above ${schema.exclusiveMinimum}`);
	if (schema.minimum !== undefined) rules.push(`at least ${schema.minimum}`);
	if (schema.maximum !== undefined) rules.push(`at most ${schema.maximum}`);
	if (schema.maxLength !== undefined)
		rules.push(`${schema.minLength ?? 0} to ${schema.maxLength} characters`);
	if (schema.maxItems !== undefined)
		rules.push(
			`${schema.minItems === undefined ? 'at most' : `${schema.minItems} to`} ${schema.maxItems} entries`,
		);
	return rules.join(', ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
