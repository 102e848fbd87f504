/** Tests the Portfolio page of a user with positions: every state, the kill switch, two tabs and the ledger file. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { ExecutionRecord } from '../../client/methods.ts';
import { coins, price, usdExactFigure, usdFigure } from '../../dashboard/src/figures/money.ts';
import { untilStatus } from '../e2e/trading.ts';
import type { Opened } from '../e2e/wire.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { copyPositions } from './many-positions.ts';
import { goConnected, pasteToken } from './opening-steps.ts';
import { previewedWish } from './trades.ts';
import { PHONE_PX } from './watched-browser.ts';

const AMOUNT_USD = 300;

let fixture: DashboardFixture;
let trader = '';
let looker = '';

beforeAll(async () => {
	fixture = await openDashboardFixture();
	trader = await fixture.fixture.token('arb:read arb:trade');
	looker = await fixture.fixture.token('arb:read');
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

/** Opens the page as a visitor who pastes the token. */
async function holder(
	token: string,
	screen: Parameters<DashboardFixture['visitor']>[0] = {},
): Promise<Visitor> {
	const visitor = await fixture.visitor(screen);
	await goConnected(visitor, '/portfolio');
	await paste(visitor.page, token);
	return visitor;
}

async function paste(page: Page, token: string): Promise<void> {
	await pasteToken(page, token);
	await page.getByRole('group', { name: 'Kill switch' }).waitFor();
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name });
const positions = (page: Page): Locator => page.getByRole('table', { name: 'Open positions' });
/** Returns the line of a coin's position. */
const line = (page: Page, coin: string): Locator =>
	positions(page).getByRole('row', { name: new RegExp(`^${coin}USD`) });

/** Unfolds a position and returns its card. */
async function unfolded(page: Page, coin: string): Promise<Locator> {
	await line(page, coin).getByRole('button', { name: coin, exact: true }).click();
	return region(page, coin);
}

/** Opens an execution in a coin outside `otherThan`. @returns the execution's coin and id */
async function opened(otherThan: ReadonlySet<string> = new Set()): Promise<{ coin: string; id: string }> {
	const { params, base, previewId } = await previewedWish(fixture.service, trader, AMOUNT_USD, otherThan);
	const { execution_id: id } = await fixture.service.call<Opened>(
		'execute_opportunity',
		{ ...params, preview_id: previewId },
		trader,
	);
	await untilStatus(fixture.service, trader, id, ['running']);
	return { coin: base, id };
}

/** Returns an ended execution with its figures. */
async function closedOf(id: string): Promise<ExecutionRecord> {
	const client = createClient({ url: fixture.service.url, token: trader });
	const { executions } = await client.call('portfolio_live', { execution_id: id });
	const [entry] = executions;
	if (entry === undefined) throw new Error(`portfolio_live shows no ${id}.`);
	return entry;
}

/** Returns how many pixels wider than its window the page is. Only boxes on the page may scroll sideways. */
const overflow = (page: Page): Promise<number> =>
	page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('without positions', () => {
	test('shows a visitor without a login where to log in', async () => {
		const { page, go, barriers, capture } = await fixture.visitor();
		await go('/portfolio');
		await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
		await region(page, 'Access').getByRole('link', { name: 'Log in' }).waitFor();
		await capture('portfolio-stranger');
		expect(await barriers()).toEqual([]);
	});

	test('explains to a user without exchanges why two are needed and where to connect them', async () => {
		const { page, go, barriers, capture } = await fixture.visitor({ loggedIn: true });
		await go('/portfolio');
		await page.getByRole('heading', { name: 'No exchange connected yet' }).waitFor();
		await page.getByText('No position has ended yet.').waitFor();
		await page.getByText('No alerts yet.').waitFor();
		expect(await page.getByRole('link', { name: 'Connect an exchange' }).getAttribute('href')).toBe(
			'/connections',
		);
		await capture('portfolio-unconnected');
		expect(await barriers()).toEqual([]);
	});

	test('leads to the opportunities if accounts are connected and no position is open', async () => {
		const { page, barriers, capture } = await holder(trader);
		await page.getByText('No open positions.').waitFor();
		await region(page, 'Needs your attention').getByText('Nothing now.').waitFor();
		await region(page, 'Accounts and margin').getByRole('rowheader', { name: 'KuCoin' }).first().waitFor();
		await capture('portfolio-nothing-open');
		expect(await barriers()).toEqual([]);
		await page.getByRole('link', { name: 'Browse opportunities' }).click();
		await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
	});
});

