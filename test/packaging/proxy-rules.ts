/** Rules that hold behind every proxy of `packaging/`. Each proxy's test file runs them all. */
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { openStream } from '../rpc/stream-client.ts';
import { CALLS_PER_ADDRESS, HOST, type ProxiedService } from './proxied-service.ts';

const TEST_CALL = { jsonrpc: '2.0', method: 'test', id: 1 };
const TOO_MANY = 429;

/** Resolves every host name to this machine, as a DNS entry of the server does. */
const toThisMachine: LookupFunction = (_host, { all }, answer) => {
	if (all === true) answer(null, [{ address: '127.0.0.1', family: 4 }]);
	else answer(null, '127.0.0.1', 4);
};

/** Declares the tests. `service` returns the running service once the file's setup is complete. */
export function testProxyRules(service: () => ProxiedService): void {
	test('passes calls with TLS, and answers wrong ones with their error', async () => {
		const right = await service().ask({ call: TEST_CALL, from: '127.0.0.11' });
		expect(right.status).toBe(200);
		expect(JSON.parse(right.body)).toMatchObject({ id: 1, result: { status: 'ok' } });
		const wrong = await service().ask({ call: { ...TEST_CALL, method: 'nope' }, from: '127.0.0.11' });
		expect(JSON.parse(wrong.body)).toMatchObject({ id: 1, error: { code: -32_601 } });
		const health = await service().ask({ path: '/health' });
		expect([health.status, JSON.parse(health.body).status]).toEqual([200, 'ok']);
	});

	test('redirects requests without TLS to https', async () => {
		const { status, headers } = await service().askPlain('/opportunities?limit=5');
		expect([301, 302, 307, 308]).toContain(status);
		const { protocol, hostname, pathname, search } = new URL(headers.location ?? '');
		expect([protocol, hostname, pathname, search]).toEqual(['https:', HOST, '/opportunities', '?limit=5']);
	});

	test('refuses TLS older than version 1.2', async () => {
		await expect(service().ask({ path: '/health', maxVersion: 'TLSv1.1' })).rejects.toThrow(
			/protocol version|handshake failure/,
		);
	});

	test('hides the metrics and shows the public figures', async () => {
		const direct = await fetch(`${service().directUrl}/metrics`);
		expect([direct.status, await direct.text()]).toEqual([200, expect.stringContaining('# TYPE carrywire_')]);
		expect(await service().ask({ path: '/metrics' })).toMatchObject({
			status: 404,
			body: expect.not.stringContaining('carrywire_'),
		});
		expect((await service().ask({ path: '/metrics/volume' })).status).toBe(200);
	});

	test('passes a WebSocket with its subscription', async () => {
		const { url, certificate } = service();
		await using stream = await openStream(url, {
			ca: certificate,
			agent: new Agent({ lookup: toThisMachine }),
			localAddress: '127.0.0.12',
		});
		const { subscription } = await stream.subscribe('opportunities', { limit: 1 });
		await stream.until(() => stream.notified.length > 0);
		expect(stream.notified[0]).toMatchObject({ subscription, type: 'snapshot' });
	});

	test('limits each caller by its own address, whatever address the caller claims', async () => {
		const from = '127.0.0.13';
		for (let made = 0; made < CALLS_PER_ADDRESS; made += 1)
			expect((await service().ask({ call: TEST_CALL, from })).status).toBe(200);
		expect((await service().ask({ call: TEST_CALL, from })).status).toBe(TOO_MANY);
		for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
			const headers = { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' };
			expect((await service().ask({ call: TEST_CALL, from, headers })).status).toBe(TOO_MANY);
		}
		expect((await service().ask({ call: TEST_CALL, from: '127.0.0.14' })).status).toBe(200);
	});
}
