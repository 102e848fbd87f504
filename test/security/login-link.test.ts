/** A login by a link of the operator: it counts once, for ten minutes, and only a person who presses the button uses it up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormBrowser, Page } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { logIn, manage } from './people.ts';
import { givesNothing } from './refusals.ts';

const LINK = '/login/link';
const MINUTE_MS = 60_000;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** The code of a new link, as the page's script takes it out of the address. */
async function newCode(at: Fixture, userName = 'owner'): Promise<string> {
	const { url } = await at.access.operatorLinks.issue(userName);
	const code = url.split('#')[1] ?? '';
	at.traffic.note(code, 'a login link');
	return code;
}

async function follow(browser: FormBrowser, code: string, from = LINK): Promise<Page> {
	await browser.open(from);
	return browser.submit(LINK, { link_code: code });
}

async function nameOf(browser: FormBrowser): Promise<string> {
	return /class="who">.*?<span title="([^"]*)"/s.exec((await browser.open('/account')).text)?.[1] ?? '';
}

describe('docs/security.md a login link', () => {
	test('logs the browser in as the user of carrywire token, with the login in the audit trail', async () => {
		const browser = fixture.browser();
		expect((await follow(browser, await newCode(fixture))).path).toBe('/');
		expect(await nameOf(browser)).toBe('owner');
		const { userId } = await fixture.access.tokens.issue({
			userName: 'owner',
			name: 'cli',
			scopes: ['arb:read'],
			ttlMs: MINUTE_MS,
		});
		expect(await manage({ browser }, 'get_account')).toMatchObject({ user_id: userId });
		const trail = (await (await browser.ask('/audit.jsonl')).text()).trimEnd().split('\n');
		expect(trail.map((line) => JSON.parse(line))).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ action: 'login', outcome: 'ok', details: { provider: 'link' } }),
				expect.objectContaining({ action: 'login.link', actor: 'operator' }),
			]),
		);
	});

	test('pasted on the page of the login it leads back to where one was, and to no other site', async () => {
		const back = await follow(fixture.browser(), await newCode(fixture), '/login?return_to=%2Ftokens');
		expect(back.path).toBe('/tokens');
		const away = await follow(
			fixture.browser(),
			await newCode(fixture),
			`${LINK}?return_to=%2F%2Fevil.example%2F`,
		);
		expect([away.leftFor, away.path]).toEqual([undefined, '/']);
	});

	test.each([
		{ mode: 'paper' as const },
		{ mode: 'live' as const },
		{ publicUrl: 'https://carrywire.example' },
	])('is taken where guests are not: %j', async (options) => {
		await using other = await openFixture(options);
		const browser = other.browser();
		await follow(browser, await newCode(other));
		expect(await nameOf(browser)).toBe('owner');
	});

	test('who was logged in in that browser is not any more', async () => {
		const { browser } = await logIn(fixture, 'ann');
		const before = browser.cookies('/');
		const now = await nameOf(browser);
		expect((await browser.open(LINK)).text).toContain(`You are logged in as ${now}.`);
		await follow(browser, await newCode(fixture));
		expect(await nameOf(browser)).toBe('owner');
		const again = await fixture.fetch(`${fixture.url}/account`, {
			redirect: 'manual',
			headers: { cookie: before },
		});
		expect(again.status).toBe(303);
	});
});

describe('RFC 9110 9.2.1 a link that is only opened', () => {
	test.each(['GET', 'HEAD'])('%s by a preview or a prefetch uses nothing up', async (method) => {
		const code = await newCode(fixture);
		for (const address of [LINK, `${LINK}?link_code=${code}`, `${LINK}?code=${code}`]) {
			const answer = await givesNothing(fixture, () => fixture.fetch(`${fixture.url}${address}`, { method }));
			expect(answer.status).toBe(200);
			expect(await answer.text()).not.toContain(code);
		}
		const browser = fixture.browser();
		await follow(browser, code);
		expect(await nameOf(browser)).toBe('owner');
	});

	test('a form of another site uses nothing up', async () => {
		const code = await newCode(fixture);
		const answer = await givesNothing(fixture, () =>
			fixture.fetch(`${fixture.url}${LINK}`, {
				method: 'POST',
				redirect: 'manual',
				headers: {
					origin: 'https://evil.example',
					'content-type': 'application/x-www-form-urlencoded',
				},
				body: new URLSearchParams({ link_code: code }).toString(),
			}),
		);
		expect(answer.status).toBe(403);
		const browser = fixture.browser();
		await follow(browser, code);
		expect(await nameOf(browser)).toBe('owner');
	});
});

describe('CWE-294 a login link that does not count', () => {
	test.each([
		['used', async (code: string) => void (await follow(fixture.browser(), code))],
		['older than ten minutes', async () => fixture.passTime(10 * MINUTE_MS)],
		['replaced by a newer one', async () => void (await newCode(fixture))],
	])('%s', async (_, spoil) => {
		const code = await newCode(fixture);
		await spoil(code);
		const browser = fixture.browser();
		await browser.open(LINK);
		const page = await givesNothing(fixture, () => browser.submit(LINK, { link_code: code }));
		expect([page.status, page.path]).toEqual([401, LINK]);
		expect(page.text).toContain('Run carrywire login-link for another.');
		expect(page.text).not.toContain(code);
		fixture.passTime(MINUTE_MS);
	});
});

test('CWE-307 login links that are guessed in bulk: five free, then ever slower, and the real one counts after the wait', async () => {
	await using guessed = await openFixture();
	const code = await newCode(guessed);
	const browser = guessed.browser();
	await browser.open(LINK);
	const statuses: number[] = [];
	for (let count = 0; count < 8; count += 1) {
		const wrong = `cwl_${String(count).repeat(43)}`;
		statuses.push((await browser.submit(LINK, { link_code: wrong })).status);
		await browser.open(LINK);
	}
	expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
	expect((await browser.submit(LINK, { link_code: code })).status).toBe(429);
	guessed.passTime(MINUTE_MS);
	await follow(browser, code);
	expect(await nameOf(browser)).toBe('owner');
});
