/**
 * The whole way of a newcomer who has read nothing, from `npm start` and the page alone: what the best opportunities are,
 * why the widest headline is none, in by a wallet or as a guest, a grid opened, a settlement that arrives, and the close.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liftBasis } from '../e2e/other-account.ts';
import type { Opportunity } from '../e2e/wire.ts';
import { type DashboardStage, openDashboardStage, type Visitor } from './dashboard-stage.ts';
import { logInWithWallet } from './people-steps.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';

const STEP_MS_MAX = 180_000;
const ARRIVES_MS_MAX = 90_000;
/** The verdict with its sign: `No trade` has another. */
const TRADE = /✓\s*Trade/;
let stage: DashboardStage;

beforeAll(async () => {
	stage = await openDashboardStage();
}, STEP_MS_MAX);

afterAll(async () => {
	await stage?.[Symbol.asyncDispose]();
}, STEP_MS_MAX);

/** At the first page, once histories have been read and something can be said. */
async function look({ page, go }: Visitor): Promise<void> {
	await go('/');
	await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
	await page.getByRole('row').filter({ hasText: TRADE }).first().waitFor({ timeout: ARRIVES_MS_MAX });
}

/** Follows the first row that is a trade, and gives its id. */
async function openBest(page: Page): Promise<string> {
	await page.getByRole('row').filter({ hasText: TRADE }).first().getByRole('link').first().click();
	await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
	return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function openGrid(page: Page, id: string): Promise<void> {
	await page.getByRole('button', { name: 'Preview this trade' }).click();
	await page.getByRole('radio', { name: 'Grid of slices' }).check();
	await page
		.getByRole('button', { name: /^Preview/ })
		.first()
		.click();
	const confirm = page.getByRole('form', { name: 'Confirm' });
	await confirm.getByText(/^Holds for/).waitFor();
	const against = confirm.getByRole('checkbox');
	if ((await against.count()) > 0) await against.check();
	const open = confirm.getByRole('button', { name: /^Open: / });
	await expect.poll(() => open.isEnabled()).toBe(true);
	await open.click();
	await page.getByRole('region', { name: /Where it stands/ }).waitFor();
	// The market comes to the levels of the grid, so that nobody has to wait for it.
	await liftBasis(
		stage.stage,
		await stage.service.call<Opportunity>('opportunity_detail', { opportunity_id: id }),
	);
	await stands(page, 'Running');
}

async function stands(page: Page, word: string): Promise<void> {
	const place = page.getByRole('region', { name: /Where it stands/ });
	await place.getByText(word, { exact: true }).waitFor({ timeout: ARRIVES_MS_MAX });
}

async function settleAndClose(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Settle both now' }).click();
	await page
		.getByRole('status')
		.filter({ hasText: 'Settlement booked:' })
		.waitFor({ timeout: ARRIVES_MS_MAX });
	await page
		.getByRole('group', { name: 'Settlements, newest first' })
		.getByText('new', { exact: true })
		.first()
		.waitFor();
	await page.getByRole('button', { name: 'Close …' }).click();
	await page.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	await page.getByRole('heading', { name: 'Final result' }).waitFor();
}

test('a stranger is told what the best are, and why the widest headline is no trade', {
	timeout: STEP_MS_MAX,
}, async () => {
	const visitor = await stage.visitor();
	const { page } = visitor;
	await look(visitor);
	const box = page.getByRole('region', { name: 'Why not the top headline?' });
	const [top] = (
		await stage.service.call<{ readonly data: readonly Opportunity[] }>('get_opportunities', {
			limit: 1,
			sortby: 'apr',
		})
	).data;
	// What the page says of it is what the service says of it.
	if (top?.net.verdict === 'no_trade') {
		await box.getByText('No trade').waitFor();
		expect(await box.textContent()).toContain(top.base);
	} else await box.waitFor();
	await page.getByText('How to read this table').click();
	await page.getByText('Break-even', { exact: false }).first().waitFor();
	expect(await page.getByRole('row').count()).toBeGreaterThan(10);
	expect(stage.complaints()).toEqual([]);
});

test('a wallet logs in, opens accounts, opens a grid, sees a settlement arrive and closes', {
	timeout: STEP_MS_MAX,
}, async () => {
	const visitor = await stage.visitor();
	const { page } = visitor;
	await installWallet(visitor, newTestWallet());
	await look(visitor);
	await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
	await logInWithWallet(page);
	await page.getByRole('link', { name: 'Exchanges', exact: true }).click();
	await page.getByRole('button', { name: 'Open accounts at all simulated exchanges' }).click();
	await page.locator('tbody tr').nth(1).waitFor();
	await look(visitor);
	const id = await openBest(page);
	await openGrid(page, id);
	await settleAndClose(page);
	await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).click();
	await page.getByRole('heading', { name: 'History' }).waitFor();
	await page.getByRole('row').filter({ hasText: 'Closed' }).first().waitFor({ timeout: ARRIVES_MS_MAX });
	expect(stage.complaints()).toEqual([]);
});

test('a guest goes from the first page to an open grid without a wallet, and back to flat', {
	timeout: STEP_MS_MAX,
}, async () => {
	const visitor = await stage.visitor();
	const { page } = visitor;
	await look(visitor);
	const id = await openBest(page);
	await page.getByRole('main').getByRole('link', { name: 'Log in' }).first().click();
	await page.getByRole('button', { name: 'Try it without a wallet' }).click();
	// Back where they came from.
	await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
	await openGrid(page, id);
	await settleAndClose(page);
	expect(stage.complaints()).toEqual([]);
});
