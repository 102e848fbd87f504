import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { faultsOfDocument, publishedSchemas } from '../../../test/support/published-schemas.ts';
import { ERROR_CODES } from '../../domain/codes.ts';
import { publicMethod } from '../rpc/method.ts';
import { CHANNELS } from './channels.ts';
import { errorsOf, type MethodObject, openRpcBytes, openRpcDocument } from './openrpc.ts';
import { type JsonSchema, mapSchema, publishedSchema } from './published-schema.ts';
import { METHODS } from './registry.ts';
import { STREAM_METHODS } from './stream-methods.ts';

const PUBLISHED = { version: '1.2.3', endpoint: 'https://carry.example/jsonrpc/' };
const document = openRpcDocument(METHODS, PUBLISHED);
const { methods, components, 'x-channels': channels } = document;
const DESCRIBED = [...METHODS, ...STREAM_METHODS];

function membersOf(params: z.ZodType): readonly string[] {
	return Object.keys(publishedSchema(params, 'input').properties ?? {});
}

/** Lists the properties of all objects in a schema, with their names and schemas. */
function membersIn(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
	const found: (readonly [string, JsonSchema])[] = [];
	mapSchema(schema, (part) => {
		found.push(...Object.entries((part.properties ?? {}) as Readonly<Record<string, JsonSchema>>));
		return part;
	});
	return found;
}

/** Lists all schemas in the document, each with its place, such as `get_opportunities result`. */
function schemas(): readonly (readonly [string, JsonSchema])[] {
	return [
		...methods.flatMap(({ name, params, result }) => [
			...params.map((param) => [`${name} ${param.name}`, param.schema] as const),
			[`${name} result`, result.schema] as const,
		]),
		...channels.flatMap(({ name, params, snapshot, change }) => [
			...params.map((param) => [`${name} ${param.name}`, param.schema] as const),
			[`${name} snapshot`, snapshot] as const,
			[`${name} change`, change] as const,
		]),
		...Object.entries(components.schemas),
	];
}

test('the document fits the meta-schema of OpenRPC', () => {
	expect(faultsOfDocument(JSON.parse(JSON.stringify(document)))).toEqual([]);
	expect(faultsOfDocument({ ...document, openrpc: '9' })).not.toEqual([]);
	expect(faultsOfDocument({ ...document, methods: [{ name: 'test', params: [{}] }] })).not.toEqual([]);
});

test('the document has the given version and address', () => {
	expect(document.info.version).toBe('1.2.3');
	expect(document.servers).toMatchObject([
		{ url: 'https://carry.example/jsonrpc/' },
		{ url: 'wss://carry.example/jsonrpc/' },
	]);
});

test('the document has every method with all params, in the order of the registry', () => {
	expect(METHODS.length).toBeGreaterThan(20);
	expect(STREAM_METHODS.length).toBeGreaterThan(2);
	expect(methods.map(({ name }) => name)).toEqual(DESCRIBED.map(({ name }) => name));
	for (const [at, { params }] of DESCRIBED.entries())
		expect(methods[at]?.params.map(({ name }) => name).sort()).toEqual([...membersOf(params)].sort());
});

test('WebSocket-only methods carry the tag and the server of the WebSocket', () => {
	const streamed = methods.filter(({ servers }) => servers !== undefined);
	expect(streamed.map(({ name }) => name)).toEqual(STREAM_METHODS.map(({ name }) => name));
	for (const { tags, servers } of streamed) {
		expect(tags).toContainEqual({ $ref: '#/components/tags/websocket' });
		expect(servers).toMatchObject([{ url: 'wss://carry.example/jsonrpc/' }]);
	}
});

test('the document has every channel with all params', () => {
	expect(CHANNELS.length).toBeGreaterThan(5);
	expect(channels.map(({ pattern }) => pattern)).toEqual(CHANNELS.map(({ pattern }) => pattern));
	for (const [at, { params }] of CHANNELS.entries())
		expect(channels[at]?.params.map(({ name }) => name).sort()).toEqual(Object.keys(params).sort());
});

test('required params come before optional ones', () => {
	for (const { params } of [...methods, ...channels]) {
		const required = params.map((param) => param.required);
		expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
	}
});

