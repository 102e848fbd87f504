/** Checks the request that a simulator receives in place of an exchange. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callMethod, openCcxt } from './instance.ts';

const received: { readonly target: string; readonly headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
	received.push({ target: `${request.method} ${request.url?.split('?')[0]}`, headers: request.headers });
	response.setHeader('content-type', 'application/json').end('{"serverTime":1}');
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

test('keeps its headers, and adds the original host and the name of the service', async () => {
	const { port } = server.address() as AddressInfo;
	const credentials = { apiKey: 'key', secret: 'secret' };
	const exchange = await openCcxt('binanceusdm', { settings: {}, credentials, redirectPort: port });
	await callMethod(exchange, 'fapiPublicGetTime', {});
	await callMethod(exchange, 'fapiPrivatePostLeverage', { symbol: 'BTCUSDT', leverage: 3 });
	await exchange.close();
	expect(received.map(({ target }) => target)).toEqual(['GET /fapi/v1/time', 'POST /fapi/v1/leverage']);
	for (const { headers } of received)
		expect(headers).toMatchObject({ 'x-simulated-caller': 'service', host: 'fapi.binance.com' });
	expect(received[1]?.headers).toMatchObject({
		'x-mbx-apikey': 'key',
		'content-type': 'application/x-www-form-urlencoded',
	});
});
