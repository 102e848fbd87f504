/**
 * Tests the Opportunities page in a browser. The tests share one service and run in this order, because the last ones
 * stop its exchanges.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

/** Three exchanges, because their common coins fill more than three pages of the list. */
const VENUES = ['bybit', 'kucoin', 'binance'] as const;
/**
 * Maximum number of rows in the page at the same time, whatever the list's length: rows in view, spare rows and the
 * heading row.
 */
const DRAWN_MAX = 45;

type Listed = {
	readonly opportunity_id: string;
	readonly base: string;
	readonly long_venue: (typeof VENUES)[number];
	readonly short_venue: (typeof VENUES)[number];
};

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture({}, [], VENUES);
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

/** Records in each frame how far the table is from the top of the page. */
const WATCH_THE_TOP = `
	window.seenTops = [];
	const record = () => {
		const grid = document.querySelector('[role="grid"]');
		if (grid === null) return;
		window.seenTops.push(grid.getBoundingClientRect().top + window.scrollY);
		requestAnimationFrame(record);
	};
	record();
`;

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Opportunities' });
const loaded = (page: Page): Locator => grid(page).locator('[role="row"][aria-busy="false"]');
const rowNumber = (page: Page, number: number): Locator => page.locator(`[aria-rowindex="${number + 1}"]`);
const focusedRow = (page: Page): Locator => page.locator('[role="row"]:focus');
const heldLine = (page: Page): Locator => page.getByText(/^\s*\d+ (?:opportunit|coin)/).first();
const more = (page: Page): Locator => page.getByRole('button', { name: /^More/ });

/** Returns the number of rows that are wholly visible in the window. */
function wholeRows(page: Page): Promise<number> {
	return page.evaluate(`(() => {
		const { top, bottom } = document.querySelector('[role="rowgroup"]').parentElement.getBoundingClientRect();
		const head = document.querySelector('[role="columnheader"]')?.parentElement.getBoundingClientRect().bottom ?? top;
		return [...document.querySelectorAll('[role="rowgroup"] > [role="row"][aria-busy="false"]')]
			.map((row) => row.getBoundingClientRect())
			.filter((row) => row.top >= head - 1 && row.bottom <= Math.min(bottom, innerHeight) + 1).length;
	})()`);
}

async function open(visitor: Visitor, path = '/'): Promise<Page> {
	await visitor.go(path);
	await loaded(visitor.page).first().waitFor();
	return visitor.page;
}

/** Presses Tab, starting at the last control above the table, until a row has the focus. */
async function tabToRows(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Pause' }).focus();
	while ((await focusedRow(page).count()) === 0) await page.keyboard.press('Tab');
}

/** Returns the query of a list's address without the terms. */
function filtersOf({ searchParams }: URL): URLSearchParams {
	return new URLSearchParams(
		[...searchParams].filter(([name]) => !['amount', 'hold', 'leverage'].includes(name)),
	);
}

async function rowCount(page: Page): Promise<number> {
	return Number(await grid(page).getAttribute('aria-rowcount')) - 1;
}

/**
 * Matches what Chromium itself logs while the service is stopped: each connection that it cannot open, and the service
 * worker that it was loading on a busy machine.
 */
const OF_STOPPED_SERVICE =
	/net::ERR_CONNECTION_REFUSED|WebSocket connection to .+ failed|: An unknown error occurred when fetching the script\.$/;

/** Writes the longest name of an exchange into every row. Returns how many pixels are cut off. */
const LONGEST_NAME = `(() => {
	const names = [...document.querySelectorAll('[role=gridcell] [title]')].filter(
		({ title, textContent }) => title === textContent && /^[A-Z]/.test(title),
	);
	for (const name of names) name.textContent = 'Hyperliquid';
	return { names: names.length, cut: Math.max(...names.map((name) => name.scrollWidth - name.clientWidth)) };
})()`;