describe('with open positions', () => {
	let first: { coin: string; id: string };
	let second: { coin: string; id: string };

	beforeAll(async () => {
		first = await opened();
		second = await opened(new Set([first.coin]));
		for (const venue of ['bybit', 'kucoin'] as const)
			await fixture.fixture.admin(venue, 'POST', '/settle', {});
	});

	test.each([
		['on a desktop', {}],
		['in the dark scheme', { scheme: 'dark' as const }],
		['on a phone', { width: PHONE_PX }],
	])('shows legs, result, funding and accounts %s without sideways scrolling', async (_, screen) => {
		const { page, barriers, capture } = await holder(trader, screen);
		for (const { coin } of [first, second]) {
			await line(page, coin).getByText('Running').waitFor();
			const card = await unfolded(page, coin);
			await card.getByText('Running').waitFor();
			await card.getByRole('rowheader', { name: /▲ Long/ }).waitFor();
			await card.getByText('All 2 settlements').waitFor();
			await card.getByRole('button', { name: 'Close position …' }).waitFor();
		}
		await region(page, 'Summary').getByText('of 2 in total').waitFor();
		await capture('portfolio-held');
		expect(await overflow(page)).toBeLessThanOrEqual(0);
		expect(await barriers()).toEqual([]);
	});

	test('shows the service’s figures of an execution and of the accounts', async () => {
		const { page } = await holder(trader);
		const card = await unfolded(page, first.coin);
		await card.getByText('All 2 settlements').click();
		const client = createClient({ url: fixture.service.url, token: trader });
		const { executions, accounts } = await client.call('portfolio_live');
		const entry = executions.find(({ execution }) => execution.id === first.id);
		if (entry === undefined) throw new Error(`portfolio_live shows no ${first.id}.`);
		const { funding, pnl, long_position: long, short_position: short } = entry;
		// The test compares only figures that do not move with the market.
		for (const [leg, name] of [
			[long, /Long/],
			[short, /Short/],
		] as const) {
			const cells = card.getByRole('row', { name }).getByRole('cell');
			expect(await cells.nth(0).textContent()).toBe(coins(leg.size));
			expect(await cells.nth(1).textContent()).toBe(price(leg.entry_price));
		}
		const last = (name: RegExp): Promise<string | null> =>
			card.getByRole('row', { name }).first().getByRole('cell').last().textContent();
		expect(await last(/^Funding/)).toBe(usdFigure(pnl.funding_pnl, true));
		expect(await last(/^Fees/)).toBe(usdFigure(-pnl.fee_cost, true));
		expect(await last(/^Slippage/)).toBe(usdFigure(-pnl.slippage_cost, true));
		const settled = card.getByRole('group', { name: 'Settlements' }).getByRole('row');
		expect(await settled.count()).toBe(1 + funding.funding_events.length);
		for (const [at, event] of funding.funding_events.entries()) {
			const cells = settled.nth(at + 1).getByRole('cell');
			expect(await cells.nth(3).textContent()).toBe(usdExactFigure(event.amount, true));
			expect(await cells.nth(4).textContent()).toBe(usdExactFigure(event.cumulative, true));
		}
		// `unexplained` is null while an account changes. Otherwise, every part of an equity change must have a known
		// cause.
		for (const { unexplained } of accounts) expect(unexplained ?? 0).toBe(0);
	});

	test('sorts, filters and exports the positions, and remembers the columns', async () => {
		const { page, barriers, capture } = await holder(trader);
		const coinsShown = (): Promise<string[]> =>
			positions(page).getByRole('rowheader').getByRole('button').allTextContents();
		const both = [first.coin, second.coin].toSorted();
		await line(page, second.coin).waitFor();
		const sorter = positions(page).getByRole('columnheader', { name: 'Coin', exact: true });
		await sorter.getByRole('button').click();
		expect(await sorter.getAttribute('aria-sort')).toBe('ascending');
		expect((await coinsShown()).map((text) => text.slice(1))).toEqual(both);
		await sorter.getByRole('button').click();
		expect(await sorter.getAttribute('aria-sort')).toBe('descending');
		expect((await coinsShown()).map((text) => text.slice(1))).toEqual(both.toReversed());
		await page.getByRole('searchbox', { name: 'Coin' }).first().fill(first.coin);
		await page.getByText('1 of 2 positions').waitFor();
		await line(page, second.coin).waitFor({ state: 'detached' });
		await page.getByRole('combobox', { name: 'State' }).selectOption('Running');
		await page.getByRole('combobox', { name: 'Exchange', exact: true }).selectOption('Bybit');
		await page.getByText('1 of 2 positions').waitFor();
		await page.getByText('Columns', { exact: true }).click();
		await page.getByRole('checkbox', { name: 'Fees USD' }).uncheck();
		await positions(page).getByRole('columnheader', { name: 'Fees' }).waitFor({ state: 'detached' });
		await capture('portfolio-columns');
		expect(await barriers()).toEqual([]);
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Export CSV' }).click();
		const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
		expect([lines.length, lines[1]?.split(',')[0], lines[1]?.split(',').at(-1)]).toEqual([
			2,
			first.coin,
			first.id,
		]);
		await page.reload();
		await paste(page, trader);
		await line(page, second.coin).waitFor();
		expect(await positions(page).getByRole('columnheader', { name: 'Fees' }).count()).toBe(0);
		expect(await positions(page).getByRole('columnheader', { name: 'Slippage' }).count()).toBe(1);
	});

	test.each([
		[20, 10],
		[200, 100],
	])('shows %i positions, 20 of them on one screen', async (count, copies) => {
		const visitor = await fixture.visitor();
		const { page } = visitor;
		await page.setViewportSize({ width: 1_440, height: 900 });
		await copyPositions(page, copies);
		await visitor.go('/portfolio');
		await paste(page, trader);
		await page.getByText(`${count} positions`, { exact: true }).waitFor();
		const rows = positions(page).getByRole('row');
		expect(await rows.count()).toBe(1 + count);
		const twentieth = await rows.nth(20).boundingBox();
		expect((twentieth?.y ?? Number.POSITIVE_INFINITY) + (twentieth?.height ?? 0)).toBeLessThanOrEqual(900);
		// The browser neither lays out nor paints the content of rows outside the window.
		const isDrawn = (at: number): Promise<boolean> =>
			positions(page)
				.getByRole('rowheader')
				.nth(at)
				.evaluate((cell) => cell.firstElementChild.checkVisibility({ contentVisibilityAuto: true }));
		expect(await isDrawn(0)).toBe(true);
		if (count > 100) expect(await isDrawn(count - 1)).toBe(false);
		await visitor.capture(`portfolio-${count}`);
		expect(await visitor.barriers()).toEqual([]);
	});

	test('shows everything to a read-only token and explains the disabled buttons', async () => {
		const { page, barriers, capture } = await holder(looker);
		const card = await unfolded(page, first.coin);
		expect(await card.getByRole('button', { name: 'Close position …' }).isDisabled()).toBe(true);
		expect(await page.getByRole('button', { name: 'Halt trading …' }).isDisabled()).toBe(true);
		await card.getByText('This token can only read').first().waitFor();
		await capture('portfolio-look-only');
		expect(await barriers()).toEqual([]);
	});

	test('marks an unreadable account as stale with advice, and clears the warning after it recovers', async () => {
		const { page, barriers, capture } = await holder(trader);
		const attention = region(page, 'Needs your attention');
		await attention.getByText('Nothing now.').waitFor();
		await fixture.fixture.admin('kucoin', 'POST', '/faults', {
			operation: 'account',
			count: 1_000,
			action: { kind: 'status', at: 'before', status: 503 },
		});
		await attention.getByText('KuCoin: Carrywire could not read the account.').waitFor();
		await region(page, 'Accounts and margin')
			.getByRole('row', { name: /^KuCoin.*Stale/ })
			.waitFor();
		await capture('portfolio-stale');
		expect(await barriers()).toEqual([]);
		await fixture.fixture.admin('kucoin', 'DELETE', '/faults');
		await attention.getByText('Nothing now.').waitFor();
	});

	test('halts and resumes in one deliberate step each, and every tab shows both', async () => {
		const { page, barriers, capture } = await holder(trader);
		const { page: other } = await holder(trader);
		await page.getByRole('button', { name: 'Halt trading …' }).focus();
		await page.keyboard.press('Enter');
		await page.getByText('Continues').waitFor();
		await capture('portfolio-halting');
		expect(await barriers()).toEqual([]);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Enter');
		await page.getByLabel('Reason').fill('Going on holiday');
		await page.getByRole('button', { name: 'Halt trading now' }).focus();
		await page.keyboard.press('Enter');
		for (const tab of [page, other]) {
			const kill = tab.getByRole('group', { name: 'Kill switch' });
			await kill.getByText('Trading halted').waitFor();
			await kill.getByText('Going on holiday').waitFor();
		}
		await capture('portfolio-halted');
		expect(await barriers()).toEqual([]);
		await other.getByRole('button', { name: 'Resume trading …' }).click();
		await other.getByRole('button', { name: 'Resume trading now' }).click();
		for (const tab of [page, other]) await tab.getByText('Trading allowed').waitFor();
	});

	test('keeps the kill switch in view on a desktop at any scroll position', async () => {
		const { page } = await holder(trader);
		await region(page, 'History').scrollIntoViewIfNeeded();
		await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
		const box = await page.getByRole('button', { name: 'Halt trading …' }).boundingBox();
		expect(box?.y).toBeGreaterThanOrEqual(0);
		expect(box?.y).toBeLessThan(200);
	});

	test('moves a position that one tab closed to the history in the other tab, without a reload', async () => {
		const { page } = await holder(trader);
		const { page: other, seen, capture, barriers } = await holder(trader);
		const documents = seen.length;
		await line(other, first.coin).waitFor();
		await line(page, first.coin)
			.getByRole('button', { name: `Actions for ${first.coin}` })
			.click();
		await page.getByRole('button', { name: 'Close or stop …' }).click();
		const card = region(page, first.coin);
		// The menu moves the focus to the first action of the card.
		await page.keyboard.press('Enter');
		await card.getByRole('button', { name: `Close all ${first.coin} now` }).click();
		for (const tab of [page, other]) {
			await line(tab, first.coin).waitFor({ state: 'detached' });
			await region(tab, 'History')
				.getByRole('row', { name: new RegExp(`^${first.coin}.*Closed on request`) })
				.waitFor();
		}
		expect(seen.length).toBe(documents);
		await capture('portfolio-history');
		expect(await barriers()).toEqual([]);
	});

	test('sorts and filters the whole history by the service', async () => {
		const { page, barriers, capture } = await holder(trader);
		const history = region(page, 'History');
		const row = history.getByRole('row', { name: new RegExp(`^${first.coin}`) });
		await row.waitFor();
		const total = history.getByRole('columnheader', { name: 'Total' });
		await total.getByRole('button').click();
		expect(await total.getAttribute('aria-sort')).toBe('descending');
		await total.getByRole('button').click();
		expect(await total.getAttribute('aria-sort')).toBe('ascending');
		const { execution, pnl } = await closedOf(first.id);
		const isProfit = Number(pnl.total_pnl) > 0;
		await history.getByRole('combobox', { name: 'Outcome' }).selectOption(isProfit ? 'Loss' : 'Profit');
		await history.getByText('No closed position matches the filters.').waitFor();
		await history.getByRole('combobox', { name: 'Outcome' }).selectOption(isProfit ? 'Profit' : 'Loss');
		await row.waitFor();
		await history.getByRole('combobox', { name: 'Long exchange' }).selectOption(execution.short_exchange);
		await history.getByText('No closed position matches the filters.').waitFor();
		await history.getByRole('combobox', { name: 'Long exchange' }).selectOption(execution.long_exchange);
		await history.getByRole('combobox', { name: 'Short exchange' }).selectOption(execution.short_exchange);
		await history.getByRole('searchbox', { name: 'Coin' }).fill(first.coin.toLowerCase());
		const day = (execution.closed_at ?? '').slice(0, 10);
		await history.getByLabel('Closed from').fill(day);
		await history.getByLabel('to', { exact: true }).fill(day);
		await history.getByText(/^Page 1 of 1, 1 position\./).waitFor();
		await history.getByLabel('to', { exact: true }).fill('2020-01-01');
		await history.getByText('The period ends before it begins.').waitFor();
		await row.waitFor();
		await capture('portfolio-history-filters');
		expect(await barriers()).toEqual([]);
		await history.getByRole('button', { name: 'Reset filters' }).click();
		await history.getByText('The period ends before it begins.').waitFor({ state: 'detached' });
	});

	test('exports the service’s ledger rows as a file', async () => {
		const { page } = await holder(trader);
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Download CSV' }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe('carrywire-ledger.csv');
		const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
		const { rows } = await fixture.service.call<{ rows: readonly { row_id: string }[] }>(
			'export_ledger',
			{ limit: 500 },
			trader,
		);
		expect(lines.length - 1).toBe(rows.length);
		for (const [at, { row_id: id }] of rows.entries()) expect(lines[at + 1]).toContain(id);
	});

	test('closes all positions on a halt with that option', async () => {
		const { page, capture } = await holder(trader);
		await page.getByRole('button', { name: 'Halt trading …' }).click();
		await page.getByLabel('Close them too').check();
		await page.getByRole('button', { name: 'Halt and close all positions now' }).click();
		await page.getByText('Trading halted').waitFor();
		await line(page, second.coin).waitFor({ state: 'detached' });
		await region(page, 'History')
			.getByRole('row', { name: new RegExp(`^${second.coin}.*Closed`) })
			.waitFor();
		await capture('portfolio-halted-all');
		await page.getByRole('button', { name: 'Resume trading …' }).click();
		await page.getByRole('button', { name: 'Resume trading now' }).click();
		await page.getByText('Trading allowed').waitFor();
	});
});

