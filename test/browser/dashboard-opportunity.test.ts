import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../e2e/polling.ts';
import { pageOfOpportunities } from '../e2e/trading.ts';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { goConnected, pasteToken } from './opening-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

let fixture: DashboardFixture;
beforeAll(async () => {
	fixture = await openDashboardFixture();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

/**
 * Finds the opportunity with this verdict and the highest expected net APR at default terms, because that one will be
 * the last to reverse. Each test searches again, because a verdict can change within minutes.
 */
function ofVerdict(verdict: 'trade' | 'no_trade'): Promise<string> {
	return until({ what: `an opportunity with the verdict ${verdict}`, periodMs: 500 }, async () => {
		const { data } = await pageOfOpportunities(fixture.service, { verdict, sortby: 'net_apr', limit: 1 });
		return data[0]?.opportunity_id;
	});
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function visit(id: string, as: Parameters<DashboardFixture['visitor']>[0] = {}): Promise<Visitor> {
	const visitor = await fixture.visitor(as);
	await visitor.go(`/opportunities/${id}`);
	return visitor;
}

/** Opens the page and waits for the charts, which load after the figures. */
async function visitDrawn(id: string, as?: Parameters<DashboardFixture['visitor']>[0]): Promise<Visitor> {
	const visitor = await visit(id, as);
	for (const name of ['Cumulative carry', /^Settled funding/, /^Spread per/])
		await region(visitor.page, name).locator('canvas').first().waitFor();
	return visitor;
}

test('shows what the trade is, its expected net and its history as text, charts and tables', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'));
	await expect(title(page).textContent()).resolves.toMatch(/^\w+: long \w+, short \w+$/);
	const lead = region(page, 'What this trade is');
	await lead.getByText('Chance of profit').waitFor();
	await lead.getByText(/^[+−]\d[\d,]*\.\d\d USD$/).waitFor();
	await region(page, 'Reasons to trade')
		.getByRole('listitem')
		.filter({ hasText: 'chance of profit' })
		.waitFor();
	const ledger = region(page, 'Cost breakdown');
	for (const part of [
		'Entry fees',
		'Exit fees',
		'Entry slippage',
		'Exit slippage',
		'Price basis',
		'Expected net',
	])
		await ledger
			.getByRole('row')
			.filter({ has: page.getByRole('rowheader', { name: part }) })
			.first()
			.waitFor();
	await capture('opportunity-trade');

	await region(page, 'Cost by amount').locator('summary').click();
	const funding = region(page, /^Settled funding/);
	await funding.getByText('Show the settlements of 31 days as a table').click();
	await funding.getByRole('row').nth(90).waitFor();
	await region(page, 'Cost by amount').getByRole('row').filter({ hasText: 'yours' }).waitFor();
	await region(page, 'Upcoming settlements').getByRole('row').nth(8).waitFor();
	await region(page, 'Scores').locator('summary').click();
	for (const score of ['Liquidity', 'Risk'])
		await region(page, 'Scores').getByRole('heading', { name: score }).waitFor();
	expect(await region(page, 'Scores').getByRole('rowheader').count()).toBe(16);
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('gives the reasons against a trade, also in the dark scheme, which the charts follow', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('no_trade'), {
		scheme: 'dark',
	});
	const why = region(page, 'Reasons not to trade');
	await why
		.getByRole('listitem')
		.filter({ hasText: /required|does not exceed costs/ })
		.first()
		.waitFor();
	await capture('opportunity-no-trade');
	expect(await barriers()).toEqual([]);
	await page.emulateMedia({ colorScheme: 'light' });
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('on a phone only tables in their own boxes scroll sideways', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'), {
		width: PHONE_PX,
	});
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PX);
	await capture('opportunity');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('shows the history over a range that the address keeps, in the chosen unit', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'));
	const carry = region(page, 'Cumulative carry');
	const range = page.getByRole('group', { name: 'Range', exact: true });
	await range.getByRole('button', { name: '30 days', exact: true, pressed: true }).waitFor();
	await carry.getByText('in 30 days, before costs').waitFor();
	for (const days of ['7 days', '90 days', '365 days']) {
		await range.getByRole('button', { name: days, exact: true }).click();
		await carry.getByText(`in ${days}, before costs`).waitFor();
	}
	// The address also holds the terms of the trade.
	expect(new URL(page.url()).search).toBe('?amount=1000&hold=best&leverage=1&days=365');
	await page.reload();
	await range.getByRole('button', { name: '365 days', exact: true, pressed: true }).waitFor();
	await carry.getByText('in 365 days, before costs').waitFor();

	await carry.getByText('Show the cumulative carry as a table').click();
	// The chart library also arranges its canvases in rows, but without headers.
	const rows = carry.getByRole('row').filter({ has: page.getByRole('rowheader') });
	const newest = await rows.first().getByRole('cell').textContent();
	await carry.getByText(`would have received ${newest} of one leg`).waitFor();

	await page.getByRole('button', { name: 'per year', exact: true }).click();
	await region(page, 'Spread per year').locator('canvas').first().waitFor();
	await capture('opportunity-history-year');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('reads a chart by pointer and keyboard, zooms, and hides series', async () => {
	const { page, barriers } = await visitDrawn(await ofVerdict('trade'));
	const funding = region(page, /^Settled funding/);
	const chart = funding.getByRole('slider');
	const said = () => chart.getAttribute('aria-valuetext');
	const drawn = await funding.locator('canvas').first().boundingBox();
	if (drawn === null) throw new Error('The chart has no size.');
	const last = await said();
	expect(last).toMatch(/Long leg, .+ [+−]?\d.+ %, Short leg, .+ [+−]?\d.+ %$/);
	await chart.focus();
	await page.keyboard.press('Home');
	const first = await said();
	expect(first).not.toBe(last);
	await page.keyboard.press('ArrowRight');
	expect(await chart.getAttribute('aria-valuenow')).toBe('1');
	await page.keyboard.press('ArrowLeft');
	expect(await said()).toBe(first);
	await page.keyboard.press('End');
	expect(await said()).toBe(last);

	const timeAt = async (share: number): Promise<string | null> => {
		await page.mouse.move(drawn.x + drawn.width * share, drawn.y + drawn.height / 2);
		return (await said())?.split(':').slice(0, 2).join(':') ?? null;
	};
	await chart.scrollIntoViewIfNeeded();
	const box = await chart.boundingBox();
	if (box === null) throw new Error('The chart has no size.');
	Object.assign(drawn, { x: box.x, y: box.y });
	const whole = [await timeAt(0.05), await timeAt(0.75)];
	expect(new Set(whole).size).toBe(2);
	await funding.getByRole('button', { name: 'Zoom in' }).click();
	const zoomed = [await timeAt(0.05), await timeAt(0.75)];
	expect(zoomed).not.toEqual(whole);
	await funding.getByRole('button', { name: 'Show all' }).click();
	expect([await timeAt(0.05), await timeAt(0.75)]).toEqual(whole);

	await page.mouse.move(drawn.x + drawn.width * 0.2, drawn.y + drawn.height / 2);
	await page.mouse.down();
	await page.mouse.move(drawn.x + drawn.width * 0.5, drawn.y + drawn.height / 2, { steps: 5 });
	await page.mouse.up();
	expect([await timeAt(0.05), await timeAt(0.75)]).not.toEqual(whole);
	const scrolled = await page.evaluate('scrollY');
	await page.mouse.wheel(0, 200);
	await until({ what: 'the page scrolled by the plain wheel', periodMs: 50 }, async () =>
		(await page.evaluate('scrollY')) === scrolled ? undefined : true,
	);

	await funding.getByRole('button', { name: /^Long leg/ }).click();
	await funding.getByRole('button', { name: /^Long leg/, pressed: false }).waitFor();
	expect(await said()).not.toContain('Long leg');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('shows the holding period of the expected net: the best one or the chosen one', async () => {
	const { page } = await visit(await ofVerdict('trade'));
	const lead = region(page, 'What this trade is');
	await page.getByRole('button', { name: 'Best', exact: true, pressed: true }).waitFor();
	await lead
		.getByRole('heading', { name: /^After costs, held (8 hours|\d+ days?) \(best holding period\)$/ })
		.waitFor();
	const periods = page.getByRole('group', { name: 'Common holding periods' });
	await periods.getByRole('button', { name: '7 days' }).click();
	await lead.getByRole('heading', { name: 'After costs, held 7 days', exact: true }).waitFor();
	await lead.getByText(/ of one leg of .+ in 7 days, /).waitFor();
	await page.getByRole('textbox', { name: /^Hold for/ }).fill('36');
	await page.getByText('held 36 hours, 1 × leverage').waitFor();
	await page.getByRole('button', { name: 'Best', exact: true }).click();
	await page.getByText(/held .+ \(best holding period\), 1 × leverage/).waitFor();
	expect(fixture.complaints()).toEqual([]);
});

test('recomputes other terms, and explains an amount that no order book can fill', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'));
	await page.getByRole('textbox', { name: /^Amount/ }).fill('5000');
	await page.getByText('Shown for 5,000.00 USD over both legs').waitFor();
	await page.getByRole('textbox', { name: /^Amount/ }).fill('900000000');
	await region(page, 'Why the verdict is unknown').getByRole('listitem').first().waitFor();
	await capture('opportunity-unknown');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('leads a trader to the preview and tells a read-only visitor why not', async () => {
	const id = await ofVerdict('trade');
	const stranger = await visit(id);
	const button = (page: Page) => page.getByRole('button', { name: 'Preview this trade' });
	await button(stranger.page).waitFor();
	expect(await button(stranger.page).isDisabled()).toBe(true);
	await region(stranger.page, 'Reasons to trade').getByRole('link', { name: 'Log in' }).waitFor();

	// A pasted token exists only in the page's memory, so the test changes the URL without a page load.
	const onlooker = await fixture.visitor();
	await goConnected(onlooker, '/portfolio');
	await pasteToken(onlooker.page, await fixture.fixture.token('arb:read'));
	await onlooker.page.getByText('Read only.').waitFor();
	await onlooker.page.evaluate(
		`history.pushState(null, '', '/opportunities/${id}'); dispatchEvent(new PopStateEvent('popstate'));`,
	);
	await onlooker.page.getByText('This token can only read').waitFor();
	expect(await button(onlooker.page).isDisabled()).toBe(true);
	expect(await onlooker.barriers()).toEqual([]);

	const trader = await visit(id, { loggedIn: true });
	await button(trader.page).click();
	// The terms travel along in the query.
	await trader.page.waitForURL(({ pathname }) => pathname === `/opportunities/${id}/execute`);
	expect(new URL(trader.page.url()).searchParams.get('amount')).toBe('1000');
	expect(fixture.complaints()).toEqual([]);
});

test('explains an unknown id and an opportunity that has ended, and leads back', async () => {
	const nothing = await visit('opp_000000000000000000000000');
	await nothing.page.getByRole('heading', { name: 'Opportunity not found' }).waitFor();
	expect(await nothing.barriers()).toEqual([]);
	await nothing.capture('opportunity-nothing');
	await nothing.page.getByRole('link', { name: 'See all opportunities' }).click();
	await nothing.page.getByRole('heading', { name: 'Opportunities', level: 1 }).waitFor();

	type Lives = { readonly data: readonly { readonly opportunity_id: string }[] };
	const [ended] = await until({ what: 'an opportunity that has turned', periodMs: 500 }, async () => {
		const { data } = await fixture.service.call<Lives>('get_opportunity_lives', { state: 'ended' });
		const open = await fixture.service.call<Lives>('get_opportunity_lives', { state: 'open', limit: 100 });
		const here = new Set(open.data.map(({ opportunity_id }) => opportunity_id));
		const gone = data.filter(({ opportunity_id }) => !here.has(opportunity_id));
		return gone.length > 0 ? gone : undefined;
	});
	const gone = await visit(ended?.opportunity_id ?? '');
	await gone.page.getByRole('heading', { name: 'has ended' }).waitFor();
	await gone.page.getByRole('cell', { name: 'direction reversed' }).first().waitFor();
	await gone.capture('opportunity-gone');
	expect(await gone.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('reports loading data, an exchange that is down, and a service that has stopped', async () => {
	const id = await ofVerdict('trade');
	const waiting = await fixture.visitor();
	await waiting.page.routeWebSocket('**/jsonrpc/', () => {});
	await waiting.go(`/opportunities/${id}`);
	await waiting.page.getByText('Loading the opportunity').waitFor();
	expect(await waiting.barriers()).toEqual([]);

	const { page, barriers, capture } = await visitDrawn(id);
	await fixture.fixture.admin('kucoin', 'POST', '/down', {});
	await page.getByText('venue down').first().waitFor();
	await page.getByText('Stale data.').waitFor();
	await capture('opportunity-venue-down');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);

	await fixture.fixture.killEverything(fixture.service);
	await page.getByText('Disconnected.').waitFor();
	await title(page).waitFor();
	await capture('opportunity-disconnected');
	expect(await barriers()).toEqual([]);
});
