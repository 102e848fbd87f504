/**
 * Tests that a login is valid only at its own port, although browsers send its cookies to every port of the host. The
 * tests show what another port can read and set in a real browser, and that the binding does not disturb users of the
 * pages.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { createToken, follow, heading, logOut } from './people-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

let fixture: DashboardFixture;
let ann: Visitor;

beforeAll(async () => {
	fixture = await openDashboardFixture();
	ann = await fixture.visitor({ loggedIn: true });
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

/**
 * Starts a program on another port of the same host. The program records the cookies that it receives and sets the
 * given ones.
 */
async function atAnotherPort(set: readonly string[] = []) {
	const seen: string[] = [];
	const server = createServer(({ headers, url }, response) => {
		if (url === '/') seen.push(headers.cookie ?? '');
		response.setHeader('set-cookie', [...set]);
		response.setHeader('content-type', 'text/html');
		response.end(`<h1>Elsewhere</h1><a href="${fixture.service.url}/connections">back</a>`);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		seen,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

const banner = (page: Page) => page.getByRole('banner');
const logOutButton = (page: Page) => page.getByRole('button', { name: 'Log out', exact: true });

/** Follows a link from one page of the settings to another, which adds exactly one entry to the tab's history. */
async function followWithinSettings(page: Page, name: string): Promise<void> {
	await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
	await page.getByRole('heading', { name, level: 1 }).waitFor();
}

describe('a logged-in user', () => {
	test('stays logged in after a reload, in another tab, on links and on going back', async () => {
		const { page, context } = ann;
		await follow(page, 'Account');
		const name = await banner(page).locator('.who span').getAttribute('title');
		await page.reload();
		await logOutButton(page).waitFor();
		expect(new URL(page.url()).search).toBe('');
		const tab = await context.newPage();
		await tab.goto(`${fixture.service.url}/agents?a=b#end`);
		await tab.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
		expect(await banner(tab).locator('.who span').getAttribute('title')).toBe(name);
		expect(tab.url()).toBe(`${fixture.service.url}/agents?a=b#end`);
		await followWithinSettings(tab, 'Tokens');
		await followWithinSettings(tab, 'Audit');
		await tab.goBack();
		await tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
		await tab.goBack();
		await tab.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
		await tab.goForward();
		await tab.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
		await tab.close();
	});

	test('can send forms and gets tokens for the dashboard', async () => {
		const { page } = ann;
		expect(await createToken(page, 'of a page')).toMatch(/^cw_/);
		await ann.go('/portfolio');
		await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
		await logOutButton(page).waitFor();
		await page.getByText('Log in to see').waitFor({ state: 'detached' });
	});

	test('downloads the audit trail and stays on its page', async () => {
		const { page } = ann;
		await follow(page, 'Audit');
		const [file] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Download all as CSV' }).click(),
		]);
		expect(file.suggestedFilename()).toBe('audit.csv');
		expect(await heading(page)).toBe('Audit');
	});
});

describe('a program at another port', () => {
	test('receives the cookies through a link but cannot use them', async () => {
		await using elsewhere = await atAnotherPort();
		await ann.page.goto(elsewhere.url);
		const [cookie = ''] = elsewhere.seen;
		expect(cookie, 'cookies that the browser sent to another port').toContain('cw_session=');
		for (const path of ['/account', '/tokens', '/audit', '/portfolio']) {
			const answer = await fetch(`${fixture.service.url}${path}`, {
				headers: { cookie },
				redirect: 'manual',
			});
			const text = await answer.text();
			expect([path, text.includes('Log out'), text.includes('name="csrf"')]).toEqual([path, false, false]);
		}
		await ann.go('/account');
		await logOutButton(ann.page).waitFor();
	});

	test('cannot make the owner act under a login that it plants', async () => {
		const stranger = await fixture.visitor({ loggedIn: true });
		const owner = await fixture.visitor({ loggedIn: true });
		const planted = (await stranger.context.cookies(fixture.service.url)).map(
			({ name, value }) => `${name}=${value}; Path=/`,
		);
		await using elsewhere = await atAnotherPort(planted);
		await owner.page.goto(elsewhere.url);
		expect(
			(await owner.context.cookies(fixture.service.url)).find(({ name }) => name === 'cw_session')?.value,
		).toBe(
			(await stranger.context.cookies(fixture.service.url)).find(({ name }) => name === 'cw_session')?.value,
		);
		await owner.page.getByRole('link', { name: 'back' }).click();
		await owner.page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
		expect(new URL(owner.page.url()).pathname).toBe('/login');
		await owner.go('/portfolio');
		await banner(owner.page).getByRole('link', { name: 'Log in' }).waitFor();
		expect(await logOutButton(owner.page).count()).toBe(0);
		await stranger.go('/account');
		await logOut(stranger.page);
	});
});

test('shows that a login page needs JavaScript in a browser without scripts', async () => {
	const reader = await fixture.plain(PHONE_PX);
	await reader.page.goto(`${fixture.service.url}/login`);
	await reader.page.getByRole('heading', { name: 'This page needs JavaScript' }).waitFor();
});

test('shows which cookies to allow, without a redirect loop, if the service never accepts the entry', async () => {
	const reader = await fixture.visitor();
	const entry = `${'0'.repeat(64)}.1.${'a'.repeat(43)}`;
	await reader.page.route('**/door', (route) => route.fulfill({ json: { entry } }));
	// The test does not use `go`, which waits until the page has replaced the door page.
	await reader.page.goto(`${fixture.service.url}/login`);
	await reader.page.getByText('Allow cookies for this address').waitFor();
});

test('causes no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});