describe('a visitor without a login', () => {
	// This test runs first, because loading ends a few seconds after the service has started.
	test('sees that funding history is still loading', async () => {
		const { page } = await fixture.visitor();
		await page.goto(fixture.service.url);
		await page.getByText('Loading funding history').waitFor();
	});

	test('reads what an opportunity is and why the widest spread is not the best', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		expect(await page.getByText('You earn the difference in funding at each settlement').count()).toBe(0);
		await page.getByRole('button', { name: 'Guide' }).click();
		await page.getByText('You earn the difference in funding at each settlement').waitFor();
		const top = page.getByRole('region', { name: 'Why not the widest spread?' });
		await top.getByText('The widest spread now:').waitFor();
		await top.getByText(/^. (Trade|No trade|Unknown)$/).waitFor();
		expect(await top.getByRole('listitem').count()).toBeGreaterThan(0);
		await visitor.capture('opportunities-guide');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('finds an explanation of every column', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await page.getByRole('button', { name: 'Guide' }).click();
		await page.getByRole('heading', { name: 'How to read this table' }).waitFor();
		const explained = await page.getByRole('term').allTextContents();
		for (const head of await page.getByRole('columnheader').allTextContents())
			expect(explained.some((name) => head.includes(name) || name.startsWith('Liquidity'))).toBe(true);
		// The choice is remembered.
		await page.reload();
		await page.getByRole('heading', { name: 'How to read this table' }).waitFor();
		await page.getByRole('button', { name: 'Guide', expanded: true }).click();
		await page.getByRole('heading', { name: 'How to read this table' }).waitFor({ state: 'detached' });
		await page.reload();
		await loaded(page).first().waitFor();
		expect(await page.getByRole('heading', { name: 'How to read this table' }).count()).toBe(0);
	});

	test.each([
		[1_440, 900, 14],
		[1_024, 768, 10],
	])('sees enough rows without scrolling at %i by %i pixels', async (width, height, rows) => {
		const visitor = await fixture.visitor({ width });
		await visitor.page.setViewportSize({ width, height });
		const page = await open(visitor);
		await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(rows);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		const fields = await page.getByRole('search').locator('input, button:visible').all();
		const bottoms = await Promise.all(
			fields.map(async (field) => {
				const box = await field.boundingBox();
				return box === null ? 0 : box.y + box.height / 2;
			}),
		);
		// All controls are in one line.
		expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(12);
		await visitor.capture(`opportunities-${width}`);
		expect(await visitor.barriers()).toEqual([]);
		const { names, cut } = await page.evaluate<{ names: number; cut: number }>(LONGEST_NAME);
		expect(names).toBeGreaterThanOrEqual(2 * rows);
		expect(cut).toBe(0);
	});
});

