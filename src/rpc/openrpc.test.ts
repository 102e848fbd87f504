import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { faultsOfDocument, publishedSchemas } from '../../test/support/published-schemas.ts';
import { ERROR_CODES } from '../errors/codes.ts';
import { publicMethod } from './method.ts';
import { errorsOf, type MethodObject, openRpcBytes, openRpcDocument } from './openrpc.ts';
import { type JsonSchema, mapSchema, publishedSchema } from './published-schema.ts';
import { METHODS } from './registry.ts';

const PUBLISHED = { version: '1.2.3', endpoint: 'https://carry.example/jsonrpc/' };
const document = openRpcDocument(METHODS, PUBLISHED);
const { methods, components } = document;

function membersOf(name: string): readonly string[] {
	const { params } = METHODS.find((method) => method.name === name) ?? { params: z.strictObject({}) };
	return Object.keys(publishedSchema(params, 'input').properties ?? {});
}

/** Every schema of the document, with where it stands. */
function schemas(): readonly (readonly [string, JsonSchema])[] {
	return [
		...methods.flatMap(({ name, params, result }) => [
			...params.map((param) => [`${name} ${param.name}`, param.schema] as const),
			[`${name} result`, result.schema] as const,
		]),
		...Object.entries(components.schemas),
	];
}

test('it fits the meta-schema of OpenRPC', () => {
	expect(faultsOfDocument(JSON.parse(JSON.stringify(document)))).toEqual([]);
	expect(faultsOfDocument({ ...document, openrpc: '9' })).not.toEqual([]);
	expect(faultsOfDocument({ ...document, methods: [{ name: 'test', params: [{}] }] })).not.toEqual([]);
});

test('it is of the given version and address', () => {
	expect(document.info.version).toBe('1.2.3');
	expect(document.servers).toMatchObject([{ url: 'https://carry.example/jsonrpc/' }]);
});

test('every method of the registry is there, in its order, each with all of its params', () => {
	expect(METHODS.length).toBeGreaterThan(20);
	expect(methods.map(({ name }) => name)).toEqual(METHODS.map(({ name }) => name));
	for (const { name, params } of methods)
		expect(params.map((param) => param.name).sort()).toEqual([...membersOf(name)].sort());
});

test('params that are required come before those that are not, and each says what it is', () => {
	for (const { name, params } of methods) {
		const required = params.map((param) => param.required);
		expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
		for (const param of params) expect([name, param.name, param.description]).not.toContain(undefined);
	}
});

test('every param below another says what it is, and its unit', () => {
	const silent: string[] = [];
	for (const { name, params } of methods)
		for (const param of params)
			mapSchema(param.schema, (schema) => {
				for (const [member, below] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>))
					if (below.description === undefined) silent.push(`${name} ${param.name} ${member}`);
				return schema;
			});
	expect(silent).toEqual([]);
	const exit = methods.find(({ name }) => name === 'execute_opportunity')?.params.find(isExit)?.schema;
	expect(exit?.properties).toMatchObject({ max_hours: { description: 'Close after so long. Unit: hours.' } });
});

function isExit({ name }: { readonly name: string }): boolean {
	return name === 'exit';
}

test('no member may be just anything', () => {
	const open: string[] = [];
	for (const [where, schema] of schemas())
		mapSchema(schema, (part) => {
			for (const [member, below] of Object.entries((part.properties ?? {}) as Record<string, JsonSchema>))
				if (!['type', '$ref', 'anyOf', 'oneOf', 'enum', 'const'].some((keyword) => keyword in below))
					open.push(`${where} ${member}`);
			return part;
		});
	expect(schemas().length).toBeGreaterThan(100);
	expect(open).toEqual([]);
});

test('no two schemas have one title', () => {
	const titles = schemas().flatMap(([, { title }]) => (title === undefined ? [] : [title]));
	expect(titles.length).toBeGreaterThan(60);
	expect(new Set(titles).size).toBe(titles.length);
});

