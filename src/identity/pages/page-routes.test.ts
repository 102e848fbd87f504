import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { ORIGIN, ORIGIN_HEADERS } from '../../../test/support/origin-key.ts';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { html } from '../../domain/html.ts';
import { TRADING_MODES, type TradingMode } from '../../domain/trading-mode.ts';
import { type Logger, SILENT_LOGGER } from '../../ports/logger.ts';
import { systemRandom } from '../../runtime/random.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../store/tokens.ts';
import { createWebSessionStore } from '../../store/web-sessions.ts';
import { ASSET_PATHS, addAssets } from './asset-routes.ts';
import { type BrowserSessions, createBrowserSessions } from './browser-sessions.ts';
import { hidden } from './layout.ts';
import type { LoggedIn, Page, Visitor } from './page.ts';
import { pageHeaders } from './page-headers.ts';
import { addPages } from './page-routes.ts';

const START = 1_795_161_600_000;
const HOST = '127.0.0.1:8080';
const FORM = 'application/x-www-form-urlencoded';

const databases = databasePerTest();
let clock: VirtualClock;
let sessions: BrowserSessions;
let app: FastifyInstance;
let logged: unknown[] = [];
let userNames = new Map<string, string>();
let seen: (Visitor | LoggedIn)[] = [];
let thrown: unknown;

const logger: Logger = {
	...SILENT_LOGGER,
	error: (facts, message) => logged.push([facts, message]),
};

const shown = (visitor: Visitor, body: string) => {
	seen.push(visitor);
	return { kind: 'page', title: 'A page', body: html`<p>${body}</p>${hidden(visitor.csrf)}` } as const;
};
const PAGES: readonly Page[] = [
	{
		method: 'GET',
		path: '/open',
		access: 'anyone',
		answer: async (visitor, userId) => shown(visitor, `of ${userId ?? 'nobody'}`),
	},
	{
		method: 'POST',
		path: '/open',
		access: 'anyone',
		answer: async (visitor) => shown(visitor, `said ${visitor.form.get('said')}`),
	},
	{
		method: 'GET',
		path: '/own',
		nav: '/account',
		access: 'user',
		answer: async (visitor) => shown(visitor, visitor.userName),
	},
	{ method: 'POST', path: '/own', access: 'user', answer: async (visitor) => shown(visitor, visitor.userId) },
	{
		method: 'GET',
		path: '/thing/:id',
		access: 'anyone',
		answer: async (visitor) => shown(visitor, visitor.params.id ?? ''),
	},
	{
		method: 'GET',
		path: '/fail',
		access: 'anyone',
		answer: () => {
			throw thrown;
		},
	},
	{
		method: 'GET',
		path: '/away',
		access: 'anyone',
		answer: async () => ({ kind: 'redirect', to: '/open', cookies: ['a=b'] }),
	},
	{
		method: 'POST',
		path: '/onward',
		access: 'anyone',
		answer: async () => ({
			kind: 'onward',
			to: 'https://login.example/?a="b"',
			name: '<Login>',
			cookies: ['c=d'],
		}),
	},
	{
		method: 'GET',
		path: '/file',
		access: 'anyone',
		answer: async () => ({
			kind: 'file',
			name: 'a.csv',
			type: 'text/csv',
			content: Readable.from(['a,', 'b']),
		}),
	},
	{
		method: 'GET',
		path: '/script',
		access: 'anyone',
		answer: async () => ({
			kind: 'page',
			status: 201,
			title: 'S',
			body: html`x`,
			script: 'wallet.js',
			formTargets: ['https://app.example'],
		}),
	},
];

/** A page whose form is refused with an error. */
const REFUSING: Page = {
	method: 'POST',
	path: '/refusing',
	access: 'anyone',
	answer: async () => ({
		kind: 'page',
		title: 'A form',
		body: html`<p>as it was typed</p>`,
		refusal: thrown as CarrywireError,
	}),
};