describe('the table', () => {
	test('renders only rows in view and reaches the end of a long list', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const count = await rowCount(page);
		expect(count).toBeGreaterThan(90);
		await page.evaluate('document.querySelector("[role=grid]").scrollTop = 1e6');
		await rowNumber(page, count).and(loaded(page)).waitFor();
		expect(await page.getByRole('row').count()).toBeLessThan(DRAWN_MAX);
		await page.setViewportSize({ width: 1_400, height: 2_400 });
		expect(await page.getByRole('row').count()).toBeLessThan(2 * DRAWN_MAX);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_400);
	});

	test.each([1_024, 1_280, 1_440, 1_920])(
		'does not move under the pointer at %i pixels, and its first row opens at the first click',
		async (width) => {
			const visitor = await fixture.visitor({ width });
			const page = await open(visitor);
			await page.setViewportSize({ width, height: 900 });
			const first = rowNumber(page, 1);
			await first.scrollIntoViewIfNeeded();
			const box = await grid(page).boundingBox();
			if (box === null) throw new Error('The table is not visible.');
			await page.evaluate(WATCH_THE_TOP);
			for (let step = 0; step < 60; step += 1)
				await page.mouse.move(
					box.x + 60 + ((step * 37) % (box.width - 120)),
					box.y + 70 + ((step * 23) % 260),
				);
			// When these texts appear, the list and its status line have changed under the pointer.
			await page.getByText('sorting paused while you read').waitFor();
			await page.getByText(/rows? ha(?:s|ve) moved/).waitFor();
			const seen = (await page.evaluate('window.seenTops')) as readonly number[];
			expect(seen.length).toBeGreaterThan(30);
			expect([...new Set(seen)]).toHaveLength(1);
			const coin = await first.getByRole('link').first().textContent();
			await first.hover();
			await first.getByRole('link').first().click();
			await page.waitForURL(/\/opportunities\/opp_/);
			await page
				.getByRole('heading', { level: 1 })
				.filter({ hasText: coin ?? '' })
				.waitFor();
		},
	);

	test('can be walked to its end and back by keyboard, and a row opens', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const count = await rowCount(page);
		await tabToRows(page);
		await rowNumber(page, 1).and(focusedRow(page)).waitFor();
		for (const [key, number] of [
			['ArrowDown', 2],
			['ArrowDown', 3],
			['ArrowUp', 2],
			['End', count],
			['ArrowDown', count],
			['Home', 1],
		] as const) {
			await page.keyboard.press(key);
			await rowNumber(page, number).and(focusedRow(page)).waitFor();
		}
		await page.keyboard.press('End');
		await rowNumber(page, count).and(focusedRow(page)).and(loaded(page)).waitFor();
		await page.keyboard.press('PageUp');
		const above = Number(await focusedRow(page).getAttribute('aria-rowindex')) - 1;
		expect(above).toBeLessThan(count - 3);
		await page.keyboard.press('PageDown');
		await rowNumber(page, count).and(focusedRow(page)).waitFor();
		expect(await visitor.barriers()).toEqual([]);
		const path = await focusedRow(page).getByRole('link').first().getAttribute('href');
		await page.keyboard.press('Enter');
		await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
	});

	test('shows the holding period of each expected net: the best one, or a chosen one that survives a reload', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const states = (text: RegExp) => loaded(page).first().getByText(text);
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('best period').waitFor();
		await states(/^in (8 hours|\d+ days?)$/).waitFor();
		await more(page).click();
		await page.getByRole('button', { name: '7 days' }).click();
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('in 7 days').waitFor();
		await states(/^in 7 days$/).waitFor();
		await page.reload();
		await states(/^in 7 days$/).waitFor();
		await more(page).click();
		await page.getByRole('button', { name: 'Best', exact: true }).click();
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('best period').waitFor();
	});

	test('shows every reason of a row on Space and on a click', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await tabToRows(page);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press(' ');
		await focusedRow(page)
			.getByRole('heading', { name: /^(Reasons (not )?to trade|Why the verdict is unknown)$/ })
			.waitFor();
		expect(await focusedRow(page).getByRole('listitem').count()).toBeGreaterThan(0);
		await focusedRow(page).getByRole('button', { name: 'Hide', expanded: true }).waitFor();
		await visitor.capture('opportunities-unfolded');
		expect(await visitor.barriers()).toEqual([]);
		const third = rowNumber(page, 4);
		await third.getByRole('button', { name: /^Why\?/ }).click();
		await third.getByRole('heading', { name: /^Reasons |^Why the verdict/ }).waitFor();
		expect(await grid(page).getByRole('button', { expanded: true }).count()).toBe(1);
	});

	test('sorts by any column, and the address keeps the order', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const heads = grid(page).getByRole('columnheader');
		expect(await heads.getByRole('button').count()).toBe(11);
		for (const [name, key, direction] of [
			['Spread', 'spread', 'descending'],
			['Coin', 'symbol', 'ascending'],
			['Break-even', 'break_even_hours', 'ascending'],
		] as const) {
			const head = heads.getByRole('button', { name, exact: true });
			await head.focus();
			await page.keyboard.press('Enter');
			await page.locator(`[aria-sort="${direction}"]`, { hasText: name }).waitFor();
			expect(new URL(page.url()).searchParams.get('sort')).toBe(key);
			expect(await page.locator('button:focus').textContent()).toContain(name);
			await loaded(page).first().waitFor();
		}
		// The second click on a column reverses the order.
		await page.keyboard.press('Enter');
		await page.locator('[aria-sort="descending"]', { hasText: 'Break-even' }).waitFor();
		expect(new URL(page.url()).searchParams.get('order')).toBe('worst');
		const other = await fixture.visitor({ scheme: 'dark' });
		await open(other, new URL(page.url()).search);
		await other.page.locator('[aria-sort="descending"]', { hasText: 'Break-even' }).waitFor();
		await other.capture('opportunities-dark');
		expect(await other.barriers()).toEqual([]);
	});
});

