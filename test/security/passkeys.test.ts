/** Tests passkeys on the pages: creation, login, removal, and the refused cases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FormBrowser, formBrowser, unescaped } from '../support/form-browser.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '../support/software-authenticator.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { logIn, manage, pageToken } from './people.ts';
import { givesNothing } from './refusals.ts';

const ANSWER = '/login/passkey/answer';
const MINUTE_MS = 60_000;

let fixture: Fixture;

beforeAll(async () => {
	fixture = await openFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Returns the service's address under `localhost`, where browsers offer passkeys. */
function passkeySite(at: Fixture): string {
	return at.publicUrl.replace('127.0.0.1', 'localhost');
}

function browserAt(at: Fixture): FormBrowser {
	const origin = at.url.replace('127.0.0.1', 'localhost');
	return formBrowser(origin, { publicOrigin: passkeySite(at), fetch: at.fetch });
}

async function followLink(at: Fixture, browser: FormBrowser, userName = 'owner'): Promise<void> {
	const code = (await at.access.operatorLinks.issue(userName)).url.split('#')[1] ?? '';
	at.traffic.note(code, 'a login link');
	await browser.open('/login/link');
	await browser.submit('/login/link', { link_code: code });
}

const optionsOf = (text: string): unknown =>
	JSON.parse(unescaped(/data-options="([^"]*)"/.exec(text)?.[1] ?? 'null'));

async function makePasskey(browser: FormBrowser, device: SoftwareAuthenticator, name = 'my key') {
	await browser.open('/account/passkeys');
	const page = await browser.submit('/account/passkeys', { name });
	return browser.submit('/account/passkeys/answer', { passkey_answer: device.make(optionsOf(page.text)) });
}

async function usePasskey(browser: FormBrowser, device: SoftwareAuthenticator, from = '/login') {
	await browser.open(from);
	const page = await browser.submit('/login/passkey');
	return browser.submit(ANSWER, { passkey_answer: device.use(optionsOf(page.text)) });
}

async function nameOf(browser: FormBrowser): Promise<string> {
	return /class="who">.*?<span title="([^"]*)"/s.exec((await browser.open('/account')).text)?.[1] ?? '';
}

/** Creates a user with a passkey who is logged out. */
async function loggedOut(at: Fixture, userName: string) {
	const browser = browserAt(at);
	const device = softwareAuthenticator(passkeySite(at));
	await followLink(at, browser, userName);
	await makePasskey(browser, device);
	await browser.submit('/logout');
	return { browser, device };
}

describe('docs/security.md a passkey', () => {
	test.each([
		['beside a loopback address', {}],
		['in paper mode', { mode: 'paper' as const }],
		['in live mode', { mode: 'live' as const }],
		['at an https name', { publicUrl: 'https://carrywire.example' }],
	])(
		'%s: a login link logs in, the user creates a passkey, and the next login needs no link',
		async (_, options) => {
			await using at = await openFixture(options);
			const browser = browserAt(at);
			const device = softwareAuthenticator(passkeySite(at));
			await followLink(at, browser);
			expect((await browser.open('/login')).path).toBe('/');
			const account = await makePasskey(browser, device, 'laptop');
			expect([account.path, account.text.includes('laptop')]).toEqual(['/account/passkeys', true]);
			await browser.submit('/logout');
			const back = await usePasskey(browser, device, '/login?return_to=%2Ftokens');
			expect(back.path).toBe('/tokens');
			expect(await nameOf(browser)).toBe('owner');
			const trail = (await at.access.audit.list({ userId: await userIdOf(browser), limit: 100 })).map(
				({ action, outcome, details }) => ({ action, outcome, details }),
			);
			expect(trail).toEqual(
				expect.arrayContaining([
					{ action: 'passkey.add', outcome: 'ok', details: { name: 'laptop' } },
					{
						action: 'login',
						outcome: 'ok',
						details: { provider: 'passkey', passkey: expect.stringMatching(/^pk_[0-9a-f]{16}$/) },
					},
				]),
			);
		},
	);

	test('logs in the wallet user who created it', async () => {
		await using at = await openFixture({ publicUrl: 'https://carrywire.example' });
		const { browser, userId } = await logIn(at, 'ann');
		const device = softwareAuthenticator(at.publicUrl);
		await makePasskey(browser, device);
		const other = at.browser();
		await usePasskey(other, device);
		expect(await userIdOf(other)).toBe(userId);
	});

	test('logs nobody in after its removal, which the audit trail records', async () => {
		const { browser, device } = await loggedOut(fixture, 'removing');
		await usePasskey(browser, device);
		const account = await browser.open('/account/passkeys');
		const [path = ''] = /\/account\/passkeys\/pk_[0-9a-f]{16}\/remove/.exec(account.text) ?? [];
		expect((await browser.submit(path)).text).toContain('You have no passkey.');
		const [entry] = await fixture.access.audit.list({ userId: await userIdOf(browser), limit: 1 });
		expect(entry).toMatchObject({ action: 'passkey.remove', outcome: 'ok', subject: path.split('/')[3] });
		const another = await loggedOut(fixture, 'staying');
		const refused = await givesNothing(fixture, () => usePasskey(another.browser, device));
		expect([refused.status, refused.text.includes('Passkey login failed')]).toEqual([401, true]);
		fixture.passTime(MINUTE_MS);
	});

	test('is not available to guests, because nobody can log in as the same guest again', async () => {
		const browser = browserAt(fixture);
		await browser.open('/login');
		fixture.passTime(MINUTE_MS);
		await browser.submit('/login/guest');
		const account = await browser.open('/account');
		expect(await manage({ browser }, 'get_account')).toMatchObject({ is_guest: true });
		const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(account.text) ?? [];
		const answer = await fixture.fetch(`${passkeySite(fixture)}/account/passkeys`, {
			method: 'POST',
			redirect: 'manual',
			headers: {
				cookie: browser.cookies('/'),
				'content-type': 'application/x-www-form-urlencoded',
			},
			body: new URLSearchParams({ csrf, name: 'key' }).toString(),
		});
		expect([answer.status, (await answer.text()).includes('A guest cannot have passkeys')]).toEqual([
			400,
			true,
		]);
	});

	test('an invalid name is refused with the rule', async () => {
		const browser = browserAt(fixture);
		await followLink(fixture, browser, 'naming');
		await browser.open('/account/passkeys');
		const page = await browser.submit('/account/passkeys', { name: '<b>' });
		expect([page.status, page.text.includes('must be 1 to 64 letters')]).toEqual([400, true]);
	});
});