test('hides private content and says so if the token is revoked while the page is open', async () => {
	const { fixture: run } = fixture;
	// This revokes the owner's newest token, which is the read-only one. No later test needs it.
	const { page, barriers, capture } = await holder(looker);
	const { stdout } = await run.run('token', 'list', '--user', 'owner', '--json');
	const [newest] = (JSON.parse(stdout) as { token_id: string; created_at: string }[]).toSorted((a, b) =>
		b.created_at.localeCompare(a.created_at),
	);
	expect((await run.run('token', 'revoke', newest?.token_id ?? '')).exit).toBe(0);
	await page.getByText('The token is no longer valid.').waitFor();
	await region(page, 'Access').waitFor();
	await capture('portfolio-revoked');
	expect(await barriers()).toEqual([]);
	await page.getByRole('link', { name: 'Opportunities', exact: true }).click();
	await page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();
});

test('causes no complaint of a browser', () => {
	expect(fixture.complaints()).toEqual([]);
});

test('keeps the last figures of a stopped service and marks them as old', async () => {
	const { page, barriers, capture } = await holder(trader);
	await fixture.fixture.killEverything(fixture.service);
	await page.getByText('Not live: figures from').waitFor();
	await region(page, 'Needs your attention').getByText('Service not reachable.').waitFor();
	await page.getByRole('group', { name: 'Kill switch' }).getByText('Last known state:').waitFor();
	await capture('portfolio-disconnected');
	expect(await barriers()).toEqual([]);
});