describe('the filters', () => {
	test('narrow the list by coin, exchanges, tradability and minimum size', async () => {
		const { page } = await fixture.visitor();
		await page.goto(fixture.service.url);
		await loaded(page).first().waitFor();
		const all = await rowCount(page);
		await page.getByRole('searchbox').fill('btc');
		await page.waitForURL(/q=btc/);
		await page.getByText(/^\d+ opportunit/).waitFor();
		for (const name of await loaded(page).getByRole('link').allTextContents()) expect(name).toBe('BTC');
		await page.getByRole('button', { name: 'Clear' }).click();
		await more(page).click();
		await page.getByLabel('Exchanges').selectOption('bybit-kucoin');
		await page.waitForURL(/exchanges=bybit-kucoin/);
		await loaded(page).first().waitFor();
		expect(await rowCount(page)).toBeLessThan(all);
		expect(await loaded(page).getByText('Binance').count()).toBe(0);
		await page.getByLabel('Tradable only').check();
		await page.waitForURL(/tradable=yes/);
		await more(page).click();
		const top = (await grid(page).boundingBox())?.y;
		await page.getByLabel('My budget').fill('2,5');
		await page.getByText('Use a decimal point: 2.5').waitFor();
		expect((await grid(page).boundingBox())?.y).toBe(top);
		expect(page.url()).not.toContain('budget');
		await page.getByLabel('My budget').fill('25');
		await page.keyboard.press('Tab');
		await page.waitForURL(/budget=25/);
		await page.getByRole('button', { name: 'More (2)' }).waitFor();
		await page.getByLabel('Verdict').selectOption('unknown');
		await page.waitForURL(/verdict=unknown/);
		await page.keyboard.press('Escape');
		await page.getByLabel('My budget').waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Clear' }).click();
		await page.waitForURL((url) => filtersOf(url).toString() === '');
		expect(await page.getByRole('searchbox').inputValue()).toBe('');
	});

	test('show a message and a way back if nothing matches', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?q=nosuchcoin');
		await page.getByRole('heading', { name: 'No matches' }).waitFor();
		await visitor.capture('opportunities-nothing');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByRole('button', { name: 'Clear' }).click();
		await loaded(page).first().waitFor();
		expect(filtersOf(new URL(page.url())).toString()).toBe('');
	});

	test('explain an invalid value', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?exchanges=bybit-nosuch');
		await page.getByRole('alert').getByText('Cannot show the opportunities.').waitFor();
		await visitor.capture('opportunities-refused');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByRole('searchbox').fill('x'.repeat(33));
		await page.getByText('A symbol has at most 32 characters; you typed 33.').waitFor();
	});
});

describe('a link', () => {
	test('shows the same terms and filters to another visitor, also on the pages that it leads to', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await page.getByLabel('Amount').fill('4000');
		await page.getByLabel('Leverage').fill('2');
		await page.getByLabel('Hold for').fill('72');
		await page.getByLabel('Group by coin').check();
		await page.waitForURL(/amount=4000&hold=72&leverage=2/);
		const { search } = new URL(page.url());
		const other = await fixture.visitor();
		await open(other, `/${search}`);
		expect(await other.page.getByLabel('Amount').inputValue()).toBe('4000');
		expect(await other.page.getByLabel('Hold for').inputValue()).toBe('72');
		expect(await other.page.getByLabel('Group by coin').isChecked()).toBe(true);
		await loaded(other.page).first().getByText('in 3 days').waitFor();
		await loaded(other.page).first().getByRole('link').first().click();
		await other.page.waitForURL(/\/opportunities\/opp_.*amount=4000&hold=72&leverage=2/);
		await other.page.goBack();
		await loaded(other.page)
			.first()
			.getByRole('button', { name: /^Why\?/ })
			.click();
		await other.page.getByRole('link', { name: 'Preview this trade' }).click();
		await other.page.waitForURL(/\/execute\?.*amount=4000&hold=72&leverage=2/);
		// Without terms in the address, the other visitor's own terms apply.
		await open(other, '/');
		expect(await other.page.getByLabel('Amount').inputValue()).toBe('1000');
		expect(new URL(other.page.url()).searchParams.get('hold')).toBe('best');
	});
});

