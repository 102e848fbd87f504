/**
 * Takes the screenshots for docs/dashboard.md. It starts a service and follows a newcomer's steps. Usage: `node
 * test/browser/take-screenshots.ts docs/pictures`.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { DESKTOP_PX, openDashboardFixture } from './dashboard-fixture.ts';
import { close, findTrade, openBest, openGrid, previewGrid, settle } from './newcomer-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

const VENUES = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'] as const;
/** Maximum wait for all funding histories after a first start, milliseconds. */
const HISTORIES_MS_MAX = 300_000;
const folder = resolve(process.argv[2] ?? 'docs/pictures');
mkdirSync(folder, { recursive: true });

/** Saves a screenshot one window high, from the top of the page or from a heading. */
async function capture(page: Page, name: string, heading?: string): Promise<void> {
	const path = join(folder, `${name}.png`);
	await page.evaluate('window.scrollTo(0, 0)');
	await page.mouse.move(0, 0);
	const place = heading && (await page.getByRole('heading', { name: heading, exact: true }).boundingBox());
	const { width, height } = page.viewportSize() ?? { width: DESKTOP_PX, height: 800 };
	if (place) await page.screenshot({ path, fullPage: true, clip: { x: 0, y: place.y - 20, width, height } });
	else await page.screenshot({ path });
	console.log(`${name}.png`);
}

await using fixture = await openDashboardFixture({}, [], VENUES);
const visitor = await fixture.visitor();
const { page } = visitor;
await findTrade(visitor);
await page.getByText('Loading funding history').waitFor({ state: 'detached', timeout: HISTORIES_MS_MAX });
await capture(page, 'opportunities');
await visitor.go('/funding');
await page.locator('tbody tr[aria-busy="false"]').first().waitFor();
await capture(page, 'funding-map');
await page.goBack();
const id = await openBest(page);
await page.getByRole('heading', { name: 'Funding history' }).waitFor();
await capture(page, 'opportunity');
await capture(page, 'opportunity-history', 'History');
await page.getByRole('main').getByRole('link', { name: 'Log in' }).first().click();
await page.getByRole('button', { name: 'Try it without a wallet' }).waitFor();
await capture(page, 'login');
await page.getByRole('button', { name: 'Try it without a wallet' }).click();
await page.getByRole('heading', { name: 'What this trade is' }).waitFor();
await previewGrid(page);
await capture(page, 'preview');
await page.goBack();
await openGrid(fixture, page, id);
await settle(page);
await capture(page, 'execution');
await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).click();
await page.getByRole('heading', { name: 'Accounts and margin' }).waitFor();
await capture(page, 'portfolio');
await page.goBack();
await close(page);
await page.getByRole('navigation').getByRole('link', { name: 'Status' }).click();
await page.getByRole('heading', { name: 'Unhedged time' }).waitFor();
await capture(page, 'status');
await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click();
await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
await page.getByText('Loading your agents').waitFor({ state: 'detached' });
await capture(page, 'agents');

const night = await fixture.visitor({ scheme: 'dark' });
await findTrade(night);
await capture(night.page, 'opportunities-dark');
const phone = await fixture.visitor({ width: PHONE_PX });
await findTrade(phone);
await capture(phone.page, 'opportunities-phone');
const complaints = fixture.complaints();
if (complaints.length > 0) throw new Error(`The browser complained: ${complaints.join('; ')}`);
