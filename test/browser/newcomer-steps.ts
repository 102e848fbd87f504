/** What somebody does on the dashboard who opens, watches and closes for the first time, by what stands on the pages. */
import type { Locator, Page } from 'playwright-core';
import { liftBasis } from '../e2e/other-account.ts';
import type { Opportunity } from '../e2e/wire.ts';
import type { DashboardFixture, Visitor } from './dashboard-fixture.ts';
import { openByEnter, preview, stands } from './opening-steps.ts';

/** The verdict with its sign: `No trade` has another. */
const TRADE = /✓\s*Trade/;

/** At the first page, once histories have been read and something can be said. */
export async function findTrade({ page, go }: Visitor): Promise<void> {
	await go('/');
	await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
	await page.getByRole('row').filter({ hasText: TRADE }).first().waitFor();
}

/**
 * Follows the first row that is a trade, and gives its id. A grid's levels are as far apart as the price basis has moved, so
 * one whose market was moved for a grid a moment ago is no place for another: `but` leaves it out.
 */
export async function openBest(page: Page, but?: string): Promise<string> {
	// Nobody follows a link that moves away under the pointer.
	await page.getByRole('button', { name: 'Pause' }).click();
	const rows = page.getByRole('row').filter({ hasText: TRADE });
	const others = but === undefined ? rows : rows.filter({ hasNot: page.locator(`a[href$="/${but}"]`) });
	await others.first().getByRole('link').first().click();
	await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
	return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** From the page of an opportunity to a preview that holds; gives the form that confirms it. */
export async function previewGrid(page: Page): Promise<Locator> {
	await page.getByRole('button', { name: 'Preview this trade' }).click();
	await page.getByRole('radio', { name: 'Grid of slices' }).check();
	return preview(page);
}

/** Confirms; the market comes to the levels of the grid, so that nobody has to wait for it. */
export async function openGrid(
	{ fixture, service }: DashboardFixture,
	page: Page,
	id: string,
): Promise<void> {
	await openByEnter(page, await previewGrid(page));
	await liftBasis(fixture, await service.call<Opportunity>('opportunity_detail', { opportunity_id: id }));
	await stands(page, 'Running');
}

export async function settle(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Settle both now' }).click();
	await page.getByRole('status').filter({ hasText: 'Settlement booked:' }).waitFor();
	await page
		.getByRole('group', { name: 'Settlements, newest first' })
		.getByText('new', { exact: true })
		.first()
		.waitFor();
}

export async function close(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Close …' }).click();
	await page.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	await page.getByRole('heading', { name: 'Final result' }).waitFor();
}