describe('a row', () => {
	test('shows both rates per 8 hours and per year, and the settled spreads of 30 days', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const row = loaded(page).first();
		expect(await row.getByText(/^−?\d+\.\d{4} %\/8 h$/).count()).toBe(2);
		expect(await row.getByText(/^−?[\d,]+\.\d %\/year$/).count()).toBe(2);
		await row
			.getByRole('img', { name: /^Settled spread per 8 hours in 30 days: .+ to .+, last .+ %$/ })
			.waitFor();
	});

	test('marks its coin as a favourite, and the list shows only favourites', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		expect(await page.getByLabel('Favourites').isDisabled()).toBe(true);
		await tabToRows(page);
		const coin = (await focusedRow(page).getByRole('link').first().textContent()) ?? '';
		await page.keyboard.press('f');
		await focusedRow(page)
			.getByRole('button', { name: `Favourite ${coin}`, pressed: true })
			.waitFor();
		await page.getByLabel('Favourites').check();
		await page.waitForURL((url) => url.searchParams.get('coins') === coin);
		await page.getByText(/^\s*\d+ opportunit/).waitFor();
		await expect
			.poll(async () => new Set(await loaded(page).locator('a').allTextContents()))
			.toEqual(new Set([coin]));
		// A list of the favourites follows them.
		await loaded(page)
			.first()
			.getByRole('button', { name: `Favourite ${coin}` })
			.click();
		await page.waitForURL((url) => !url.searchParams.has('coins'));
		await page.reload();
		await loaded(page).first().waitFor();
		expect(await page.getByLabel('Favourites').isDisabled()).toBe(true);
		// A link may name coins that the visitor has not marked.
		await open(visitor, `/?coins=${coin}`);
		await page.getByLabel('Only 1 coin').uncheck();
		await page.waitForURL((url) => !url.searchParams.has('coins'));
	});

	test('stands for its coin in a list by coin, and unfolds the coin’s other pairs', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const all = await rowCount(page);
		await page.getByLabel('Group by coin').check();
		await page.waitForURL(/group=coin/);
		await page.getByText(/^\s*\d+ coins/).waitFor();
		expect(await rowCount(page)).toBeLessThan(all / 2);
		const names = await loaded(page).locator('a').allTextContents();
		expect(new Set(names).size).toBe(names.length);
		const expand = loaded(page)
			.first()
			.getByRole('button', { name: /^Show \d+ more/ });
		const count = Number(/\d+/.exec((await expand.getAttribute('aria-label')) ?? '')?.[0]);
		await expand.click();
		const pairs = grid(page).getByRole('table', { name: /^All .+ pairs that match$/ });
		await pairs.waitFor();
		expect(await pairs.locator('tbody tr').count()).toBe(count + 1);
		await visitor.capture('opportunities-by-coin');
		expect(await visitor.barriers()).toEqual([]);
	});
});

describe('the view', () => {
	test('hides columns, changes rates and row height, and remembers it', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const before = (await loaded(page).first().boundingBox())?.height ?? 0;
		await page.getByRole('button', { name: 'View' }).click();
		await page.getByLabel('Minimum, Depth').uncheck();
		await page.getByLabel('per year').check();
		await page.getByLabel('Comfortable').check();
		await visitor.capture('opportunities-view');
		expect(await visitor.barriers()).toEqual([]);
		await page.reload();
		await loaded(page).first().waitFor();
		expect(await page.getByRole('columnheader').getByText('Depth').count()).toBe(0);
		expect(((await loaded(page).first().boundingBox())?.height ?? 0) > before).toBe(true);
		const [per8h, perYear] = await Promise.all(
			[/%\/8 h$/, /%\/year$/].map((unit) =>
				loaded(page).first().locator('.leg').first().getByText(unit).boundingBox(),
			),
		);
		expect(perYear?.x).toBeLessThan(per8h?.x ?? 0);
	});

	test('is downloaded as a CSV file with every row', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor, '/?exchanges=bybit-kucoin&sort=symbol&order=worst');
		const count = await rowCount(page);
		const shown = await loaded(page).first().locator('.names small').textContent();
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'CSV' }).click();
		const file = await download;
		expect(file.suggestedFilename()).toMatch(/^carrywire-opportunities-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
		const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
			.trimEnd()
			.split('\r\n');
		expect(head).toContain('Opportunity id,Exchange pair,Long symbol,Short symbol,Coin,Symbol');
		expect(lines).toHaveLength(count);
		for (const line of lines) expect(line).toMatch(/^opp_[0-9a-f]{24},bybit-kucoin,/);
		expect(lines[0]?.split(',')[5]).toBe(shown?.trim());
		const symbols = lines.map((line) => line.split(',')[5] ?? '');
		expect(symbols).toEqual(symbols.toSorted().reverse());
	});
});

/** Returns the service's record of the opportunity that a row links to. */
function listedAt(path: string | null): Promise<Listed> {
	return fixture.service.call('opportunity_detail', {
		opportunity_id: path?.split('/').at(-1)?.split('?')[0],
	});
}

