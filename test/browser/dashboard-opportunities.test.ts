/** The page Opportunities as a person uses it. The tests run in this order against one service: the last ones stop what it needs. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { PHONE_PX } from './watched-browser.ts';

/** Three exchanges list more coins in common than three pages hold. */
const VENUES = ['bybit', 'kucoin', 'binance'] as const;
/** Rows in the page at once at most, whatever the list is long: those in view, some more, the head. */
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

/** Keeps, for each frame, how far the table is from the top of the page. */
const WATCH_THE_TOP = `
	window.seenTops = [];
	const look = () => {
		const grid = document.querySelector('[role="grid"]');
		if (grid === null) return;
		window.seenTops.push(grid.getBoundingClientRect().top + window.scrollY);
		requestAnimationFrame(look);
	};
	look();
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

/** Goes by Tab from the last control above the table to the row of the table that Tab leads to. */
async function tabToRows(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Pause' }).focus();
	while ((await focusedRow(page).count()) === 0) await page.keyboard.press('Tab');
}

async function rowCount(page: Page): Promise<number> {
	return Number(await grid(page).getAttribute('aria-rowcount')) - 1;
}

describe('a stranger', () => {
	// First: some seconds after the start all of it has been read.
	test('is told that settled funding is still being read, while it is', async () => {
		const { page } = await fixture.visitor();
		await page.goto(fixture.service.url);
		await page.getByText('Settled funding is still being read').waitFor();
	});

	test('reads what an opportunity is, and why the widest spread is not the best', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		expect(await page.getByText('is paid the difference at each settlement').count()).toBe(1);
		const top = page.getByRole('region', { name: 'Why not the top headline?' });
		await top.getByText('The widest spread now is').waitFor();
		await top.getByText(/^. (Trade|No trade|Unknown)$/).waitFor();
		expect(await top.getByRole('listitem').count()).toBeGreaterThan(0);
		await visitor.capture('opportunities');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('finds every column explained in a sentence', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await page.getByText('How to read this table').click();
		const explained = await page.getByRole('term').allTextContents();
		expect(explained).toContain('Expected net');
		const heads = await page.getByRole('columnheader').count();
		// Coin and exchanges, and liquidity and risk, are explained together.
		expect(explained.length).toBe(heads - 1);
		await visitor.capture('opportunities-how-to-read');
		expect(await visitor.barriers()).toEqual([]);
	});
});

describe('the table', () => {
	test('has only the rows in view, and any of a list of many pages when it is scrolled to', async () => {
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
		'stands still under a pointer that moves over it, %i pixels wide, and its first row opens at the first click',
		async (width) => {
			const visitor = await fixture.visitor({ width });
			const page = await open(visitor);
			await page.setViewportSize({ width, height: 900 });
			const first = rowNumber(page, 1);
			await first.scrollIntoViewIfNeeded();
			const box = await grid(page).boundingBox();
			if (box === null) throw new Error('The table has no place on the page.');
			await page.evaluate(WATCH_THE_TOP);
			for (let step = 0; step < 60; step += 1)
				await page.mouse.move(
					box.x + 60 + ((step * 37) % (box.width - 120)),
					box.y + 70 + ((step * 23) % 260),
				);
			// The list has changed under the pointer by then, and what is said of it.
			await page.getByText('rows stay in place while you read').waitFor();
			await page.getByText(/would stand elsewhere by now/).waitFor();
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

	test('is gone through by keys alone, to its end and back, and a row opens', async () => {
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

	test('states the horizon of each expected net: its best, or one that is named and kept', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const states = (text: RegExp) => loaded(page).first().getByText(text);
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('best horizon').waitFor();
		await states(/^in (8 hours|\d+ days?)$/).waitFor();
		await page.getByRole('button', { name: '7 days' }).click();
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('in 7 days').waitFor();
		await states(/^in 7 days$/).waitFor();
		await page.reload();
		await states(/^in 7 days$/).waitFor();
		await page.getByRole('button', { name: 'Best', exact: true }).click();
		await grid(page).getByRole('columnheader', { name: 'Expected net' }).getByText('best horizon').waitFor();
	});

	test('shows every reason of a row by Space and by a press', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await tabToRows(page);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press(' ');
		await focusedRow(page)
			.getByRole('heading', { name: /^Why (a trade|no trade|it is unknown)$/ })
			.waitFor();
		expect(await focusedRow(page).getByRole('listitem').count()).toBeGreaterThan(0);
		await focusedRow(page).getByRole('button', { name: 'Less', expanded: true }).waitFor();
		await visitor.capture('opportunities-unfolded');
		expect(await visitor.barriers()).toEqual([]);
		const third = rowNumber(page, 4);
		await third.getByRole('button', { name: 'More' }).click();
		await third.getByRole('heading', { name: /^Why / }).waitFor();
		expect(await grid(page).getByRole('button', { expanded: true }).count()).toBe(1);
	});

	test('is ordered by any head; the order can be kept and sent', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const heads = grid(page).getByRole('columnheader');
		expect(await heads.getByRole('button').count()).toBe(10);
		for (const [name, key, direction] of [
			['Shown spread', 'spread', 'descending'],
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

describe('what is listed', () => {
	test('can be narrowed by coin, exchanges, verdict and what is forbidden', async () => {
		const { page } = await fixture.visitor();
		await page.goto(fixture.service.url);
		await loaded(page).first().waitFor();
		const all = await rowCount(page);
		await page.getByLabel('Coin').fill('btc');
		await page.waitForURL(/q=btc/);
		await page.getByText(/^\d+ opportunit/).waitFor();
		for (const name of await loaded(page).getByRole('link').allTextContents()) expect(name).toBe('BTC');
		await page.getByRole('button', { name: 'Show all' }).click();
		await page.getByLabel('Exchanges').selectOption('bybit-kucoin');
		await page.waitForURL(/exchanges=bybit-kucoin/);
		await loaded(page).first().waitFor();
		expect(await rowCount(page)).toBeLessThan(all);
		expect(await loaded(page).getByText('Binance').count()).toBe(0);
		await page.getByLabel('Only what nothing forbids').check();
		await page.waitForURL(/tradable=yes/);
		const top = (await grid(page).boundingBox())?.y;
		await page.getByLabel('Opens with').fill('2,5');
		await page.getByText('Use a point: 2.5').waitFor();
		expect((await grid(page).boundingBox())?.y).toBe(top);
		expect(page.url()).not.toContain('budget');
		await page.getByLabel('Opens with').fill('25');
		await page.waitForURL(/budget=25/);
		await page.getByRole('button', { name: 'Show all' }).click();
		await page.waitForURL((url) => url.search === '');
		expect(await page.getByLabel('Coin').inputValue()).toBe('');
	});

	test('says so when nothing matches, and leads back', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?q=nosuchcoin');
		await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
		await visitor.capture('opportunities-nothing');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByRole('button', { name: 'Show all' }).click();
		await loaded(page).first().waitFor();
		expect(new URL(page.url()).search).toBe('');
	});

	test('says what is wrong with what cannot be asked for', async () => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await visitor.go('/?exchanges=bybit-nosuch');
		await page.getByRole('alert').getByText('The opportunities cannot be shown.').waitFor();
		await visitor.capture('opportunities-refused');
		expect(await visitor.barriers()).toEqual([]);
		await page.getByLabel('Coin').fill('x'.repeat(33));
		await page.getByText('Part of a symbol has at most 32 characters; this has 33.').waitFor();
	});
});

/** What the service says of the opportunity that a row leads to. */
function listedAt(path: string | null): Promise<Listed> {
	return fixture.service.call('opportunity_detail', { opportunity_id: path?.split('/').at(-1) });
}

describe('rows that move', () => {
	test('stay where they are while somebody goes through them, and the focus stays on its opportunity', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor, '/?exchanges=bybit-kucoin&sort=net_apr');
		await tabToRows(page);
		const path = await focusedRow(page).getByRole('link').first().getAttribute('href');
		const best = await listedAt(path);
		// Bought dear and sold cheap: the way out is expected to cost what the prices are apart.
		for (const [venue, factor] of [
			[best.long_venue, '1.05'],
			[best.short_venue, '0.95'],
		] as const)
			await fixture.fixture.admin(venue, 'POST', '/shocks', { coin: best.base, factor });
		await heldLine(page)
			.getByText(/would stand elsewhere by now/)
			.waitFor();
		expect(await focusedRow(page).getByRole('link').first().getAttribute('href')).toBe(path);
		expect(await focusedRow(page).getAttribute('aria-rowindex')).toBe('2');
		await visitor.capture('opportunities-held');
		await page.getByRole('button', { name: 'Order anew' }).click();
		await heldLine(page).getByText('in the order of now').waitFor();
	});

	test('stand still when they are paused, figures and all, until they are let go', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		const pause = page.getByRole('button', { name: 'Pause' });
		await pause.focus();
		await page.keyboard.press('Enter');
		await heldLine(page)
			.getByText(/paused: order and figures are of \d\d:\d\d:\d\d UTC/)
			.waitFor();
		expect(await pause.getAttribute('aria-pressed')).toBe('true');
		await visitor.capture('opportunities-paused');
		expect(await visitor.barriers()).toEqual([]);
		await page.keyboard.press('Enter');
		await heldLine(page).getByText('in the order of now').waitFor();
	});
});

describe('on a phone', () => {
	test('each opportunity is a card with the same facts, and nothing scrolls sideways', async () => {
		const visitor = await fixture.visitor({ width: PHONE_PX });
		const page = await open(visitor);
		const card = loaded(page).first();
		for (const fact of [
			'Long',
			'Short',
			'Shown spread',
			'Expected net',
			'Break-even',
			'Reversal odds',
			'Depth, USD',
			'Next settlement',
			'Data age',
		])
			expect(await card.getByText(fact, { exact: true }).count()).toBe(1);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PX);
		await page.getByLabel('Order').selectOption({ label: 'Shown spread: widest first' });
		await page.waitForURL(/sort=spread/);
		await loaded(page).first().waitFor();
		await loaded(page).first().getByRole('button', { name: 'More' }).click();
		await loaded(page).first().getByRole('heading', { name: /^Why / }).waitFor();
		await visitor.capture('opportunities');
		expect(await visitor.barriers()).toEqual([]);
	});
});

describe('when something is away', () => {
	test('an exchange that does not answer is named, and so is that none does', async () => {
		const visitor = await fixture.visitor();
		const page = await open(visitor);
		await fixture.fixture.admin('kucoin', 'POST', '/down');
		await page
			.getByRole('status')
			.filter({ hasText: /KuCoin is (down|late)\. Cannot reach KuCoin/ })
			.waitFor();
		await visitor.capture('opportunities-one-away');
		for (const venue of ['bybit', 'binance'] as const) await fixture.fixture.admin(venue, 'POST', '/down');
		await page
			.getByRole('status')
			.filter({ hasText: /No exchange is ready\. Cannot reach \w+ \(.+\)\. Run `carrywire doctor`\./ })
			.waitFor();
		await page.getByText('All 4 notes').click();
		expect(
			await page
				.locator('details[open]')
				.getByRole('listitem')
				.filter({ hasText: /is (down|late)\. Cannot reach/ })
				.count(),
		).toBe(3);
		await loaded(page).getByText('stale').first().waitFor();
		await visitor.capture('opportunities-none-ready');
		expect(await visitor.barriers()).toEqual([]);
	});

	test('a service that is gone leaves its last figures, which are said to be old', async () => {
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
