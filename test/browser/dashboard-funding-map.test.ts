/**
 * Tests the funding map in a browser, without a login. The service reads two simulated exchanges, and a data-only
 * exchange that responds as that exchange documents. The tests run in order, because the last one stops the
 * data-only exchange.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FundingHistoryResult, FundingMapResult } from '../../client/methods.ts';
import { type Fixture, openFixture, VENUES } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { DOCUMENTED_VENUES } from '../venue/documented-bodies.ts';
import { type DocumentedExchange, startDocumentedExchange } from '../venue/documented-exchange.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

const READ = 'gate';
const WIDE_PX = 1_440;
/** Maximum number of rows in the page at the same time: rows in view and spare rows. */
const DRAWN_MAX = 45;
const POLL = { periodMs: 250 };

let exchanges: Fixture;
let read: DocumentedExchange;
let fixture: DashboardFixture;

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	const documented = DOCUMENTED_VENUES.find(({ venue }) => venue === READ);
	if (documented === undefined) throw new Error(`The answers of ${READ} are documented.`);
	read = await startDocumentedExchange({
		answers: documented.answers(Date.now()),
		...(documented.onMessage === undefined ? {} : { onMessage: documented.onMessage }),
	});
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	fixture = await openDashboardFixture({
		mode: 'paper',
		auth: { admitEverybody: true },
		venues: [...VENUES, READ],
		transport: { redirect: [...redirect, `${READ}=${read.port}`] },
	});
	await until({ ...POLL, what: `rates of ${READ}` }, async () =>
		(await mapOf({ exchanges: [READ], coins: ['BTC'] })).data[0]?.cells[0]?.rate === undefined
			? undefined
			: true,
	);
	// The history of BTC is complete on one exchange, so that the chart has a line for every range.
	await until({ ...POLL, what: 'the history of BTC' }, async () => {
		const { series } = await answerOf<FundingHistoryResult>('funding_history', { coin: 'BTC', days: 365 });
		return series.some(({ points }) => points.length > 100) ? true : undefined;
	});
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
	await read?.[Symbol.asyncDispose]();
	await exchanges?.[Symbol.asyncDispose]();
});

/** Calls a method and reads its figures as doubles, as the dashboard does. */
async function answerOf<Result>(method: string, params: object): Promise<Result> {
	const { text } = await fixture.service.answer(method, params);
	return JSON.parse(text).result;
}
const mapOf = (params: object) => answerOf<FundingMapResult>('funding_map', params);
const rows = (page: Page): Locator => page.locator('tbody tr[aria-busy="false"]');
const coinButtons = (page: Page): Locator => rows(page).locator('button.coin');
const row = (page: Page, coin: string): Locator =>
	rows(page).filter({ has: page.getByRole('button', { name: coin, exact: true }) });
const heading = (page: Page, name: string): Locator =>
	page.getByRole('columnheader', { name: new RegExp(`^${name}\\b`) });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const search = (page: Page): string => new URL(page.url()).search;

async function open(visitor: Visitor, query = ''): Promise<Page> {
	await visitor.go(`/funding${query}`);
	await rows(visitor.page).first().waitFor();
	return visitor.page;
}

/** Waits until the first rows are these coins. */
async function firstCoins(page: Page, coins: readonly string[]): Promise<void> {
	await until({ ...POLL, what: `the coins ${coins.join(', ')} first` }, async () => {
		const shown = (await coinButtons(page).allTextContents()).slice(0, coins.length);
		return JSON.stringify(shown) === JSON.stringify(coins) ? true : undefined;
	});
}

/** Waits for the search part of the address. */
async function addressIs(page: Page, wanted: string): Promise<void> {
	await page.waitForURL((url) => url.search === wanted);
}

