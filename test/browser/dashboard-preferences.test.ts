import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { logInWithWallet } from './people-steps.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';
import { isOfLostNetwork, PHONE_PX, servedByWorker } from './watched-browser.ts';

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

const theme = ({ page }: Visitor) => page.evaluate('document.documentElement.dataset.theme');
const ground = ({ page }: Visitor) => page.evaluate('getComputedStyle(document.body).backgroundColor');
const DARK = 'rgb(15, 22, 28)';
const LIGHT = 'rgb(244, 246, 248)';

async function goToPreferences({ go, page }: Visitor): Promise<void> {
	await go('/preferences');
	await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
}

/** Waits for the reload that a change of formats causes. Before it, the page has stored every change. */
async function reloaded({ page }: Visitor, change: () => Promise<unknown>): Promise<void> {
	const load = page.waitForEvent('load');
	await change();
	await load;
}

describe('preferences', () => {
	test.each([
		['light', 1_440],
		['dark', PHONE_PX],
	] as const)('have no barrier, %s, %s px wide', async (scheme, width) => {
		const visitor = await fixture.visitor({ scheme, width });
		await goToPreferences(visitor);
		await visitor.page.getByText('This browser stores them.').waitFor();
		expect(await visitor.barriers()).toEqual([]);
		await visitor.capture('preferences');
		expect(await visitor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		expect(fixture.complaints()).toEqual([]);
	});

	test('set the colours of this page, of the next one and of a page of the login', async () => {
		const visitor = await fixture.visitor({ scheme: 'light' });
		await goToPreferences(visitor);
		expect([await theme(visitor), await ground(visitor)]).toEqual([undefined, LIGHT]);
		await visitor.page.getByLabel('Colours').selectOption('Dark');
		expect([await theme(visitor), await ground(visitor)]).toEqual(['dark', DARK]);
		await visitor.go('/login');
		expect([await theme(visitor), await ground(visitor)]).toEqual(['dark', DARK]);
		await goToPreferences(visitor);
		await visitor.page.getByLabel('Colours').selectOption('As the device');
		expect([await theme(visitor), await ground(visitor)]).toEqual([undefined, LIGHT]);
	});

	test('write and read numbers with a decimal comma after a reload', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await goToPreferences(visitor);
		const amount = page.getByRole('textbox', { name: 'Amount' });
		await amount.fill('2.500,5');
		await page.getByText('Use a decimal point: 2500.5').waitFor();
		await reloaded(visitor, () => page.getByLabel('Numbers').selectOption('1.234,5'));
		await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
		await amount.fill('2500.5');
		await page.getByText('Use a decimal comma: 2500,5').waitFor();
		await amount.fill('2.500,5');
		await page.getByRole('button', { name: 'Save these terms' }).click();
		await page.getByText('Saved.').waitFor();
		expect(JSON.parse(await page.evaluate("localStorage.getItem('carrywire.preferences.1')"))).toMatchObject({
			numberFormat: 'comma',
			terms: { amount: 2_500.5, horizonHours: null, leverage: 1 },
		});
	});

	test('follow a user into another browser: zone, terms, row height and rate unit', async () => {
		const wallet = newTestWallet();
		const first = await fixture.visitor();
		await installWallet(first, wallet);
		await first.go('/login?return_to=/preferences');
		await logInWithWallet(first.page);
		await first.page.getByText('They apply in every browser').waitFor();
		await first.page.getByLabel('Rows in lists').selectOption('Comfortable');
		await first.page.getByLabel('Funding rates').selectOption('Per year');
		await first.page.getByRole('textbox', { name: 'Leverage' }).fill('3');
		await first.page.getByRole('button', { name: 'Save these terms' }).click();
		await reloaded(first, () => first.page.getByLabel('Time zone').selectOption('Asia/Tokyo'));
		await first.page.getByText('They apply in every browser').waitFor();

		const second = await fixture.visitor();
		await installWallet(second, wallet);
		await second.go('/login?return_to=/preferences');
		await logInWithWallet(second.page);
		await second.page.locator('#zone option:checked[value="Asia/Tokyo"]').waitFor({ state: 'attached' });
		expect(await second.page.getByLabel('Rows in lists').inputValue()).toBe('comfortable');
		expect(await second.page.getByLabel('Funding rates').inputValue()).toBe('per_year');
		expect(await second.page.getByRole('textbox', { name: 'Leverage' }).inputValue()).toBe('3');
		expect(fixture.complaints()).toEqual([]);
	});
});

describe('an installed dashboard', () => {
	test('has a manifest with icons that load, and a worker for its pages', async () => {
		const { page, go } = await fixture.visitor();
		await go('/');
		const href = await page.locator('link[rel="manifest"]').getAttribute('href');
		const manifest = (await (await fetch(new URL(href ?? '', fixture.service.url))).json()) as {
			readonly start_url: string;
			readonly display: string;
			readonly icons: readonly { readonly src: string; readonly type: string; readonly sizes: string }[];
		};
		expect([manifest.start_url, manifest.display]).toEqual(['/', 'standalone']);
		expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
		for (const { src, type } of manifest.icons) {
			const icon = await fetch(new URL(src, fixture.service.url));
			expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
		}
		expect(
			await page.evaluate('navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)'),
		).toBe('/');
	});

	test('says without a connection since when, and comes back by itself', async () => {
		const visitor = await fixture.visitor({ loggedIn: true });
		const { page, context, go, barriers } = visitor;
		await go('/status');
		await servedByWorker(page);
		// Offline before its first figures, the page would say that it is still connecting.
		await page.getByText(/^as of /).waitFor();
		const before = fixture.complaints().length;
		await context.setOffline(true);
		await page.getByText('Disconnected.').waitFor();
		await page.goto(new URL('/portfolio', fixture.service.url).href);
		await page.getByRole('heading', { name: 'No connection to the service' }).waitFor();
		await page.getByText(/Last contact: .+ ago\./).waitFor();
		expect(await barriers()).toEqual([]);
		await visitor.capture('offline');
		await context.setOffline(false);
		await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
		const complaints = fixture.complaints().slice(before);
		expect(complaints.filter((one) => !isOfLostNetwork(one))).toEqual([]);
	});
});
