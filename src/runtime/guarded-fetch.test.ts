import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpsServer, httpsServer } from '../../test/support/https-server.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { isPublicAddress, type Resolve } from './public-address.ts';
import { createVirtualClock, loopTurns, type VirtualClock } from './virtual-clock.ts';

const HOST = 'client.example';

/** IPv4 blocks outside the public internet, with their sources. */
const NOT_PUBLIC_4: readonly (readonly [block: string, source: string])[] = [
	['0.0.0.0/8', 'RFC 791'],
	['10.0.0.0/8', 'RFC 1918'],
	['100.64.0.0/10', 'RFC 6598'],
	['127.0.0.0/8', 'RFC 1122'],
	['169.254.0.0/16', 'RFC 3927'],
	['172.16.0.0/12', 'RFC 1918'],
	['192.0.0.0/24', 'RFC 6890'],
	['192.0.2.0/24', 'RFC 5737'],
	['192.88.99.0/24', 'RFC 7526'],
	['192.168.0.0/16', 'RFC 1918'],
	['198.18.0.0/15', 'RFC 2544'],
	['198.51.100.0/24', 'RFC 5737'],
	['203.0.113.0/24', 'RFC 5737'],
	['224.0.0.0/4', 'RFC 5771'],
	['240.0.0.0/4', 'RFC 1112'],
];
/** IPv6 blocks outside the public internet: the first of their eight groups, and the number of significant bits. */
const NOT_PUBLIC_6: readonly (readonly [groups: readonly number[], bits: number, source: string])[] = [
	[[0, 0, 0, 0, 0, 0, 0, 0], 3, 'loopback, IPv4-mapped, IPv4-translated, NAT64: not of 2000::/3'],
	[[0x4000, 0, 0, 0, 0, 0, 0, 0], 2, 'not of 2000::/3, 5f00::/16 among it'],
	[[0x8000, 0, 0, 0, 0, 0, 0, 0], 1, 'not of 2000::/3: unique local, link-local, multicast'],
	[[0x2001, 0, 0, 0, 0, 0, 0, 0], 23, 'RFC 2928: Teredo and more'],
	[[0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, 'RFC 3849'],
	[[0x2002, 0, 0, 0, 0, 0, 0, 0], 16, 'RFC 3056'],
	[[0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, 'RFC 9637'],
];

const numberOf4 = (text: string): bigint =>
	text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
const textOf4 = (value: bigint): string =>
	[24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
const numberOf6 = (groups: readonly number[]): bigint =>
	groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n);
const groupsOf = (value: bigint): string[] =>
	Array.from({ length: 8 }, (_, at) => ((value >> BigInt(16 * (7 - at))) & 0xffffn).toString(16));

type Block = { readonly from: bigint; readonly to: bigint };
const blockOf = (first: bigint, bits: number, all: number): Block => ({
	from: first,
	to: first + (1n << BigInt(all - bits)) - 1n,
});
const BLOCKS_4 = NOT_PUBLIC_4.map(([block]) => {
	const [first = '', bits = ''] = block.split('/');
	return blockOf(numberOf4(first), Number(bits), 32);
});
const BLOCKS_6 = NOT_PUBLIC_6.map(([groups, bits]) => blockOf(numberOf6(groups), bits, 128));
const isIn = (blocks: readonly Block[], value: bigint) =>
	blocks.some(({ from, to }) => value >= from && value <= to);

/** Generates random addresses: half anywhere, half inside a block or next to one of its ends. */
const drawn = (blocks: readonly Block[], all: number) => {
	const last = (1n << BigInt(all)) - 1n;
	const inside = fc.constantFrom(...blocks).chain(({ from, to }) => fc.bigInt(from, to));
	const edges = blocks
		.flatMap(({ from, to }) => [from - 1n, from, to, to + 1n])
		.filter((at) => at >= 0n && at <= last);
	return fc.oneof(fc.bigInt(0n, last), inside, fc.constantFrom(...edges));
};

/** Returns the spellings of an address: as in URLs, in full, in capitals, and with an IPv4 tail. */
const textsOf6 = (value: bigint): string[] => {
	const full = groupsOf(value).join(':');
	const short = new URL(`http://[${full}]/`).hostname.slice(1, -1);
	const mixed = `${groupsOf(value).slice(0, 6).join(':')}:${textOf4(value & 0xffffffffn)}`;
	return [full, short, full.toUpperCase(), mixed];
};

describe('an address is public', () => {
	test('in IPv4 if it lies in no special block', () => {
		fc.assert(
			fc.property(drawn(BLOCKS_4, 32), (value) => {
				expect(isPublicAddress(textOf4(value)), textOf4(value)).toBe(!isIn(BLOCKS_4, value));
			}),
			{ numRuns: 2_000 },
		);
	});

	test('in IPv6 if it lies in 2000::/3 and in no special block, in any spelling', () => {
		fc.assert(
			fc.property(drawn(BLOCKS_6, 128), (value) => {
				for (const text of textsOf6(value)) expect(isPublicAddress(text), text).toBe(!isIn(BLOCKS_6, value));
			}),
			{ numRuns: 2_000 },
		);
	});

	test('never as an IPv4 address embedded in an IPv6 one', () => {
		fc.assert(
			fc.property(drawn(BLOCKS_4, 32), (value) => {
				const [high, low] = [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
				for (const text of [
					`::${textOf4(value)}`,
					`::ffff:${textOf4(value)}`,
					`::ffff:${high}:${low}`,
					`::ffff:0:${high}:${low}`,
					`64:ff9b::${high}:${low}`,
					`64:ff9b:1::${high}:${low}`,
					`2002:${high}:${low}::1`,
				])
					expect(isPublicAddress(text), text).toBe(false);
			}),
		);
	});

	test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::200e', '2620:fe::9'])(
		'%s',
		(text) => {
			expect(isPublicAddress(text)).toBe(true);
		},
	);

	test.each([
		'',
		'localhost',
		HOST,
		'1.2.3',
		'1.2.3.4.5',
		'0177.0.0.1',
		'2130706433',
		'8.8.8.8%1',
		'2606:4700::1%eth0',
		'fe80::1%1',
		'[2606:4700::1]',
		' 8.8.8.8',
	])('never for %j', (text) => {
		expect(isPublicAddress(text)).toBe(false);
	});
});

let clock: VirtualClock;
let server: HttpsServer;
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
let resolved: string[] = [];

beforeEach(async () => {
	clock = createVirtualClock(0, loopTurns);
	[asked, resolved] = [[], []];
	server = await httpsServer(HOST, (request, response) => {
		asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
		answer(request, response);
	});
});
afterEach(async () => {
	await server[Symbol.asyncDispose]();
});

const addresses = (...texts: readonly string[]): LookupAddress[] =>
	texts.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const resolveTo =
	(...found: readonly string[]): Resolve =>
	(hostname, done) => {
		resolved.push(hostname);
		done(null, addresses(...found));
	};
/** Creates the service's fetch, except that the test resolves names. */
const guarded = (resolve: Resolve = resolveTo('127.0.0.1')) => createGuardedFetch({ clock, resolve });
/** Fetches from the test's server, which counts as public. */
const ask = (path = '/client.json', init?: RequestInit) =>
	createGuardedFetch({
		clock,
		resolve: resolveTo('127.0.0.1'),
		isAllowed: (address) => address === '127.0.0.1',
	})(`https://${HOST}:${server.port}${path}`, init);

describe('refuses to connect', () => {
	test.each([
		['https://127.0.0.1/'],
		['https://[::1]/'],
		['https://[::ffff:127.0.0.1]/'],
		['https://0177.0.0.1/'],
		['https://2130706433/'],
		['https://127.1/'],
		['https://10.0.0.1:8443/a'],
		['https://user:word@192.168.0.1/'],
		['https://[fd00::1]/'],
	])('to the address %s without a lookup', async (url) => {
		await expect(guarded()(url)).rejects.toThrow('The address is not public.');
		expect(resolved).toEqual([]);
	});

	test.each([
		[['127.0.0.1']],
		[['::1']],
		[['8.8.8.8', '10.0.0.1']],
		[['10.0.0.1', '8.8.8.8']],
		[['2606:4700::1', 'fe80::1%eth0']],
		[['8.8.8.8', '::ffff:8.8.8.8']],
		[['not an address']],
	])('to a name that resolves to %j', async (found) => {
		const url = `https://${HOST}:${server.port}/`;
		await expect(guarded(resolveTo(...found))(url)).rejects.toThrow(
			'The host has an address that is not public.',
		);
		expect(resolved).toEqual([HOST]);
		expect(asked).toEqual([]);
	});

	test('to a name that cannot be resolved or has no address', async () => {
		const url = `https://${HOST}:${server.port}/`;
		const failing: Resolve = (_hostname, done) => done(new Error('queryA SERVFAIL'), []);
		await expect(guarded(failing)(url)).rejects.toThrow('SERVFAIL');
		await expect(guarded(resolveTo())(url)).rejects.toThrow('client.example has no address.');
	});

	test.each(['http://client.example/', 'ftp://client.example/', 'file:///etc/passwd', 'data:text/plain,a'])(
		'by %s',
		async (url) => {
			await expect(guarded()(url)).rejects.toThrow('Only GET over https is allowed');
			expect(resolved).toEqual([]);
		},
	);

	test('with a method other than GET', async () => {
		await expect(guarded()(`https://${HOST}/`, { method: 'POST', body: 'a' })).rejects.toThrow(
			'Only GET over https is allowed; the request was POST',
		);
		expect(resolved).toEqual([]);
	});

	test('with an untrusted certificate or one of another name', async () => {
		const url = `https://other.example:${server.port}/`;
		const open = createGuardedFetch({ clock, resolve: resolveTo('127.0.0.1'), isAllowed: () => true });
		await expect(open(url)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
		expect(asked).toEqual([]);
	});
});

describe('an answer', () => {
	test('has its status, headers and body', async () => {
		answer = (_request, response) =>
			response
				.writeHead(200, {
					'content-type': 'application/json',
					'set-cookie': ['a=1', 'b=2'],
					'cache-control': 'max-age=60',
				})
				.end('{"client_id":"é"}');
		const response = await ask();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/json');
		expect(response.headers.get('cache-control')).toBe('max-age=60');
		expect(await response.json()).toEqual({ client_id: 'é' });
		expect(asked).toEqual([`GET ${HOST}/client.json`]);
		expect(clock.waiting()).toBe(0);
	});

	test('is requested without credentials of the caller', async () => {
		let headers: object = {};
		answer = (request, response) => {
			headers = request.headers;
			response.end('{}');
		};
		await ask('/client.json', { headers: { authorization: 'Bearer s3cr3t', cookie: 'a=b' } });
		expect(headers).toEqual({
			accept: 'application/json',
			host: `${HOST}:${server.port}`,
			connection: 'close',
		});
	});

	test.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
		answer = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end();
		const response = await ask('/client.json', { redirect: 'follow' });
		expect(response.status).toBe(status);
		expect(asked).toEqual([`GET ${HOST}/client.json`]);
	});

	test.each([204, 205, 304, 404, 500, 599])('with status %i is passed on', async (status) => {
		answer = (_request, response) => response.writeHead(status).end();
		expect((await ask()).status).toBe(status);
	});

	test.each([600, 999])('with the invalid status %i becomes a bad gateway', async (status) => {
		answer = (_request, response) => response.writeHead(status).end('a');
		expect((await ask()).status).toBe(502);
	});

	test('may have 64 KiB and not one byte more', async () => {
		answer = (_request, response) => response.end('x'.repeat(65_536));
		expect(await (await ask()).text()).toHaveLength(65_536);
		answer = (_request, response) => response.end('x'.repeat(65_537));
		await expect(ask()).rejects.toThrow('The document has more than 65536 bytes.');
		expect(clock.waiting()).toBe(0);
	});

	test('without an end is aborted as soon as it is too long', async () => {
		const hungUp = Promise.withResolvers<void>();
		answer = (_request, response) => {
			response.on('close', hungUp.resolve);
			const more = () => {
				while (response.writable && response.write('x'.repeat(16_384)));
			};
			response.on('drain', more);
			more();
		};
		await expect(ask()).rejects.toThrow('The document has more than 65536 bytes.');
		await hungUp.promise;
	});

	test('that breaks off is an error', async () => {
		answer = (_request, response) => {
			response.writeHead(200, { 'content-length': '100' }).write('{');
			setImmediate(() => response.destroy());
		};
		await expect(ask()).rejects.toThrow();
		expect(clock.waiting()).toBe(0);
	});
});

describe('the time limit of three seconds', () => {
	const late = 'There was no answer within 3.0 s.';

	test('covers a slow lookup', async () => {
		const never: Resolve = () => {};
		const outcome = guarded(never)(`https://${HOST}/`).catch((error: unknown) => error);
		await clock.advance(2_999);
		expect(clock.waiting()).toBe(1);
		await clock.advance(3_000);
		expect(await outcome).toEqual(new Error(late));
	});

	test('covers the head of an answer', async () => {
		const begun = Promise.withResolvers<void>();
		answer = () => begun.resolve();
		const outcome = ask().catch((error: unknown) => error);
		await begun.promise;
		await clock.advance(3_000);
		expect(await outcome).toEqual(new Error(late));
	});

	test('covers the body, however often a byte arrives', async () => {
		const begun = Promise.withResolvers<void>();
		answer = (_request, response) => {
			response.writeHead(200).write('{');
			begun.resolve();
		};
		const outcome = ask().catch((error: unknown) => error);
		await begun.promise;
		await loopTurns();
		await clock.advance(3_000);
		expect(await outcome).toEqual(new Error(late));
	});
});