async function start(
	change: {
		readonly isOwnName?: boolean;
		readonly baseUrl?: string;
		readonly burst?: number;
		readonly tradingMode?: TradingMode;
	} = {},
) {
	const { isOwnName = true, baseUrl = `http://${HOST}`, burst = 1_000, tradingMode = 'simulated' } = change;
	await app?.close();
	app = fastify({ bodyLimit: 262_144 });
	// The service registers the same parser for JSON-RPC.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
		done(null, body),
	);
	addAssets(app);
	addPages(app, {
		pages: [...PAGES, REFUSING],
		sessions,
		userName: async (userId) => userNames.get(userId),
		baseUrl: () => baseUrl,
		tradingMode,
		isRehearsal: false,
		dashboard: undefined,
		isOwnName,
		rateLimit: { perSecond: 1, burst },
		clock,
		random: systemRandom,
		logger,
	});
	await app.ready();
}

beforeEach(async () => {
	clock = createVirtualClock(START);
	[logged, seen, thrown] = [[], [], undefined];
	userNames = new Map([['user_ann', 'ann']]);
	await createTokenStore(createSqliteDatabase(databases.now())).ensureUser({
		userId: 'user_ann',
		name: 'ann',
		createdAt: 1,
	});
	sessions = createBrowserSessions({
		store: createWebSessionStore(createSqliteDatabase(databases.now())),
		clock,
		random: systemRandom,
		key: Buffer.alloc(32, 7),
		isHttps: () => false,
	});
	await start();
});
afterEach(async () => {
	await app.close();
});

const ask = (url: string, change: Omit<InjectOptions, 'url'> = {}) =>
	app.inject({ url, ...change, headers: { host: HOST, ...ORIGIN_HEADERS, ...change.headers } });
const sent = (set: readonly string[]) => set.map((cookie) => cookie.split(';')[0]).join('; ');
const logIn = async () => sent(await sessions.logIn({ cookies: undefined, origin: ORIGIN }, 'user_ann'));

/** Posts a form from this browser. */
async function post(
	url: string,
	cookie: string,
	fields: Record<string, string> = {},
	headers: Record<string, string> = {},
) {
	const { csrf } = await sessions.find({ cookies: cookie, origin: ORIGIN });
	return ask(url, {
		method: 'POST',
		headers: { cookie, 'content-type': FORM, ...headers },
		payload: new URLSearchParams({ csrf, ...fields }).toString(),
	});
}
/** Returns the `Set-Cookie` values of a response. */
const cookiesOf = ({ headers }: { readonly headers: OutgoingHttpHeaders }) =>
	[headers['set-cookie'] ?? []].flat().map(String);
const aBrowser = async () => sent((await sessions.find({ cookies: undefined, origin: ORIGIN })).cookies);
const said = (payload: string) => textOf(elementsOf(elementsOf(readHtml(payload), 'main'), 'p'));