/** Returns how many pixels wider than its window the page is. */
function sideways(page: Page): Promise<number> {
	return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Returns the coin's cells in the order of the columns: coin, spread, exchanges, volume. */
async function cellsOf(page: Page, coin: string): Promise<readonly string[]> {
	return row(page, coin).locator('th, td').allTextContents();
}

describe('the map', () => {
	test('shows every exchange, data-only ones too, with the figures of the service', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }), '?q=SHIB');
		expect(await page.title()).toBe('Funding map · Carrywire');
		await heading(page, 'Gate').getByText('data only').waitFor();
		const { data } = await mapOf({ q: 'SHIB', exchanges: [READ] });
		expect(data[0]?.cells[0]).toMatchObject({ exchange: READ, symbol: '1000SHIB_USDT', interval_hours: 8 });
		const cells = await cellsOf(page, 'SHIB');
		// Gate's documented rate of 0.000123 per 8 hours does not change.
		expect(cells.at(-2)).toBe('+0.01238 h');
		expect(await row(page, 'SHIB').locator('td').nth(-2).getAttribute('title')).toContain(
			'1000SHIB_USDT: 0.0123 % per 8 h.',
		);
	});

	test('changes the unit, and remembers it on the next visit', async () => {
		const visitor = await fixture.visitor({ width: WIDE_PX });
		const page = await open(visitor, '?q=SHIB');
		await page.getByRole('button', { name: '% per year' }).click();
		await addressIs(page, '?q=SHIB&unit=per_year');
		await row(page, 'SHIB').getByText('+13.47').waitFor();
		await open(visitor, '?q=SHIB');
		await row(page, 'SHIB').getByText('+13.47').waitFor();
		expect(await page.getByRole('button', { name: '% per year' }).getAttribute('aria-pressed')).toBe('true');
		await page.getByRole('button', { name: '% per 8 h' }).click();
		await row(page, 'SHIB').getByText('+0.0123').waitFor();
	});

	test('sorts by coin, volume and spread in both directions, by heading and by control', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }));
		const coins = async (order: string) =>
			(await mapOf({ sortby: 'symbol', order, limit: 5 })).data.map(({ base }) => base);
		expect(await heading(page, 'Widest spread').getAttribute('aria-sort')).toBe('descending');
		await page.getByRole('button', { name: 'Coin', exact: true }).click();
		await firstCoins(page, await coins('best_first'));
		expect(await heading(page, 'Coin').getAttribute('aria-sort')).toBe('ascending');
		await page.getByRole('button', { name: 'Coin', exact: true }).click();
		await addressIs(page, '?sort=symbol&order=worst_first');
		await firstCoins(page, await coins('worst_first'));
		expect(await heading(page, 'Coin').getAttribute('aria-sort')).toBe('descending');
		await page.getByLabel('Sort by').selectOption('Volume 24 h');
		await addressIs(page, '?sort=volume');
		const [most] = (await mapOf({ sortby: 'volume', limit: 1 })).data;
		await firstCoins(page, [most?.base ?? '']);
		await page.getByRole('button', { name: 'Reverse order' }).click();
		await addressIs(page, '?sort=volume&order=worst_first');
		const [least] = (await mapOf({ sortby: 'volume', order: 'worst_first', limit: 1 })).data;
		await firstCoins(page, [least?.base ?? '']);
		await page.getByRole('button', { name: 'Widest spread' }).click();
		await addressIs(page, '');
	});

	test('searches, says when nothing matches, and clears all filters', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }));
		const box = page.getByRole('searchbox', { name: 'Coin' });
		// The symbol of Bitcoin at KuCoin.
		await box.fill('xbt');
		await addressIs(page, '?q=xbt');
		await firstCoins(page, ['BTC']);
		await page.getByText('1 coin', { exact: true }).waitFor();
		await box.fill('nothing-like-it');
		await page.getByRole('heading', { name: 'No matches' }).waitFor();
		await box.fill('x'.repeat(33));
		await page.getByText('At most 32 characters; this has 33.').waitFor();
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await addressIs(page, '');
		await rows(page).nth(5).waitFor();
	});

	test('marks favourites, and shows only these', async () => {
		const visitor = await fixture.visitor({ width: WIDE_PX });
		const page = await open(visitor, '?sort=symbol');
		await page.getByLabel('Favourites only').check();
		await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
		await page.getByLabel('Favourites only').uncheck();
		await page.getByRole('button', { name: 'Favourite ADA' }).click();
		await page.getByRole('button', { name: 'Favourite BNB' }).click();
		await page.getByLabel('Favourites only').check();
		await addressIs(page, '?sort=symbol&favourites=yes');
		await page.getByText('2 coins').waitFor();
		await firstCoins(page, ['ADA', 'BNB']);
		await open(visitor, '?sort=symbol&favourites=yes');
		await page.getByRole('button', { name: 'Favourite ADA' }).click();
		await firstCoins(page, ['BNB']);
		await page.getByText('1 coin', { exact: true }).waitFor();
	});

	test('compares only the chosen exchanges', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }));
		await page.getByText('Exchanges: All 3').click();
		await page.getByLabel('KuCoin').uncheck();
		await addressIs(page, '?exchanges=bybit%2Cgate');
		await heading(page, 'KuCoin').waitFor({ state: 'detached' });
		// Both coins of Gate are at Bybit too; all others have one exchange and no spread.
		await firstCoins(
			page,
			(await mapOf({ exchanges: ['bybit', READ], limit: 2 })).data.map(({ base }) => base),
		);
		await page.getByLabel('Gate').uncheck();
		await addressIs(page, '?exchanges=bybit');
		expect(await page.getByLabel('Bybit').isDisabled()).toBe(true);
		await page.getByLabel('KuCoin').check();
		await page.getByLabel('Gate').check();
		await addressIs(page, '');
	});

	test('renders only the rows in view, and loads the last ones after scrolling', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }), '?sort=symbol');
		const table = page.getByRole('table', { name: 'Funding rates' });
		const all = (await mapOf({ limit: 1 })).pagination.total_count;
		await page.getByText(`${all} coins`).waitFor();
		expect(await table.getAttribute('aria-rowcount')).toBe(String(all + 1));
		expect(await page.locator('tbody tr').count()).toBeLessThan(DRAWN_MAX);
		const box = page.getByRole('region', { name: 'Funding rates' });
		await box.focus();
		await page.keyboard.press('End');
		const [last] = (await mapOf({ sortby: 'symbol', order: 'worst_first', limit: 1 })).data;
		await row(page, last?.base ?? '').waitFor();
		expect(await page.locator('tbody tr').count()).toBeLessThan(DRAWN_MAX);
		// The heading and the coin stay in view.
		expect(await heading(page, 'Bybit').isVisible()).toBe(true);
	});

	test('downloads the whole map as CSV, in the shown order, with exact figures', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }), '?sort=symbol&order=worst_first');
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'CSV' }).click(),
		]);
		expect(download.suggestedFilename()).toMatch(/^funding-map-\d{4}-\d\d-\d\d\.csv$/);
		const lines = readFileSync(await download.path(), 'utf8')
			.trimEnd()
			.split('\r\n');
		const { data, pagination } = await mapOf({ sortby: 'symbol', order: 'worst_first', limit: 100 });
		expect(lines).toHaveLength(pagination.total_count + 1);
		expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(data.map(({ base }) => base));
		const [head = '', ...body] = lines.map((line) => line.split(','));
		const shib = body.find(([coin]) => coin === 'SHIB');
		const column = (name: string) => (head as readonly string[]).indexOf(name);
		expect(shib?.[column('Gate symbol')]).toBe('1000SHIB_USDT');
		expect(shib?.[column('Gate rate (fraction per 8 h)')]).toBe('0.000123');
		expect(shib?.[column('Gate rate (fraction per year)')]).toBe('0.134685');
	});
});