test('errors of a method have one entry per JSON-RPC code, and all of its closed codes, each with its meaning', () => {
	for (const method of METHODS) {
		const described = methods.find(({ name }) => name === method.name)?.errors ?? [];
		const numbers = described.map(({ code }) => code);
		expect(new Set(numbers).size).toBe(numbers.length);
		expect(described.flatMap(({ data }) => data.code).sort()).toEqual([...errorsOf(method)].sort());
		expect(errorsOf(method)).toEqual(expect.arrayContaining([...method.errors]));
		for (const { code, data } of described)
			for (const closed of data.code) {
				expect(ERROR_CODES[closed].rpcCode).toBe(code);
				expect(components.errors[closed]).toMatchObject({ code, data: { code: closed } });
			}
	}
});

test('what trades says so, and may answer that it is no notification', () => {
	const trading = methods.filter((method) => method['x-trades']);
	expect(trading.length).toBeGreaterThan(5);
	for (const { tags, errors } of trading) {
		expect(tags).toContainEqual({ $ref: '#/components/tags/trades' });
		expect(errors.flatMap(({ data }) => data.code)).toContain('NOTIFICATION_REFUSED');
	}
});

test('every reference points at something', () => {
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
		([, path = '']) => path,
	);
	expect(references.length).toBeGreaterThan(50);
	for (const reference of new Set(references)) {
		let at: unknown = document;
		for (const step of reference.split('/').slice(1)) at = (at as Record<string, unknown>)[step];
		expect([reference, typeof at]).toEqual([reference, 'object']);
	}
});

describe('schemas as ajv reads them', () => {
	const published = publishedSchemas(document);
	const at = (method: MethodObject) => `/methods/${methods.indexOf(method)}`;

	test.each(methods)('$name: params and result fit, and nothing else does', (method) => {
		const [example] = method.examples;
		for (const [index, { name }] of method.params.entries()) {
			const given = example?.params.find((param) => param.name === name);
			const pointer = `${at(method)}/params/${index}/schema`;
			if (given !== undefined) expect(published.faults(pointer, given.value)).toEqual([]);
			expect(published.faults(pointer, Symbol.iterator)).not.toEqual([]);
		}
		const pointer = `${at(method)}/result/schema`;
		expect(published.faults(pointer, example?.result.value)).toEqual([]);
		expect(published.faults(pointer, 'text')).not.toEqual([]);
	});

	test('records by name', () => {
		for (const name of Object.keys(components.schemas))
			expect(published.faults(`/components/schemas/${name}`, 'text')).not.toEqual([]);
	});
});

test('a method and a member that will go are announced', () => {
	const old = publicMethod({
		name: 'old_test',
		summary: 'Says little.',
		params: z.strictObject({ loud: z.boolean().meta({ deprecated: true, description: 'Say it loud.' }) }),
		result: z.strictObject({ said: z.string() }),
		example: { params: { loud: true }, result: { said: 'hello' } },
		errors: [],
		deprecated: 'since 1.2.0; call test.',
		handle: () => ({ said: 'hello' }),
	});
	const written = openRpcDocument([old], PUBLISHED);
	expect(written.methods).toMatchObject([
		{ deprecated: true, description: 'Deprecated: since 1.2.0; call test.', params: [{ deprecated: true }] },
	]);
	expect(faultsOfDocument(written)).toEqual([]);
	expect(methods.filter(({ deprecated }) => deprecated === true)).toEqual([]);
});

test('it is written once', () => {
	expect(openRpcBytes(METHODS, PUBLISHED)).toBe(openRpcBytes(METHODS, { ...PUBLISHED }));
	expect(Buffer.from(openRpcBytes(METHODS, PUBLISHED)).toString()).toBe(JSON.stringify(document));
	const elsewhere = openRpcBytes(METHODS, { ...PUBLISHED, endpoint: 'https://other.example/jsonrpc/' });
	expect(Buffer.from(elsewhere).toString()).toContain('https://other.example/jsonrpc/');
});