describe('rows that move', () => {
	test('stay in place while somebody reads, and the focus stays on its opportunity', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor, '/?exchanges=bybit-kucoin&sort=net_apr');
		await tabToRows(page);
		const path = await focusedRow(page).getByRole('link').first().getAttribute('href');
		const best = await listedAt(path);
		// Moving the two prices apart makes the exit expensive, so that the row moves down.
		for (const [venue, factor] of [
			[best.long_venue, '1.05'],
			[best.short_venue, '0.95'],
		] as const)
			await fixture.fixture.admin(venue, 'POST', '/shocks', { coin: best.base, factor });
		await heldLine(page)
			.getByText(/rows? ha(?:s|ve) moved/)
			.waitFor();
		expect(await focusedRow(page).getByRole('link').first().getAttribute('href')).toBe(path);
		expect(await focusedRow(page).getAttribute('aria-rowindex')).toBe('2');
		await visitor.capture('opportunities-held');
		await page.getByRole('button', { name: 'Re-sort' }).click();
		await heldLine(page).getByText('live sorting').waitFor();
	});

	test('keep their order and figures while the list is paused', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const pause = page.getByRole('button', { name: 'Pause' });
		await pause.focus();
		await page.keyboard.press('Enter');
		await heldLine(page)
			.getByText(/paused: figures from \d\d:\d\d:\d\d/)
			.waitFor();
		expect(await pause.getAttribute('aria-pressed')).toBe('true');
		await visitor.capture('opportunities-paused');
		expect(await visitor.barriers()).toEqual([]);
		await page.keyboard.press('Enter');
		await heldLine(page).getByText('live sorting').waitFor();
	});
});

describe('on a phone', () => {
	test('each opportunity is a card with the same figures, and nothing scrolls sideways', async () => {
		const visitor = await fixture.visitor({ width: PHONE_PX });
		await visitor.page.setViewportSize({ width: PHONE_PX, height: 844 });
		const page = await open(visitor);
		// The first card is visible without scrolling.
		await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(1);
		const card = loaded(page).first();
		for (const fact of [
			'Long',
			'Short',
			'Spread',
			'Expected net',
			'Break-even',
			'Reversal',
			'Profit',
			'Minimum',
			'Depth',
			'Settlement',
			'Data age',
		])
			expect(await card.getByText(fact, { exact: true }).count()).toBe(1);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PX);
		await page.getByRole('button', { name: 'Filters' }).click();
		await page.getByLabel('Amount').fill('2500');
		await page.waitForURL(/amount=2500/);
		await page.getByLabel('Sort by').selectOption({ label: 'Headline spread' });
		await page.waitForURL(/sort=spread/);
		await page.getByRole('button', { name: 'Direction: widest first' }).click();
		await page.waitForURL(/order=worst/);
		await page.getByRole('button', { name: 'Direction: narrowest first', pressed: true }).click();
		await visitor.capture('opportunities-filters');
		expect(await visitor.barriers()).toEqual([]);
		await page.keyboard.press('Escape');
		await loaded(page)
			.first()
			.getByRole('button', { name: /^Why\?/ })
			.click();
		await loaded(page)
			.first()
			.getByRole('heading', { name: /^Reasons |^Why the verdict/ })
			.waitFor();
		await visitor.capture('opportunities');
		expect(await visitor.barriers()).toEqual([]);
	});
});

describe('during an outage', () => {
	test('names an exchange that does not answer, and says when none does', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await fixture.fixture.admin('kucoin', 'POST', '/down');
		await page
			.getByRole('status')
			.filter({ hasText: /KuCoin (is down|data is stale)\. Cannot reach KuCoin/ })
			.waitFor();
		await visitor.capture('opportunities-one-away');
		for (const venue of ['bybit', 'binance'] as const) await fixture.fixture.admin(venue, 'POST', '/down');
		await page
			.getByRole('status')
			.filter({ hasText: /No exchange is ready\. Cannot reach \w+ \(.+\)\. Run `carrywire doctor`\./ })
			.waitFor();
		await page.getByText('Show all 4 notes').click();
		expect(
			await page
				.locator('details[open]')
				.getByRole('listitem')
				.filter({ hasText: /is (down|stale)\. Cannot reach/ })
				.count(),
		).toBe(3);
		await loaded(page).getByText('stale').first().waitFor();
		await visitor.capture('opportunities-none-ready');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('keeps the last figures of a stopped service and marks them as old', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await fixture.service.process.end('SIGTERM');
		await heldLine(page)
			.getByText(/disconnected: figures are .+ old/)
			.waitFor();
		await page.getByText('Disconnected.').waitFor();
		expect(await loaded(page).count()).toBeGreaterThan(0);
		await visitor.capture('opportunities-disconnected');
		expect(await visitor.barriers()).toEqual([]);
		expect(fixture.complaints().filter((line) => !OF_STOPPED_SERVICE.test(line))).toEqual([]);
	});
});