describe('the history of a coin', () => {
	test('opens with Enter, draws a line per exchange, changes the range, and returns the focus', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }), '?q=BTC');
		await coinButtons(page).first().focus();
		await page.keyboard.press('Enter');
		await addressIs(page, '?q=BTC&coin=BTC');
		await dialog(page).locator('[data-drawn="true"]').waitFor();
		await dialog(page).getByText('Each point is a settlement.').waitFor();
		const contracts = dialog(page).getByRole('table').last();
		await contracts.getByRole('row').filter({ hasText: 'BTC_USDT' }).getByText('+0.0246 %').waitFor();
		for (const [name, days] of [
			['7 days', '7'],
			['90 days', '90'],
			['1 year', '365'],
		] as const) {
			await dialog(page).getByRole('button', { name, exact: true }).click();
			await addressIs(page, `?q=BTC&coin=BTC&days=${days}`);
			await dialog(page).locator('[data-drawn="true"]').waitFor();
		}
		await dialog(page).getByText('Each point is the mean of a UTC day.').waitFor();
		await dialog(page).getByText('Settled rates as a table').click();
		await dialog(page).getByRole('columnheader', { name: 'Bybit' }).waitFor();
		await page.keyboard.press('Escape');
		await addressIs(page, '?q=BTC');
		expect(await coinButtons(page).first().evaluate('document.activeElement?.textContent')).toBe('BTC');
	});

	test('is part of a link, and leads to the opportunities of the coin', async () => {
		const page = await open(
			await fixture.visitor({ width: WIDE_PX }),
			'?sort=volume&unit=per_year&coin=BTC&days=90',
		);
		await dialog(page).getByRole('heading', { name: 'BTC funding' }).waitFor();
		await dialog(page).getByText('% per year.').waitFor();
		expect(await dialog(page).getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe(
			'true',
		);
		await dialog(page).getByRole('button', { name: 'Close' }).click();
		await addressIs(page, '?sort=volume&unit=per_year');
		await row(page, 'BTC').getByRole('button', { name: 'BTC', exact: true }).click();
		await dialog(page).getByRole('link', { name: 'See BTC opportunities' }).click();
		await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('q') === 'BTC');
	});

	test('says that a coin is not listed', async () => {
		const page = await open(await fixture.visitor({ width: WIDE_PX }), '?coin=NOPE');
		await dialog(page).getByText('UNKNOWN_SYMBOL').waitFor();
		await dialog(page).getByRole('button', { name: 'Close' }).click();
		await addressIs(page, '');
	});
});

