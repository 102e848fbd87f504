/**
 * Tests the documentation at /docs/ as a reader uses it: sidebar, search, dark mode, phone. The browser must never
 * report a violation of the pages' content security policy.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, DESKTOP_PX, openDashboardFixture } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

describe('the documentation', () => {
	test.each(['', 'client', 'architecture', 'decisions/', 'nowhere/at/all'])(
		'shows /docs/%s accessibly in light, dark and on a phone, without complaints of the browser',
		async (address) => {
			const visitor = await fixture.visitor();
			await visitor.go(`/docs/${address}`);
			await visitor.page.getByRole('heading', { level: 1 }).waitFor();
			expect(await faultsOfAppearance(visitor, `docs-${address.replaceAll('/', '-') || 'first'}`)).toEqual(
				[],
			);
			expect(fixture.complaints()).toEqual([]);
		},
	);

	test('fits the longest page on a phone', async () => {
		const { page, go } = await fixture.visitor({ width: PHONE_PX });
		await go('/docs/rpc');
		await page.getByRole('heading', { level: 1, name: 'Methods' }).waitFor();
		const [inner, outer] = await page.evaluate<[number, number]>(
			'[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
		);
		expect(inner).toBe(outer);
		expect(fixture.complaints()).toEqual([]);
	});

	test('is linked from the dashboard and links back to it', async () => {
		const { page, go } = await fixture.visitor();
		await go('/');
		await page.getByRole('link', { name: 'Docs', exact: true }).click();
		await page.waitForURL('**/docs/');
		await page.getByRole('heading', { level: 1, name: 'Carrywire' }).waitFor();
		await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('navigates by the sidebar and marks the current page', async () => {
		const { page, go } = await fixture.visitor();
		await go('/docs/');
		const sidebar = page.getByRole('navigation', { name: 'Pages' });
		await sidebar.getByRole('link', { name: 'Errors', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/docs/errors');
		expect(await sidebar.locator('[aria-current="page"]').textContent()).toBe('Errors');
		await sidebar.getByText('Decisions').first().click();
		await sidebar.getByRole('link', { name: /^001/ }).click();
		await page.getByRole('heading', { level: 1, name: /^001/ }).waitFor();
		// The sidebar must also work on a page in a folder.
		await sidebar.getByRole('link', { name: 'Methods', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Methods' }).waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('finds a heading by a word, with the keyboard alone', async () => {
		const { page, go, barriers, capture } = await fixture.visitor();
		await go('/docs/decisions/');
		await page.getByRole('button', { name: 'Dark' }).waitFor();
		await page.keyboard.press('/');
		await page.keyboard.type('close_execution');
		await page.getByRole('status').getByText('results').waitFor();
		await capture('docs-search');
		expect(await barriers()).toEqual([]);
		await page.keyboard.press('ArrowDown');
		expect(await page.evaluate('document.activeElement.closest("#results") !== null')).toBe(true);
		await page.keyboard.press('Enter');
		await page.waitForURL('**/docs/rpc#close_execution');
		await page.getByRole('heading', { level: 2, name: 'close_execution' }).waitFor();
		expect(fixture.complaints()).toEqual([]);
	});

	test('reports an empty search and closes the results with Escape', async () => {
		const { page, go } = await fixture.visitor();
		await go('/docs/');
		await page.getByRole('searchbox').fill('zzyzxqqq');
		await page.getByText('Nothing found for “zzyzxqqq”.').waitFor();
		await page.keyboard.press('Escape');
		await page.getByText('Nothing found').waitFor({ state: 'hidden' });
		expect(await page.getByRole('searchbox').inputValue()).toBe('');
	});

	test.each([
		['light', 'dark'],
		['dark', 'light'],
	] as const)(
		'follows a %s system, and stays %s from page to page once it is chosen',
		async (scheme, chosen) => {
			const { page, go } = await fixture.visitor({ scheme });
			const shown = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
			const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
			const toggle = page.getByRole('button', { name: 'Dark' });
			const stored = () => page.evaluate(`localStorage.getItem('carrywire.docs.theme')`);
			await go('/docs/');
			expect(await toggle.getAttribute('aria-pressed')).toBe(String(scheme === 'dark'));
			const before = await ground();
			await toggle.click();
			expect([await shown(), await stored()]).toEqual([chosen, chosen]);
			expect(await ground()).not.toBe(before);
			await go('/docs/errors');
			expect(await shown()).toBe(chosen);
			expect(await toggle.getAttribute('aria-pressed')).toBe(String(chosen === 'dark'));
			await toggle.click();
			expect([await ground(), await stored()]).toEqual([before, null]);
			expect(fixture.complaints()).toEqual([]);
		},
	);

	test('has a menu on a phone', async () => {
		const { page, go, barriers, capture } = await fixture.visitor({ width: PHONE_PX });
		await go('/docs/');
		const sidebar = page.getByRole('navigation', { name: 'Pages' });
		expect(await sidebar.isVisible()).toBe(false);
		await page.getByRole('button', { name: 'Menu' }).click();
		await capture('docs-menu');
		expect(await barriers()).toEqual([]);
		await sidebar.getByRole('link', { name: 'Limits', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor();
		expect(await sidebar.isVisible()).toBe(false);
		expect(fixture.complaints()).toEqual([]);
	});

	test.each([DESKTOP_PX, PHONE_PX])(
		'can be read and navigated without scripts at %i pixels',
		async (width) => {
			const { page } = await fixture.plain(width);
			await page.goto(new URL('/docs/', fixture.service.url).href);
			expect(await page.getByRole('searchbox').isVisible()).toBe(false);
			await page
				.getByRole('navigation', { name: 'Pages' })
				.getByRole('link', { name: 'Errors', exact: true })
				.click();
			await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
		},
	);

	test('requests nothing from any host except the service', async () => {
		const { page, go, addresses } = await fixture.visitor();
		await go('/docs/dashboard');
		await page.getByRole('searchbox').fill('portfolio');
		await page.getByRole('status').getByText('results').waitFor();
		const { origin } = new URL(fixture.service.url);
		expect(addresses.length).toBeGreaterThan(5);
		expect(addresses.filter((address) => new URL(address).origin !== origin)).toEqual([]);
	});
});
