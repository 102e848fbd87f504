/** Tests the charts of the portfolio and of an execution: ranges, series, tables, empty states and accessibility. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { usd, usdFigure } from '../../dashboard/src/figures/money.ts';
import { untilStatus } from '../e2e/trading.ts';
import type { Opened } from '../e2e/wire.ts';
import { faultsOfAppearance } from './appearance.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { goConnected, pasteToken } from './opening-steps.ts';
import { previewedWish } from './trades.ts';

const AMOUNT_USD = 300;

let fixture: DashboardFixture;
let trader = '';
let held = { coin: '', id: '' };
let ended = { coin: '', id: '' };

/** Opens an execution in a coin outside `otherThan`. */
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

beforeAll(async () => {
	fixture = await openDashboardFixture();
	trader = await fixture.fixture.token('arb:read arb:trade');
	held = await opened();
	ended = await opened(new Set([held.coin]));
	for (const venue of ['bybit', 'kucoin'] as const) await fixture.fixture.admin(venue, 'POST', '/settle', {});
	await fixture.service.call('close_execution', { execution_id: ended.id }, trader);
	await untilStatus(fixture.service, trader, ended.id, ['closed']);
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

async function holder(path: string, heading: string): Promise<{ visitor: Visitor; charts: Locator }> {
	const visitor = await fixture.visitor();
	await goConnected(visitor, path);
	await pasteToken(visitor.page, trader);
	const charts = visitor.page.getByRole('region', { name: heading, exact: true });
	await charts.waitFor();
	return { visitor, charts };
}

const show = (charts: Locator, view: string) =>
	charts.getByRole('group', { name: 'Chart', exact: true }).getByRole('button', { name: view, exact: true });
const choose = (charts: Locator, range: string) =>
	charts.getByRole('group', { name: 'Range' }).getByRole('button', { name: range, exact: true });
const drawn = (charts: Locator) => charts.locator('[role=slider][data-drawn=true]');

/** Opens the table of the shown chart. */
async function openTable(page: Page, charts: Locator): Promise<Locator> {
	await charts.getByText('Show the figures as a table').click();
	const table = charts.locator('details').getByRole('table');
	await table.waitFor();
	await page.evaluate('document.activeElement?.blur()');
	return table;
}

/**
 * Returns the faults of the page, seen from its start. The kill switch stays in view and covers whatever the visitor
 * scrolls below it, which is not a fault of the charts.
 */
async function faults(visitor: Visitor, name: string): Promise<readonly string[]> {
	await visitor.page.evaluate('window.scrollTo(0, 0)');
	return faultsOfAppearance(visitor, name);
}

test('shows daily profit, coins and pairs, and yields exactly as the service has them', async () => {
	const { visitor, charts } = await holder('/portfolio', 'Performance');
	const client = createClient({ url: fixture.service.url, token: trader });
	await show(charts, 'Daily profit').click();
	await drawn(charts).waitFor();
	const { profit, yields } = await client.call('portfolio_history', { range: '7d' });
	expect(profit.by_coin.map(({ coin }) => coin).sort()).toEqual([held.coin, ended.coin].sort());
	const days = await openTable(visitor.page, charts);
	const total = profit.days.at(-1)?.realized ?? null;
	await days.getByRole('cell', { name: usd(total, true), exact: true }).waitFor();
	expect(await faults(visitor, 'charts-days')).toEqual([]);
	await show(charts, 'Coins and pairs').click();
	const row = charts
		.getByRole('row')
		.filter({ has: visitor.page.getByRole('rowheader', { name: ended.coin, exact: true }) });
	const group = profit.by_coin.find(({ coin }) => coin === ended.coin);
	await row
		.getByRole('cell', { name: usdFigure(group?.realized, true), exact: true })
		.first()
		.waitFor();
	expect(await faults(visitor, 'charts-groups')).toEqual([]);
	await show(charts, 'Yield').click();
	await charts.getByText('Ended positions', { exact: true }).click();
	await charts.getByRole('rowheader', { name: yields.executions[0]?.symbol ?? 'none' }).waitFor();
	expect(yields.count).toBe(1);
	expect(await faults(visitor, 'charts-yields')).toEqual([]);
});

test('shows the funding, the orders and the fills of an execution, with their tables', async () => {
	const { visitor, charts } = await holder(`/executions/${ended.id}`, 'Charts');
	await show(charts, 'Orders and fills').click();
	await drawn(charts).waitFor();
	const client = createClient({ url: fixture.service.url, token: trader });
	const history = await client.call('execution_history', { execution_id: ended.id });
	await charts.getByText(`Fills (${history.fills_count})`, { exact: true }).click();
	await charts.getByRole('cell', { name: 'bought' }).first().waitFor();
	await charts.getByText(`Orders (${history.orders_count})`, { exact: true }).click();
	expect(await charts.getByRole('cell', { name: 'filled', exact: true }).count()).toBe(
		history.orders.filter(({ status }) => status === 'filled').length,
	);
	expect(await faults(visitor, 'charts-orders')).toEqual([]);
	await show(charts, 'Funding').click();
	await charts.getByText('Net funding after each settlement.').waitFor();
	expect(await faults(visitor, 'charts-funding')).toEqual([]);
});

test('draws sampled equity, profit, basis and delta once two minutes are stored, in every range', async () => {
	const { visitor, charts } = await holder('/portfolio', 'Performance');
	await choose(charts, '24 h').click();
	await drawn(charts).waitFor();
	expect(await choose(charts, '24 h').getAttribute('aria-pressed')).toBe('true');
	await charts.getByText('one value a minute').waitFor();
	await show(charts, 'Equity').click();
	await charts.getByText('Value of the account with open positions.').waitFor();
	await drawn(charts).waitFor();
	await charts.getByRole('combobox', { name: 'Account' }).selectOption('bybit');
	await drawn(charts).waitFor();
	expect(await faults(visitor, 'charts-equity')).toEqual([]);
	await choose(charts, '1 y').click();
	await charts.getByText('Samples are stored since').waitFor();
	expect(await visitor.barriers()).toEqual([]);
	const { visitor: second, charts: own } = await holder(`/executions/${held.id}`, 'Charts');
	await drawn(own).waitFor();
	for (const name of ['Total', 'Price', 'Funding', 'Fees', 'Slippage'])
		await own.getByRole('button', { name, exact: true, pressed: true }).first().waitFor();
	expect(await faults(second, 'charts-execution')).toEqual([]);
	await own.getByRole('button', { name: 'Price', exact: true }).click();
	await own.getByRole('button', { name: 'Price', exact: true, pressed: false }).waitFor();
	for (const view of ['Basis', 'Delta']) {
		await show(own, view).click();
		await drawn(own).waitFor();
		expect(await second.barriers()).toEqual([]);
	}
});

test('the browser complained about nothing', () => {
	expect(fixture.complaints()).toEqual([]);
});
