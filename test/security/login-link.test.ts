/**
 * Tests login by an operator's link. The link works once, for ten minutes, and only a click on the button uses it up.
 */
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

/** Returns the code in a new link, which the page's script reads from the URL. */
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
	test('logs the browser in as the user of carrywire token, and records the login in the audit trail', async () => {
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

	test('returns to the previous page when pasted on the login page, and to no other site', async () => {
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
	])('is accepted where guests are refused: %j', async (options) => {
		await using other = await openFixture(options);
		const browser = other.browser();
		await follow(browser, await newCode(other));
		expect(await nameOf(browser)).toBe('owner');
	});

	test('logs the browser’s previous user out', async () => {
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

describe('RFC 9110 9.2.1 a link opened without a press of the button', () => {
	test.each(['GET', 'HEAD'])('%s by a preview or a prefetch does not use the link up', async (method) => {
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

	test('a form of another site does not use the link up', async () => {
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

describe('CWE-294 an invalid login link', () => {
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

test('CWE-307 slows guesses of login links after five, and accepts the real one after the wait', async () => {
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
