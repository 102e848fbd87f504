import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { type DashboardFixture, DESKTOP_PX, openDashboardFixture } from './dashboard-fixture.ts';
import { goConnected, pasteToken } from './opening-steps.ts';
import { logOut } from './people-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture({}, ['--port', String(await lastingPort())]);
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

describe('the frame of the dashboard', () => {
	test.each([
		['light', DESKTOP_PX],
		['dark', DESKTOP_PX],
		['light', PHONE_PX],
	] as const)(
		'shows public pages without a login, %s, %s px wide, without a barrier or a complaint',
		async (scheme, width) => {
			const { page, go, barriers, capture } = await fixture.visitor({ scheme, width });
			await go('/');
			await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
			await page.getByText('Simulated').first().waitFor();
			await capture('frame');
			expect(await barriers()).toEqual([]);
			expect(await page.getByRole('link', { name: 'Exchanges' }).count()).toBe(0);
			expect(fixture.complaints()).toEqual([]);
		},
	);

	test('changes pages without a page load, marks the current one, and supports the browser’s history', async () => {
		const { page, go, seen } = await fixture.visitor({ loggedIn: true });
		await go('/');
		const place = page.getByRole('navigation').locator('[aria-current="page"]');
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
		const before = seen.length;
		await page.getByRole('link', { name: 'Status', exact: true }).click();
		await page.waitForURL('**/status');
		expect(await place.textContent()).toBe('Status');
		await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
		await page.waitForURL('**/portfolio');
		expect(await place.textContent()).toBe('Portfolio');
		expect(await page.evaluate('document.activeElement.id')).toBe('content');
		await page.goBack();
		await page.waitForURL('**/status');
		expect(await place.textContent()).toBe('Status');
		expect(seen.length).toBe(before);
		expect(fixture.complaints()).toEqual([]);
	});

	test('offers a link past the navigation at the first Tab', async () => {
		const { page, go } = await fixture.visitor();
		await go('/');
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
		await page.keyboard.press('Tab');
		expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
		await page.keyboard.press('Enter');
		expect(await page.evaluate('document.activeElement.id')).toBe('content');
	});

	test.each([
		['/exchanges', '/connections', 'Exchanges'],
		['/settings', '/account', 'Account'],
		['/history', '/portfolio', 'Portfolio'],
		['/opportunities', '/', 'Opportunities'],
	])('redirects %s to %s', async (typed, path, heading) => {
		const { page, go } = await fixture.visitor({ loggedIn: true });
		await go(typed);
		await page.getByRole('heading', { level: 1, name: heading }).waitFor();
		expect(new URL(page.url()).pathname).toBe(path);
	});

	test('answers an unknown address with a page for browsers and with JSON for programs', async () => {
		const { page, go, barriers, capture } = await fixture.visitor();
		await go('/nowhere/at-all?x=1');
		await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
		await page.getByText('There is no page "/nowhere/at-all".').waitFor();
		await capture('unknown-address');
		expect(await barriers()).toEqual([]);
		await page.getByRole('main').getByRole('link', { name: 'Portfolio' }).click();
		await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
		const forPrograms = await fetch(new URL('/nowhere', fixture.service.url));
		expect([forPrograms.status, await forPrograms.json()]).toEqual([
			404,
			expect.objectContaining({ error: expect.objectContaining({ code: -32_600 }) }),
		]);
		const asBrowser = await fetch(new URL('/nowhere', fixture.service.url), {
			headers: { accept: 'text/html' },
		});
		expect([asBrowser.status, asBrowser.headers.get('content-type')]).toEqual([
			404,
			'text/html; charset=utf-8',
		]);
	});

	test('keeps the navigation on the page of an unknown opportunity', async () => {
		const { page, go } = await fixture.visitor();
		await go('/opportunities/opp_000000000000000000000000');
		await page.getByRole('heading', { level: 1 }).waitFor();
		await page.getByRole('navigation').getByRole('link', { name: 'Opportunities' }).click();
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
	});
});

