/**
 * Checks `server.json`, the service's entry in the MCP registry: that it has the registry's format and agrees with
 * package.json.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

const text = (max: number) => ({ type: 'string', minLength: 1, maxLength: max });
const INPUT = {
	description: text(200),
	format: { enum: ['string', 'number', 'boolean', 'filepath'] },
	default: text(100),
	placeholder: text(100),
	isRequired: { type: 'boolean' },
	isSecret: { type: 'boolean' },
};
const NAMED = {
	type: 'object',
	additionalProperties: false,
	required: ['name', 'description'],
	properties: { name: text(100), ...INPUT },
};
/**
 * The part of the registry's schema of 2025-12-11 that the file uses, written from the published definitions. It is
 * stricter than the original, because it rejects fields that the schema does not name.
 */
const SCHEMA = {
	type: 'object',
	additionalProperties: false,
	required: ['$schema', 'name', 'description', 'version', 'packages'],
	properties: {
		$schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
		name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', maxLength: 200 },
		title: text(100),
		description: text(100),
		version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
		packages: {
			type: 'array',
			minItems: 1,
			items: {
				type: 'object',
				additionalProperties: false,
				required: ['registryType', 'identifier', 'version', 'transport'],
				properties: {
					registryType: { const: 'npm' },
					identifier: text(200),
					version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
					runtimeHint: { const: 'npx' },
					transport: {
						oneOf: [
							{
								type: 'object',
								additionalProperties: false,
								required: ['type'],
								properties: { type: { const: 'stdio' } },
							},
							{
								type: 'object',
								additionalProperties: false,
								required: ['type', 'url'],
								properties: {
									type: { const: 'streamable-http' },
									url: { type: 'string', pattern: '^https?://\\S+$' },
									headers: { type: 'array', items: NAMED },
								},
							},
						],
					},
					packageArguments: {
						type: 'array',
						items: {
							type: 'object',
							additionalProperties: false,
							required: ['type', 'value'],
							properties: { type: { const: 'positional' }, value: text(100) },
						},
					},
					environmentVariables: { type: 'array', items: NAMED },
				},
			},
		},
	},
};

type Package = {
	readonly identifier: string;
	readonly version: string;
	readonly transport: { readonly type: string; readonly url?: string };
	readonly packageArguments: readonly { readonly value: string }[];
	readonly environmentVariables: readonly { readonly name: string }[];
};

test('has the shape that the registry accepts', () => {
	const validate = new Ajv({ strict: false, allErrors: true }).compile(SCHEMA);
	validate(read('server.json'));
	expect(validate.errors ?? []).toEqual([]);
});

test('has the name and the version of the package', () => {
	const { name, version, packages } = read('server.json');
	const manifest = read('package.json');
	expect([name, version]).toEqual([manifest.mcpName, manifest.version]);
	for (const one of packages as readonly Package[])
		expect([one.identifier, one.version]).toEqual([manifest.name, manifest.version]);
});

test('starts the bridge over the standard streams, and a service over HTTP at a port that its address names', () => {
	const packages: readonly Package[] = read('server.json').packages;
	expect(
		packages.map(({ transport, packageArguments }) => [transport.type, packageArguments[0]?.value]),
	).toEqual([
		['stdio', 'mcp'],
		['streamable-http', 'serve'],
	]);
	for (const { transport, environmentVariables } of packages)
		for (const [, variable] of transport.url?.matchAll(/\{(\w+)\}/g) ?? [])
			expect(environmentVariables.map(({ name }) => name)).toContain(variable);
});
