/** What asks others for a login goes nowhere that it was not sent, and takes no more than it has room for. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVirtualClock, loopTurns, type VirtualClock } from '../../test/support/virtual-clock.ts';
import { createBoundedFetch, NoAnswerError, noAnswerUnder } from './bounded-fetch.ts';

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

test('an answer comes through whole: status, headers and body', async () => {
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

test('an answer without a body is one', async () => {
	answer = (_request, response) => response.writeHead(204).end();
	expect((await ask()).status).toBe(204);
});

test('a redirect is an answer and is not followed, whatever the caller asks', async () => {
	answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
	expect((await ask({ redirect: 'follow' })).status).toBe(302);
	expect(asked).toEqual(['GET /start']);
});

test('a body without an end is given up long before the time is over', async () => {
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
	await expect(ask()).rejects.toThrow('answered more than 1048576 bytes');
	await hungUp;
});

test('the time limit holds for the body too', async () => {
	const begun = new Promise<void>((resolve) => {
		answer = (_request, response) => {
			response.writeHead(200).write('{');
			resolve();
		};
	});
	const outcome = ask().catch((error: unknown) => error);
	await begun;
	await clock.advance(1_000);
	expect(await outcome).toEqual(new NoAnswerError('did not answer within 1000 ms'));
});

test('a URL without TLS on another machine is not asked, and no message names a URL', async () => {
	await expect(ask({}, 'http://192.0.2.1/secret')).rejects.toThrow(/^must be asked over https, and was not$/);
	answer = (_request, response) => response.destroy();
	await expect(ask()).rejects.toThrow(/^could not be reached \([A-Z_]+\)$/);
});

test('it is found under what a library makes of it', () => {
	const silence = new NoAnswerError('did not answer');
	expect(noAnswerUnder(new Error('a', { cause: new Error('b', { cause: silence }) }))).toBe(silence);
	expect(noAnswerUnder(new Error('a', { cause: 'b' }))).toBeUndefined();
});
