/**
 * Tests attacks from other ports. A browser sends the cookies of 127.0.0.1 to every port there, and accepts cookies
 * from every port. A program on another port must not be able to use these cookies or to log a user in to the
 * program's own account.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send } from '../rpc/test-server.ts';
import type { FormBrowser } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { oauthWalk } from './oauth-walk.ts';
import { beginConnection, logIn, manage, type Person } from './people.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PAGES = ['/account', '/tokens', '/agents', '/connections', '/audit', '/portfolio', '/', '/login'];

let fixture: Fixture;
beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const newKey = () => randomBytes(32).toString('base64url');
const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Returns the cookies that the browser sends to another port on this machine when it follows a link there. */
async function cookiesAtAnotherPort(browser: FormBrowser): Promise<string> {
	const seen = Promise.withResolvers<string>();
	const listener = createServer(({ headers }, response) => {
		seen.resolve(headers.cookie ?? '');
		response.end();
	});
	await new Promise<void>((resolve) => {
		listener.listen(0, '127.0.0.1', resolve);
	});
	const { port } = listener.address() as AddressInfo;
	// The test browser keeps cookies by host and path as real browsers do. `test/browser/ports.test.ts` confirms this
	// in Chromium.
	await fetch(`http://127.0.0.1:${port}/`, {
		headers: { cookie: browser.cookies('/'), connection: 'close' },
	});
	await new Promise((resolve) => {
		listener.close(resolve);
	});
	return seen.promise;
}