test.each([
	[WIDE_PX, 'light'],
	[WIDE_PX, 'dark'],
	[1_024, 'light'],
	[PHONE_PX, 'light'],
	[PHONE_PX, 'dark'],
] as const)('has no barriers at %i pixels in %s, and never scrolls sideways', async (width, scheme) => {
	const visitor = await fixture.visitor({ width, scheme });
	const page = await open(visitor);
	await visitor.capture(`funding-map-${width}`);
	expect(await visitor.barriers()).toEqual([]);
	expect(await sideways(page)).toBe(0);
	await page.evaluate('document.querySelector(\'[role="region"]\').scrollLeft = 10000');
	expect(await sideways(page)).toBe(0);
	await open(visitor, '?coin=BTC');
	await dialog(page).locator('[data-drawn="true"]').waitFor();
	await visitor.capture(`funding-history-${width}`);
	expect(await visitor.barriers()).toEqual([]);
	expect(await sideways(page)).toBe(0);
});

test('an exchange that no longer answers is named, and its rates are marked', async () => {
	const page = await open(await fixture.visitor({ width: WIDE_PX }), '?q=SHIB');
	read.answer({});
	await page.getByText(/^\s*Gate (is down|data is stale)\./).waitFor();
	await row(page, 'SHIB')
		.locator('td.old')
		.filter({ hasText: /stale|down/ })
		.waitFor();
	expect(search(page)).toBe('?q=SHIB');
	expect(fixture.complaints()).toEqual([]);
});
