/** Tests that a wallet signature logs a user in once, at this service, in this browser, within five minutes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormBrowser, Page } from '../support/form-browser.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { askToSign, logIn, manage, walletOf } from './people.ts';
import { givesNothing } from './refusals.ts';

const MINUTE_MS = 60_000;
const SIGNED = '/login/wallet/wallet/signed';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
/** Failures slow an address down, so each test starts after they have expired. */
beforeEach(() => fixture.passTime(61 * MINUTE_MS));

const ann = walletOf('ann');

/** Returns a browser that shows the message for a wallet, and the message. */
async function asked(wallet = ann): Promise<{ readonly browser: FormBrowser; readonly message: string }> {
	const browser = fixture.browser();
	return { browser, message: (await askToSign(browser, wallet.address)).message };
}

async function sent(browser: FormBrowser, message: string, wallet = ann): Promise<Page> {
	return browser.submit(SIGNED, { message, signature: await wallet.signMessage({ message }) });
}

/** Expects a page with the message, no login cookie, and no logged-in user. */
async function expectRefused(browser: FormBrowser, page: Page, sentence: RegExp): Promise<void> {
	expect({ status: page.status, leftFor: page.leftFor }).toEqual({ status: 401, leftFor: undefined });
	expect(page.text).toMatch(sentence);
	expect(browser.cookies('/')).not.toContain('cw_session');
	expect((await browser.open('/account')).path).toMatch(/^\/login\?/);
}

test('EIP-4361 accepts a valid message, the control case for each refusal below', async () => {
	const { browser, message } = await asked();
	expect((await sent(browser, message)).path).toBe('/');
	expect(browser.cookies('/')).toContain('cw_session=');
});

describe('EIP-4361 nonce reuse', () => {
	test('refuses a used message in the same browser', async () => {
		const { browser, message } = await asked();
		const signature = await ann.signMessage({ message });
		const again = fixture.browser();
		await again.open('/login');
		await browser.submit(SIGNED, { signature });
		await browser.open('/account');
		await browser.submit('/logout');
		await askToSign(browser, ann.address);
		const page = await givesNothing(fixture, () => browser.submit(SIGNED, { message, signature }));
		await expectRefused(browser, page, /nonce of the message is unknown, already used/);
	});

	test('a wrong signature uses the nonce up too', async () => {
		const { browser, message } = await asked();
		const wrong = await walletOf('mallory').signMessage({ message });
		await expectRefused(browser, await browser.submit(SIGNED, { signature: wrong }), /signature/);
		await askToSign(browser, ann.address);
		const page = await givesNothing(fixture, () => sent(browser, message));
		await expectRefused(browser, page, /nonce of the message is unknown, already used/);
	});

	test('accepts one of several parallel logins', async () => {
		const { browser, message } = await asked();
		const signature = await ann.signMessage({ message });
		const before = fixture.given();
		const headers = { cookie: browser.cookies('/'), 'content-type': 'application/x-www-form-urlencoded' };
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.open('/login')).text) ?? [];
		const body = new URLSearchParams({ csrf, message, signature, return_to: '/' }).toString();
		const answers = await Promise.all(
			Array.from({ length: 6 }, () =>
				fixture.fetch(`${fixture.url}${SIGNED}`, { method: 'POST', redirect: 'manual', headers, body }),
			),
		);
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
		expect(fixture.given()).toBe(before + 1);
	});

	test.each([
		['that was never issued', 'f'.repeat(32)],
		['that is empty', ''],
		['that is short', 'abc'],
		['named like a JavaScript built-in', '__proto__'],
	])('refuses a nonce %s', async (_what, nonce) => {
		const { browser, message } = await asked();
		const page = await givesNothing(fixture, () =>
			sent(browser, message.replace(/^Nonce: .*$/m, `Nonce: ${nonce}`)),
		);
		await expectRefused(browser, page, /nonce of the message is unknown|not an EIP-4361 version 1 message/);
	});
});

describe('EIP-4361 wrong domain', () => {
	test.each([
		['another site', () => 'evil.example'],
		['another port', () => '127.0.0.1:1'],
		['no port', () => '127.0.0.1'],
		['a subdomain', (host: string) => `a.${host}`],
		['a longer host name', (host: string) => `${host}.evil.example`],
		['a user name before the host', (host: string) => `evil@${host}`],
		['another scheme', (host: string) => `https://${host}`],
		['localhost', (host: string) => host.replace('127.0.0.1', 'localhost')],
	])('%s', async (_what, change) => {
		const { browser, message } = await asked();
		const host = new URL(fixture.publicUrl).host;
		const page = await givesNothing(fixture, () =>
			sent(browser, message.replace(`${host} wants`, `${change(host)} wants`)),
		);
		await expectRefused(browser, page, /must be for/);
	});
});

