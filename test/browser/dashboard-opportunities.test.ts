/**
 * Tests the Opportunities page in a browser. The tests share one service and run in this order, because the last ones
 * stop its exchanges.
 */
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
const heldLine = (page: Page): Locator => page.getByText(/^\s*\d+ opportunit/).first();

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

async function rowCount(page: Page): Promise<number> {
	return Number(await grid(page).getAttribute('aria-rowcount')) - 1;
}

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
		expect(await page.getByText('You earn the difference in funding at each settlement').count()).toBe(1);
		const top = page.getByRole('region', { name: 'Why not the widest spread?' });
		await top.getByText('The widest spread now:').waitFor();
		await top.getByText(/^. (Trade|No trade|Unknown)$/).waitFor();
		expect(await top.getByRole('listitem').count()).toBeGreaterThan(0);
		await visitor.capture('opportunities');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('finds an explanation of every column', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await page.getByText('How to read this table').click();
		const explained = await page.getByRole('term').allTextContents();
		expect(explained).toContain('Expected net');
		const heads = await page.getByRole('columnheader').count();
		// One explanation covers two columns, liquidity and risk, so there is one explanation fewer than columns.
		expect(explained.length).toBe(heads - 1);
		await visitor.capture('opportunities-how-to-read');
		expect(await visitor.barriers()).toEqual([]);
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
		await page.waitForURL((url) => url.pathname === path);
	});

	test('shows the holding period of each expected net: the best one, or a chosen one that survives a reload', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const states = (text: RegExp) => loaded(page).first().getByText(text);
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('best period').waitFor();
		await states(/^in (8 hours|\d+ days?)$/).waitFor();
		await page.getByRole('button', { name: '7 days' }).click();
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('in 7 days').waitFor();
		await states(/^in 7 days$/).waitFor();
		await page.reload();
		await states(/^in 7 days$/).waitFor();
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
		await focusedRow(page).getByRole('button', { name: 'Hide details', expanded: true }).waitFor();
		await visitor.capture('opportunities-unfolded');
		expect(await visitor.barriers()).toEqual([]);
		const third = rowNumber(page, 4);
		await third.getByRole('button', { name: /^Details/ }).click();
		await third.getByRole('heading', { name: /^Reasons |^Why the verdict/ }).waitFor();
		expect(await grid(page).getByRole('button', { expanded: true }).count()).toBe(1);
	});

	test('sorts by any column, and the address keeps the order', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const heads = grid(page).getByRole('columnheader');
		expect(await heads.getByRole('button').count()).toBe(10);
		for (const [name, key, direction] of [
			['Spread', 'spread', 'descending'],
			['Coin', 'symbol', 'ascending'],
			['Break-even', 'break_even_hours', 'ascending'],
		] as const) {
			const head = heads.getByRole('button', { name });
			await head.focus();
			await page.keyboard.press('Enter');
			await page.locator(`[aria-sort="${direction}"]`, { hasText: name }).waitFor();
			expect(new URL(page.url()).searchParams.get('sort')).toBe(key);
			expect(await page.locator('button:focus').textContent()).toContain(name);
			await loaded(page).first().waitFor();
		}
		const other = await fixture.visitor({ scheme: 'dark' });
		await open(other, new URL(page.url()).search);
		await other.page.locator('[aria-sort="ascending"]', { hasText: 'Break-even' }).waitFor();
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
		await page.getByLabel('Coin').fill('btc');
		await page.waitForURL(/q=btc/);
		await page.getByText(/^\d+ opportunit/).waitFor();
		for (const name of await loaded(page).getByRole('link').allTextContents()) expect(name).toBe('BTC');
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await page.getByLabel('Exchanges').selectOption('bybit-kucoin');
		await page.waitForURL(/exchanges=bybit-kucoin/);
		await loaded(page).first().waitFor();
		expect(await rowCount(page)).toBeLessThan(all);
		expect(await loaded(page).getByText('Binance').count()).toBe(0);
		await page.getByLabel('Tradable only').check();
		await page.waitForURL(/tradable=yes/);
		const top = (await grid(page).boundingBox())?.y;
		await page.getByLabel('My budget').fill('2,5');
		await page.getByText('Use a decimal point: 2.5').waitFor();
		expect((await grid(page).boundingBox())?.y).toBe(top);
		expect(page.url()).not.toContain('budget');
		await page.getByLabel('My budget').fill('25');
		await page.waitForURL(/budget=25/);
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await page.waitForURL((url) => url.search === '');
		expect(await page.getByLabel('Coin').inputValue()).toBe('');
	});

	test('show a message and a way back if nothing matches', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?q=nosuchcoin');
		await page.getByRole('heading', { name: 'No matches' }).waitFor();
		await visitor.capture('opportunities-nothing');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await loaded(page).first().waitFor();
		expect(new URL(page.url()).search).toBe('');
	});

	test('explain an invalid value', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?exchanges=bybit-nosuch');
		await page.getByRole('alert').getByText('Cannot show the opportunities.').waitFor();
		await visitor.capture('opportunities-refused');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByLabel('Coin').fill('x'.repeat(33));
		await page.getByText('A symbol has at most 32 characters; you typed 33.').waitFor();
	});
});

/** Returns the service's record of the opportunity that a row links to. */
function listedAt(path: string | null): Promise<Listed> {
	return fixture.service.call('opportunity_detail', { opportunity_id: path?.split('/').at(-1) });
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
		const page = await open(visitor);
		const card = loaded(page).first();
		for (const fact of [
			'Long',
			'Short',
			'Headline spread',
			'Expected net',
			'Break-even',
			'Reversal',
			'Depth, USD',
			'Next settlement',
			'Data age',
		])
			expect(await card.getByText(fact, { exact: true }).count()).toBe(1);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PX);
		await page.getByLabel('Sort by').selectOption({ label: 'Headline spread: widest first' });
		await page.waitForURL(/sort=spread/);
		await loaded(page).first().waitFor();
		await loaded(page)
			.first()
			.getByRole('button', { name: /^Details/ })
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
		expect(fixture.complaints().filter((line) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(line))).toEqual([]);
	});
});