test('every param and nested member has a description with its unit', () => {
	const silent: string[] = [];
	for (const { name, params } of [...methods, ...channels])
		for (const { name: param, description, schema } of params) {
			if (description === undefined) silent.push(`${name} ${param}`);
			for (const [member, below] of membersIn(schema))
				if (below.description === undefined) silent.push(`${name} ${param} ${member}`);
		}
	expect(silent).toEqual([]);
	const execute = methods.find(({ name }) => name === 'execute_opportunity');
	expect(execute?.params.find(({ name }) => name === 'exit')?.schema.properties).toMatchObject({
		max_hours: { description: 'Close this long after the opening. Unit: hours.' },
	});
});

test('every member of a result has a description', () => {
	const silent = schemas().flatMap(([where, schema]) =>
		membersIn(schema).flatMap(([member, below]) =>
			below.description === undefined && below.$ref === undefined && below.const === undefined
				? [`${where} ${member}`]
				: [],
		),
	);
	expect(silent).toEqual([]);
});

/** Properties without a type. Their schema depends on the channel, and the channel's own description contains it. */
const OPEN = ['Notification result'];

test('every member has a type', () => {
	const closed = ['type', '$ref', 'anyOf', 'oneOf', 'enum', 'const'];
	const open = schemas().flatMap(([where, schema]) =>
		membersIn(schema).flatMap(([member, below]) =>
			closed.some((keyword) => keyword in below) ? [] : [`${where} ${member}`],
		),
	);
	expect(schemas().length).toBeGreaterThan(100);
	expect(open).toEqual(OPEN);
});

test('titles of schemas are unique', () => {
	const titles = schemas().flatMap(([, { title }]) => (title === undefined ? [] : [title]));
	expect(titles.length).toBeGreaterThan(60);
	expect(new Set(titles).size).toBe(titles.length);
});

test('errors of a method have one entry per JSON-RPC code and list all its error codes', () => {
	for (const method of DESCRIBED) {
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

test('trading methods have the tag trades and the error NOTIFICATION_REFUSED', () => {
	const trading = methods.filter((method) => method['x-trades']);
	expect(trading.length).toBeGreaterThan(5);
	for (const { tags, errors } of trading) {
		expect(tags).toContainEqual({ $ref: '#/components/tags/trades' });
		expect(errors.flatMap(({ data }) => data.code)).toContain('NOTIFICATION_REFUSED');
	}
});

test('every reference points to an existing object', () => {
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

describe('schemas in ajv', () => {
	const published = publishedSchemas(document);
	const at = (method: MethodObject) => `/methods/${methods.indexOf(method)}`;

	test.each(methods)('$name: accept the params and result of the example, and nothing else', (method) => {
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

	test.each(channels)('$pattern: accept the examples', ({ name, example }) => {
		const pointer = `/x-channels/${channels.findIndex((channel) => channel.name === name)}`;
		expect(published.faults(`${pointer}/snapshot`, example.snapshot)).toEqual([]);
		expect(published.faults(`${pointer}/change`, example.change)).toEqual([]);
		expect(published.faults(`${pointer}/snapshot`, 'text')).not.toEqual([]);
		expect(published.faults(`${pointer}/change`, 'text')).not.toEqual([]);
	});

	test('shared records refuse text', () => {
		for (const name of Object.keys(components.schemas))
			expect(published.faults(`/components/schemas/${name}`, 'text')).not.toEqual([]);
	});
});

test('deprecated methods and params are marked', () => {
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
	expect(written.methods[0]).toMatchObject({
		deprecated: true,
		description: 'Deprecated: since 1.2.0; call test.',
		params: [{ deprecated: true }],
	});
	expect(faultsOfDocument(written)).toEqual([]);
	expect(methods.filter(({ deprecated }) => deprecated === true)).toEqual([]);
});

test('the document is written once', () => {
	expect(openRpcBytes(METHODS, PUBLISHED)).toBe(openRpcBytes(METHODS, { ...PUBLISHED }));
	expect(Buffer.from(openRpcBytes(METHODS, PUBLISHED)).toString()).toBe(JSON.stringify(document));
	const elsewhere = openRpcBytes(METHODS, { ...PUBLISHED, endpoint: 'https://other.example/jsonrpc/' });
	expect(Buffer.from(elsewhere).toString()).toContain('https://other.example/jsonrpc/');
});
