/**
 * Tests that cookies are limited to this host, hidden from scripts, not sent by other sites, and secure on an https
 * service.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formBrowser } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { oauthWalk } from './oauth-walk.ts';
import { logIn, type Person } from './people.ts';

type SetCookie = { readonly name: string; readonly value: string; readonly attributes: ReadonlySet<string> };

/** Collects every cookie that is set during a login, a consent and a logout. */
async function cookiesOf(fixture: Fixture): Promise<readonly SetCookie[]> {
	const lines: string[] = [];
	const browser = formBrowser(fixture.url, {
		publicOrigin: fixture.publicUrl,
		fetch: async (input, init) => {
			const answer = await fixture.fetch(input, init);
			lines.push(...answer.headers.getSetCookie());
			return answer;
		},
	});
	const person = await logIn(fixture, 'ann', { browser });
	const walk = await oauthWalk(fixture);
	await walk.connect(person.browser, 'notebook', { scope: 'openid arb:read' });
	await person.browser.open('/account');
	await person.browser.submit('/logout');
	return lines.map(parsed);
}

function parsed(line: string): SetCookie {
	const [pair = '', ...attributes] = line.split('; ');
	const cut = pair.indexOf('=');
	return {
		name: pair.slice(0, cut),
		value: pair.slice(cut + 1),
		attributes: new Set(attributes.map((one) => one.toLowerCase())),
	};
}

const namesOf = (cookies: readonly SetCookie[]) =>
	[...new Set(cookies.map(({ name }) => name.replace(/\.sig$/, '')))].sort();

describe('RFC 6265bis 4.1.2 and 4.1.3 attributes of cookies', () => {
	test('are HttpOnly, SameSite and bound to this host', async () => {
		await using fixture = await openFixture();
		const cookies = await cookiesOf(fixture);
		expect(namesOf(cookies)).toEqual([
			'cw_browser',
			'cw_oauth',
			'cw_oauth_resume',
			'cw_oauth_step',
			'cw_return',
			'cw_session',
		]);
		for (const { name, attributes } of cookies) {
			const has = [attributes.has('httponly'), attributes.has('samesite=lax'), attributes.has('secure')];
			expect({ name, has }).toEqual({ name, has: [true, true, false] });
			expect([...attributes].filter((one) => one.startsWith('domain='))).toEqual([]);
		}
	});

	test('are Secure over https, and site-wide cookies carry the __Host- prefix', async () => {
		await using fixture = await openFixture({ publicUrl: 'https://carrywire.example' });
		const cookies = await cookiesOf(fixture);
		expect(namesOf(cookies)).toEqual([
			'__Host-cw_browser',
			'__Host-cw_oauth',
			'__Host-cw_session',
			'__Secure-cw_oauth_resume',
			'__Secure-cw_oauth_step',
			'__Secure-cw_return',
		]);
		for (const { name, attributes } of cookies) {
			const has = ['httponly', 'samesite=lax', 'secure'].map((one) => attributes.has(one));
			expect({ name, has }).toEqual({ name, has: [true, true, true] });
			expect([...attributes].filter((one) => one.startsWith('domain='))).toEqual([]);
			if (name.startsWith('__Host-')) expect([name, attributes.has('path=/')]).toEqual([name, true]);
		}
	});

	test('ignores a cookie without the prefix, which any sibling site could set', async () => {
		await using fixture = await openFixture({ publicUrl: 'https://carrywire.example' });
		const { browser } = await logIn(fixture, 'ann');
		const planted = browser.cookies('/').replaceAll('__Host-', '');
		const answer = await fixture.fetch(`${fixture.url}/account`, {
			redirect: 'manual',
			headers: { cookie: planted },
		});
		expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?return_to=%2Faccount']);
	});

	test('a login cookie holds 256 random bits, different for each login', async () => {
		await using fixture = await openFixture();
		const values = new Set<string>();
		for (let time = 0; time < 5; time += 1) {
			const { browser } = await logIn(fixture, 'ann');
			for (const pair of browser.cookies('/').split('; ')) values.add(pair.split('=')[1] ?? '');
		}
		expect(values.size).toBe(10);
		for (const value of values) expect(Buffer.from(value, 'base64url')).toHaveLength(32);
	});
});

describe('RFC 6797 7.1 and RFC 9700 2.6 headers and addresses over https', () => {
	let fixture: Fixture;
	let ann: Person;

	beforeAll(async () => {
		fixture = await openFixture({ publicUrl: 'https://carrywire.example' });
		ann = await logIn(fixture, 'ann');
	});
	afterAll(() => fixture[Symbol.asyncDispose]());

	test('every page sends HSTS', async () => {
		for (const path of ['/login', '/account', '/oauth/device']) {
			const page = await ann.browser.open(path);
			expect([path, page.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
		}
	});

	test('metadata, redirects and tokens name the public address, never the listening address', async () => {
		const walk = await oauthWalk(fixture);
		const { back, access } = await walk.connect(ann.browser, 'notebook', { scope: 'openid arb:read' });
		expect(back.searchParams.get('iss')).toBe('https://carrywire.example');
		expect(JSON.stringify(walk.as)).not.toContain('127.0.0.1');
		expect(access).not.toBe('');
		const metadata = await fixture.fetch(`${fixture.url}/.well-known/oauth-protected-resource`);
		expect(await metadata.json()).toMatchObject({
			resource: 'https://carrywire.example/jsonrpc/',
			authorization_servers: ['https://carrywire.example'],
		});
	});

	test('checks a form against the public origin, not the listening one', async () => {
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await ann.browser.open('/account')).text) ?? [];
		const headers = {
			'content-type': 'application/x-www-form-urlencoded',
			cookie: ann.browser.cookies('/'),
			origin: fixture.url,
		};
		const answer = await fixture.fetch(`${fixture.url}/logout`, {
			method: 'POST',
			headers,
			body: `csrf=${csrf}`,
		});
		expect(answer.status).toBe(403);
		expect((await ann.browser.open('/account')).path).toBe('/account');
	});
});