describe('WebAuthn 5.1.3 an address at which browsers offer no passkeys', () => {
	test('127.0.0.1: the pages explain it and link to the same page at localhost', async () => {
		const browser = fixture.browser();
		const login = await browser.open('/login?return_to=%2Ftokens');
		expect(login.text).toContain(`href="${passkeySite(fixture)}/login?return_to=%2Ftokens"`);
		expect(login.text).not.toContain('action="/login/passkey"');
		const { browser: ann } = await logIn(fixture, 'ann');
		const account = await ann.open('/account/passkeys');
		expect(account.text).toContain(
			'Browsers offer passkeys only at <code>localhost</code> and on https sites.',
		);
		expect(account.text).toContain(`href="${passkeySite(fixture)}/account/passkeys"`);
		expect(account.text).not.toContain('action="/account/passkeys"');
	});

	test('localhost: the page links wallet users to the service’s public name', async () => {
		const page = await browserAt(fixture).open('/login?return_to=%2Ftokens');
		expect(page.text).toContain(`href="${fixture.publicUrl}/login?return_to=%2Ftokens"`);
		expect(page.text).not.toContain('action="/login/wallet/wallet"');
	});

	test('an https IP address: the page names the setting to change', async () => {
		await using at = await openFixture({ publicUrl: 'https://192.0.2.1' });
		const { browser } = await logIn(at, 'ann');
		expect((await browser.open('/account/passkeys')).text).toContain(
			'set <code>server.publicUrl</code> to an https address with a host name',
		);
		await browser.submit('/logout');
		expect((await browser.open('/login')).text).not.toContain('passkey');
	});
});

describe('WebAuthn 13.4.3 the answer of an authenticator', () => {
	test('is accepted once', async () => {
		const { browser, device } = await loggedOut(fixture, 'replayed');
		await browser.open('/login');
		const page = await browser.submit('/login/passkey');
		const passkey_answer = device.use(optionsOf(page.text), { counter: 0 });
		expect((await browser.submit(ANSWER, { passkey_answer })).status).toBe(200);
		await browser.submit('/logout');
		await browser.open('/login');
		await browser.submit('/login/passkey');
		const again = await givesNothing(fixture, () => browser.submit(ANSWER, { passkey_answer }));
		expect(again.status).toBe(401);
		fixture.passTime(MINUTE_MS);
	});

	test('is accepted only in the browser that requested it', async () => {
		const { browser, device } = await loggedOut(fixture, 'elsewhere');
		await browser.open('/login');
		const asked = await browser.submit('/login/passkey');
		const other = browserAt(fixture);
		await other.open('/login');
		await other.submit('/login/passkey');
		const passkey_answer = device.use(optionsOf(asked.text));
		const refused = await givesNothing(fixture, () => other.submit(ANSWER, { passkey_answer }));
		expect(refused.status).toBe(401);
		fixture.passTime(MINUTE_MS);
	});
});

test('CWE-307 slows guesses of passkeys after five', async () => {
	await using guessed = await openFixture();
	const { browser, device } = await loggedOut(guessed, 'owner');
	const statuses: number[] = [];
	for (let count = 0; count < 7; count += 1) {
		await browser.open('/login');
		await browser.submit('/login/passkey');
		statuses.push((await browser.submit(ANSWER, { passkey_answer: `{"id":"${count}"}` })).status);
	}
	expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
	guessed.passTime(MINUTE_MS);
	expect((await usePasskey(browser, device)).path).toBe('/');
});

async function userIdOf(browser: FormBrowser): Promise<string> {
	// The test uses a read token, because issuing a manage token would add an entry to the audit trail.
	const { result } = await browser.call(await pageToken({ browser }, 'read'), 'get_account');
	return (result as { readonly user_id: string }).user_id;
}