describe('a page', () => {
	test('for anyone sets its cookie once', async () => {
		const first = await ask('/open');
		expect([first.statusCode, said(first.payload)]).toEqual([200, 'of nobody']);
		expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
		const set = cookiesOf(first);
		expect(set).toEqual([expect.stringMatching(/^cw_browser=/)]);
		const again = await ask('/open', { headers: { cookie: sent(set) } });
		expect(cookiesOf(again)).toEqual([]);
		expect(seen[0]?.csrf).toBe(seen[1]?.csrf);
	});

	test('for anyone knows the logged-in user', async () => {
		const page = await ask('/open', { headers: { cookie: await logIn() } });
		expect(said(page.payload)).toBe('of user_ann');
		expect(textOf(elementsOf(readHtml(page.payload), 'header'))).toContain('ann');
	});

	test('for users marks its part of the navigation', async () => {
		const page = await ask('/own', { headers: { cookie: await logIn() } });
		expect([page.statusCode, said(page.payload)]).toEqual([200, 'ann']);
		const here = elementsOf(readHtml(page.payload), 'a').filter(
			({ attributes }) => attributes['aria-current'] === 'page',
		);
		expect(here.map(({ attributes }) => attributes.href)).toEqual(['/account']);
	});

	test('for users redirects others to the login and back', async () => {
		const page = await ask('/own?a=b&c=%2F');
		expect([page.statusCode, page.headers.location]).toEqual([
			303,
			'/login?return_to=%2Fown%3Fa%3Db%26c%3D%252F',
		]);
		expect(seen).toEqual([]);
	});

	test('for users is hidden once the user is deleted', async () => {
		const cookie = await logIn();
		userNames.delete('user_ann');
		expect((await ask('/own', { headers: { cookie } })).statusCode).toBe(303);
		expect(said((await ask('/open', { headers: { cookie } })).payload)).toBe('of nobody');
		expect((await post('/own', cookie)).statusCode).toBe(401);
	});

	test('gets its path, query and parameters', async () => {
		const page = await ask('/thing/a%2Fb%3Cc?x=1&x=2&y=%20');
		expect(said(page.payload)).toBe('a/b<c');
		expect(seen[0]).toMatchObject({ path: '/thing/a%2Fb%3Cc?x=1&x=2&y=%20', params: { id: 'a/b<c' } });
		expect(seen[0]?.query.getAll('x')).toEqual(['1', '2']);
		expect(seen[0]?.form.size).toBe(0);
	});

	test.each(TRADING_MODES)('shows mode %s, for every page and visitor', async (tradingMode) => {
		await start({ tradingMode });
		const cookie = await logIn();
		const pages = [
			await ask('/open'),
			await ask('/own', { headers: { cookie } }),
			await ask('/script'),
			await post('/onward', cookie),
			await post('/own', ''),
		];
		thrown = new CarrywireError('INVALID_PARAMS', 'amount must be above 0.', { field: 'amount' });
		pages.push(await post('/refusing', cookie), await ask('/fail'));
		thrown = new Error('unforeseen');
		pages.push(await ask('/fail'));
		for (const { statusCode, payload } of pages) {
			expect([200, 201, 400, 401, 403, 500]).toContain(statusCode);
			const [body] = elementsOf(readHtml(payload), 'body');
			expect(body?.attributes.class).toBe(`mode-${tradingMode}`);
		}
	});

	test('answers HEAD without a body', async () => {
		const [head, get] = [await ask('/open', { method: 'HEAD' }), await ask('/open')];
		expect([head.statusCode, head.payload]).toEqual([200, '']);
		expect(head.headers['content-type']).toBe(get.headers['content-type']);
		expect(head.headers['content-security-policy']).toBe(get.headers['content-security-policy']);
		expect((await ask('/own', { method: 'HEAD' })).statusCode).toBe(303);
	});

	test('has the status, script and form targets of its answer', async () => {
		const page = await ask('/script');
		expect(page.statusCode).toBe(201);
		expect(page.headers['content-security-policy']).toBe(
			"default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; script-src 'self'; form-action 'self' https://app.example; base-uri 'none'; frame-ancestors 'none'",
		);
		expect((await ask('/open')).headers['content-security-policy']).toBe(
			"default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		);
	});

	test('sends HSTS over https', () => {
		const page = { script: false, formTargets: [] };
		expect(pageHeaders({ ...page, baseUrl: 'https://carry.example' })).toMatchObject({
			'strict-transport-security': 'max-age=31536000',
			'referrer-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
			'cache-control': 'no-store',
		});
		expect(pageHeaders({ ...page, baseUrl: 'http://127.0.0.1' })).not.toHaveProperty(
			'strict-transport-security',
		);
	});
});

describe('an answer', () => {
	test('that redirects sets its cookies', async () => {
		const answer = await ask('/away');
		expect([answer.statusCode, answer.headers.location, ...cookiesOf(answer)]).toEqual([303, '/open', 'a=b']);
	});

	test('that continues after a form is a page with an automatic redirect and a link', async () => {
		const answer = await post('/onward', await aBrowser());
		expect([answer.statusCode, ...cookiesOf(answer)]).toEqual([200, 'c=d']);
		const page = readHtml(answer.payload);
		const [refresh] = elementsOf(page, 'meta').filter(({ attributes }) => 'http-equiv' in attributes);
		expect(refresh?.attributes.content).toBe('0; url=https://login.example/?a="b"');
		const [link] = elementsOf(elementsOf(page, 'main'), 'a');
		expect(link?.attributes).toEqual({ href: 'https://login.example/?a="b"', rel: 'noreferrer' });
		expect(textOf(elementsOf(page, 'h1'))).toBe('Continue to <Login>');
	});

	test('with a file is a download', async () => {
		const answer = await ask('/file');
		expect([answer.payload, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
			'a,b',
			'text/csv',
			'attachment; filename="a.csv"',
		]);
	});
});

describe('a form', () => {
	test('is accepted from this browser', async () => {
		const answer = await post('/open', await aBrowser(), { said: 'a&b=<c>' });
		expect([answer.statusCode, said(answer.payload)]).toEqual([200, 'said a&b=<c>']);
		expect((await post('/own', await logIn())).statusCode).toBe(200);
	});

	test.each([
		{ origin: `http://${HOST}` },
		{ 'sec-fetch-site': 'same-origin' },
		{ 'sec-fetch-site': 'none' },
		{ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' },
	])('with headers of our origin is accepted: %j', async (headers) => {
		expect((await post('/open', await aBrowser(), {}, headers as never)).statusCode).toBe(200);
	});

	test.each([
		{ origin: 'https://evil.example' },
		{ origin: 'null' },
		{ origin: `https://${HOST}` },
		{ origin: 'http://127.0.0.1:8081' },
		{ origin: '' },
		{ 'sec-fetch-site': 'cross-site' },
		{ 'sec-fetch-site': 'same-site' },
		{ origin: `http://${HOST}`, 'sec-fetch-site': 'cross-site' },
	])('from another origin is refused despite a correct field: %j', async (headers) => {
		const answer = await post('/open', await aBrowser(), {}, headers as never);
		expect([answer.statusCode, seen]).toEqual([403, []]);
		expect(said(answer.payload)).toContain('did not come from a valid page of this service');
	});

	test.each(['', 'x', 'csrf'])('without our hidden field is refused: %j', async (csrf) => {
		const answer = await post('/open', await aBrowser(), { csrf });
		expect([answer.statusCode, seen]).toEqual([403, []]);
	});

	test('is refused for another browser or none', async () => {
		const { csrf } = await sessions.find({ cookies: await aBrowser(), origin: ORIGIN });
		expect((await post('/open', await aBrowser(), { csrf })).statusCode).toBe(403);
		expect((await ask('/open', { method: 'POST' })).statusCode).toBe(403);
		expect(
			(await ask('/open', { method: 'POST', headers: { 'content-type': FORM }, payload: '' })).statusCode,
		).toBe(403);
	});

	test('after the end of a login is refused with that reason', async () => {
		const cookie = await logIn();
		clock.leap(START + 13 * 3_600_000);
		const answer = await post('/own', cookie);
		expect([answer.statusCode, seen]).toEqual([401, []]);
		expect(said(answer.payload)).toContain('Your login has ended.');
	});

	test('is read up to 64 KiB; a larger one gets an error page', async () => {
		const cookie = await aBrowser();
		const { csrf } = await sessions.find({ cookies: cookie, origin: ORIGIN });
		const sized = (bytes: number) => `csrf=${csrf}&said=`.padEnd(bytes, 'x');
		const headers = { cookie, 'content-type': FORM };
		expect((await ask('/open', { method: 'POST', headers, payload: sized(65_536) })).statusCode).toBe(200);
		const answer = await ask('/open', { method: 'POST', headers, payload: sized(65_537) });
		expect([answer.statusCode, said(answer.payload)]).toEqual([
			413,
			'The form is larger than the maximum of 65,536 bytes.Back to the login',
		]);
	});

	test.each([
		'text/plain',
		'multipart/form-data; boundary=x',
		'application/json',
		'text/html',
		'application/xml',
	])('is refused with type %s', async (type) => {
		const cookie = await aBrowser();
		const answer = await ask('/open', {
			method: 'POST',
			headers: { cookie, 'content-type': type },
			payload: '{}',
		});
		expect([answer.statusCode, seen]).toEqual([415, []]);
		expect(said(answer.payload)).toContain('A form must be sent as application/x-www-form-urlencoded.');
	});
});

describe('an error page', () => {
	test.each<[ErrorCode, number]>([
		['INVALID_PARAMS', 400],
		['INVALID_REQUEST', 400],
		['UNAUTHORIZED', 401],
		['LOGIN_REFUSED', 401],
		['FORBIDDEN', 403],
		['FORM_REFUSED', 403],
		['LOGIN_NOT_ADMITTED', 403],
		['NOT_FOUND', 404],
		['UNKNOWN_AGENT', 404],
		['UNKNOWN_TOKEN', 404],
		['UNKNOWN_ACCOUNT', 404],
		['RISK_LIMIT', 409],
		['AGENT_STOPPED', 409],
		['BODY_TOO_LARGE', 413],
		['CONTENT_TYPE', 415],
		['RATE_LIMITED', 429],
		['INTERNAL_ERROR', 500],
		['NOT_READY', 503],
		['STORE_UNAVAILABLE', 503],
	])('of %s has HTTP %i and its sentence', async (code, status) => {
		thrown = new CarrywireError(code, 'A <sentence> & more.');
		const answer = await ask('/fail');
		expect([answer.statusCode, said(answer.payload)]).toEqual([
			status,
			'A <sentence> & more.Back to the login',
		]);
		expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
		expect(logged).toEqual([]);
	});

	test.each<[ErrorCode, number, string | undefined]>([
		['INVALID_PARAMS', 400, undefined],
		['RISK_LIMIT', 409, '7'],
		['LOGIN_REFUSED', 401, undefined],
	])('shows the form again: %s with HTTP %i and a title prefix', async (code, status, again) => {
		thrown = new CarrywireError(code, 'No.', again === undefined ? {} : { retryAfterMs: 6_001 });
		const answer = await post('/refusing', await aBrowser());
		expect([answer.statusCode, said(answer.payload)]).toEqual([status, 'as it was typed']);
		expect(textOf(elementsOf(readHtml(answer.payload), 'title'))).toBe('Error: A form · Carrywire');
		expect(answer.headers['retry-after']).toBe(again);
		expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
	});

	test('every code has an error status', async () => {
		for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
			thrown = new CarrywireError(code, 'x');
			const { statusCode } = await ask('/fail');
			expect(statusCode, code).toBeGreaterThanOrEqual(400);
			expect(statusCode, code).toBeLessThan(600);
		}
	});

	test.each([new Error('a s3cr3t of the inside'), 'a s3cr3t text', undefined, null])(
		'shows only the log reference of an internal error',
		async (fault) => {
			thrown = fault;
			const answer = await ask('/fail');
			expect(answer.statusCode).toBe(500);
			expect(answer.payload).not.toContain('s3cr3t');
			const [[facts, message]] = logged as [[{ ref: string; path: string; error: unknown }, string]];
			expect([facts.path, facts.error, message]).toEqual(['/fail', fault, 'A page failed.']);
			expect(said(answer.payload)).toContain(`details under ${facts.ref}`);
		},
	);

	test('tells the waiting time of a rate limit', async () => {
		thrown = new CarrywireError('RATE_LIMITED', 'Wait.', { retryAfterMs: 1_200 });
		expect((await ask('/fail')).headers['retry-after']).toBe('2');
		thrown = new CarrywireError('FORBIDDEN', 'No.');
		expect((await ask('/fail')).headers).not.toHaveProperty('retry-after');
	});

	test('for a user has the usual frame', async () => {
		thrown = new CarrywireError('FORBIDDEN', 'No.');
		const answer = await ask('/fail', { headers: { cookie: await logIn() } });
		expect(textOf(elementsOf(readHtml(answer.payload), 'header'))).toContain('ann');
	});
});

describe('the rate limit', () => {
	test('counts per address: a burst, then one page per second', async () => {
		await start({ burst: 3 });
		const statuses = async (count: number, remoteAddress = '192.0.2.1') => {
			const found: number[] = [];
			for (let at = 0; at < count; at += 1) found.push((await ask('/open', { remoteAddress })).statusCode);
			return found;
		};
		expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
		expect(await statuses(1, '192.0.2.2')).toEqual([200]);
		clock.leap(START + 1_000);
		expect(await statuses(2)).toEqual([200, 429]);
		const refused = await ask('/open', { remoteAddress: '192.0.2.1' });
		expect(refused.headers['retry-after']).toBe('1');
		expect(said(refused.payload)).toContain('Too many page requests from this address. Try again in 1 s.');
	});

	test('counts an IPv6 /64 as one address', async () => {
		await start({ burst: 1 });
		expect((await ask('/open', { remoteAddress: '2001:db8:0:1::1' })).statusCode).toBe(200);
		expect((await ask('/open', { remoteAddress: '2001:db8:0:1:ffff::2' })).statusCode).toBe(429);
		expect((await ask('/open', { remoteAddress: '2001:db8:0:2::1' })).statusCode).toBe(200);
	});
});

describe('a browser under another name of this machine', () => {
	test.each(['localhost', 'localhost:8081', '127.0.0.1', '127.0.0.1:80', 'evil.example', '127.0.0.2:8080'])(
		'is redirected from %s to the name that logins and forms are bound to',
		async (host) => {
			for (const method of ['GET', 'HEAD'] as const) {
				const answer = await ask('/thing/a?b=c', { method, headers: { host } });
				expect([answer.statusCode, answer.headers.location]).toEqual([308, `http://${HOST}/thing/a?b=c`]);
			}
			expect(seen).toEqual([]);
		},
	);

	test('has its forms refused, because no page showed them', async () => {
		const answer = await post('/open', await aBrowser(), {}, { host: '127.0.0.2:8080' });
		expect([answer.statusCode, seen]).toEqual([403, []]);
		expect(said(answer.payload)).toContain(`Open this service at ${HOST}.`);
	});

	test.each([true, false])(
		'is served at localhost beside a loopback address, for passkeys; own name: %s',
		async (isOwnName) => {
			await start({ isOwnName });
			const answer = await ask('/thing/a', { headers: { host: 'localhost:8080' } });
			expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
			const browser = await aBrowser();
			const own = await post(
				'/open',
				browser,
				{},
				{ host: 'localhost:8080', origin: 'http://localhost:8080' },
			);
			expect(own.statusCode).toBe(200);
			for (const origin of [`http://${HOST}`, 'http://localhost:8081', 'https://localhost:8080']) {
				const foreign = await post('/open', browser, {}, { host: 'localhost:8080', origin });
				expect([origin, foreign.statusCode]).toEqual([origin, 403]);
			}
		},
	);

	test('is served if the operator has set the public URL', async () => {
		await start({ isOwnName: false, baseUrl: 'https://carry.example' });
		expect((await ask('/open', { headers: { host: '10.0.0.7:8080' } })).statusCode).toBe(200);
	});
});

describe('an asset', () => {
	test.each([
		['/assets/style.css', 'text/css; charset=utf-8'],
		['/assets/wallet.js', 'text/javascript; charset=utf-8'],
	])('%s is served as %s', async (path, type) => {
		expect(ASSET_PATHS).toContain(path);
		const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
		expect([get.statusCode, get.headers['content-type'], get.headers['cache-control']]).toEqual([
			200,
			type,
			'public, max-age=300',
		]);
		expect(get.payload.length).toBeGreaterThan(100);
		expect([head.statusCode, head.payload, head.headers['content-type']]).toEqual([200, '', type]);
		expect(get.headers).not.toHaveProperty('set-cookie');
	});

	test.each([
		'/assets/',
		'/assets/other.css',
		'/assets/../html.ts',
		'/assets/%2e%2e/html.ts',
		'/assets/style.css/',
		'/assets/wallet.js%00',
	])('%s does not exist', async (path) => {
		expect((await ask(path)).statusCode).toBe(404);
	});
});
