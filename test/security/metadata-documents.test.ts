/**
 * Tests metadata documents of applications whose client id is a URL. The service fetches them only from public
 * addresses and only up to a size limit.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { createGuardedFetch } from '../../src/runtime/guarded-fetch.ts';
import { isPublicAddress, type Resolve } from '../../src/runtime/public-address.ts';
import { selfSigned } from '../support/self-signed.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';
import { expectOAuthError, givesNothing } from './refusals.ts';

describe('CWE-918 SSRF through the address of a metadata document', () => {
	let fixture: Fixture;
	let walk: OAuthWalk;
	let ann: Person;
	let connections = 0;
	/** An internal server. Any connection to it means that the protection failed. */
	const inside = createServer((socket) => {
		connections += 1;
		socket.destroy();
	});
	let port = 0;

	beforeAll(async () => {
		fixture = await openFixture();
		walk = await oauthWalk(fixture);
		ann = await logIn(fixture, 'ann');
		await new Promise<void>((resolve) => inside.listen(0, '::', resolve));
		({ port } = inside.address() as AddressInfo);
	});
	afterAll(async () => {
		await new Promise((resolve) => inside.close(resolve));
		await fixture[Symbol.asyncDispose]();
	});
	/** The service limits fetches per minute across all callers, so each test starts in a new minute. */
	beforeEach(() => fixture.passTime(60_000));

	const PLACES = [
		'https://127.0.0.1:PORT/app',
		'https://127.1:PORT/app',
		'https://2130706433:PORT/app',
		'https://0x7f000001:PORT/app',
		'https://0x7f.0.0.1:PORT/app',
		'https://0177.0.0.1:PORT/app',
		'https://017700000001:PORT/app',
		'https://0:PORT/app',
		'https://0.0.0.0:PORT/app',
		'https://[::1]:PORT/app',
		'https://[::]:PORT/app',
		'https://[::ffff:127.0.0.1]:PORT/app',
		'https://[::ffff:7f00:1]:PORT/app',
		'https://[0:0:0:0:0:ffff:127.0.0.1]:PORT/app',
		'https://[64:ff9b::127.0.0.1]:PORT/app',
		'https://localhost:PORT/app',
		'https://LOCALHOST.:PORT/app',
		'https://127.0.0.1.:PORT/app',
		'https://１２７.0.0.1:PORT/app',
		'https://10.0.0.1/app',
		'https://172.16.0.1/app',
		'https://192.168.1.1/app',
		'https://100.64.0.1/app',
		'https://169.254.169.254/latest/meta-data/',
		'https://[fd00:ec2::254]/latest/meta-data/',
		'https://[fe80::1]/app',
		'http://127.0.0.1:PORT/app',
		'http://localhost:PORT/app',
		'file:///etc/passwd',
		'ftp://127.0.0.1:PORT/app',
		'gopher://127.0.0.1:PORT/_app',
		'https://user:password@127.0.0.1:PORT/app',
		'https://example.org@127.0.0.1:PORT/app',
		'https://127.0.0.1:PORT/app#fragment',
		'https://127.0.0.1:PORT/../app',
	];

	test.each(PLACES)('%s is not fetched by any endpoint that takes a client id', async (place) => {
		const clientId = place.replace('PORT', String(port));
		// For an id that looks like a document URL, the endpoints answer that the document cannot be fetched. For
		// every other id, they answer that the client is unknown.
		const isDocument = place.startsWith('https://') && !/[@#]|\/\.\.\//.test(place);
		const before = connections;
		const { path } = await walk.begin('notebook', { client_id: clientId });
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		expect([page.status, page.leftFor]).toEqual([400, undefined]);
		expect(page.text).toContain('<small>invalid_client</small>');
		for (const endpoint of ['/oauth/token', '/oauth/par', '/oauth/device-authorization'])
			await givesNothing(fixture, async () =>
				expectOAuthError(
					fixture.fetch(`${fixture.url}${endpoint}`, {
						method: 'POST',
						headers: { 'content-type': 'application/x-www-form-urlencoded' },
						body: new URLSearchParams({
							client_id: clientId,
							grant_type: 'authorization_code',
							code: 'x',
						}).toString(),
					}),
					isDocument ? 400 : 401,
					'invalid_client',
				),
			);
		expect(connections).toBe(before);
	});

	test('fetches no other URL that a request can contain', async () => {
		const before = connections;
		const place = `https://127.0.0.1:${port}/x`;
		for (const change of [
			{ request_uri: place },
			{ request_uri: place.replace('https', 'http') },
			{ request: `e30.${Buffer.from(JSON.stringify({ jku: place })).toString('base64url')}.` },
			{ id_token_hint: 'x.y.z', jwks_uri: place, registration: JSON.stringify({ jwks_uri: place }) },
			{ claims: JSON.stringify({ id_token: { sub: { value: place } } }), logo_uri: place },
		] as Record<string, string>[])
			await ann.browser.open((await walk.begin('notebook', change)).path);
		expect(connections).toBe(before);
	});
});

