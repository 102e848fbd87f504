/**
 * Follows a newcomer who has only `npm start` and the pages: the best opportunities, why the widest spread is not a
 * trade, a login by wallet or as a guest, an opened grid, a settlement, and the close.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOfOpportunities } from '../e2e/trading.ts';
import { type DashboardFixture, openDashboardFixture } from './dashboard-fixture.ts';
import { close, findTrade, openBest, openGrid, settle } from './newcomer-steps.ts';
import { logInWithWallet } from './people-steps.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';

const VERDICT_WORDS = { trade: 'Trade', no_trade: 'No trade', unknown: 'Unknown' } as const;
type Headlines = {
	readonly data: readonly {
		readonly base: string;
		readonly direction: string;
		readonly net: { readonly verdict: keyof typeof VERDICT_WORDS };
	}[];
};
let fixture: DashboardFixture;
/** Id of the opportunity whose prices a test has moved. */
let moved: string | undefined;

beforeAll(async () => {
	fixture = await openDashboardFixture();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

test('shows a visitor the best opportunities and why the widest spread is not a trade', async () => {
	const visitor = await fixture.visitor();
	const { page } = visitor;
	await findTrade(visitor);
	const box = page.getByRole('region', { name: 'Why not the widest spread?' });
	// The page must show what the service itself returns.
	await expect
		.poll(async () => {
			const [top] = (await pageOfOpportunities<Headlines>(fixture.service, { limit: 1, sortby: 'spread' }))
				.data;
			const shown = (await box.textContent()) ?? '';
			return (
				top !== undefined &&
				[top.base, top.direction, VERDICT_WORDS[top.net.verdict]].every((text) => shown.includes(text))
			);
		})
		.toBe(true);
	expect(await box.getByRole('listitem').allTextContents()).not.toEqual([]);
	await page.getByText('How to read this table').click();
	await page.getByText('Break-even', { exact: false }).first().waitFor();
	expect(await page.getByRole('row').count()).toBeGreaterThan(10);
	expect(fixture.complaints()).toEqual([]);
});

test('logs in with a wallet, opens accounts and a grid, sees a settlement and closes', async () => {
	const visitor = await fixture.visitor();
	const { page } = visitor;
	await installWallet(visitor, newTestWallet());
	await findTrade(visitor);
	await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
	await logInWithWallet(page);
	await page.getByRole('link', { name: 'Settings', exact: true }).click();
	await page.getByRole('button', { name: 'Open all demo accounts' }).click();
	await page.locator('tbody tr').nth(1).waitFor();
	await findTrade(visitor);
	const id = await openBest(page);
	moved = id;
	await openGrid(fixture, page, id);
	await settle(page);
	await close(page);
	await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).click();
	await page.getByRole('heading', { name: 'History' }).waitFor();
	await page.getByRole('row').filter({ hasText: 'Closed' }).first().waitFor();
	expect(fixture.complaints()).toEqual([]);
});

test('opens and closes a grid as a guest, without a wallet', async () => {
	const visitor = await fixture.visitor();
	const { page } = visitor;
	await findTrade(visitor);
	const id = await openBest(page, moved);
	expect(id).not.toBe(moved);
	await page.getByRole('main').getByRole('link', { name: 'Log in' }).first().click();
	await page.getByRole('button', { name: 'Try it without a wallet' }).click();
	// The login must return to the same page.
	await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
	await openGrid(fixture, page, id);
	await settle(page);
	await close(page);
	expect(fixture.complaints()).toEqual([]);
});
