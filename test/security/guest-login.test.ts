/**
 * Tests guest login, which needs no proof of identity: its restriction to the user's own machine, and a guest's
 * rights.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormBrowser, Page } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { logIn } from './people.ts';
import { givesNothing } from './refusals.ts';

const GUEST = '/login/guest';
const MINUTE_MS = 60_000;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function logInAsGuest(browser: FormBrowser, from = '/login'): Promise<Page> {
	fixture.passTime(MINUTE_MS);
	await browser.open(from);
	return browser.submit(GUEST);
}

async function nameOf(browser: FormBrowser): Promise<string> {
	return /class="who">.*?<span title="([^"]*)"/s.exec((await browser.open('/account')).text)?.[1] ?? '';
}

describe('docs/security.md a guest', () => {
	test('each guest login creates a new user and session, and opens the dashboard', async () => {
		const [one, other] = [fixture.browser(), fixture.browser()];
		expect((await logInAsGuest(one)).path).toBe('/');
		await logInAsGuest(other);
		const names = [await nameOf(one), await nameOf(other)];
		expect(names).toEqual([
			expect.stringMatching(/^guest-[0-9a-f]{8}$/),
			expect.stringMatching(/^guest-[0-9a-f]{8}$/),
		]);
		expect(names[0]).not.toBe(names[1]);
		expect(one.cookies('/')).toContain('cw_session=');
	});

	test('returns to the previous page, and to no other site', async () => {
		const back = await logInAsGuest(fixture.browser(), '/login?return_to=%2Fopportunities%2Fopp_1%2Fexecute');
		expect(back.path).toBe('/opportunities/opp_1/execute');
		const away = await logInAsGuest(fixture.browser(), '/login?return_to=%2F%2Fevil.example%2F');
		expect([away.leftFor, away.path]).toEqual([undefined, '/']);
	});

	test('a logout ends the guest: the next guest in that browser is another user', async () => {
		const browser = fixture.browser();
		await logInAsGuest(browser);
		const first = await nameOf(browser);
		await browser.submit('/logout');
		await logInAsGuest(browser);
		expect(await nameOf(browser)).not.toBe(first);
	});

	test('the guest’s own audit trail records the login', async () => {
		const browser = fixture.browser();
		await logInAsGuest(browser);
		const trail = (await (await browser.ask('/audit.jsonl')).text()).trimEnd().split('\n');
		expect(trail.map((line) => JSON.parse(line))).toMatchObject([
			{ action: 'login', outcome: 'ok', details: { provider: 'guest', issuer: 'guest', first: true } },
		]);
	});
});

test('CWE-384 a guest login ends the previous user’s session completely', async () => {
	const { browser } = await logIn(fixture, 'ann');
	const [before, csrf] = [
		browser.cookies('/'),
		/name="csrf" value="([^"]+)"/.exec((await browser.open('/account')).text)?.[1] ?? '',
	];
	const held = await fixture.fetch(`${fixture.url}/dashboard/token`, {
		method: 'POST',
		headers: { cookie: before, 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ csrf, access: 'trade' }).toString(),
	});
	const { token } = (await held.json()) as { readonly token: string };
	expect(await fixture.access.tokens.verify(token)).toBeDefined();
	fixture.passTime(MINUTE_MS);
	await fixture.fetch(`${fixture.url}${GUEST}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { cookie: before, 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ csrf }).toString(),
	});
	expect(await fixture.access.tokens.verify(token)).toBeUndefined();
	const again = await fixture.fetch(`${fixture.url}/account`, {
		redirect: 'manual',
		headers: { cookie: before, ...browser.originHeaders },
	});
	expect([again.status, again.headers.get('location')]).toEqual([303, '/login?return_to=%2Faccount']);
});

test('CWE-770 limits guests per address to ten at once, then one every ten seconds', async () => {
	await using crowded = await openFixture();
	const statuses: number[] = [];
	for (let count = 0; count < 12; count += 1) {
		const browser = crowded.browser();
		await browser.open('/login');
		statuses.push((await browser.submit(GUEST)).status);
	}
	expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
	crowded.passTime(10_000);
	const browser = crowded.browser();
	await browser.open('/login');
	expect((await browser.submit(GUEST)).status).toBe(200);
	await logIn(crowded, 'ann');
});

describe('CWE-287 a login without proof on a reachable service, or with real money', () => {
	test.each([
		{ publicUrl: 'https://carrywire.example' },
		{ trustedProxies: ['loopback'] },
		{ mode: 'paper' as const },
		{ mode: 'live' as const },
	])('is neither offered nor accepted: %j', async (options) => {
		await using closed = await openFixture(options);
		const browser = closed.browser();
		const page = await browser.open('/login');
		expect([page.status, page.text.includes('Show the message to sign')]).toEqual([200, true]);
		expect(page.text).not.toContain(GUEST);
		expect([...closed.paths.keys()]).not.toContain(GUEST);
		const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
		const answer = await givesNothing(closed, () =>
			closed.fetch(`${closed.url}${GUEST}`, {
				method: 'POST',
				redirect: 'manual',
				headers: {
					cookie: browser.cookies('/'),
					origin: closed.publicUrl,
					'content-type': 'application/x-www-form-urlencoded',
				},
				body: new URLSearchParams({ csrf }).toString(),
			}),
		);
		expect(answer.status).toBe(404);
		await logIn(closed, 'ann');
	});
});
