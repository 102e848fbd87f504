/**
 * Tests that the service rejects every call that the published document forbids. The tests derive calls with one
 * fault from each method's own schemas. Each call must get -32602 with the faulty field, and must not take effect.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MethodObject, openRpcDocument } from '../../src/api/methods/openrpc.ts';
import { findMethod, METHODS } from '../../src/api/methods/registry.ts';
import { publishedSchemas } from '../support/published-schemas.ts';
import { type Wrong, wrongValues } from '../support/wrong-values.ts';
import { post, startTestServer, type TestServer } from './test-server.ts';

const DRAWS = 3;
const BATCH_MAX = 50;

const document = openRpcDocument(METHODS, { version: '0.2.0', endpoint: 'http://127.0.0.1/jsonrpc/' });
const published = publishedSchemas(document);
/** Only HTTP methods, because WebSocket methods cannot be called over HTTP. */
const methods = document.methods.slice(0, METHODS.length);

let server: TestServer;

beforeAll(async () => {
	server = await startTestServer();
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
});

type WrongCall = {
	readonly path: string;
	readonly what: Wrong['what'];
	readonly params: Readonly<Record<string, unknown>>;
};

function exampleOf({ examples }: MethodObject): Readonly<Record<string, unknown>> {
	return Object.fromEntries((examples[0]?.params ?? []).map(({ name, value }) => [name, value]));
}

function wrongCalls(method: MethodObject): readonly WrongCall[] {
	const example = exampleOf(method);
	const index = methods.indexOf(method);
	const ofParams = method.params.flatMap(({ name, schema, required }, at) => [
		...wrongValues(name, schema, example[name]).flatMap(({ path, what, values }) =>
			fc.sample(values, DRAWS).map((value): WrongCall => {
				// An independent schema validator must also reject the generated value.
				expect(
					published.faults(`/methods/${index}/params/${at}/schema`, value),
					`${path} ${what}`,
				).not.toEqual([]);
				return { path, what, params: { ...example, [name]: value } };
			}),
		),
		...(required ? [{ path: name, what: 'absent' as const, params: without(example, name) }] : []),
	]);
	return [
		...ofParams,
		{ path: 'no_such_member', what: 'unknown member', params: { ...example, no_such_member: 1 } },
	];
}

function without(params: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));
}

function tokenOf(method: MethodObject): string | undefined {
	const names = {
		'arb:read': 'read',
		'arb:trade': 'trade',
		'exchange:connect': 'connect',
		'replay:run': 'replay',
	} as const;
	if (findMethod(method.name)?.isOfLogin === true) return server.tokens.page;
	const scope = method['x-scope'];
	return scope === 'public' ? undefined : server.tokens[scope === 'agents:manage' ? 'manage' : names[scope]];
}

type Refusal = {
	readonly id: number;
	readonly error?: {
		readonly code: number;
		readonly data: { readonly code: string; readonly field: string };
	};
};

async function answersTo(method: MethodObject, calls: readonly WrongCall[]): Promise<readonly Refusal[]> {
	const answers: Refusal[] = [];
	for (let from = 0; from < calls.length; from += BATCH_MAX) {
		const batch = calls
			.slice(from, from + BATCH_MAX)
			.map(({ params }, at) => ({ jsonrpc: '2.0', id: from + at, method: method.name, params }));
		// The response of `rpc.discover` is too large for a batch, so its calls are sent one by one.
		const bodies = method.name === 'rpc.discover' ? batch : [batch];
		for (const body of bodies) answers.push(JSON.parse((await post(server.url, body, tokenOf(method))).body));
	}
	return answers.flat();
}

test('finds methods to call and covers every kind of fault', () => {
	expect(methods.length).toBeGreaterThan(25);
	const kinds = new Set(methods.flatMap(wrongCalls).map(({ what }) => what));
	expect([...kinds].sort()).toEqual([
		'absent',
		'choice',
		'length',
		'pattern',
		'range',
		'type',
		'unknown member',
	]);
});

test.each(methods)('$name rejects values outside its schemas and names the field', async (method) => {
	const calls = wrongCalls(method);
	const answers = await answersTo(method, calls);
	const notRefused = answers.flatMap(({ id, error }) => {
		const { path = '', what, params } = calls[id] ?? {};
		const field = error?.data.field ?? '';
		const isNamed = field === path || field.startsWith(`${path}.`);
		return error?.code === -32602 && error.data.code === 'INVALID_PARAMS' && isNamed
			? []
			: [`${path} ${what} ${JSON.stringify(params)}: ${JSON.stringify(error)}`];
	});
	expect(answers.length).toBe(calls.length);
	expect(notRefused).toEqual([]);
	expect(server.services.opened).toEqual([]);
});

test('a single rejected call has HTTP status 200', async () => {
	const { status, body } = await post(server.url, {
		jsonrpc: '2.0',
		id: 1,
		method: 'get_opportunities',
		params: { limit: 0 },
	});
	expect(status).toBe(200);
	expect(JSON.parse(body)).toMatchObject({ error: { code: -32602, data: { field: 'limit' } } });
});