describe('EIP-4361 wrong URI', () => {
	test.each([
		['another site', () => 'https://evil.example'],
		['a path of ours', () => `${fixture.publicUrl}/login`],
		['another port', () => 'http://127.0.0.1:1'],
		['another scheme', () => fixture.publicUrl.replace('http:', 'https:')],
	])('%s', async (_what, uri) => {
		const { browser, message } = await asked();
		const page = await givesNothing(fixture, () =>
			sent(browser, message.replace(/^URI: .*$/m, `URI: ${uri()}`)),
		);
		await expectRefused(browser, page, /URI of the message/);
	});
});

describe('EIP-4361 another chain, version, address, or more than a login', () => {
	test.each([
		['another chain', (text: string) => text.replace('Chain ID: 1', 'Chain ID: 137'), /chain of the message/],
		[
			'another version',
			(text: string) => text.replace('Version: 1', 'Version: 2'),
			/not an EIP-4361 version 1 message/,
		],
		['resources', (text: string) => `${text}\nResources:\n- https://evil.example`, /must not list resources/],
		['an additional field', (text: string) => `${text}\nGrant: all`, /not an EIP-4361 version 1 message/],
		['a preceding line', (text: string) => `Hello\n${text}`, /not an EIP-4361 version 1 message/],
	])('%s', async (_what, change, sentence) => {
		const { browser, message } = await asked();
		await expectRefused(browser, await givesNothing(fixture, () => sent(browser, change(message))), sentence);
	});

	test('refuses a message for one wallet signed by another', async () => {
		const { browser, message } = await asked();
		const page = await givesNothing(fixture, () => sent(browser, message, walletOf('mallory')));
		await expectRefused(browser, page, /signature/);
	});

	test('refuses a message changed to name another wallet', async () => {
		const { browser, message } = await asked(walletOf('mallory'));
		const changed = message.replace(walletOf('mallory').address, ann.address);
		const signature = await walletOf('mallory').signMessage({ message });
		const page = await givesNothing(fixture, () => browser.submit(SIGNED, { message: changed, signature }));
		await expectRefused(browser, page, /signature/);
	});

	test.each([
		'',
		'0x',
		'0x00',
		`0x${'0'.repeat(130)}`,
		`0x${'f'.repeat(130)}`,
		`0x${'a'.repeat(40_000)}`,
		'null',
	])('signature %#', async (signature) => {
		const { browser } = await asked();
		const page = await givesNothing(fixture, () => browser.submit(SIGNED, { signature }));
		await expectRefused(browser, page, /signature/i);
	});
});

describe('EIP-4361 and OpenID Connect Core 15.5.2 another browser’s nonce', () => {
	test('a message requested in another browser logs nobody in here (login CSRF)', async () => {
		const mallory = walletOf('mallory');
		const { message } = await asked(mallory);
		const signature = await mallory.signMessage({ message });
		const victim = fixture.browser();
		await askToSign(victim, ann.address);
		const page = await givesNothing(fixture, () => victim.submit(SIGNED, { message, signature }));
		await expectRefused(victim, page, /from another browser/);
	});

	test('a stolen signature does not work in another browser', async () => {
		const { browser, message } = await asked();
		const signature = await ann.signMessage({ message });
		const thief = fixture.browser();
		await askToSign(thief, ann.address);
		const page = await givesNothing(fixture, () => thief.submit(SIGNED, { message, signature }));
		await expectRefused(thief, page, /from another browser/);
		expect((await browser.submit(SIGNED, { signature })).path).toBe('/');
	});

	test('a message from before a login does not work after it', async () => {
		const { browser, message } = await asked();
		const signature = await ann.signMessage({ message });
		await logIn(fixture, 'bob', { browser });
		await browser.submit('/logout');
		await askToSign(browser, ann.address);
		const page = await givesNothing(fixture, () => browser.submit(SIGNED, { message, signature }));
		await expectRefused(browser, page, /from another browser/);
	});
});

