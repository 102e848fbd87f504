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
 * That from which most is expected to be left, of those with this verdict at the terms that a browser begins with: it turns last.
 * Each test asks anew, for a verdict may be another some minutes later.
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

/** With its charts: these are loaded after the figures. */
async function visitDrawn(id: string, as?: Parameters<DashboardFixture['visitor']>[0]): Promise<Visitor> {
	const visitor = await visit(id, as);
	await region(visitor.page, 'Funding history of both legs').locator('canvas').first().waitFor();
	await region(visitor.page, 'Carry and spread of 30 days').locator('canvas').first().waitFor();
	return visitor;
}

test('a stranger reads what the trade is, what is left of it, and how it went, in words and tables too', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'));
	await expect(title(page).textContent()).resolves.toMatch(/^\w+: long \w+, short \w+$/);
	const lead = region(page, 'What this trade is');
	await lead.getByText('Chance of a gain').waitFor();
	await lead.getByText(/^[+−]\d[\d,]*\.\d\d USD$/).waitFor();
	await region(page, 'Why it is a trade')
		.getByRole('listitem')
		.filter({ hasText: 'is expected to be left' })
		.waitFor();
	const ledger = region(page, 'What is left of it, cost by cost');
	for (const part of [
		'Entry fees',
		'Exit fees',
		'Entry slippage',
		'Exit slippage',
		'Price basis',
		'Expected to be left',
	])
		await ledger
			.getByRole('row')
			.filter({ has: page.getByRole('rowheader', { name: part }) })
			.first()
			.waitFor();
	await capture('opportunity-trade');

	for (const name of [
		'Funding history of both legs',
		'Carry and spread of 30 days',
		'Price basis',
		'Cost over amount',
	])
		await region(page, name).locator('summary').click();
	const settled = region(page, 'Funding history of both legs').getByRole('row');
	await settled.nth(90).waitFor();
	await region(page, 'Cost over amount').getByRole('row').filter({ hasText: 'yours' }).waitFor();
	await region(page, 'Settlements to come').getByRole('row').nth(12).waitFor();
	for (const score of ['Liquidity', 'Risk'])
		await region(page, 'Scores').getByRole('heading', { name: score }).waitFor();
	expect(await region(page, 'Scores').getByRole('rowheader').count()).toBe(16);
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('why there is no trade stands in sentences, in dark as well, and charts follow the scheme', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('no_trade'), {
		scheme: 'dark',
	});
	const why = region(page, 'Why no trade');
	await why
		.getByRole('listitem')
		.filter({ hasText: /is asked for|Nothing is expected to be left/ })
		.first()
		.waitFor();
	await capture('opportunity-no-trade');
	expect(await barriers()).toEqual([]);
	await page.emulateMedia({ colorScheme: 'light' });
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('on a phone nothing scrolls sideways but a table in its own box', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'), {
		width: PHONE_PX,
	});
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PX);
	await capture('opportunity');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('the expected net states its horizon: the best of 8 hours to 30 days, or the one that is named', async () => {
	const { page } = await visit(await ofVerdict('trade'));
	const lead = region(page, 'What this trade is');
	await page.getByRole('button', { name: 'Best', exact: true, pressed: true }).waitFor();
	await lead
		.getByRole('heading', { name: /^After every cost, held (8 hours|\d+ days?), its best horizon$/ })
		.waitFor();
	await page.getByRole('button', { name: '7 days' }).click();
	await lead.getByRole('heading', { name: 'After every cost, held 7 days', exact: true }).waitFor();
	await lead.getByText(/ of one leg of .+ in 7 days, /).waitFor();
	await page.getByRole('textbox', { name: /^Held for/ }).fill('36');
	await page.getByText('held 36 hours, 1 × leverage').waitFor();
	await page.getByRole('button', { name: 'Best', exact: true }).click();
	await page.getByText(/held .+ \(its best horizon\), 1 × leverage/).waitFor();
	expect(fixture.complaints()).toEqual([]);
});

test('other terms are computed by the service, and what no book holds is unknown and says why', async () => {
	const { page, barriers, capture } = await visitDrawn(await ofVerdict('trade'));
	await page.getByRole('textbox', { name: /^Amount/ }).fill('5000');
	await page.getByText('Shown for 5,000.00 USD over both legs').waitFor();
	await page.getByRole('textbox', { name: /^Amount/ }).fill('900000000');
	await region(page, 'Why the verdict is unknown').getByRole('listitem').first().waitFor();
	await capture('opportunity-unknown');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('whoever may trade is led to the preview, whoever may only look is told why not', async () => {
	const id = await ofVerdict('trade');
	const stranger = await visit(id);
	const button = (page: Page) => page.getByRole('button', { name: 'Preview this trade' });
	await button(stranger.page).waitFor();
	expect(await button(stranger.page).isDisabled()).toBe(true);
	await region(stranger.page, 'Why it is a trade').getByRole('link', { name: 'Log in' }).waitFor();

	// A pasted token is kept by the page alone: another page is gone to without loading one.
	const onlooker = await fixture.visitor();
	await goConnected(onlooker, '/portfolio');
	await pasteToken(onlooker.page, await fixture.fixture.token('arb:read'));
	await onlooker.page.getByText('Look only.').waitFor();
	await onlooker.page.evaluate(
		`history.pushState(null, '', '/opportunities/${id}'); dispatchEvent(new PopStateEvent('popstate'));`,
	);
	await onlooker.page.getByText('This token may only look').waitFor();
	expect(await button(onlooker.page).isDisabled()).toBe(true);
	expect(await onlooker.barriers()).toEqual([]);

	const trader = await visit(id, { loggedIn: true });
	await button(trader.page).click();
	await trader.page.waitForURL(`**/opportunities/${id}/execute`);
	expect(fixture.complaints()).toEqual([]);
});

test('an address of nothing, and one of something that is gone, say so and lead back', async () => {
	const nothing = await visit('opp_000000000000000000000000');
	await nothing.page.getByRole('heading', { name: 'There is no such opportunity' }).waitFor();
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
	await gone.page.getByRole('heading', { name: 'is gone' }).waitFor();
	await gone.page.getByRole('cell', { name: 'the other direction paid' }).first().waitFor();
	await gone.capture('opportunity-gone');
	expect(await gone.barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);
});

test('what is on its way says so, and so does an exchange that is down, and a service that is gone', async () => {
	const id = await ofVerdict('trade');
	const waiting = await fixture.visitor();
	await waiting.page.routeWebSocket('**/jsonrpc/', () => {});
	await waiting.go(`/opportunities/${id}`);
	await waiting.page.getByText('Loading the opportunity').waitFor();
	expect(await waiting.barriers()).toEqual([]);

	const { page, barriers, capture } = await visitDrawn(id);
	await fixture.fixture.admin('kucoin', 'POST', '/down', {});
	await page.getByText('venue down').first().waitFor();
	await page.getByText('Old figures.').waitFor();
	await capture('opportunity-venue-down');
	expect(await barriers()).toEqual([]);
	expect(fixture.complaints()).toEqual([]);

	await fixture.fixture.killEverything(fixture.service);
	await page.getByText('Disconnected.').waitFor();
	await title(page).waitFor();
	await capture('opportunity-disconnected');
	expect(await barriers()).toEqual([]);
});
