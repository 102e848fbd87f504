import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createChatTransport } from './chat-transport.ts';
import { createVirtualClock } from './virtual-clock.ts';

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SECRET = 'bot123:SECRET';
const clock = createVirtualClock(0);
const transport = () => createChatTransport({ clock, agent: 'carrywire/test' });

test('posts JSON with the token and reads status, body and Retry-After', async () => {
	const seen: unknown[] = [];
	const url = await serve((request, response) => {
		const { authorization, 'content-type': type, 'user-agent': agent } = request.headers;
		seen.push([request.method, request.url, authorization, type, agent]);
		response.writeHead(429, { 'retry-after': '7' }).end('{"ok":false}');
	});
	const response = await transport().post({ url: `${url}/x`, body: {}, token: 'T', timeLimitMs: 1_000 });
	expect(response).toEqual({ kind: 'answered', status: 429, retryAfterS: 7, body: { ok: false } });
	expect(seen).toEqual([['POST', '/x', 'Bearer T', 'application/json; charset=utf-8', 'carrywire/test']]);
});

test('no reason repeats the URL, which may hold a token', async () => {
	const port = new URL(await serve(() => {})).port;
	const late = await serve(() => clock.advanceTo(clock.now() + 5_000));
	const redirect = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
	const large = await serve((_request, response) => response.end('x'.repeat(5 * 1024 * 1024)));
	const ask = (base: string) => transport().post({ url: `${base}/${SECRET}`, body: {}, timeLimitMs: 5_000 });
	const reasons = [
		await ask(`https://127.0.0.1:${port}`),
		await ask(late),
		await ask(redirect),
		await ask(large),
	].map((response) => (response.kind === 'unanswered' ? response.reason : response.status));
	expect(reasons).toEqual([
		expect.stringMatching(/^[A-Z_]+$/),
		'no answer within 5 s',
		'the connection failed',
		'the response exceeds 4194304 bytes',
	]);
	expect(JSON.stringify(reasons)).not.toContain('SECRET');
});

test('a closed transport ends requests in progress and makes no others', async () => {
	const opened = transport();
	const url = await serve(() => opened.close());
	const ask = () => opened.post({ url, body: {}, timeLimitMs: 5_000 });
	const stopped = { kind: 'unanswered', reason: 'the service is stopping' };
	expect(await ask()).toEqual(stopped);
	expect(await ask()).toEqual(stopped);
});