describe('RFC 6890 addresses that are not public', () => {
	test.each([
		'0.0.0.0',
		'10.255.255.255',
		'100.64.0.0',
		'127.255.255.254',
		'169.254.169.254',
		'172.31.255.255',
		'192.0.0.8',
		'192.0.2.1',
		'192.88.99.1',
		'192.168.0.0',
		'198.19.0.1',
		'198.51.100.1',
		'203.0.113.1',
		'224.0.0.1',
		'255.255.255.255',
		'::',
		'::1',
		'::7f00:1',
		'::ffff:127.0.0.1',
		'::ffff:8.8.8.8',
		'64:ff9b::7f00:1',
		'64:ff9b:1::1',
		'100::1',
		'2001::1',
		'2001:db8::1',
		'2002:7f00:1::',
		'3fff::1',
		'5f00::1',
		'fc00::1',
		'fdff::1',
		'fe80::1',
		'fec0::1',
		'ff02::1',
		'',
		'localhost',
		'127.1',
		'0x7f000001',
	])('%s', (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
		'%s is not public',
		(address) => {
			expect(isPublicAddress(address)).toBe(true);
		},
	);
});

describe('CWE-918 a name with an internal address, and fetches from a public one', () => {
	const NAME = 'app.example';
	let server: Server;
	let port = 0;
	let asked: string[] = [];
	let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};

	beforeAll(async () => {
		const { key, cert } = selfSigned([NAME]);
		setDefaultCACertificates([...getCACertificates(), cert]);
		server = createTlsServer({ key, cert }, (request, response) => {
			asked.push(request.url ?? '');
			answer(request, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		({ port } = server.address() as AddressInfo);
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	beforeEach(() => {
		asked = [];
		answer = (_request, response) => response.end('{"hello":"document"}');
	});

	/** Creates a resolver that returns these lists of addresses, one list per lookup. */
	function resolver(...lists: readonly string[][]): Resolve & { readonly names: string[] } {
		const names: string[] = [];
		const resolve: Resolve = (hostname, done) => {
			const list = lists[Math.min(names.length, lists.length - 1)] ?? [];
			names.push(hostname);
			done(
				null,
				list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
			);
		};
		return Object.assign(resolve, { names });
	}

	/** Treats the loopback address as public, because the tests fetch from a local server. */
	const isPublic = (address: string) => address === '127.0.0.1' || isPublicAddress(address);
	const fetchFrom = (path = '/app', resolve: Resolve = resolver(['127.0.0.1'])) =>
		createGuardedFetch({ clock: systemClock, resolve, isAllowed: isPublic })(
			`https://${NAME}:${port}${path}`,
		);

	test('fetches a document from a public address with one lookup of its name', async () => {
		const resolve = resolver(['127.0.0.1'], ['10.0.0.1']);
		const response = await fetchFrom('/app', resolve);
		expect([response.status, await response.text()]).toEqual([200, '{"hello":"document"}']);
		expect([resolve.names, asked]).toEqual([[NAME], ['/app']]);
	});

	test.each([
		['that is internal', ['127.0.0.1']],
		['that is internal, after a public one', ['8.8.8.8', '127.0.0.1']],
		['that is internal, before a public one', ['127.0.0.1', '8.8.8.8']],
		['of cloud metadata', ['169.254.169.254']],
		['that is internal IPv6', ['::1']],
		['that is internal IPv4 mapped to IPv6', ['::ffff:127.0.0.1']],
	])('refuses a name with an address %s', async (_what, addresses) => {
		const guarded = createGuardedFetch({ clock: systemClock, resolve: resolver(addresses) });
		await expect(guarded(`https://${NAME}:${port}/app`)).rejects.toThrow('an address that is not public');
		expect(asked).toEqual([]);
	});

	test('refuses a name whose next lookup returns an internal address', async () => {
		const resolve = resolver(['127.0.0.1'], ['127.0.0.2']);
		const guarded = createGuardedFetch({ clock: systemClock, resolve, isAllowed: isPublic });
		await guarded(`https://${NAME}:${port}/app`);
		await expect(guarded(`https://${NAME}:${port}/app`)).rejects.toThrow('an address that is not public');
		expect(resolve.names).toHaveLength(2);
	});

	test('follows no redirect', async () => {
		answer = (_request, response) =>
			response.writeHead(302, { location: `https://${NAME}:${port}/inside` }).end();
		expect((await fetchFrom()).status).toBe(302);
		expect(asked).toEqual(['/app']);
	});

	test('stops reading a document above 64 KiB', async () => {
		let written = 0;
		answer = (_request, response) => {
			const more = (): void => {
				if (response.destroyed || written > 50_000_000) return;
				written += 65_536;
				if (response.write(Buffer.alloc(65_536, 0x20))) setImmediate(more);
				else response.once('drain', more);
			};
			more();
		};
		await expect(fetchFrom()).rejects.toThrow();
		expect(written).toBeLessThan(50_000_000);
	});

	test('refuses a document with a stated length above 64 KiB', async () => {
		answer = (_request, response) => {
			response.writeHead(200, { 'content-length': '70000' });
			response.end(Buffer.alloc(70_000));
		};
		await expect(fetchFrom()).rejects.toThrow();
	});

	test('gives up after three seconds on a document that never ends or never starts', async () => {
		answer = (_request, response) => {
			if (asked.at(-1) === '/silent') return;
			response.write('{');
		};
		const both = await Promise.allSettled([
			fetchFrom('/drip').then((response) => response.text()),
			fetchFrom('/silent'),
		]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	});

	test('sends only GET over https, and requires a valid certificate', async () => {
		const guarded = createGuardedFetch({
			clock: systemClock,
			resolve: resolver(['127.0.0.1']),
			isAllowed: isPublic,
		});
		await expect(guarded(`http://${NAME}:${port}/`)).rejects.toThrow('Only GET over https');
		await expect(guarded(`https://${NAME}:${port}/`, { method: 'POST' })).rejects.toThrow(
			'Only GET over https',
		);
		await expect(guarded(`https://other.example:${port}/`)).rejects.toThrow(/altnames|Hostname/);
		expect(asked).toEqual([]);
	});

	test('sends no cookie, token or address of ours', async () => {
		let headers: Record<string, unknown> = {};
		answer = (request, response) => {
			headers = request.headers;
			response.end('{}');
		};
		await createGuardedFetch({
			clock: systemClock,
			resolve: resolver(['127.0.0.1']),
			isAllowed: isPublic,
		})(`https://${NAME}:${port}/app`, {
			headers: { authorization: 'Bearer x', cookie: 'a=b' },
		});
		expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host']);
	});
});
