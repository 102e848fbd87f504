/** Tests the protection of every page: CSRF, framing, CORS, host names and size limits. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OAUTH_PATHS } from '../../src/identity/pages/oauth-routes.ts';
import { send } from '../rpc/test-server.ts';
import type { FormBrowser } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';
import { givesNothing } from './refusals.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;
let bob: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	[ann, bob] = [await logIn(fixture, 'ann'), await logIn(fixture, 'bob')];
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Fills in path parameters. The ids need not exist, because the service checks the form before it looks up any id. */
const filled = (path: string) =>
	path
		.replace(':venue', 'bybit')
		.replace(':id', 'wallet')
		.replace(/:[A-Za-z]+/g, 'x');

const pagesWith = (method: 'GET' | 'POST') =>
	[...fixture.paths]
		.filter(([path, methods]) => methods.split(', ').includes(method) && !OAUTH_PATHS.has(path))
		.map(([path]) => path);

async function csrfOf(browser: FormBrowser): Promise<string> {
	return /name="csrf" value="([^"]+)"/.exec((await browser.open('/account')).text)?.[1] ?? '';
}

function post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
	return fixture.fetch(`${fixture.url}${path}`, { method: 'POST', redirect: 'manual', headers, body });
}

describe('CWE-352 CSRF on every page that takes a form', () => {
	test('covers at least 14 pages', () => {
		expect(pagesWith('POST').length).toBeGreaterThanOrEqual(14);
	});

	test('each refuses a form without its CSRF field, with another browser’s, or from another site', async () => {
		const cookie = ann.browser.cookies('/');
		const [own, others] = [await csrfOf(ann.browser), await csrfOf(bob.browser)];
		expect(own).not.toBe(others);
		const origin = fixture.publicUrl;
		const attacks: [string, string, Record<string, string>][] = [
			['no field', '', { cookie, origin }],
			['an empty field', 'csrf=', { cookie, origin }],
			['an invalid field', 'csrf=x', { cookie, origin }],
			['the field in the query alone', '', { cookie, origin }],
			['the field of another browser', `csrf=${others}`, { cookie, origin }],
			['the field twice, the wrong one first', `csrf=${others}&csrf=${own}`, { cookie, origin }],
			['a foreign origin', `csrf=${own}`, { cookie, origin: 'https://evil.example' }],
			['a null origin', `csrf=${own}`, { cookie, origin: 'null' }],
			['our origin on another port', `csrf=${own}`, { cookie, origin: 'http://127.0.0.1:1' }],
			[
				'our origin by another name',
				`csrf=${own}`,
				{ cookie, origin: origin.replace('127.0.0.1', 'localhost') },
			],
			['another site', `csrf=${own}`, { cookie, origin, 'sec-fetch-site': 'cross-site' }],
			['a sibling site', `csrf=${own}`, { cookie, origin, 'sec-fetch-site': 'same-site' }],
			['no cookie', `csrf=${own}`, { origin }],
		];
		for (const path of pagesWith('POST'))
			for (const [what, body, headers] of attacks) {
				const at = what.includes('query') ? `${filled(path)}?csrf=${own}` : filled(path);
				const answer = await givesNothing(fixture, () => post(at, body, { ...FORM, ...headers }));
				expect({ path, what, status: answer.status }).toEqual({ path, what, status: 403 });
				expect(await answer.text()).toMatch(
					/The form did not come from a valid page of this service|Pages of other origins may not call/,
				);
			}
		expect((await ann.browser.open('/account')).path).toBe('/account');
	});

	test('each refuses a form submitted from another origin’s page', async () => {
		const cookie = ann.browser.cookies('/');
		const body = `csrf=${await csrfOf(ann.browser)}`;
		const host = new URL(fixture.url).host;
		const sent = { ...FORM, host, cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
		for (const path of pagesWith('POST').map(filled))
			for (const site of ['cross-site', 'same-site']) {
				const headers = { ...sent, 'sec-fetch-site': site };
				const answer = await givesNothing(fixture, () => send(fixture.url, { path, headers, body }));
				expect({ path, site, status: answer.status }).toEqual({ path, site, status: 403 });
				expect(answer.body).toContain('The form did not come from a valid page of this service');
			}
	});

	test('each refuses JSON, text and multipart bodies', async () => {
		const cookie = ann.browser.cookies('/');
		const own = await csrfOf(ann.browser);
		for (const path of pagesWith('POST'))
			for (const [type, body, status] of [
				['application/json', JSON.stringify({ csrf: own }), 415],
				['text/plain', `csrf=${own}`, 415],
				[
					'multipart/form-data; boundary=x',
					`--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${own}\r\n--x--`,
					415,
				],
			] as const) {
				const headers = { cookie, origin: fixture.publicUrl, 'content-type': type };
				const answer = await givesNothing(fixture, () => post(filled(path), body, headers));
				expect({ path, type, status: answer.status }).toEqual({ path, type, status });
			}
	});

	test('accepts a valid form, the control case for each refusal above', async () => {
		const body = new URLSearchParams({ csrf: await csrfOf(ann.browser), access: 'read' });
		const headers = { ...FORM, cookie: ann.browser.cookies('/'), origin: fixture.publicUrl };
		const before = fixture.given();
		expect((await post('/dashboard/token', body.toString(), headers)).status).toBe(200);
		expect(fixture.given()).toBe(before + 1);
	});

	test('no GET request performs the action of a form', async () => {
		const cookie = ann.browser.cookies('/');
		for (const path of pagesWith('POST').filter((one) => !pagesWith('GET').includes(one))) {
			const answer = await givesNothing(fixture, () =>
				fixture.fetch(`${fixture.url}${filled(path)}`, { redirect: 'manual', headers: { cookie } }),
			);
			expect([404, 405]).toContain(answer.status);
		}
	});

	test('refuses the authorization server’s own form without its field', async () => {
		const answer = await givesNothing(fixture, () =>
			post('/oauth/device', 'user_code=BBBB-BBBB&confirm=yes', { ...FORM, cookie: ann.browser.cookies('/') }),
		);
		expect(await answer.text()).not.toContain('Is this your terminal');
	});
});

/**
 * Returns the responses of every path to three requests: without cookies, with only the login's cookies, and with
 * these cookies and the browser's origin key.
 */
async function everyAnswer(
	headers: Readonly<Record<string, string>> = {},
): Promise<readonly (readonly [string, Response])[]> {
	const answers: (readonly [string, Response])[] = [];
	const cookie = ann.browser.cookies('/');
	const paths = [...fixture.paths].map(([path, methods]) => [path, methods.split(', ')] as const);
	for (const [path, methods] of [
		...paths,
		['/nowhere', ['GET']],
		['/jsonrpc/', ['POST']],
		['/health', ['GET']],
	] as const)
		for (const method of methods)
			for (const own of [{}, { cookie }, { cookie, ...ann.browser.originHeaders }]) {
				const answer = await fixture.fetch(`${fixture.url}${filled(path)}`, {
					method,
					redirect: 'manual',
					headers: {
						...(method === 'POST' ? FORM : {}),
						...own,
						accept: 'text/html',
						...headers,
					},
					...(method === 'POST' ? { body: 'x=y' } : {}),
				});
				answers.push([`${method} ${path}`, answer]);
			}
	return answers;
}

describe('RFC 9700 4.16 and CWE-1021 clickjacking: headers of every answer', () => {
	test('forbid framing, sniffing, caching and foreign scripts on every page and authorization answer', async () => {
		const answers = await everyAnswer();
		expect(answers.length).toBeGreaterThan(100);
		for (const [what, { headers, status }] of answers) {
			const policy = headers.get('content-security-policy') ?? '';
			expect({ what, policy }).toEqual({
				what,
				policy: expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
			});
			expect({ what, unsafe: /unsafe|\*|https?:|wss?:(?!\/\/127\.0\.0\.1:\d+;)|data:/.test(policy) }).toEqual(
				{ what, unsafe: false },
			);
			expect({ what, sniff: headers.get('x-content-type-options') }).toEqual({ what, sniff: 'nosniff' });
			expect({ what, referrer: headers.get('referrer-policy') }).toEqual({
				what,
				referrer: expect.stringMatching(/^(?:no-referrer|same-origin)$/),
			});
			// Browsers may cache only the static files for the pages and the dashboard, which are the same for all
			// users.
			if (
				!/ \/(?:assets|dashboard\/[a-z]{2})\/[\w.-]+\.(?:css|svg|js|png|html|webmanifest)$/.test(what) &&
				status !== 304
			)
				expect({ what, cache: headers.get('cache-control') }).toEqual({
					what,
					cache: expect.stringMatching(/no-store|no-cache/),
				});
		}
	});

	test('let pages post only to the service and load only its own script files', async () => {
		for (const path of [
			'/login',
			'/account',
			'/account/passkeys',
			'/tokens',
			'/agents',
			'/chat',
			'/connections',
			'/audit',
			'/oauth/device',
		]) {
			const page = await (path === '/login' ? fixture.browser() : ann.browser).open(path);
			const policy = page.headers.get('content-security-policy') ?? '';
			expect(policy).toContain("form-action 'self';");
			expect(policy).toContain("base-uri 'none'");
			expect(page.text).not.toMatch(/<script(?![^>]*src="\/(?:assets|dashboard)\/)/);
			// The library's own form has an inline handler, which the content security policy blocks.
			const ours = page.text.replace(/ onfocus="this.select\(\); this.onfocus = undefined;"/, '');
			expect(ours).not.toMatch(/ on[a-z]+="|style="|javascript:/i);
			expect(policy.includes("script-src 'self'")).toBe(page.text.includes('<script'));
			// Links to localhost are allowed, because it is the service's own name, where browsers offer passkeys.
			const local = fixture.publicUrl.replace('127.0.0.1', 'localhost');
			const others = page.text
				.replace(`href="${local}/login?`, '')
				.replace(`href="${local}/account/passkeys"`, '');
			expect(others).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
		}
	});

	test('protect the steps of an access request too', async () => {
		const { path } = await walk.begin('notebook');
		const browser = (await logIn(fixture, 'carl')).browser;
		const cookies = new Map(
			browser
				.cookies('/')
				.split('; ')
				.map((pair) => pair.split('=') as [string, string]),
		);
		let at = path;
		const steps: string[] = [];
		for (let status = 303; status === 303; ) {
			const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
			const answer = await fixture.fetch(`${fixture.url}${at}`, {
				redirect: 'manual',
				headers: { ...browser.originHeaders, cookie },
			});
			for (const line of answer.headers.getSetCookie()) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				cookies.set(name, value);
			}
			({ status } = answer);
			steps.push(at.startsWith('/interaction/') ? 'interaction' : 'authorize');
			const { headers } = answer;
			expect({ at, policy: headers.get('content-security-policy') }).toEqual({
				at,
				policy: expect.stringContaining("frame-ancestors 'none'"),
			});
			expect({ at, cache: headers.get('cache-control') }).toEqual({ at, cache: 'no-store' });
			const next = new URL(answer.headers.get('location') ?? '/', fixture.url);
			at = `${next.pathname}${next.search}`;
		}
		expect(steps).toEqual(['authorize', 'interaction', 'authorize', 'interaction']);
	});

	test('a form of an expired session gets an explanation and adds nothing to the log', async () => {
		const before = fixture.log.length;
		const answer = await givesNothing(fixture, () =>
			post('/oauth/device', 'xsrf=x&user_code=BBBB-BBBB', { ...FORM, accept: 'text/html' }),
		);
		expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('open for too long')]);
		expect(fixture.log.slice(before)).toEqual([]);
	});

	test('a consent page may redirect only to its application’s address', async () => {
		const page = await ann.browser.open((await walk.begin('notebook')).path);
		expect(page.headers.get('content-security-policy')).toContain(
			"form-action 'self' https://notebook.example;",
		);
		const native = await ann.browser.open((await walk.begin('terminal')).path);
		expect(native.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1;");
	});

	test('pages show the input of others as plain text', async () => {
		const evil = `<script src="https://evil.example"></script>"'&`;
		const shown = await ann.browser.open(`/login?return_to=${encodeURIComponent(`/x${evil}`)}`);
		expect(shown.text).not.toContain('<script src="https://evil');
		const page = await ann.browser.ask('/account/passkeys', { name: evil });
		expect(page.status).toBe(400);
		expect(await page.text()).not.toContain('<script src="https://evil');
		const { path } = await walk.begin('notebook', { client_id: evil });
		expect((await ann.browser.open(path)).text).not.toContain('<script src="https://evil');
		const asked = await ann.browser.open(`/nowhere/${evil}`);
		expect(asked.text).not.toContain('<script src');
	});
});

describe('WHATWG Fetch 3.3 CORS is closed', () => {
	const PUBLIC = [
		'/.well-known/openid-configuration',
		'/.well-known/oauth-authorization-server',
		'/oauth/keys',
	];

	test('another site may read public metadata only', async () => {
		for (const [what, { headers }] of await everyAnswer({ origin: 'https://evil.example' })) {
			const [method, path = ''] = what.split(' ');
			const isPublic = method !== 'POST' && PUBLIC.includes(path);
			const allowed = headers.get('access-control-allow-origin');
			if (!isPublic) expect({ what, allowed }).toEqual({ what, allowed: null });
			expect({ what, credentials: headers.get('access-control-allow-credentials') }).toEqual({
				what,
				credentials: null,
			});
		}
	});

	test('refuses every preflight request', async () => {
		for (const path of [...fixture.paths.keys(), '/jsonrpc/']) {
			const answer = await fixture.fetch(`${fixture.url}${filled(path)}`, {
				method: 'OPTIONS',
				headers: {
					origin: 'https://evil.example',
					'access-control-request-method': 'POST',
					'access-control-request-headers': 'authorization, content-type',
				},
			});
			expect([404, 405]).toContain(answer.status);
			expect(answer.headers.get('access-control-allow-origin')).toBeNull();
		}
	});
});

describe('CWE-644 host header injection', () => {
	const LIES = [
		{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
		{ forwarded: 'host=evil.example;proto=https' },
		{ 'x-original-url': 'https://evil.example/', 'x-rewrite-url': '/evil' },
		{ 'x-forwarded-prefix': '/evil', 'x-host': 'evil.example' },
	] as const;

	async function leadNowhere(at: Fixture, lies: Readonly<Record<string, string>>): Promise<void> {
		const paths = [
			'/',
			'/login',
			'/account',
			'/.well-known/openid-configuration',
			'/.well-known/oauth-authorization-server',
			'/.well-known/oauth-protected-resource',
			(await (await oauthWalk(at)).begin('notebook')).path,
			'/oauth/device',
		];
		const host = new URL(at.url).host;
		for (const path of paths) {
			const { headers, body } = await send(at.url, { method: 'GET', path, headers: { host, ...lies } });
			expect(body).not.toContain('evil');
			expect(JSON.stringify(headers)).not.toContain('evil');
			if (headers.location !== undefined)
				expect(new URL(headers.location, at.publicUrl).origin).toBe(at.publicUrl);
		}
		const challenged = await send(at.url, {
			headers: { host, 'content-type': 'application/json', ...lies },
			body: '{"jsonrpc":"2.0","id":1,"method":"list_agents"}',
		});
		expect(challenged.status).toBe(401);
		expect(challenged.headers['www-authenticate']).toContain(`resource_metadata="${at.publicUrl}/`);
	}

	test.each(LIES)('ignores %o', (lies) => leadNowhere(fixture, lies));

	test('ignores a foreign host name from a proxy', async () => {
		await using behind = await openFixture({ publicUrl: 'https://carrywire.example' });
		await leadNowhere(behind, { host: 'evil.example' });
	});

	test('refuses a form sent to another name, and redirects a page to the service’s own name', async () => {
		const csrf = await csrfOf(ann.browser);
		const cookie = ann.browser.cookies('/');
		const headers = { ...FORM, host: 'localhost:80', cookie };
		const answer = await givesNothing(fixture, () =>
			send(fixture.url, { path: '/dashboard/token', headers, body: `csrf=${csrf}&access=read` }),
		);
		expect(answer.status).toBe(403);
		const page = await send(fixture.url, {
			method: 'GET',
			path: '/tokens',
			headers: { host: 'localhost:80', cookie },
		});
		expect([page.status, page.headers.location]).toEqual([308, `${fixture.publicUrl}/tokens`]);
	});
});

describe('CWE-400 body limits', () => {
	test('refuses a form above 64 KiB, with or without a stated length', async () => {
		const cookie = ann.browser.cookies('/');
		const csrf = await csrfOf(ann.browser);
		for (const path of pagesWith('POST')) {
			const body = `csrf=${csrf}&name=${'x'.repeat(65_536)}`;
			const answer = await givesNothing(fixture, () =>
				post(filled(path), body, { ...FORM, cookie, origin: fixture.publicUrl }),
			);
			expect({ path, status: answer.status }).toEqual({ path, status: 413 });
		}
		const chunked = await fixture.fetch(`${fixture.url}/dashboard/token`, {
			method: 'POST',
			headers: { ...FORM, cookie, origin: fixture.publicUrl },
			body: new Blob([`csrf=${csrf}&name=${'x'.repeat(200_000)}`]).stream(),
			duplex: 'half',
		} as RequestInit);
		expect(chunked.status).toBe(413);
	});

	test('refuses a request to the authorization server above 56 KiB', async () => {
		for (const path of [
			'/oauth/token',
			'/oauth/revoke',
			'/oauth/introspect',
			'/oauth/par',
			'/oauth/device-authorization',
		]) {
			const answer = await givesNothing(fixture, () =>
				post(path, `client_id=notebook&token=${'x'.repeat(60_000)}`, FORM),
			);
			expect({ path, status: answer.status }).toEqual({ path, status: 400 });
			expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
		}
		const huge = await post('/oauth/token', `client_id=notebook&token=${'x'.repeat(2_000_000)}`, FORM).then(
			({ status }) => status,
			() => 'cut',
		);
		expect([400, 413, 'cut']).toContain(huge);
	});

	test('refuses headers above 16 KiB', async () => {
		const { status } = await send(fixture.url, {
			method: 'GET',
			path: '/login',
			headers: { cookie: `cw_session=${'x'.repeat(20_000)}` },
		});
		expect(status).toBe(431);
	});
});

test('CWE-22 serves only the files of the assets folder, and no path leads out of it', async () => {
	const files = readdirSync(new URL('../../src/identity/pages/assets', import.meta.url)).sort();
	expect([...fixture.paths.keys()].filter((path) => path.startsWith('/assets/')).sort()).toEqual(
		files.map((name) => `/assets/${name}`),
	);
	for (const path of [
		'/assets/',
		'/assets/../page.ts',
		'/assets/%2e%2e/page.ts',
		'/assets/..%2fpage.ts',
		'/assets/style.css/..',
	]) {
		const { status } = await send(fixture.url, {
			method: 'GET',
			path,
			headers: { host: new URL(fixture.url).host },
		});
		expect([path, status]).toEqual([path, 404]);
	}
});
