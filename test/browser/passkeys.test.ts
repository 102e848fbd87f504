/**
 * Tests login without a wallet in Chromium: by the operator's link, then by a passkey on a virtual authenticator.
 * Also covers the pages at an address where browsers offer no passkeys.
 */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoginService, startLoginService } from '../support/login-service.ts';
import { takeScreenshot } from './dashboard-fixture.ts';
import { behindTheDoor, openBrowser, type Person, type WatchedBrowser } from './watched-browser.ts';

const DESKTOP_PX = 1_200;
let service: LoginService;
let browser: WatchedBrowser;

beforeAll(async () => {
	service = await startLoginService();
	browser = await openBrowser();
});
afterAll(async () => {
	await browser?.[Symbol.asyncDispose]();
	await service?.[Symbol.asyncDispose]();
});

const atLocalhost = (path: string) => `${service.url.replace('127.0.0.1', 'localhost')}${path}`;
const newLink = async () => (await service.access.operatorLinks.issue('owner')).url;
const nameOf = (page: Page) => page.locator('.who span').textContent();

/** Adds an authenticator that stores passkeys and verifies its user, like one built into a laptop. */
async function withAuthenticator({ page, context }: Person): Promise<{
	readonly session: CDPSession;
	readonly authenticatorId: string;
}> {
	const session = await context.newCDPSession(page);
	await session.send('WebAuthn.enable');
	const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return { session, authenticatorId };
}

test('logs in by a link, adds a passkey, and logs in with it after a logout', async () => {
	await using person = await browser.person({ script: true, width: DESKTOP_PX });
	const { page } = person;
	const { session, authenticatorId } = await withAuthenticator(person);
	const link = await newLink();
	expect(new URL(link).hostname).toBe('localhost');

	await page.goto(link);
	await expect.poll(() => page.getByLabel('Link').inputValue()).toBe(link.split('#')[1]);
	expect(new URL(page.url()).hash).toBe('');
	expect(
		await page.locator('button:focus').count(),
		'focused buttons, because a key press may be meant for another page',
	).toBe(0);
	await takeScreenshot(page, 'login-link');
	await page.getByRole('button', { name: 'Log in with the link' }).click();
	await page.getByRole('button', { name: 'Log out' }).waitFor();
	expect(await nameOf(page)).toBe('owner');

	await page.goto(atLocalhost('/account'));
	await page.getByRole('link', { name: 'Manage passkeys' }).click();
	await page.getByRole('heading', { name: 'Passkeys', level: 1 }).waitFor();
	await page.getByText('You have no passkey.').waitFor();
	await takeScreenshot(page, 'account-no-passkey');
	await page.getByLabel('Name').fill('laptop');
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.getByRole('cell', { name: 'laptop' }).waitFor();
	await takeScreenshot(page, 'account-passkey');
	const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
	expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

	// The page must refuse a second passkey on the same authenticator.
	await page.getByLabel('Name').fill('laptop again');
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.getByText('This authenticator already has your passkey for this address.').waitFor();
	await takeScreenshot(page, 'passkey-known');

	await page.getByRole('button', { name: 'Log out' }).click();
	await page.getByRole('heading', { name: 'With a passkey' }).waitFor();
	await takeScreenshot(page, 'login-passkey');
	await page.getByRole('button', { name: 'Log in with a passkey' }).click();
	await page.getByRole('button', { name: 'Log out' }).waitFor();
	expect(await nameOf(page)).toBe('owner');

	// The page must refuse an authenticator that does not verify its user, and let the user try again.
	await page.getByRole('button', { name: 'Log out' }).click();
	await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
	await page.getByRole('button', { name: 'Log in with a passkey' }).click();
	await page.getByText('The passkey did not respond').waitFor();
	await takeScreenshot(page, 'passkey-refused');
	await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
	await page.getByRole('button', { name: 'Use the passkey' }).click();
	await page.getByRole('button', { name: 'Log out' }).waitFor();

	await page.goto(atLocalhost('/account'));
	await page.getByText('You have 1 passkey.').waitFor();
	await page.getByRole('link', { name: 'Manage passkeys' }).click();
	await page.getByRole('button', { name: 'Remove' }).click();
	await page.getByText('You have no passkey.').waitFor();
	expect(person.complaints).toEqual([]);
});

test('reports a login link that was already used', async () => {
	await using person = await browser.person({ script: true, width: DESKTOP_PX });
	const { page } = person;
	const link = await newLink();
	await page.goto(link);
	await page.getByRole('button', { name: 'Log in with the link' }).click();
	await page.getByRole('button', { name: 'Log out' }).waitFor();
	await page.goto('about:blank');
	await page.goto(link);
	await page.getByRole('button', { name: 'Log in with the link' }).click();
	await page.getByText('This login link was used', { exact: false }).first().waitFor();
	await takeScreenshot(page, 'login-link-used');
	expect(person.complaints).toEqual([]);
});

test('explains at 127.0.0.1 where passkeys work and links there', async () => {
	await using person = await browser.person({ script: true, width: DESKTOP_PX });
	const { page } = person;
	await page.goto(`${service.url}/login?return_to=%2Ftokens`);
	await page.getByText('Browsers offer passkeys only at localhost and on https sites.').waitFor();
	await takeScreenshot(page, 'login-no-passkey');
	await page.getByRole('link', { name: /^Open this page at localhost:\d+$/ }).click();
	await page.waitForURL(atLocalhost('/login?return_to=%2Ftokens'));
	await behindTheDoor(page);
	await takeScreenshot(page, 'login-localhost');

	// After a login at 127.0.0.1 by a pasted link, the passkey page must also say where browsers offer passkeys.
	await page.goto(`${service.url}/login?return_to=%2Faccount%2Fpasskeys`);
	await page.getByLabel('Link').fill(await newLink());
	await page.getByRole('button', { name: 'Log in with the link' }).click();
	await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
	expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
	await takeScreenshot(page, 'account-127');
	await page.getByRole('link', { name: /^Open this page at localhost:\d+$/ }).click();
	await page.waitForURL((url) => url.hostname === 'localhost');
	expect(person.complaints).toEqual([]);
});
