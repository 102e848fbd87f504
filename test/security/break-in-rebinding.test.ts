/**
 * Checks that a web page that points its own host name to this machine (DNS rebinding) can read nothing on any route.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { send } from '../rpc/test-server.ts';
import { type Fixture, openFixture } from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const RPC = '/jsonrpc/';
const BESIDE = [
	'/health',
	'/ready',
	'/metrics',
	'/metrics/timestamp',
	'/metrics/volume',
	'/metrics/tvl',
	'/metrics/arbitrage-roi',
	'/metrics/executions/active',
	'/metrics/funding-fees',
	'/export/ledger.csv',
	'/openrpc.json',
	'/.well-known/oauth-protected-resource',
	'/nowhere',
] as const;
const EVIL = [
	'evil.example',
	'evil.example:8080',
	'127.0.0.1.evil.example',
	'localhost.evil.example',
] as const;

describe('under a foreign name', () => {
	test.each(EVIL)('%s: every path answers with the refusal alone', async (host) => {
		const paths = [...fixture.paths].flatMap(([path, methods]) =>
			methods.split(', ').map((method) => [method, path.replace(/:[A-Za-z]+/g, 'x')] as const),
		);
		expect(paths.length).toBeGreaterThan(40);
		const all = [...paths, ['POST', RPC], ['POST', '/mcp'], ...BESIDE.map((path) => ['GET', path])] as const;
		for (const [method = '', path = ''] of all) {
			const body = method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"service_status"}' : undefined;
			const answer = await send(fixture.url, {
				method,
				path,
				headers: { host, 'content-type': 'application/json' },
				...(body === undefined ? {} : { body }),
			});
			const code = method === 'HEAD' ? 'ORIGIN_NOT_ALLOWED' : JSON.parse(answer.body).error.data.code;
			expect([method, path, answer.status, code]).toEqual([method, path, 403, 'ORIGIN_NOT_ALLOWED']);
		}
	});

	test('refuses every WebSocket', async () => {
		const socket = new WebSocket(`${fixture.url.replace('http', 'ws')}${RPC}`, {
			headers: { host: EVIL[0] },
		});
		const status = await new Promise((resolve, reject) => {
			socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
			socket.on('open', () => reject(new Error('It was opened.')));
			socket.on('error', reject);
		});
		expect(status).toBe(403);
		socket.terminate();
	});
});

test('serves every route under its own names', async () => {
	const { port } = new URL(fixture.url);
	for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]'])
		for (const path of ['/health', '/metrics', '/metrics/tvl', '/openrpc.json'])
			expect((await send(fixture.url, { method: 'GET', path, headers: { host } })).status).toBe(200);
});

test('refuses a foreign name when the public address is local, because no proxy is in front', async () => {
	for (const publicUrl of ['http://127.0.0.1:8080', 'http://localhost:8080']) {
		await using local = await openFixture({ publicUrl });
		local.traffic.note('nothing-was-given-here', 'this test');
		for (const [host, status] of [
			['evil.example:8080', 403],
			['127.0.0.1:8080', 200],
			['localhost:8080', 200],
		] as const)
			for (const path of ['/metrics/tvl', '/health']) {
				const answer = await send(local.url, { method: 'GET', path, headers: { host } });
				expect([publicUrl, host, path, answer.status]).toEqual([publicUrl, host, path, status]);
			}
	}
});

test('accepts any name from a proxy in front of a public address', async () => {
	await using behind = await openFixture({ publicUrl: 'https://carrywire.example' });
	const headers = { host: 'upstream', 'content-type': 'application/json' };
	expect((await send(behind.url, { method: 'GET', path: '/health', headers })).status).toBe(200);
	const called = await send(behind.url, { headers, body: '{"jsonrpc":"2.0","id":1,"method":"test"}' });
	expect(called.status).toBe(200);
	behind.traffic.note('nothing-was-given-here', 'this test');
});
