/** Checks that the fetch function for logins connects only to the given address, and reads no more than its limit. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVirtualClock, loopTurns, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createBoundedFetch, NoAnswerError, noAnswerUnder } from './bounded-fetch.ts';
import { FETCH_FAULT } from './text.ts';

let clock: VirtualClock;
let server: Server;
let url = '';
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};

beforeEach(async () => {
	clock = createVirtualClock(0, loopTurns);
	asked = [];
	server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`;
});

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const ask = (options?: object, at = url) => createBoundedFetch({ clock, timeLimitMs: 1_000 })(at, options);

test('passes on status, headers and body', async () => {
	answer = (request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => response.writeHead(201, { 'x-said': 'yes' }).end(Buffer.concat(parts)));
	};
	const response = await ask({ method: 'POST', body: 'hello' });
	expect([response.status, response.headers.get('x-said'), await response.text()]).toEqual([
		201,
		'yes',
		'hello',
	]);
	expect(clock.waiting()).toBe(0);
});

test('passes on an answer without a body', async () => {
	answer = (_request, response) => response.writeHead(204).end();
	expect((await ask()).status).toBe(204);
});

test('returns a redirect unfollowed, whatever the caller requests', async () => {
	answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
	expect((await ask({ redirect: 'follow' })).status).toBe(302);
	expect(asked).toEqual(['GET /start']);
});

test('gives up an endless body long before the time limit', async () => {
	let closed = () => {};
	const hungUp = new Promise<void>((resolve) => {
		closed = resolve;
	});
	answer = (_request, response) => {
		response.on('close', closed);
		const more = () => {
			while (response.writable && response.write('x'.repeat(65_536)));
		};
		response.on('drain', more);
		more();
	};
	await expect(ask()).rejects.toThrow('answered with more than 1,048,576 bytes');
	await hungUp;
});

test('applies the time limit to the body too', async () => {
	const begun = new Promise<void>((resolve) => {
		answer = (_request, response) => {
			response.writeHead(200).write('{');
			resolve();
		};
	});
	const outcome = ask().catch((error: unknown) => error);
	await begun;
	await clock.advance(1_000);
	expect(await outcome).toEqual(new NoAnswerError(FETCH_FAULT.late({ limit: 1_000 })));
	expect(await outcome).toHaveProperty('message', 'did not answer within 1.0 s');
});

test('refuses a URL without TLS on another machine, and names no URL in its messages', async () => {
	await expect(ask({}, 'http://192.0.2.1/secret')).rejects.toThrow(/^must be called over https$/);
	answer = (_request, response) => response.destroy();
	await expect(ask()).rejects.toThrow(/^could not be reached \([A-Z_]+\)$/);
});

test('finds its error among the causes of a library error', () => {
	const silence = new NoAnswerError('did not answer');
	expect(noAnswerUnder(new Error('a', { cause: new Error('b', { cause: silence }) }))).toBe(silence);
	expect(noAnswerUnder(new Error('a', { cause: 'b' }))).toBeUndefined();
});
