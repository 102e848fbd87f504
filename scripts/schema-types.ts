/** Turns a JSON Schema, as zod writes it, into a TypeScript type. The schema's descriptions become docstrings. */
import { type JsonSchema, ruleText } from './schema-rows.ts';

/** Schemas whose types are declared once and then referred to by name. A schema is recognized by its text. */
export class NamedTypes {
	readonly #names = new Map<string, string>();

	add(name: string, schema: JsonSchema): void {
		const taken = this.#names.get(textOf(schema));
		if (taken !== undefined) throw new Error(`The types ${taken} and ${name} have one schema.`);
		this.#names.set(textOf(schema), name);
	}

	nameOf(schema: JsonSchema): string | undefined {
		return this.#names.get(textOf(schema));
	}
}

export type TypeContext = {
	readonly named: NamedTypes;
	/** `input`: optional params may be `undefined`. `output`: fields of a result are never `undefined`. */
	readonly io: 'input' | 'output';
};

/** Returns the schema's type: its name if it has one, else the type written out. */
export function typeOf(schema: JsonSchema, context: TypeContext): string {
	return context.named.nameOf(schema) ?? expandedType(schema, context);
}

/** Returns the type written out, even if the schema has a name. */
export function expandedType(schema: JsonSchema, context: TypeContext): string {
	const parts = schema.anyOf ?? schema.oneOf;
	if (parts !== undefined) return union(parts.map((part) => typeOf(part, context)));
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
	if (schema.prefixItems !== undefined)
		return `readonly [${schema.prefixItems.map((item) => typeOf(item, context)).join(', ')}]`;
	if (schema.items !== undefined) return `readonly ${bracketed(typeOf(schema.items, context))}[]`;
	if (schema.properties !== undefined) return objectType(schema, context);
	if (typeof schema.additionalProperties === 'object')
		return `{ readonly [name: string]: ${typeOf(schema.additionalProperties, context)} }`;
	if (schema.type === undefined) return 'unknown';
	return union([schema.type].flat().map(plainType));
}

function plainType(type: string): string {
	switch (type) {
		case 'integer':
			return 'number';
		case 'object':
			return '{ readonly [name: string]: unknown }';
		case 'array':
			return 'readonly unknown[]';
		case 'string':
		case 'number':
		case 'boolean':
		case 'null':
			return type;
		default:
			throw new Error(`No TypeScript type is known for the JSON type ${type}.`);
	}
}

function objectType(schema: JsonSchema, context: TypeContext): string {
	const members = Object.entries(schema.properties ?? {});
	if (members.length === 0) return '{ readonly [name: string]: never }';
	const lines = members.map(([name, member]) => {
		const isRequired = schema.required?.includes(name) ?? false;
		const type = typeOf(member, context);
		const value = isRequired || context.io === 'output' ? type : union([type, 'undefined']);
		return `${docstring(memberText(member, context.io))}readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${value};`;
	});
	return `{\n${lines.join('\n')}\n}`;
}

/**
 * Returns a field's description, and for params also its constraints and default. Callers see the text in their
 * editor.
 */
function memberText(schema: JsonSchema, io: TypeContext['io']): string {
	const rule = io === 'input' ? ruleText(schema) : '';
	return [
		schema.description ?? '',
		rule === '' ? '' : `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`,
		schema.default === undefined ? '' : `Default ${JSON.stringify(schema.default)}.`,
	]
		.filter((part) => part !== '')
		.join(' ');
}

/** Formats a text as a docstring; returns an empty text if there is nothing to format. */
export function docstring(text: string): string {
	if (text === '') return '';
	const lines = text.replaceAll('*/', '* /').split('\n');
	if (lines.length === 1) return `/** ${lines[0]} */\n`;
	return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function union(parts: readonly string[]): string {
	const unlike = [...new Set(parts)];
	// In a union, null comes last.
	return [...unlike.filter((part) => part !== 'null'), ...unlike.filter((part) => part === 'null')].join(
		' | ',
	);
}

function bracketed(type: string): string {
	return /^[\w.]+$|^\{[^|]*\}$/s.test(type) && !type.includes(' | ') ? type : `(${type})`;
}

/**
 * Returns the text by which a schema is recognized. `$schema`, `description` and `default` are left out, because
 * equal types may differ in them.
 */
function textOf(schema: JsonSchema): string {
	const {
		$schema,
		description,
		default: _default,
		...rest
	} = schema as JsonSchema & { readonly $schema?: string };
	return JSON.stringify(rest);
}