describe('a program with stolen login cookies', () => {
	let ann: Person;
	let cookie: string;
	beforeEach(async () => {
		ann = await logIn(fixture, 'ann');
		cookie = await cookiesAtAnotherPort(ann.browser);
		expect(cookie).toContain('cw_session=');
	});

	const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
		fixture.fetch(`${fixture.url}${path}`, { redirect: 'manual', headers: { cookie, ...headers } });
	const post = (
		path: string,
		fields: Readonly<Record<string, string>>,
		headers: Readonly<Record<string, string>> = {},
	) =>
		fixture.fetch(`${fixture.url}${path}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { ...FORM, cookie, origin: fixture.url, 'sec-fetch-site': 'same-origin', ...headers },
			body: new URLSearchParams(fields).toString(),
		});

	test('cannot read her pages or the hidden field of her forms', async () => {
		for (const path of PAGES)
			for (const headers of [{}, { 'carrywire-origin': 'x' }, { 'carrywire-origin': newKey() }]) {
				const answer = await get(path, headers);
				const text = await answer.text();
				expect([path, text.includes(ann.userId), text.includes(ann.wallet.address)]).toEqual([
					path,
					false,
					false,
				]);
				if (!('carrywire-origin' in headers)) expect([path, csrfIn(text)]).toEqual([path, '']);
			}
	});

	test('cannot get a token or post a form with a key and fields of its own', async () => {
		const key = { 'carrywire-origin': newKey() };
		const own = csrfIn(await (await get('/login', key)).text());
		expect(own).not.toBe('');
		const before = fixture.given();
		const hash = (text: string) => createHash('sha256').update(text).digest('hex');
		const anns = ann.browser.originHeaders['carrywire-origin'] ?? '';
		for (const csrf of [own, '', own.replace(/^[0-9a-f]{64}/, hash(anns))])
			for (const headers of [{}, key])
				for (const path of [
					'/dashboard/token',
					'/connections/begin/bybit',
					'/account/passkeys',
					'/account/log-out-everywhere',
				]) {
					const answer = await post(path, { csrf, access: 'trade', name: 'x', scope: 'arb:read' }, headers);
					expect([path, [401, 403].includes(answer.status)]).toEqual([path, true]);
					expect(await answer.text()).not.toMatch(/cw_[A-Za-z0-9_-]{20}/);
				}
		expect(fixture.given()).toBe(before);
	});

	test('cannot log her out', async () => {
		const key = { 'carrywire-origin': newKey() };
		const csrf = csrfIn(await (await get('/login', key)).text());
		expect((await post('/logout', { csrf }, key)).status).toBe(303);
		expect((await ann.browser.open('/account')).path).toBe('/account');
	});

	test('cannot enter through the door page', async () => {
		const door = await post('/door', { path: '/account' }, { 'carrywire-origin': newKey() });
		const { entry } = (await door.json()) as { readonly entry: string };
		const inside = await get(`/account?cw_entry=${entry}`, { 'sec-fetch-site': 'same-origin' });
		expect([inside.status, inside.headers.get('location')]).toEqual([303, '/login?return_to=%2Faccount']);
		expect((await post('/door', { path: '/account' })).status).toBe(403);
	});

	test('cannot get a code for an application that she has authorized', async () => {
		const walk = await oauthWalk(fixture);
		await walk.connect(ann.browser, 'notebook');
		const everything = ann.browser.cookies('/');
		expect(everything).toContain('cw_oauth=');
		const { path } = await walk.begin('notebook');
		let at = path;
		const jar = new Map(everything.split('; ').map((pair) => pair.split('=') as [string, string]));
		for (let step = 0; step < 8; step += 1) {
			const answer = await fixture.fetch(new URL(at, fixture.url).href, {
				redirect: 'manual',
				headers: {
					cookie: [...jar].map((pair) => pair.join('=')).join('; '),
					'carrywire-origin': newKey(),
				},
			});
			for (const line of answer.headers.getSetCookie()) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				jar.set(name, value);
			}
			const location = answer.headers.get('location');
			if (location === null) break;
			at = new URL(location, new URL(at, fixture.url)).href;
			expect(at.startsWith(fixture.url)).toBe(true);
		}
		expect(new URL(at, fixture.url).pathname).toBe('/login');
	});

	test('cannot make her browser confirm her identity in its own request and then get a code', async () => {
		const walk = await oauthWalk(fixture);
		await walk.connect(ann.browser, 'notebook');
		const stolen = ann.browser.cookies('/').split('; ');
		const jar = new Map(stolen.map((pair) => pair.split('=') as [string, string]));
		const follow = async (at: string) => {
			const answer = await fixture.fetch(new URL(at, fixture.url).href, {
				redirect: 'manual',
				headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
			});
			const set = answer.headers.getSetCookie();
			for (const line of set) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				jar.set(name, value);
			}
			return { set, to: answer.headers.get('location') ?? '', status: answer.status };
		};
		const begun = await follow((await walk.begin('notebook')).path);
		const uid = new URL(begun.to, fixture.url).pathname.split('/').at(-1);
		// Any port can set cookies for the host and redirect the browser.
		for (const line of begun.set) if (line.startsWith('cw_oauth_step')) ann.browser.setCookie(line);
		const led = await ann.browser.open(`/interaction/${uid}`);
		const [path, proof = ''] = led.path.split('?');
		expect([path, led.leftFor]).toEqual([`/oauth/authorize/${uid}`, undefined]);
		for (const query of ['', '?proof=', `?proof=${'0'.repeat(64)}`, `?proof=x&proof=${'0'.repeat(64)}`]) {
			const ended = await follow(`/oauth/authorize/${uid}${query}`);
			expect([query, ended.status, ended.to]).toEqual([query, 400, '']);
		}
		const ended = await follow(`/oauth/authorize/${uid}?${proof}`);
		expect(ended.to, 'the request succeeds with the proof').toContain('code=');
	});
});

describe('a program that sets the cookies of its own login', () => {
	let mallory: Person;
	let victim: FormBrowser;
	beforeEach(async () => {
		mallory = await logIn(fixture, 'mallory');
		victim = fixture.browser();
		await victim.open('/login');
		for (const pair of mallory.browser.cookies('/').split('; ')) victim.setCookie(`${pair}; Path=/`);
	});

	test('cannot make the owner act as its user', async () => {
		for (const path of PAGES) expect((await victim.open(path)).text).not.toContain(mallory.wallet.address);
		expect((await victim.open('/connections')).path).toBe('/login?return_to=%2Fconnections');
		const csrf = csrfIn((await victim.open('/login')).text);
		for (const path of ['/dashboard/token', '/connections/begin/bybit', '/account/passkeys']) {
			const answer = await fixture.fetch(`${fixture.url}${path}`, {
				method: 'POST',
				redirect: 'manual',
				headers: { ...FORM, ...victim.originHeaders, cookie: victim.cookies('/') },
				body: new URLSearchParams({ csrf, access: 'trade', name: 'x' }).toString(),
			});
			expect([path, answer.status]).toEqual([path, 401]);
		}
	});

	test('cannot lead the owner through an entry issued to itself', async () => {
		const given = await fixture.fetch(`${fixture.url}/door`, {
			method: 'POST',
			headers: { ...FORM, ...mallory.browser.originHeaders, cookie: mallory.browser.cookies('/') },
			body: 'path=/connections',
		});
		const { entry } = (await given.json()) as { readonly entry: string };
		const follow = (headers: Readonly<Record<string, string>>) =>
			send(fixture.url, {
				method: 'GET',
				path: `/connections?cw_entry=${entry}`,
				headers: { host: new URL(fixture.url).host, cookie: victim.cookies('/'), ...headers },
			});
		const own = await follow({ 'sec-fetch-site': 'same-origin' });
		expect(own.body, 'the entry is valid').toContain('Log out');
		for (const headers of [
			{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
			{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
			{ 'sec-fetch-site': 'none' },
			{ referer: 'http://127.0.0.1:1/' },
			{ referer: `${fixture.url}.evil.example/` },
			{},
		] as Readonly<Record<string, string>>[]) {
			const { body: text } = await follow(headers);
			expect([headers, text.includes('data-step="door"'), csrfIn(text)]).toEqual([headers, true, '']);
		}
	});

	test('cannot connect the owner’s exchange to its user', async () => {
		const state = (await beginConnection(mallory)).searchParams.get('state') ?? '';
		expect(state).not.toBe('');
		const back = await victim.open(`/connections/callback/bybit?state=${state}&code=of-the-owner`);
		expect(back.text).toContain('Your login has ended.');
	});

	test('cannot keep the owner from logging in', async () => {
		const owner = await logIn(fixture, 'owner', { browser: victim });
		expect(owner.userId).not.toBe(mallory.userId);
		expect(await manage(mallory, 'get_account')).toMatchObject({ user_id: mallory.userId });
	});
});