describe('EIP-4361 an expired message', () => {
	test('is refused after five minutes', async () => {
		const { browser, message } = await asked();
		fixture.passTime(5 * MINUTE_MS + 1_000);
		const page = await givesNothing(fixture, () => sent(browser, message));
		await expectRefused(browser, page, /expired|older than/);
	});

	test('is refused then even if it states a later expiry or none', async () => {
		for (const change of [
			(text: string) => text.replace(/^Expiration Time: .*$/m, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
			(text: string) => text.replace(/\nExpiration Time: .*$/m, ''),
			(text: string) =>
				text
					.replace(/^Issued At: .*$/m, `Issued At: ${new Date(Date.now() + 10 * MINUTE_MS).toISOString()}`)
					.replace(/^Expiration Time: .*$/m, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
		]) {
			const { browser, message } = await asked();
			const changed = change(message);
			fixture.passTime(10 * MINUTE_MS);
			const page = await givesNothing(fixture, () => sent(browser, changed));
			await expectRefused(browser, page, /expired|older than|nonce of the message is unknown/);
		}
	});

	test('is refused before it becomes valid', async () => {
		const { browser, message } = await asked();
		const later = new Date(Date.now() + 4 * MINUTE_MS).toISOString();
		const page = await givesNothing(fixture, () => sent(browser, `${message}\nNot Before: ${later}`));
		await expectRefused(browser, page, /not valid yet/);
	});
});

describe('CWE-384 session fixation', () => {
	test('a login changes every cookie of the browser, and the old ones become worthless', async () => {
		const { browser, message } = await asked();
		const before = browser.cookies('/');
		await sent(browser, message);
		const after = browser.cookies('/');
		const values = (text: string) => text.split('; ').map((pair) => pair.split('=')[1]);
		expect(values(after).filter((value) => values(before).includes(value))).toEqual([]);
		const thief = fixture.browser();
		for (const pair of before.split('; ')) thief.setCookie(`${pair}; Path=/`);
		expect((await thief.open('/account')).path).toMatch(/^\/login\?/);
	});

	test('a login does not use a planted session', async () => {
		const mallory = await logIn(fixture, 'mallory');
		const planted = mallory.browser.cookies('/');
		const victim = fixture.browser();
		for (const pair of planted.split('; ')) victim.setCookie(`${pair}; Path=/`);
		expect((await victim.open('/account')).path).toBe('/login?return_to=%2Faccount');
		const person = await logIn(fixture, 'ann', { browser: victim });
		expect(await manage(mallory, 'get_account')).not.toMatchObject({ user_id: person.userId });
		expect(victim.cookies('/')).not.toBe(planted);
	});

	test('two cookies with the same name are ignored', async () => {
		const person = await logIn(fixture, 'ann');
		const cookie = person.browser.cookies('/');
		const other = await logIn(fixture, 'mallory');
		const answer = await fixture.fetch(`${fixture.url}/account`, {
			redirect: 'manual',
			headers: { cookie: `${other.browser.cookies('/')}; ${cookie}` },
		});
		expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?return_to=%2Faccount']);
	});

	test('a login ends after two idle hours, after twelve hours, and in all browsers at once on request', async () => {
		const idle = await logIn(fixture, 'ann');
		fixture.passTime(2 * 60 * MINUTE_MS + 1_000);
		expect((await idle.browser.open('/account')).path).toMatch(/^\/login\?/);
		const busy = await logIn(fixture, 'ann');
		for (let hour = 0; hour < 11; hour += 1) {
			fixture.passTime(60 * MINUTE_MS);
			expect((await busy.browser.open('/account')).path).toBe('/account');
		}
		fixture.passTime(61 * MINUTE_MS);
		expect((await busy.browser.open('/account')).path).toMatch(/^\/login\?/);
		const [first, second] = [await logIn(fixture, 'ann'), await logIn(fixture, 'ann')];
		await first.browser.ask('/account/log-out-everywhere');
		expect((await second.browser.open('/account')).path).toMatch(/^\/login\?/);
	});
});

describe('RFC 9700 4.11 open redirect after the login', () => {
	const places = [
		'https://evil.example/',
		'//evil.example/',
		'///evil.example/',
		'/\\evil.example/',
		'\\\\evil.example/',
		'/\t/evil.example/',
		'\t//evil.example/',
		'/\n/evil.example/',
		'/%0d%0aLocation:https://evil.example\r\n',
		'/ok\r\nSet-Cookie: cw_session=x',
		' //evil.example/',
		'javascript:alert(1)',
		'data:text/html,x',
		'http:evil.example',
		'evil.example',
		'@evil.example',
		'/account\u0000//evil.example',
		'/ａccount',
		'',
	];

	test.each(places)('refuses %j, in the query', async (place) => {
		const person = await logIn(fixture, 'ann', { from: `/login?return_to=${encodeURIComponent(place)}` });
		expect(person.landed).toBe('/');
		const again = await person.browser.open(`/login?return_to=${encodeURIComponent(place)}`);
		expect([again.leftFor, again.path]).toEqual([undefined, '/']);
	});

	test.each(places)('refuses %j, put into the form', async (place) => {
		const browser = fixture.browser();
		const { message } = await askToSign(browser, ann.address);
		const signature = await ann.signMessage({ message });
		const page = await browser.submit(SIGNED, { signature, return_to: place });
		expect([page.leftFor, page.path]).toEqual([undefined, '/']);
	});

	test('follows a path of ours, even an unusual one', async () => {
		for (const place of ['/tokens', '/audit?before=7', '/.//evil.example/', '/agents/..//evil.example']) {
			const browser = fixture.browser();
			const { message } = await askToSign(
				browser,
				ann.address,
				`/login?return_to=${encodeURIComponent(place)}`,
			);
			const page = await browser.submit(SIGNED, { signature: await ann.signMessage({ message }) });
			expect(page.leftFor).toBeUndefined();
		}
	});

	test('a logout leads to our own login, whatever target the request names', async () => {
		const { browser } = await logIn(fixture, 'ann');
		const page = await browser.submit('/logout', {
			return_to: 'https://evil.example/',
			post_logout_redirect_uri: 'https://evil.example/',
		});
		expect([page.leftFor, page.path]).toEqual([undefined, '/login']);
	});
});