describe('a login', () => {
	test('gives its pages tokens that end with it in every tab', async () => {
		const visitor = await fixture.visitor({ loggedIn: true });
		const { page, go, context, barriers, capture } = visitor;
		await go('/portfolio');
		await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
		const other = await context.newPage();
		await other.goto(new URL('/account', fixture.service.url).href);
		await logOut(other);
		await page.getByText('Logged out.').waitFor();
		await capture('logged-out');
		expect(await barriers()).toEqual([]);
		// Public pages must still work.
		await page.getByRole('link', { name: 'Opportunities', exact: true }).click();
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
		expect(fixture.complaints()).toEqual([]);
	});
});

describe('a pasted token', () => {
	test('opens private content in this page only and is shown as read-only', async () => {
		const visitor = await fixture.visitor();
		const { page, barriers, capture } = visitor;
		await goConnected(visitor, '/portfolio');
		await pasteToken(page, 'cw_x');
		await page.getByText('A token is one word').waitFor();
		await page.getByLabel('Token').fill(await fixture.fixture.token('arb:read'));
		await page.getByRole('button', { name: 'Use token' }).click();
		await page.getByText('Read only.').waitFor();
		await capture('look-only');
		expect(await barriers()).toEqual([]);
		await page.getByRole('button', { name: 'Remove token' }).click();
		await page.getByText('Use a token instead').waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('is forgotten on reload, or kept with the box ticked until the user forgets it or logs in', async () => {
		const visitor = await fixture.visitor();
		const { page, capture, barriers } = visitor;
		const kept = () => page.evaluate(`localStorage.getItem('carrywire.token')`);
		const token = await fixture.fixture.token('arb:read');
		await goConnected(visitor, '/portfolio');
		await pasteToken(page, token);
		await page.getByText('A reload removes it from this page.').waitFor();
		expect(await kept()).toBe(null);
		await page.reload();
		await page.getByText('Use a token instead').click();
		await page.getByLabel('Token').fill(token);
		await page.getByLabel('Keep it in this browser').check();
		await capture('keep-token');
		expect(await barriers()).toEqual([]);
		await page.getByRole('button', { name: 'Use token' }).click();
		await page.getByText('Read only.').waitFor();
		expect(await kept()).toBe(token);
		await page.reload();
		await page.getByText('This browser keeps it until it expires').waitFor();
		await page.getByText('Read only.').waitFor();
		await capture('kept-token');
		await page.getByRole('button', { name: 'Remove token' }).click();
		await page.getByText('Use a token instead').waitFor();
		expect(await kept()).toBe(null);

		await page.evaluate(`localStorage.setItem('carrywire.token', '${token}')`);
		await visitor.go('/login');
		await page.getByRole('button', { name: 'Try it without a wallet' }).click();
		await page.getByRole('button', { name: 'Log out' }).waitFor();
		await expect.poll(kept).toBe(null);
		await logOut(page);
		await goConnected(visitor, '/portfolio');
		await page.getByText('Use a token instead').waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('is dropped with a message once the service no longer accepts it', async () => {
		const visitor = await fixture.visitor();
		const { page, capture } = visitor;
		await goConnected(visitor, '/portfolio');
		await page.evaluate(`localStorage.setItem('carrywire.token', 'cw_this-token-was-revoked')`);
		await page.reload();
		await page.getByText('The token is no longer valid.').waitFor();
		await page.getByText('This browser has removed it.').waitFor();
		await capture('kept-token-ended');
		expect(await page.evaluate(`localStorage.getItem('carrywire.token')`)).toBe(null);
		await page.reload();
		await page.getByText('Use a token instead').waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('is refused if the service never issued it, and public pages still work', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await goConnected(visitor, '/portfolio');
		await pasteToken(page, 'cw_this-token-was-never-given');
		await page.getByText('The token is no longer valid.').waitFor();
		await page.getByRole('link', { name: 'Opportunities', exact: true }).click();
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
		expect(fixture.complaints()).toEqual([]);
	});
});

test('reports a lost connection and continues after the service has returned', async () => {
	const visitor = await fixture.visitor();
	const { page, capture, barriers } = visitor;
	await goConnected(visitor, '/');
	await fixture.fixture.killEverything(fixture.service);
	await page.getByText('Disconnected.').waitFor();
	await capture('disconnected');
	expect(await barriers()).toEqual([]);
	await fixture.fixture.serve('--port', String(fixture.service.port));
	await page.getByText('Disconnected.').waitFor({ state: 'detached' });
});
