/** Provides a newcomer's steps to open, watch and close a first position, using only the text on the pages. */
import type { Locator, Page } from 'playwright-core';
import { liftBasis } from '../e2e/other-account.ts';
import type { Opportunity } from '../e2e/wire.ts';
import type { DashboardFixture, Visitor } from './dashboard-fixture.ts';
import { openByEnter, preview, stands } from './opening-steps.ts';

/** Matches the verdict with its sign, because `No trade` contains the same word. */
const TRADE = /✓\s*Trade/;

/** Opens the first page and waits for the first `Trade` verdict, which requires loaded funding histories. */
export async function findTrade({ page, go }: Visitor): Promise<void> {
	await go('/');
	await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
	await page.getByRole('row').filter({ hasText: TRADE }).first().waitFor();
}

/**
 * Opens the first row with the verdict `Trade` and returns its id. `but` excludes an opportunity whose prices a test
 * has just moved. Its grid levels would be far apart, because they follow the recent spread of the price basis.
 */
export async function openBest(page: Page, but?: string): Promise<string> {
	// The list is paused, because a changing list would move the link under the pointer.
	await page.getByRole('button', { name: 'Pause' }).click();
	const rows = page.getByRole('row').filter({ hasText: TRADE });
	const others = but === undefined ? rows : rows.filter({ hasNot: page.locator(`a[href*="/${but}"]`) });
	await others.first().getByRole('link').first().click();
	await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
	return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Goes from an opportunity's page to a valid preview and returns the form that confirms it. */
export async function previewGrid(page: Page): Promise<Locator> {
	await page.getByRole('button', { name: 'Preview this trade' }).click();
	await page.getByRole('radio', { name: 'Grid of slices' }).check();
	return preview(page);
}

/** Confirms the opening, then moves the market to the grid levels, so that all slices open at once. */
export async function openGrid(
	{ fixture, service }: DashboardFixture,
	page: Page,
	id: string,
): Promise<void> {
	await openByEnter(page, await previewGrid(page));
	await liftBasis(fixture, await service.call<Opportunity>('opportunity_detail', { opportunity_id: id }));
	await stands(page, 'Running');
}

/** Settles both legs now and waits until the page shows the new settlement. */
export async function settle(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Settle both legs now' }).click();
	await page.getByRole('status').filter({ hasText: 'Settlement booked:' }).waitFor();
	await page
		.getByRole('group', { name: 'Settlements, newest first' })
		.getByText('new', { exact: true })
		.first()
		.waitFor();
}

/** Closes the whole position and waits for its final result. */
export async function close(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Close position …' }).click();
	await page.getByRole('button', { name: /^Close all/ }).click();
	await stands(page, 'Closed');
	await page.getByRole('heading', { name: 'Final result' }).waitFor();
}
